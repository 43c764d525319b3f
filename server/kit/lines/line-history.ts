import type { LineFacts } from '#contract/kit/entity/entity.ts'
import { lineWords } from '#contract/kit/entity/lines.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Field, isInternal } from '#contract/kit/fields/field.ts'
import type { Language } from '#contract/kit/words.ts'
import type { LineEvent, LinesEvent } from '../steps/event.ts'

/** One change as shown in a history. */
export interface DescribedChange {
  readonly field: string
  readonly label: string
  readonly from: string
  readonly to: string
}

/** Formats a value in words; links by the name stored with the event. */
export type Shown = (field: Field | undefined, value: unknown, name: string | null | undefined, language: Language) => string

const none = '—'

/**
 * The changes of a header's lines in words: one entry per added or removed line and one per changed field. `view`: the view of the lines.
 */
export function describeLines(line: LineFacts, view: View, event: LinesEvent, language: Language, shown: Shown): DescribedChange[] {
  const isChinese = language === 'zh'
  const label = lineWords(line, view.entity)[language]
  const fields = Object.entries(view.fields)
    .filter(([, field]) => !isInternal(field))
    .map(([name, field]) => ({ name, field, wire: wireName(name, field) }))
  /** The changes in field order, which jsonb does not keep. */
  const inOrder = (changes: LineEvent['changes']) =>
    fields.flatMap((known) => {
      const change = changes[known.wire]
      return change ? [{ ...known, change }] : []
    })
  const quoted = (title: string | null): string => (title === null ? label : isChinese ? `${label}“${title}”` : `${label} “${title}”`)
  const value = (field: Field, one: unknown, name: string | null | undefined): string =>
    `${field.kind === 'money' && one !== null && one !== undefined ? '¥' : ''}${shown(field, one, name, language)}`
  /** A whole line: its title, then its other values. */
  const whole = ({ title, changes }: LineEvent, side: 'from' | 'to'): string => {
    const said = inOrder(changes).flatMap(({ name, field, change }) => {
      if (name === view.entity.title || change[side] === null) return []
      return [`${field[language]} ${value(field, change[side], side === 'from' ? change.fromName : change.toName)}`]
    })
    return [...(title === null ? [] : [title]), ...said].join(isChinese ? '，' : ', ') || label
  }
  const described = event.lines.flatMap((one, index): DescribedChange[] => {
    const field = `${line.as}.${index}`
    if (one.act === 'added') return [{ field, label, from: none, to: whole(one, 'to') }]
    if (one.act === 'removed') return [{ field, label, from: whole(one, 'from'), to: none }]
    return inOrder(one.changes).map(({ wire, field: changed, change }): DescribedChange => {
      const from = value(changed, change.from, change.fromName)
      const to = value(changed, change.to, change.toName)
      return { field: `${field}.${wire}`, label: `${quoted(one.title)} ${changed[language]}`, from, to }
    })
  })
  if (!event.order) return described
  const order = isChinese ? `${label}顺序` : `Order of ${label}`
  const [from, to] = [event.order.from, event.order.to].map((titles) => titles.join(isChinese ? '、' : ', '))
  return [...described, { field: line.as, label: order, from: from!, to: to! }]
}
