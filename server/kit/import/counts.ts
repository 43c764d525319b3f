import { readCycle, unitNamed } from '#contract/kit/cycle.ts'
import { type CountField, countsUnit, type Field } from '#contract/kit/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { asWritten } from '../neutral.ts'
import type { Cell } from './cell.ts'
import type { CellOutcome } from './cell-values.ts'
import { cellText } from './headings.ts'

/** Messages about numbers and their units. */
export const countWords = {
  otherUnit: { zh: '与单位列不一致', en: 'has a different unit than the unit column' },
  noUnit: { zh: '的单位无法识别', en: 'has a unit that cannot be read' },
} as const satisfies Record<string, Words>

/**
 * Parses a number that counts a unit as people write it, such as `12个月`; returns undefined for every other cell. `units` keeps the unit that the
 * cell or its heading names, by the field of the unit.
 */
export function countOf(field: Field, cell: Exclude<Cell, null>, heading: string, units: Map<string, string>): CellOutcome | undefined {
  if (!countsUnit(field)) return undefined
  const read = readCycle(asWritten(cellText(cell)))
  if (!read) return undefined
  const unit = read.unit ?? unitNamed(heading)
  if (unit && Object.hasOwn(field.unit.of, unit)) units.set(field.unit.field, unit)
  return { value: read.count }
}

/**
 * Puts the unit of a number into the draft of its row, where its cell or heading names one. Returns what is wrong with it. `hasUnitCell`: whether the
 * column of units has a cell for the row.
 */
export function settleCount(
  field: CountField,
  draft: Record<string, unknown>,
  units: ReadonlyMap<string, string>,
  hasUnitCell: boolean,
): Words | undefined {
  const named = units.get(field.unit.field)
  const given = draft[field.unit.field]
  if (given === undefined && hasUnitCell) return countWords.noUnit
  if (named === undefined) return undefined
  draft[field.unit.field] = named
  return given === undefined || given === named ? undefined : countWords.otherUnit
}
