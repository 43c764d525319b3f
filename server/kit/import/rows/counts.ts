import { readCycle, unitNamed } from '#contract/kit/fields/cycle.ts'
import { type CountField, countsUnit, type Field } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { unescapeFormula } from '#server/kit/export/escape-formula.ts'
import type { Cell } from '../cells/cell.ts'
import type { CellOutcome } from '../cells/cell-values.ts'
import { cellText } from '../table/headings.ts'

/** Messages about numbers and their units. */
export const countWords = {
  otherUnit: { zh: '与单位列不一致', en: 'has a different unit than the unit column' },
  noUnit: { zh: '的单位无法识别', en: 'has a unit that cannot be read' },
} as const satisfies Record<string, Words>

/**
 * Parses a number with a unit as people write it, such as `12个月`; returns undefined for every other cell. `units` collects the unit from
 * the cell or its heading, by the field of the unit.
 */
export function countOf(field: Field, cell: Exclude<Cell, null>, heading: string, units: Map<string, string>): CellOutcome | undefined {
  if (!countsUnit(field)) return undefined
  const read = readCycle(unescapeFormula(cellText(cell)))
  if (!read) return undefined
  const unit = read.unit ?? unitNamed(heading)
  if (unit && Object.hasOwn(field.unit.of, unit)) units.set(field.unit.field, unit)
  return { value: read.count }
}

/**
 * Puts the unit of a number into the draft of its row, if its cell or heading names one. Returns the error message, if any. `hasUnitCell`:
 * the unit column has a cell for this row.
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
