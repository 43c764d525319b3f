import { v7 as uuid } from 'uuid'
import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { shareFollowing } from '#contract/entities/service/share-rules.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { acrossTenants } from '#server/kit/access/across-tenants.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { insertOf } from '#server/kit/write/insert-of.ts'
import { agreedFields, liveShare } from './agreed-fields.ts'

const insertOrder = insertOf('service_order')
const insertCopy = insertOf('provider_order')

/** The service provider that an order is shared with, with the tenant of its people. Refuses one that has none, or is out of use. */
async function sharedWith({ context, tx, input }: StepGiven): Promise<Row> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(input.providerId)} and not t.is_deleted`
  const scope = scopeSql(supplier, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.id, t.supplier_name as name, h.id as tenant, h.stopped_at, coalesce(t.is_inactive, 0) + coalesce(t.is_blacklisted, 0) as is_out
      from supplier t left join tenant h on h.id = t.provider_tenant and h.kind = 'provider'
      where ${where}${scope ? ` and ${scope}` : ''} for key share of t`,
    values: into.values,
  })
  const found = rows[0]
  if (!found) throw refusalOf([{ field: 'providerId', label: repairFlow.steps.share.input.provider, rule: 'absent' }])
  if (!found.tenant)
    throw new Refusal('rule', {
      zh: `服务商“${found.name}”没有服务商账号，请在供应商中填写`,
      en: `“${found.name}” has no provider account. Enter it under suppliers`,
    })
  if (found.stopped_at || Number(found.is_out) > 0)
    throw new Refusal('rule', { zh: `服务商“${found.name}”已停用`, en: `“${found.name}” is inactive` })
  return found
}

step(repairFlow, 'share', async (given) => {
  const { context, tx, row, input } = given
  const to = await sharedWith(given)
  if (await liveShare(tx, row.id))
    throw new Refusal('rule', {
      zh: '此工单已共享给服务商，请先终止共享',
      en: 'This order is already with a provider. End sharing first',
    })
  // The event keeps the name as it is now.
  input.providerName = to.name
  const id = uuid()
  const { contact = null, contactPhone = null, note = null } = input
  const shared = { contact, contact_phone: contactPhone, note, shared_at: context.occurredAt }
  const by = { created_by: context.actor.userId, updated_by: context.actor.userId }
  tx.gather(insertOrder, {
    ...{ id, ...by, ...shared, order_no: row.order_no, share_state: 'offered', repair_order_id: row.id, device_id: row.device_id },
    ...{ use_dept_id: row.use_dept_id, provider_id: to.id, provider_tenant: to.tenant, shared_by_id: context.actor.userId, reminders: 0 },
  })
  const change = { orderNo: { from: null, to: row.order_no }, providerId: { from: null, to: to.id, toName: String(to.name) } }
  record(asSystem(context, shareFollowing), tx, { entity: serviceOrder.name, entityId: id, verb: 'add', version: 1, changes: change })
  const fields = await agreedFields(tx, row.id)
  await acrossTenants(context, tx, { tenantId: String(to.tenant), rule: shareFollowing }, async (there, inside) => {
    const copy = { ...fields, ...shared, hospital_name: context.actor.tenantName, hospital: tx.tenantId }
    inside.gather(insertCopy, { id, ...by, ...copy, share_state: 'offered' })
    const changes = { orderNo: { from: null, to: row.order_no } }
    record(there, inside, { entity: providerOrder.name, entityId: id, verb: 'add', version: 1, changes })
    notify(there, inside, {
      kind: 'share_offered',
      subject: `${context.actor.tenantName} · ${row.order_no}`,
      target: 'providerOrder',
      targetId: id,
      to: { holders: { right: 'providerOrder.work' } },
    })
  })
  return undefined
})
