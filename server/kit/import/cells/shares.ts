import type { Field } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { cellText } from '../table/headings.ts'
import type { Cell } from './cell.ts'
import { type CellOutcome, plain } from './cell-values.ts'

/** Whether a field holds a share of at most 1, which people also write in percent. */
export const isShare = (field: Field): boolean => field.kind === 'decimal' && field.min === 0 && field.max === 1

/** Whether the bare numbers of a column are percentages: its heading says so, or one of them is above 1. */
export function isInHundredths(heading: string, cells: Iterable<Cell>): boolean {
  if (/%|％|百分/.test(heading)) return true
  for (const cell of cells) if (bareOf(cell) > 1) return true
  return false
}

const bareOf = (cell: Cell | undefined): number => {
  const text = plain(cellText(cell))
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}

/** A number below 1 is a share in every column: residual values below one percent do not occur. */
const readAs: Words = { zh: '按百分数换算', en: 'is read in hundredths' }

/** Parses a share: `5` in a percent column is 0.05, `0.05` is itself. Undefined for every other cell, such as `5%`. */
export function shareOf(cell: Exclude<Cell, null>, inHundredths: boolean, note: (words: Words) => void): CellOutcome | undefined {
  const bare = bareOf(cell)
  if (!(bare >= 1) || !inHundredths) return undefined
  note(readAs)
  return { value: String(Math.round(bare * 1e6) / 1e8) }
}
