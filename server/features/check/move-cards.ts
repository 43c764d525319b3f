import { v7 } from 'uuid'
import { device } from '#contract/entities/asset/device.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'

/** Where a card belongs from now on, in columns of `device`. */
export interface Move {
  readonly id: unknown
  readonly location_id: unknown
  readonly use_dept_id: unknown
}

/** Moves locked cards in one statement and writes one event for each. Answers their names, keepers and new places. */
export async function moveCards(context: Context, tx: Transaction, task: Row, moves: readonly Move[]): Promise<Row[]> {
  if (moves.length === 0) return []
  const { rows } = await tx.run({
    text: `with old as (
        select d.id, d.location_id, d.use_dept_id, l.full_name as location, p.dept_name as dept from jsonb_to_recordset($2::jsonb) v(id uuid)
        join device d on d.tenant_id = $1 and d.id = v.id
        left join location l on l.tenant_id = d.tenant_id and l.id = d.location_id left join dept p on p.tenant_id = d.tenant_id and p.id = d.use_dept_id
      ), moved as (
        update device d set location_id = v.location_id, use_dept_id = v.use_dept_id, version = d.version + 1, updated_by = $3, updated_at = now()
        from jsonb_to_recordset($2::jsonb) v(id uuid, location_id uuid, use_dept_id uuid) where d.tenant_id = $1 and d.id = v.id returning d.*
      )
      select m.id, m.version, m.device_name, m.device_code, m.keeper_id, m.location_id, m.use_dept_id, l.full_name as location, p.dept_name as dept,
        old.location_id as old_location_id, old.location as old_location, old.use_dept_id as old_dept_id, old.dept as old_dept
      from moved m join old on old.id = m.id left join location l on l.tenant_id = m.tenant_id and l.id = m.location_id
      left join dept p on p.tenant_id = m.tenant_id and p.id = m.use_dept_id order by m.id`,
    values: [tx.tenantId, JSON.stringify(moves), context.actor.userId],
    once: true,
  })
  const events = rows.map((row) => ({
    id: v7(),
    entity_id: row.id,
    version: row.version,
    changes: {
      locationId: { from: row.old_location_id, to: row.location_id, fromName: row.old_location, toName: row.location },
      ...(row.old_dept_id === row.use_dept_id
        ? {}
        : { useDeptId: { from: row.old_dept_id, to: row.use_dept_id, fromName: row.old_dept, toName: row.dept } }),
    },
  }))
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, version, changes, input, actor_id, actor_name)
      select $1, v.id, $2, v.entity_id, 'scan', v.version, v.changes, $3::jsonb, $4, $5 from jsonb_to_recordset($6::jsonb) v(id uuid, entity_id uuid, version int, changes jsonb)`,
    values: [
      tx.tenantId,
      device.name,
      JSON.stringify({ check: task.check_title }),
      context.actor.userId,
      context.actor.realName,
      JSON.stringify(events),
    ],
    once: true,
  })
  return rows
}
