import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Acting } from '../access/as-system.ts'
import { type ActOnMany, type Change, recordMany } from '../steps/event.ts'
import { tableName } from '../table.ts'

/** A locked row and its new values. */
export interface RowChange {
  readonly row: Row
  /** SQL columns; the same ones for all rows of a call. */
  readonly set: Readonly<Record<string, unknown>>
  /** The changes for the event, by wire name; a row without changes is not written. */
  readonly changes: Readonly<Record<string, Change>>
  /** Additional input for this row only. */
  readonly input?: unknown
  /** The event that this one takes back. */
  readonly undoes?: string | undefined
}

/** Columns of rows that wait for the next write, and how many versions they are. */
const held = new WeakMap<Row, { readonly set: Readonly<Record<string, unknown>>; readonly versions: number }>()

const eventsOf = (written: readonly RowChange[]) =>
  written.map(({ row, changes, input, undoes }) => ({
    entityId: row.id,
    version: row.version,
    changes,
    ...(input === undefined ? {} : { input }),
    ...(undoes && { undoes }),
  }))

/**
 * The same as `writeRows` with an event of its own for each row, but the columns are written by the next `writeRows` of the rows, which must follow in
 * the same transaction: a row with many indexes is written once for both. All of its rows must be held as often.
 */
export function holdRows(of: Entity, context: Acting, tx: Transaction, act: Omit<ActOnMany, 'entity'>, given: readonly RowChange[]): void {
  for (const { row, set } of given) {
    const before = held.get(row)
    held.set(row, { set: { ...before?.set, ...set }, versions: (before?.versions ?? 0) + 1 })
    Object.assign(row, set, { version: Number(row.version) + 1 })
  }
  recordMany(context, tx, { entity: of.name, ...act }, eventsOf(given))
}

/** Writes columns of locked rows in one statement, each row with a new version and an event. Updates the given rows in memory. */
export async function writeRows(
  of: Entity,
  context: Acting,
  tx: Transaction,
  act: Omit<ActOnMany, 'entity'>,
  given: readonly RowChange[],
): Promise<void> {
  const written = given.filter(({ changes }) => Object.keys(changes).length > 0)
  const [first] = written
  if (!first) return
  const table = tableName(of)
  const before = held.get(first.row)
  const columns = Object.keys({ ...before?.set, ...first.set })
  const values = written.map(({ row, set }) => {
    const all = { id: row.id, ...held.get(row)?.set, ...set }
    held.delete(row)
    return all
  })
  const { rows } = await tx.run({
    text: `update ${table} t set ${columns.map((column) => `${column} = v.${column}`).join(', ')}, version = t.version + ${(before?.versions ?? 0) + 1}, updated_by = coalesce($3::uuid, t.updated_by), updated_at = now()
      from jsonb_populate_recordset(null::${table}, $2::jsonb) v where t.tenant_id = $1 and t.id = v.id returning t.id, t.version`,
    values: [tx.tenantId, JSON.stringify(values), context.actor.userId],
  })
  const versions = new Map(rows.map((row) => [row.id, row.version]))
  for (const { row, set } of written) Object.assign(row, set, { version: versions.get(row.id) })
  recordMany(context, tx, { entity: of.name, ...act }, eventsOf(written))
}
