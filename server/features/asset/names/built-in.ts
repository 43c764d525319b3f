import { departmentTerms } from './terms-departments.ts'
import { diagnosisTerms } from './terms-diagnosis.ts'
import { imagingTerms } from './terms-imaging.ts'
import { laboratoryTerms } from './terms-laboratory.ts'
import { surgeryTerms } from './terms-surgery.ts'
import { therapyTerms } from './terms-therapy.ts'

/** A standard name with the other names of the same kind of device, in both languages. */
export interface StandardName {
  /** Code of the class in the official catalogue. */
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly alsoZh: readonly string[]
  readonly alsoEn: readonly string[]
}

function read(line: string): StandardName {
  const [head, english = ''] = line.split(' = ')
  const [code = '', ...rest] = head!.split(' ')
  const [zh = '', ...alsoZh] = rest.join(' ').split('|')
  const [en = '', ...alsoEn] = english.split('|')
  return { code, zh, en, alsoZh, alsoEn }
}

/** Where the built-in names come from, kept with each row that is loaded. */
export const builtInSource = '内置词典：按医疗器械分类目录的品名举例与临床常用名称整理'

/** The built-in dictionary of names; a hospital loads it into its own and edits it there. */
export const builtInNames: readonly StandardName[] = [
  surgeryTerms,
  imagingTerms,
  diagnosisTerms,
  therapyTerms,
  departmentTerms,
  laboratoryTerms,
].flatMap((block) => block.trim().split('\n').map(read))
