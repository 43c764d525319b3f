import type { codeKinds } from '#contract/entities/tooling/code-field.ts'
import type { codeModules } from '#contract/entities/tooling/code-form.ts'
import type { Entity, ModuleName } from '#contract/kit/entity/entity.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { kebab } from './code-text.ts'

/** A field as a form describes it. */
export interface CodeField {
  readonly fieldName: string
  readonly wordZh: string
  readonly wordEn: string
  readonly kind: keyof typeof codeKinds
  readonly isRequired?: unknown
  readonly isListed?: unknown
  readonly isSearched?: unknown
  readonly isUnique?: unknown
  readonly maxSize?: number | null
  readonly detail?: string | null
}

/** What a form says of a new entity. */
export interface CodeForm {
  readonly entityName: string
  readonly wordZh: string
  readonly wordEn: string
  readonly module: keyof typeof codeModules
  readonly menuGroup?: string | null
  readonly scopeField?: string | null
  readonly readers?: readonly string[] | null
  readonly writers?: readonly string[] | null
  readonly fields: readonly CodeField[]
}

/** Where forms of a name of theirs go: what the platform keeps is of the settings. */
const homes: Partial<Record<CodeForm['module'], ModuleName>> = { platform: 'settings' }

/** The module whose manifest and folders the entity of a form goes to. */
export const moduleOf = ({ module }: Pick<CodeForm, 'module'>): ModuleName => homes[module] ?? (module as ModuleName)

/** The words of a choice, `key=中文/English` with semicolons between them; undefined where one is written otherwise. */
export function wordsIn(detail: string | null | undefined): Readonly<Record<string, Words>> | undefined {
  const found = (detail ?? '').split(/[;；]/).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  const entries = found.map((part) => /^([a-z][A-Za-z0-9_]{0,39})\s*=\s*([^/]{1,40})\/([^/]{1,60})$/.exec(part))
  if (entries.length < 2 || entries.some((one) => one === null)) return undefined
  const keys = new Set(entries.map((one) => one![1]))
  if (keys.size < entries.length) return undefined
  return Object.fromEntries(entries.map((one) => [one![1]!, { zh: one![2]!.trim(), en: one![3]!.trim() }]))
}

function ofKind({ kind, maxSize, detail }: CodeField): { kind: Field['kind'] } & Record<string, unknown> {
  switch (kind) {
    case 'text':
      return { kind, max: maxSize ?? 200 }
    case 'multiline':
      return { kind: 'text', max: maxSize ?? 2000, multiline: true }
    case 'decimal':
      return { kind, scale: maxSize ?? 2 }
    case 'choice':
    case 'choices':
      return { kind, of: wordsIn(detail) }
    case 'link':
      return { kind, to: detail ?? '' }
    case 'numbering':
      return { kind, readOnly: true, rule: detail ?? '' }
    default:
      return { kind }
  }
}

const isSet = (value: unknown): boolean => Number(value) === 1

/** The field that a line of the form describes. */
export function fieldOf(line: CodeField): Field {
  return {
    zh: line.wordZh,
    en: line.wordEn,
    ...(isSet(line.isRequired) && line.kind !== 'numbering' ? { required: true } : {}),
    ...(isSet(line.isListed) ? { list: true } : {}),
    ...(isSet(line.isSearched) ? { search: true } : {}),
    ...(isSet(line.isUnique) ? { unique: true } : {}),
    ...ofKind(line),
  } as Field
}

/** The field that rows are called by: the first required text, or the number. */
export const titleOf = ({ fields }: CodeForm): CodeField | undefined =>
  fields.find(({ kind, isRequired }) => kind === 'numbering' || (kind === 'text' && isSet(isRequired)))

/** The entity that a checked form describes. */
export const entityOf = (form: CodeForm): Entity => ({
  name: form.entityName,
  zh: form.wordZh,
  en: form.wordEn,
  module: moduleOf(form),
  path: `/eam/${kebab(form.entityName)}`,
  title: titleOf(form)!.fieldName,
  table: 'tenant',
  softDelete: true,
  ...(form.scopeField ? { scope: { dept: form.scopeField } } : {}),
  fields: Object.fromEntries(form.fields.map((line) => [line.fieldName, fieldOf(line)])),
})
