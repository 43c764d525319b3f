import { headingKey } from '#contract/imports.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type ImportFacts, stateColumn, unitPriceColumn } from '#contract/kit/sheets/import-facts.ts'
import { withLevels } from '../rows/levels.ts'
import { type ByContent, bareKey, cellText, fieldOf, fillable, type Headings } from '../table/headings.ts'
import type { Column } from '../table/layout.ts'
import type { SourceRow } from './cell.ts'
import { nameKey } from './cell-values.ts'
import { isPlaceholder } from './placeholders.ts'

/** For each field, whether a text could be a value of it. */
export type Looks = ReadonlyMap<string, (text: string) => boolean>

/** The fields that can be recognised by their cells: choices, and fields with a pattern. */
export function looksOf(view: View, facts: ImportFacts): Looks {
  const open = fillable(view, facts)
  const looks = new Map<string, (text: string) => boolean>()
  for (const [name, field] of open) {
    if (field.kind !== 'choice') continue
    const other = Object.values(facts.choices?.[name] ?? {}).flat()
    const said = name === facts.opening?.field ? [...Object.values(facts.opening.of).flat(), ...(facts.opening.gone?.words ?? [])] : other
    const words = new Set([...Object.values(field.of).flatMap(({ zh, en }) => [zh, en]), ...said].map(nameKey))
    looks.set(name, (text) => words.has(nameKey(text)))
  }
  for (const [name, pattern] of Object.entries(facts.looks ?? {})) {
    const like = new RegExp(pattern, 'iu')
    if (open.has(name)) looks.set(name, (text) => like.test(text.slice(0, 200)))
  }
  return looks
}

const [fewest, share, stateShare] = [3, 0.8, 0.5]

/** The informative cells of a column. */
const contentsOf = (rows: readonly SourceRow[], at: number): string[] =>
  rows.flatMap(({ cells }) => {
    const text = cellText(cells[at])
    return text === '' || isPlaceholder(text, noField) ? [] : [text]
  })

/** Reassigns columns whose headings are ambiguous (`mayMean`) by their contents; to no field if the other field already has a column. */
function reconsidered(columns: readonly Column[], rows: readonly SourceRow[], looks: Looks, names: Headings, facts: ImportFacts): Column[] {
  const headings = new Set(columns.map(({ heading }) => headingKey(heading)))
  const taken = new Set(columns.map(({ field }) => field))
  return columns.map((column) => {
    const key = headingKey(column.heading)
    const may = names.own?.has(key) ? undefined : facts.mayMean?.find((one) => one.headings.some((heading) => headingKey(heading) === key))
    const cells = may ? contentsOf(rows, column.at) : []
    if (!may || cells.length === 0) return column
    const like = new RegExp(may.looks, 'iu')
    const isBeside = may.beside?.some((heading) => headings.has(headingKey(heading)))
    const first = names.get(key)
    const is = first === undefined ? undefined : looks.get(first)
    const isOther =
      cells.filter((text) => like.test(text)).length >= cells.length * share || (isBeside && !cells.some((text) => is?.(text)))
    if (!isOther || column.field === may.field) return column
    const field = taken.has(may.field) ? null : may.field
    taken.add(field)
    return { ...column, field }
  })
}

/**
 * Assigns a field to each column with an unknown heading if its cells match exactly one field without a column. Decides ambiguous headings
 * by the cells, puts the unit price beside the total amount, and a second state column beside the first.
 */
export const byLooks =
  (looks: Looks, names: Headings, facts?: ImportFacts): ByContent =>
  (all, rows, named) => {
    const settled = facts ? withLevels(reconsidered(all, rows, looks, names, facts), facts, names) : all
    const taken = new Set([...named, ...settled.flatMap(({ field }) => field ?? [])])
    const prices = new Set(facts?.unitPrice?.headings.map(headingKey))
    const isPrice = ({ heading, field }: Column): boolean =>
      field === null && taken.has(facts?.unitPrice?.of ?? '') && (prices.has(headingKey(heading)) || prices.has(bareKey(heading)))
    const standIns = new Map(
      Object.entries(facts?.standIns ?? {}).flatMap(([name, by]) => (taken.has(name) || !taken.has(by) ? [] : [[by, name] as const])),
    )
    const state = facts?.opening?.field
    const isState = looks.get(state ?? '')
    const isSecondState = ({ at, heading, field }: Column): boolean => {
      if (field !== null || !isState || !taken.has(state!) || taken.has(stateColumn) || fieldOf(heading, names) !== state) return false
      const cells = contentsOf(rows, at)
      return cells.length > 0 && cells.filter(isState).length >= cells.length * stateShare
    }
    const columns = settled.map((column) => {
      const standIn = column.field === null ? undefined : standIns.get(column.field)
      if (standIn !== undefined) {
        taken.add(standIn)
        return { ...column, field: standIn }
      }
      if (isSecondState(column)) {
        taken.add(stateColumn)
        return { ...column, field: stateColumn }
      }
      if (!isPrice(column) || taken.has(unitPriceColumn)) return column
      taken.add(unitPriceColumn)
      return { ...column, field: unitPriceColumn }
    })
    return columns.map((column) => {
      // A column that this hospital chose to ignore stays ignored.
      if (column.field !== null || names.has(headingKey(column.heading))) return column
      const cells = contentsOf(rows, column.at)
      if (cells.length < fewest) return column
      const like = [...looks].filter(([name, is]) => !taken.has(name) && cells.filter(is).length >= cells.length * share)
      if (like.length !== 1) return column
      const field = like[0]![0]
      taken.add(field)
      return { ...column, field }
    })
  }

const noField = { kind: 'text', zh: '', en: '', max: 1 } as const
