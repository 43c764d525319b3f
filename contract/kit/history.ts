import { out } from './answer.ts'
import type { Words } from './words.ts'

/** What may happen to a row of every entity. */
export const rowVerbs = {
  add: { zh: '新增', en: 'Added' },
  change: { zh: '修改', en: 'Changed' },
  remove: { zh: '删除', en: 'Deleted' },
} as const satisfies Readonly<Record<string, Words>>

/** What happened to a row, in the words of the person; the field names of event timeline and operation history alike. */
export const historyEvent = {
  id: out.text,
  rowId: out.text,
  operationType: out.text,
  operationTypeValue: out.text,
  eventType: out.text,
  operationTime: out.text,
  time: out.text,
  contact: out.nullable(out.text),
  /** Of what a process did by its rule: which rule, and on whose behalf. */
  rule: out.nullable(out.text),
  /** Of what a phone sent later than it was done, or with another time: when it was done, and when by the phone's own clock. */
  offline: out.nullable(out.text),
  showContent: out.text,
  changes: out.list({ field: out.text, label: out.text, from: out.text, to: out.text }),
  images: out.list(out.text),
  version: out.nullable(out.number),
} as const
