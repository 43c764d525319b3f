import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { refusalOf } from '../refuse.ts'
import { columnName } from '../table.ts'

/** The range of integers that a field's column can store; undefined if the field is not a number. */
function holds(field: Field): { readonly least: number; readonly most: number } | undefined {
  if (field.kind === 'integer') return { least: field.min ?? -2_147_483_648, most: field.max ?? 2_147_483_647 }
  if (field.kind !== 'money' && field.kind !== 'decimal') return undefined
  const most = 10 ** (16 - (field.kind === 'money' ? 2 : field.scale)) - 1
  return { least: -most, most }
}

/**
 * Throws for numbers that do not fit their columns, by field: hooks and effects may compute sums and products that are too large from valid
 * values. `set`: values by column.
 */
export function refuseBeyond(of: Entity, set: Iterable<readonly [column: string, value: unknown]>): void {
  const given = new Map(set)
  const problems = Object.entries(of.fields).flatMap(([name, field]): Problem[] => {
    const range = holds(field)
    if (!range) return []
    const value = given.get(columnName(name, field))
    if (typeof value !== 'number' && typeof value !== 'string') return []
    const figure = Number(value)
    const at = { field: wireName(name, field), label: field }
    // Compares the integer part, because the column also holds a fraction beyond the largest whole amount.
    if (Math.trunc(figure) > range.most) return [{ ...at, rule: 'too_big', limit: range.most }]
    return Math.trunc(figure) < range.least ? [{ ...at, rule: 'too_small', limit: range.least }] : []
  })
  if (problems.length > 0) throw refusalOf(problems)
}
