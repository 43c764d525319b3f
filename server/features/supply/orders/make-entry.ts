import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { purchaseReceiving } from '#contract/entities/supply/purchase-rules.ts'
import { monthsAfter } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { add } from '#server/kit/write/write-row.ts'
import { linesOfArrival } from './arrival-lines.ts'
import { rule } from './refusals.ts'
import { nameKey } from './waiting.ts'

/** The entry of an arrival that is not cancelled. */
export async function liveEntry(tx: Transaction, arrivalId: unknown): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: `select id, entry_no, entry_status from warehouse_entry where tenant_id = $1 and arrival_id = $2 and not is_deleted and entry_status <> 'cancelled'`,
    values: [tx.tenantId, arrivalId],
  })
  return rows[0]
}

/** The last day of a warranty that begins with the acceptance; none without months. */
const warrantyEnd = (acceptedOn: string, months: unknown): string | null =>
  Number(months ?? 0) > 0 ? monthsAfter(acceptedOn, Number(months)) : null

/**
 * What the lines of a plan that fill stocks say of a line of its order: such pieces become stock and not cards. Lines are matched by name, as
 * everywhere between plan and entry, and among those of one name by the model. A stock that was removed or that the person does not see is
 * chosen on the entry.
 */
async function stockOfPlan(context: Context, tx: Transaction, planId: unknown): Promise<(line: Row) => Row> {
  const into = new Parameters()
  const seen = scopeSql(devicePart, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select l.device_name, l.model, t.id from purchase_plan_line l
      left join device_part t on t.tenant_id = l.tenant_id and t.id = l.stock_part_id and not t.is_deleted${seen ? ` and ${seen}` : ''}
      where l.tenant_id = ${into.add(tx.tenantId)} and l.plan_id = ${into.add(planId)} and l.stock_part_id is not null order by l.place`,
    values: into.values,
  })
  return (line) => {
    const named = rows.filter((row) => nameKey(row.device_name) === nameKey(line.item_name))
    const one = named.find((row) => nameKey(row.model ?? '') === nameKey(line.model ?? '')) ?? named[0]
    return one ? { lineKind: 'part', stockPartId: one.id } : { lineKind: 'device' }
  }
}

/** Makes the draft of the warehouse entry of an accepted, locked arrival. Refuses a second one. */
export async function makeEntry(context: Context, tx: Transaction, arrival: Row): Promise<void> {
  const live = await liveEntry(tx, arrival.id)
  if (live) throw rule(`入库单“${live.entry_no}”已生成`, `The warehouse entry “${live.entry_no}” is already there`)
  const { rows } = await tx.run({
    text: `select o.*, b.fund_source from purchase_order o join purchase_plan p on p.tenant_id = o.tenant_id and p.id = o.plan_id
      left join purchase_budget b on b.tenant_id = p.tenant_id and b.id = p.budget_id where o.tenant_id = $1 and o.id = $2`,
    values: [tx.tenantId, arrival.order_id],
  })
  const order = rows[0]!
  const day = String(arrival.accepted_on)
  const stock = await stockOfPlan(context, tx, order.plan_id)
  const lines = (await linesOfArrival(tx, arrival.id))
    .filter((line) => Number(line.received_quantity) > 0)
    .map((line) => ({
      value: {
        ...{ ...stock(line), itemName: line.item_name, model: line.model, manufacturer: line.manufacturer },
        ...{ quantity: Number(line.received_quantity), unitPrice: line.unit_price, registrationNo: line.registration_no },
        ...{ serials: line.serials, warrantyEnd: warrantyEnd(day, line.warranty_months ?? order.warranty_months) },
      },
    }))
  const draft = {
    ...{ warehouseId: order.warehouse_id, deptId: order.receive_dept_id ?? order.dept_id, entryDate: day, acceptanceDate: day },
    ...{ supplierId: order.supplier_id, planId: order.plan_id, arrivalId: arrival.id, contractNo: order.contract_no },
    fundSource: order.fund_source ?? null,
  }
  const view = context.actor.settings.view(warehouseEntry)
  const anywhere = (name: string) => ({ ...view.fields[name]!, anywhere: true })
  // Who accepts need not see the plan.
  const open = { ...view, fields: { ...view.fields, plan: anywhere('plan'), arrival: anywhere('arrival') } } as typeof view
  await add(open, { ...asSystem(context, purchaseReceiving), carries: true }, tx, { draft, lines: new Map([['lines', lines]]) }, undefined)
}
