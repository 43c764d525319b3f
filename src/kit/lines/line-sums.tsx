import type { ReactNode } from 'react'
import type { Entity, LineFacts } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import { totalOf } from '#contract/kit/lines.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { LineValues } from './line-draft.ts'

/** A sum below lines: the field that it is shown as, and the fields of a line whose product is added up. */
export interface LineTotal {
  readonly label: Words
  readonly field: Field
  readonly of: readonly string[]
}

/** The declared totals of lines, as the fields of their header show them. */
export const totalsOfLines = (header: Entity, line: LineFacts): LineTotal[] =>
  Object.entries(line.totals ?? {}).flatMap(([name, of]) => {
    const field = header.fields[name]
    return field ? [{ label: field, field, of }] : []
  })

/** A total in words; a dash where there is none. */
export const totalText = ({ field }: LineTotal, value: string | number | null, language: Language): string =>
  textOf('total', field, { total: value }, language) || '—'

/** The sums of lines as they stand now, by the same function that the server keeps them with. */
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
