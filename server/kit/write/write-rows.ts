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
  const columns = Object.keys(first.set)
  const { rows } = await tx.run({
    text: `update ${table} t set ${columns.map((column) => `${column} = v.${column}`).join(', ')}, version = t.version + 1, updated_by = coalesce($3::uuid, t.updated_by), updated_at = now()
      from jsonb_populate_recordset(null::${table}, $2::jsonb) v where t.tenant_id = $1 and t.id = v.id returning t.id, t.version`,
    values: [tx.tenantId, JSON.stringify(written.map(({ row, set }) => ({ id: row.id, ...set }))), context.actor.userId],
  })
  const versions = new Map(rows.map((row) => [row.id, row.version]))
  for (const { row, set } of written) Object.assign(row, set, { version: versions.get(row.id) })
  const events = written.map(({ row, changes, input, undoes }) => ({
    entityId: row.id,
    version: row.version,
    changes,
    ...(input === undefined ? {} : { input }),
    ...(undoes && { undoes }),
  }))
  recordMany(context, tx, { entity: of.name, ...act }, events)
}
