import { v7 } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'

/** A main store with two rooms. */
export async function demoWarehouses(tx: Transaction, { depts, users }: DemoGround): Promise<void> {
  const top = v7()
  const made = [
    { id: top, warehouse_code: 'KF01', warehouse_name: '设备中心库', parent_id: null },
    { id: v7(), warehouse_code: 'KF01-01', warehouse_name: '备机室', parent_id: top },
    { id: v7(), warehouse_code: 'KF01-02', warehouse_name: '配件室', parent_id: top },
  ]
  const by = users.get('manager')
  const rows = made.map((one, index) => ({
    ...one,
    tenant_id: tx.tenantId,
    path: one.parent_id ? `${one.parent_id}/${one.id}/` : `${one.id}/`,
    keeper_id: users.get('warehouse'),
    dept_id: depts.get('设备库房'),
    sort: index + 1,
    created_by: by,
    updated_by: by,
  }))
  tx.later({
    text: `insert into warehouse (tenant_id, id, path, warehouse_code, warehouse_name, parent_id, keeper_id, dept_id, sort, created_by, updated_by)
      select tenant_id, id, path, warehouse_code, warehouse_name, parent_id, keeper_id, dept_id, sort, created_by, updated_by
      from jsonb_populate_recordset(null::warehouse, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
  const events = rows.map((row) => ({
    tenant_id: tx.tenantId,
    id: v7(),
    entity: 'warehouse',
    entity_id: row.id,
    verb: 'add',
    version: 1,
    actor_id: by,
    actor_name: '陈科长',
    at: new Date(),
  }))
  tx.later({
    text: 'insert into audit_event select * from jsonb_populate_recordset(null::audit_event, $1::jsonb)',
    values: [JSON.stringify(events)],
  })
}
