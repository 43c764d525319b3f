import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { shareFollowing } from '#contract/entities/service/share-rules.ts'
import { liveShareStates } from '#contract/entities/service/share-states.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { acrossTenants } from '#server/kit/access/across-tenants.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { afterStep } from '#server/kit/steps/step.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

/** What a hospital gives to a provider of a repair order ($2), as texts; the key of the device is made of ids that stay in the hospital. */
const agreed = `select o.order_no, left(d.device_name, 200) as device_name, left(d.device_model, 200) as device_model, left(d.sn, 100) as serial_no,
    left(l.full_name, 300) as place, left(p.dept_name, 120) as dept_name, o.fault_description as fault, o.urgency,
    md5(d.tenant_id || ' ' || d.id || ' ' || encode(sha256(d.id::text::bytea), 'hex')) as device_key
  from repair_order o join device d on d.tenant_id = o.tenant_id and d.id = o.device_id
  left join location l on l.tenant_id = d.tenant_id and l.id = d.location_id
  left join dept p on p.tenant_id = o.tenant_id and p.id = o.use_dept_id where o.tenant_id = $1 and o.id = $2`

/** The agreed fields of a repair order, as columns of the provider's copy. */
export async function agreedFields(tx: Transaction, repairOrderId: unknown): Promise<Row> {
  const { rows } = await tx.run({ text: agreed, values: [tx.tenantId, repairOrderId] })
  return rows[0]!
}

/** Agreed fields and what comes with them: gone from the provider's copy once the share ends. */
export const blankCopy = Object.fromEntries(
  [
    'device_key',
    'device_name',
    'device_model',
    'serial_no',
    'place',
    'dept_name',
    'fault',
    'urgency',
    'contact',
    'contact_phone',
    'note',
  ].map((column) => [column, null]),
)

/** The live share of a repair order; undefined when there is none. */
export async function liveShare(tx: Transaction, repairOrderId: unknown): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: `select id, provider_tenant, share_state from service_order where tenant_id = $1 and repair_order_id = $2 and share_state = any($3)`,
    values: [tx.tenantId, repairOrderId, [...liveShareStates]],
  })
  return rows[0]
}

/** Brings the provider's copy up to what the order and its card say now, in the transaction of the change. */
export async function refreshCopy(context: Context, tx: Transaction, repairOrderId: unknown): Promise<void> {
  const found = await liveShare(tx, repairOrderId)
  if (!found) return
  const fields = await agreedFields(tx, repairOrderId)
  await acrossTenants(context, tx, { tenantId: String(found.provider_tenant), rule: shareFollowing }, async (there, inside) => {
    const [copy] = await lockByRule(providerOrder, there, inside, [found.id])
    if (!copy || copy.is_deleted) return
    const changed = Object.keys(fields).filter((column) => fields[column] !== copy[column])
    // The history of the provider says that the hospital changed the order; former values would outlive the share.
    const changes = Object.fromEntries(changed.map(() => ['orderNo', { from: null, to: copy.order_no }]))
    if (changed.length > 0) await writeRows(providerOrder, there, inside, { verb: 'change' }, [{ row: copy, set: fields, changes }])
  })
}

hook(
  repairOrder,
  {
    async afterSave(context, tx, { id, isNew }) {
      if (!isNew) await refreshCopy(context, tx, id)
    },
  },
  1,
)

afterStep(repairFlow, 'supplement', async ({ context, tx, row }) => refreshCopy(context, tx, row.id))
