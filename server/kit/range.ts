import type { Entity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { wireName } from '#contract/kit/shape.ts'
import { refusalOf } from './refuse.ts'
import { columnName } from './table.ts'

/** The largest and smallest whole amount that the column of a field holds; undefined where it is no figure. */
function holds(field: Field): { readonly least: number; readonly most: number } | undefined {
  if (field.kind === 'integer') return { least: field.min ?? -2_147_483_648, most: field.max ?? 2_147_483_647 }
  if (field.kind !== 'money' && field.kind !== 'decimal') return undefined
  const most = 10 ** (16 - (field.kind === 'money' ? 2 : field.scale)) - 1
  return { least: -most, most }
}

/**
 * Refuses figures that their columns cannot hold, by the names of their fields: sums and products that a hook or an effect made of values which were
 * each allowed. `set`: values by column.
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
    // Whole amounts: the fraction below the next one is held too.
    if (Math.trunc(figure) > range.most) return [{ ...at, rule: 'too_big', limit: range.most }]
    return Math.trunc(figure) < range.least ? [{ ...at, rule: 'too_small', limit: range.least }] : []
  })
  if (problems.length > 0) throw refusalOf(problems)
}
