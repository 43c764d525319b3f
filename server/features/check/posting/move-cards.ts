import { device } from '#contract/entities/asset/device/device.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { leaveSets } from '#server/features/asset/public.ts'
import type { Context } from '#server/kit/context.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

/** A locked card and where it belongs from now on, in columns of `device`. */
export interface Move {
  readonly row: Row
  readonly location_id: unknown
  readonly use_dept_id: unknown
}

/** What the places and departments of moves are called, by id. */
async function namesOf(tx: Transaction, moves: readonly Move[]): Promise<ReadonlyMap<unknown, string>> {
  const ids = moves.flatMap(({ row, location_id, use_dept_id }) => [row.location_id, location_id, row.use_dept_id, use_dept_id])
  const { rows } = await tx.run({
    text: `select id, full_name as name from location where tenant_id = $1 and id = any($2::uuid[])
      union all select id, dept_name from dept where tenant_id = $1 and id = any($2::uuid[])`,
    values: [tx.tenantId, [...new Set(ids.filter(Boolean))]],
  })
  return new Map(rows.map((row) => [row.id, String(row.name)]))
}

/** A card that was moved, with the names of its places. */
export interface Moved {
  readonly card: Row
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Moves locked cards in one statement, each with its event. */
export async function moveCards(context: Context, tx: Transaction, task: Row, moves: readonly Move[]): Promise<Moved[]> {
  if (moves.length === 0) return []
  const names = await namesOf(tx, moves)
  const changeOf = (from: unknown, to: unknown) => ({ from, to, fromName: names.get(from) ?? null, toName: names.get(to) ?? null })
  const moved = moves.map(({ row, location_id }) => ({ card: row, from: names.get(row.location_id), to: names.get(location_id) }))
  const written = moves.map(({ row, location_id, use_dept_id }) => ({
    row,
    set: { location_id, use_dept_id },
    changes: {
      locationId: changeOf(row.location_id, location_id),
      ...(row.use_dept_id === use_dept_id ? {} : { useDeptId: changeOf(row.use_dept_id, use_dept_id) }),
    },
  }))
  // Read before the rows in memory take their new values.
  const away = moves.filter(({ row, use_dept_id }) => row.use_dept_id !== use_dept_id).map(({ row }) => row.id)
  await writeRows(device, context, tx, { verb: 'scan', input: { check: task.check_title } }, written)
  if (away.length > 0) await leaveSets(context, tx, away)
  return moved
}
