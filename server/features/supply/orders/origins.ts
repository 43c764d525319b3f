import { v7 as uuid } from 'uuid'
import { device } from '#contract/entities/asset/device/device.ts'
import { warehouseEntering } from '#contract/entities/place/warehouse-entry.ts'
import { purchaseOrigin } from '#contract/entities/supply/purchase-origin.ts'
import { purchaseReceiving } from '#contract/entities/supply/purchase-rules.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import { hook } from '#server/kit/hooks.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { afterStep } from '#server/kit/steps/step.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { remove } from '#server/kit/write/remove.ts'
import { gatherGrown } from '#server/kit/write/statistics.ts'

const cardsOf = `select c.id as device_id, e.id as entry_id, e.arrival_id, a.order_id, e.plan_id, p.budget_id, e.supplier_id, l.unit_price, e.entry_date as entered_on, e.dept_id,
    md5(search_form(l.item_name) || '|' || search_form(coalesce(l.model, ''))) as model_key
  from warehouse_entry e join warehouse_entry_line l on l.tenant_id = e.tenant_id and l.entry_id = e.id cross join lateral unnest(l.cards) c(id)
    left join order_arrival a on a.tenant_id = e.tenant_id and a.id = e.arrival_id
    left join purchase_plan p on p.tenant_id = e.tenant_id and p.id = e.plan_id
  where e.tenant_id = $1 and e.id = $2`

/** Each card of an entry says where it came from, so that the chain is walked both ways. */
afterStep(warehouseEntering, 'approve', async ({ context, tx, row }) => {
  const { rows } = await tx.run({ text: cardsOf, values: [tx.tenantId, row.id] })
  if (rows.length === 0) return
  const { userId } = context.actor
  const made = rows.map((one) => ({
    ...one,
    id: uuid(),
    version: 1,
    created_by: userId,
    updated_by: userId,
    created_at: new Date(),
    updated_at: new Date(),
  }))
  await tx.run(insertAll('purchase_origin', tx.tenantId, made))
  recordMany(
    asSystem(context, purchaseReceiving),
    tx,
    { entity: purchaseOrigin.name, verb: 'add' },
    made.map(({ id }) => ({ entityId: id, version: 1, changes: {} })),
  )
  await gatherGrown(tx, made.length, purchaseOrigin)
})

// A card that goes takes its origin along.
hook(
  device,
  {
    async beforeRemove(context, tx, { rows }) {
      const { rows: found } = await tx.run({
        text: 'select id from purchase_origin where tenant_id = $1 and device_id = any($2::uuid[])',
        values: [tx.tenantId, rows.map((row) => row.id)],
      })
      const ids = found.map((row) => String(row.id))
      if (ids.length > 0) await remove(context.actor.settings.view(purchaseOrigin), asSystem(context, purchaseReceiving), tx, ids)
    },
  },
  90,
)
