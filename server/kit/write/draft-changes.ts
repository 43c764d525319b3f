import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { countsUnit, type Field } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { type Parsed, settleUnits } from '#contract/kit/fields/parse.ts'
import { same } from '#contract/kit/fields/same.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refusalOf } from '../refuse.ts'
import type { Change } from '../steps/event.ts'
import { columnName } from '../table.ts'

/** One field of a draft with its current and its new value. */
export interface Difference {
  readonly name: string
  readonly field: Field
  readonly from: unknown
  readonly to: unknown
}

/** Completes the units of numbers in a draft by what the row says. Throws for a number that is too large for its unit. */
export function settleDraft(view: View, draft: Parsed, row: Row | undefined): void {
  const units = Object.entries(view.fields).flatMap(([name, field]) => (countsUnit(field) ? [name, field.unit.field] : []))
  if (units.length === 0) return
  const known = Object.fromEntries(units.map((name) => [name, row?.[snake(name)] ?? undefined]))
  const problems = settleUnits(view.fields, draft, known)
  if (problems.length > 0) throw refusalOf(problems)
}

/** The fields in which a draft differs from the row; all fields of the draft if there is no row yet. */
export function differences(view: View, draft: Parsed, row: Row | undefined): Difference[] {
  const own = (row?.custom ?? {}) as Row
  return Object.entries(view.fields).flatMap(([name, field]) => {
    const wire = wireName(name, field)
    if (!(wire in draft)) return []
    const from = row ? (view.custom.has(name) ? own[name] : row[columnName(name, field)]) : undefined
    return same(field, from, draft[wire]) ? [] : [{ name, field, from: from ?? null, to: draft[wire] }]
  })
}

/** The changes in the form that an event stores, with the names of linked rows. */
export const changesOf = (found: readonly Difference[], names: ReadonlyMap<string, string>): Record<string, Change> =>
  Object.fromEntries(
    found.map(({ name, field, from, to }) => [
      wireName(name, field),
      field.kind === 'link' ? { from, to, fromName: names.get(String(from)) ?? null, toName: names.get(String(to)) ?? null } : { from, to },
    ]),
  )

/** The differences as stored: a hook may override a flag of the draft, and set flags that drafts may not set. */
export function stored(
  view: View,
  found: readonly Difference[],
  hooked: Readonly<Record<string, unknown>>,
  row: Row | undefined,
): Difference[] {
  const flags = Object.entries(view.fields).flatMap(([name, field]) => {
    if (field.kind !== 'flag' || view.custom.has(name)) return []
    const column = columnName(name, field)
    if (!(column in hooked)) return []
    return [{ name, field, from: row?.[column] ?? null, to: hooked[column] }]
  })
  const others = found.filter(({ name }) => !flags.some((flag) => flag.name === name))
  return [...others, ...flags.filter(({ from, to }) => Number(from ?? 0) !== Number(to ?? 0))]
}

/** Columns and values to write for a set of differences; custom fields of the tenant go into one jsonb column. */
export function assignments(view: View, found: readonly Difference[], row: Row | undefined): Map<string, unknown> {
  const set = new Map<string, unknown>()
  const own = found.filter(({ name }) => view.custom.has(name))
  for (const { name, field, to } of found) if (!view.custom.has(name)) set.set(columnName(name, field), to)
  if (own.length > 0)
    set.set('custom', JSON.stringify({ ...((row?.custom ?? {}) as Row), ...Object.fromEntries(own.map(({ name, to }) => [name, to])) }))
  return set
}

/** Updates the search index of the tenant's custom fields (`custom_value`). */
export function indexCustom(view: View, tx: Transaction, id: string, found: readonly Difference[]): void {
  for (const { name, field, to } of found) {
    if (!view.custom.has(name) || !field.search) continue
    tx.later({
      text: 'delete from custom_value where tenant_id = $1 and entity = $2 and id = $3 and code = $4',
      values: [tx.tenantId, view.entity.name, id, name],
    })
    if (to !== null)
      tx.later({
        text: 'insert into custom_value (tenant_id, entity, code, value, id) values ($1, $2, $3, $4, $5)',
        values: [tx.tenantId, view.entity.name, name, String(to), id],
      })
  }
}
