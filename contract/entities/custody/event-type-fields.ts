import type { Field } from '../../kit/fields/field.ts'
import type { Words } from '../../kit/words.ts'
import { deviceApply } from './device-apply.ts'
import { deviceApplyItem } from './device-apply-item.ts'

const wordsOf = <const N extends string>(fields: Readonly<Record<N, Field>>, names: readonly N[]): Readonly<Record<N, Words>> =>
  Object.fromEntries(names.map((name) => [name, { zh: fields[name].zh, en: fields[name].en }])) as Record<N, Words>

/** What a hospital may require of an application beyond what its kind needs. */
export const demandable = ['useDept', 'useLocation', 'keeper', 'borrowTime', 'returnTime', 'reason', 'attachments', 'remark'] as const
/** What it may require of each line. */
export const demandableOfLines = ['deviceModel', 'unitPrice', 'remark'] as const

/** Their words, by the fields' names. */
export const demandWords = wordsOf(deviceApply.fields, demandable)
export const lineDemandWords = wordsOf(deviceApplyItem.fields, demandableOfLines)

/** The fields that the list of a kind can show. */
export const columnWords: Readonly<Record<string, Words>> = Object.fromEntries(
  Object.entries<Field>(deviceApply.fields).flatMap(([name, { kind, zh, en }]) => (kind === 'ids' ? [] : [[name, { zh, en }]])),
)
