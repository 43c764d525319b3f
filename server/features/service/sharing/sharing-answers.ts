import * as calls from '#contract/calls/service/sharing.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { sharing } from '#contract/entities/service/share-flow.ts'
import { liveShareStates } from '#contract/entities/service/share-states.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { readAs } from '#server/db/pool.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { detailPlan } from '#server/kit/read/list.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import { runStep } from '#server/kit/steps/step.ts'
import { propose } from './card-proposals.ts'

const live = [...liveShareStates]

/** One shared order; a plan that another one has replaced is not found. */
function detail(context: Context): ReadPlan<AnswerOf<typeof calls.serviceOrderDetail>> {
  const { planConfirmId } = read(calls.serviceOrderDetail.input, context.input)
  const sought = planConfirmId ? [(into: Parameters) => `t.plan_confirm_id = ${into.add(planConfirmId)}`] : []
  return detailPlan(context.actor.settings.view(serviceOrder), context, sought)
}

type Device = AnswerOf<typeof calls.providerDevices>['records'][number]
const noPages = { current: calls.providerDevices.input.current, size: calls.providerDevices.input.size }

/** The newest order of each device that the provider has now. */
function devices(context: Context): ReadPlan<AnswerOf<typeof calls.providerDevices>> {
  read(noPages, context.input)
  const from = `(select distinct on (o.device_key) o.*, count(*) over (partition by o.device_key)::int as orders from provider_order o
    where o.tenant_id = $1 and not o.is_deleted and o.share_state = any($2) and o.device_key is not null order by o.device_key, o.shared_at desc, o.id desc) t`
  const columns = `t.id, t.device_name as "deviceName", t.device_model as "deviceModel", t.serial_no as "serialNo", t.hospital_name as "hospitalName",
    t.orders, t.shared_at as "lastSharedAt"`
  return pagePlan(context, { columns, from, order: 't.shared_at desc, t.id', values: [context.actor.tenantId, live] }, (row: Device) => row)
}

function counts(context: Context): ReadPlan<AnswerOf<typeof calls.providerCounts>> {
  read(calls.providerCounts.input, context.input)
  const text = `select count(*)::int as orders, count(distinct device_key)::int as devices, count(distinct hospital)::int as hospitals,
      (count(*) filter (where share_state = 'offered'))::int as waiting
    from provider_order where tenant_id = $1 and not is_deleted and share_state = any($2)`
  return {
    queries: [{ text, values: [context.actor.tenantId, live] }],
    answer: ([found]) => rowsAs<AnswerOf<typeof calls.providerCounts>>(found)[0]!,
  }
}

type Model = AnswerOf<typeof calls.manufacturerDevices>['records'][number]

function models(context: Context): ReadPlan<AnswerOf<typeof calls.manufacturerDevices>> {
  read(noPages, context.input)
  const from = `(select device_name, device_model, count(distinct device_key)::int as devices, count(distinct hospital)::int as hospitals, count(*)::int as orders
    from provider_order where tenant_id = $1 and not is_deleted and device_key is not null group by device_name, device_model) t`
  const columns = 't.device_name as "deviceName", t.device_model as "deviceModel", t.devices, t.hospitals, t.orders'
  return pagePlan(
    context,
    { columns, from, order: 't.orders desc, t.device_name, t.device_model', values: [context.actor.tenantId] },
    (row: Model) => row,
  )
}

/** Active people of a provider who work on orders, by name. */
const people = `select distinct u.real_name as name from app_user u join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
  join role_grant g on g.tenant_id = ur.tenant_id and g.role_id = ur.role_id and g.right_code = 'providerOrder.work'
  where u.tenant_id = $1 and u.status = 'active' and not u.is_deleted order by u.real_name limit 50`

/** The providers in use. Its people are named once it has taken an order of this hospital: a number that a hospital has entered tells nothing of them. */
function teams(context: Context): ReadPlan<AnswerOf<typeof calls.serviceTeams>> {
  read(calls.serviceTeams.input, context.input)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const scope = scopeSql(supplier, context.actor, 't', into)
  const text = `select t.id, t.supplier_name as "teamName", h.id as tenant,
      array(select distinct c.class_name from device d join device_class c on c.tenant_id = d.tenant_id and c.id = d.classify_id
        where d.tenant_id = t.tenant_id and d.provider_id = t.id and not d.is_deleted order by 1 limit 50) as classes,
      (select count(*)::int from service_order o where o.tenant_id = t.tenant_id and o.provider_id = t.id and o.share_state = any(${into.add(live)})) as "openOrders",
      exists (select 1 from service_order o where o.tenant_id = t.tenant_id and o.provider_id = t.id and o.provider_tenant = h.id and o.accepted_at is not null) as known
    from supplier t join tenant h on h.id = t.provider_tenant and h.kind = 'provider' and h.stopped_at is null
    where t.tenant_id = ${tenant} and not t.is_deleted and coalesce(t.is_inactive, 0) = 0 and coalesce(t.is_blacklisted, 0) = 0${scope ? ` and ${scope}` : ''}
    order by t.supplier_name, t.id limit 200`
  type Team = Omit<AnswerOf<typeof calls.serviceTeams>[number], 'people'> & { readonly tenant: string; readonly known: boolean }
  return {
    queries: [{ text, values: into.values }],
    async answer([found]) {
      const answers: AnswerOf<typeof calls.serviceTeams>[number][] = []
      for (const { tenant: provider, known, ...team } of rowsAs<Team>(found)) {
        const [rows] = known ? await readAs(context.tools.pool, provider, [{ text: people, values: [provider] }]) : []
        answers.push({ ...team, people: rows?.rows.map(({ name }) => String(name)) ?? [] })
      }
      return answers
    },
  }
}

/** Calls of the hospital's and of the provider's side of shared orders. */
export const sharingAnswers: readonly Answer[] = [
  answer(calls.serviceOrderDetail, { read: detail }),
  answer(calls.providerDevices, { read: devices }),
  answer(calls.providerCounts, { read: counts }),
  answer(calls.manufacturerDevices, { read: models }),
  answer(calls.serviceTeams, { read: teams }),
  answer(calls.reminder, { write: (context, tx) => runStep(sharing, 'remind', context, tx) as Promise<{ id: string; version: number }> }),
  answer(calls.reminderWait, {
    write: (context, tx) => runStep(sharing, 'remindWait', context, tx) as Promise<{ id: string; version: number }>,
  }),
  answer(calls.proposeCard, { write: propose }),
]
