import { headingKey } from '#contract/imports.ts'
import type { ImportFacts } from '#contract/kit/import-facts.ts'
import type { View } from '#contract/kit/view.ts'
import { nameKey } from './cell-values.ts'
import { type ByContent, cellText, fillable } from './headings.ts'
import { isPlaceholder } from './placeholders.ts'

/** For each field, whether a text could be a value of it. */
export type Looks = ReadonlyMap<string, (text: string) => boolean>

/** The fields that can be recognised by the contents of their cells: choices, and fields with a pattern. */
export function looksOf(view: View, facts: ImportFacts): Looks {
  const open = fillable(view, facts)
  const looks = new Map<string, (text: string) => boolean>()
  for (const [name, field] of open) {
    if (field.kind !== 'choice') continue
    const said = name === facts.opening?.field ? [...Object.values(facts.opening.of).flat(), ...(facts.opening.gone?.words ?? [])] : []
    const words = new Set([...Object.values(field.of).flatMap(({ zh, en }) => [zh, en]), ...said].map(nameKey))
    looks.set(name, (text) => words.has(nameKey(text)))
  }
  for (const [name, pattern] of Object.entries(facts.looks ?? {})) {
    const like = new RegExp(pattern, 'iu')
    if (open.has(name)) looks.set(name, (text) => like.test(text.slice(0, 200)))
  }
  return looks
}

const [fewest, share] = [3, 0.8]

/** Assigns a field to each column with an unknown heading if its cells match exactly one field that no other column has. */
export const byLooks =
  (looks: Looks, names: ReadonlyMap<string, string>): ByContent =>
  (columns, rows, others) => {
    const taken = new Set(others)
    return columns.map((column) => {
      // A column that this hospital leaves out stays out.
      if (column.field !== null || names.has(headingKey(column.heading))) return column
      const cells = rows.flatMap(({ cells: all }) => {
        const text = cellText(all[column.at])
        return text === '' || isPlaceholder(text, noField) ? [] : [text]
      })
      if (cells.length < fewest) return column
      const like = [...looks].filter(([name, is]) => !taken.has(name) && cells.filter(is).length >= cells.length * share)
      if (like.length !== 1) return column
      const field = like[0]![0]
      taken.add(field)
      return { ...column, field }
    })
  }

const noField = { kind: 'text', zh: '', en: '', max: 1 } as const
