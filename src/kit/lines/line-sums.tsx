import type { ReactNode } from 'react'
import type { Entity, LineFacts } from '#contract/kit/entity/entity.ts'
import { totalOf } from '#contract/kit/entity/lines.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { LineValues } from './line-draft.ts'

/** A total below lines: the field that formats it, and the line fields whose product is summed. */
export interface LineTotal {
  readonly label: Words
  readonly field: Field
  readonly of: readonly string[]
}

/** The declared totals of lines whose fields are all asked for, formatted like the corresponding fields of their header. */
export const totalsOfLines = (header: Entity, line: LineFacts): LineTotal[] =>
  Object.entries(line.totals ?? {}).flatMap(([name, of]) => {
    const field = header.fields[name]
    return field && of.every((one) => line.asks?.includes(one) ?? true) ? [{ label: field, field, of }] : []
  })

/** A total as text; a dash for none. */
export const totalText = ({ field }: LineTotal, value: string | number | null, language: Language): string =>
  textOf('total', field, { total: value }, language) || '—'

/** The totals of the current lines, by the function that the server uses as well. */
export function LineSums({ totals, lines }: { readonly totals: readonly LineTotal[]; readonly lines: readonly LineValues[] }): ReactNode {
  const { say, language, word } = useWords()
  if (totals.length === 0) return null
  return (
    <p className="eam-line-sums" aria-live="polite">
      {totals.map((total) => (
        <span key={total.label.en}>
          {say(total.label)}
          {word('mark.colon')}
          <strong className="eam-figure">{totalText(total, totalOf(total.field, total.of, lines), language)}</strong>
        </span>
      ))}
    </p>
  )
}
