import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Parsed, parse, type Raw } from '#contract/kit/fields/parse.ts'
import { same } from '#contract/kit/fields/same.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { columnName } from '../table.ts'
import { lockRows, refuseStale } from './lock.ts'

export interface Offer {
  readonly id: string
  /** The version that the person saw. */
  readonly version: number
  /** The values that the person saw in the changed fields; absent: unknown. */
  readonly base: Raw | undefined
  /** The new values; a field that the entity does not have cannot be merged. */
  readonly draft: Raw
}

/** The parsed values; undefined if they are invalid. */
function valuesOf(view: View, raw: Raw): Parsed | undefined {
  const { value, problems } = parse(view.fields, raw, { partial: true })
  return problems.length > 0 ? undefined : value
}

/** Whether others left the changed fields alone: each holds the value that the person saw, or already the new value. */
function isUntouched(view: View, row: Row, { base, draft }: Offer): boolean {
  const [seen, wanted] = [base && valuesOf(view, base), valuesOf(view, draft)]
  if (!seen || !wanted) return false
  const fields = new Map(Object.entries(view.fields).map(([name, field]) => [wireName(name, field), { name, field }]))
  const own = (row.custom ?? {}) as Row
  return Object.keys(wanted).every((wire) => {
    const found = fields.get(wire)
    if (!found) return false
    const now = view.custom.has(found.name) ? own[found.name] : row[columnName(found.name, found.field)]
    return same(found.field, now, wanted[wire]) || (wire in seen && same(found.field, now, seen[wire]))
  })
}

/**
 * The version to save a draft on: the newest one if others changed only other fields in the meantime, or set the same values. Locks the
 * row; throws `stale` if another person set a changed field to another value.
 */
export async function mergedVersion(view: View, context: Context, tx: Transaction, offer: Offer): Promise<number> {
  const [row] = await lockRows(view.entity, context, tx, [offer.id])
  if (Number(row!.version) !== offer.version && !isUntouched(view, row!, offer))
    await refuseStale(view.entity, context, tx, row!, offer.version)
  return Number(row!.version)
}
