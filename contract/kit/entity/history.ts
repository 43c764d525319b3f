import type { Language, Words } from '../words.ts'
import { out } from './answer.ts'

/** The verbs of events that every entity has. */
export const rowVerbs = {
  add: { zh: '新增', en: 'Added' },
  change: { zh: '修改', en: 'Changed' },
  remove: { zh: '删除', en: 'Deleted' },
} as const satisfies Readonly<Record<string, Words>>

/** An event in the person's words; the event timeline and the operation history use the same field names. */
export const historyEvent = {
  id: out.text,
  rowId: out.text,
  operationType: out.text,
  operationTypeValue: out.text,
  eventType: out.text,
  operationTime: out.text,
  time: out.text,
  contact: out.nullable(out.text),
  /** For a system write: the rule, and on whose behalf. */
  rule: out.nullable(out.text),
  /** For an operation that a phone sent later or with another time: when it happened, and the time by the phone's clock. */
  offline: out.nullable(out.text),
  showContent: out.text,
  changes: out.list({ field: out.text, label: out.text, from: out.text, to: out.text }),
  /** Pictures of the event. */
  images: out.list(out.text),
  /** Its other files, such as PDFs. */
  attachments: out.list(out.text),
  version: out.nullable(out.number),
} as const

/** How an event writes a value that is not there. */
export const noValue = '—'

/** The change of a whole line of a header, as events name it: `lines.0`. */
const isLine = (field: string): boolean => /\.\d+$/.test(field)

interface ChangeInWords {
  readonly field?: string
  readonly label: string
  readonly from: string
  readonly to: string
}

/**
 * A change of one field as a sentence; a first value is set, a removed one is cleared, a line is added or removed. The values are as a reader reads them.
 */
export function changeSentence({ field = '', label, from, to }: ChangeInWords, language: Language): string {
  const said = isLine(field)
    ? from === noValue
      ? { zh: `${label}新增：${to}`, en: `${label} added: ${to}` }
      : { zh: `${label}删除：${from}`, en: `${label} removed: ${from}` }
    : from === noValue
      ? { zh: `${label}设为 ${to}`, en: `${label} set to ${to}` }
      : to === noValue
        ? { zh: `${label}已清除（原为 ${from}）`, en: `${label} cleared (was ${from})` }
        : { zh: `${label}从 ${from} 改为 ${to}`, en: `${label} changed from ${from} to ${to}` }
  return said[language]
}
