import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { cellText } from '../table/headings.ts'
import type { Cell } from './cell.ts'
import { type CellOutcome, nameKey } from './cell-values.ts'

/** Parses what people write for choices besides their words; returns undefined for every other cell. */
export function choiceReader({ choices = {} }: ImportFacts): (name: string, cell: Exclude<Cell, null>) => CellOutcome | undefined {
  const known = new Map(
    Object.entries(choices).map(([name, of]) => [
      name,
      new Map(Object.entries(of).flatMap(([value, said]) => said.map((one) => [nameKey(one), value] as const))),
    ]),
  )
  return (name, cell) => {
    const value = known.get(name)?.get(nameKey(cellText(cell)))
    return value === undefined ? undefined : { value }
  }
}
