import type { Meaning, Reading } from '#contract/ask/meaning.ts'
import { askSubjects } from '#contract/ask/subjects.ts'
import { namesToAsk, understand } from '#contract/ask/understand.ts'
import { vocabularyOf } from '#contract/ask/vocabulary.ts'
import { entities } from '#contract/registry.ts'

export const today = '2026-05-20'
/** A person who may list everything. */
const all = new Set(entities.map(({ name }) => `${name}.list`))
export const vocabulary = vocabularyOf(askSubjects(all), new Map())

const depts = [
  '三病区',
  '骨科',
  'ICU',
  '急诊科',
  '设备科',
  '手术室',
  '放射科',
  'general surgery',
  'radiology',
  'emergency department',
  'operating theatre',
]
const keywords: Readonly<Record<string, string>> = {
  ...{ 呼吸机: '呼吸机', 监护仪: '监护仪', 输液泵: '输液泵' },
  ...{ ventilators: '呼吸机', ventilator: '呼吸机', monitors: '监护仪', 'infusion pumps': '输液泵' },
}

/** What a server would find of the texts that may be names: departments by their whole name, devices by a part of theirs. */
export function namesFound(candidates: readonly string[]): Map<string, readonly Meaning[]> {
  return new Map(
    candidates.flatMap((text): [string, readonly Meaning[]][] => {
      const dept = depts.find((name) => name.toLowerCase() === text)
      if (dept) return [[text, [{ is: 'name', to: 'dept', id: dept, name: dept }]]]
      return keywords[text] ? [[text, [{ is: 'keyword', of: 'device', text: keywords[text] }]]] : []
    }),
  )
}

export const read = (sentence: string): readonly Reading[] =>
  understand(sentence, vocabulary, namesFound(namesToAsk(sentence, vocabulary, today)), today)

/** A reading as one line of words, as the tables say it. */
export function written(reading: Reading | undefined): string {
  if (!reading) return ''
  const unknown = reading.unknown.map(({ text }) => `?${text}`)
  const { question } = reading
  if (!question) return unknown.join(' ')
  const { subject, figure, group, split, compare, filters, keyword, sort, top } = question
  const words = [
    subject.kind === 'measure' ? subject.of.name : `list:${subject.of.name}`,
    figure && subject.kind === 'measure' && figure !== Object.keys(subject.of.figures)[0] && `figure=${figure}`,
    group && `group=${group}`,
    split && `split=${split}`,
    compare && `compare=${compare}`,
    ...[...Object.entries(filters), ...(keyword ? [['keyword', keyword]] : [])].map(([wire, value]) => `${wire}=${value}`).sort(),
    sort && `sort=${sort.isRising ? '' : '-'}${sort.by}`,
    top && `top=${top}`,
  ]
  return [...words.filter(Boolean), ...unknown].join(' ')
}
