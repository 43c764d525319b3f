import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { sideOf } from '#contract/entities/service/repair-sides.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { NoticeKind } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { Parameters } from '#server/db/query.ts'
import { holderNamed, holdersToChoose, holdsRight } from '#server/features/identity/public.ts'
import { type Holders, notify } from '#server/features/notice/public.ts'
import { mayCall, scopeSql } from '#server/kit/access/access.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { actorIn } from '#server/kit/jobs/job-actor.ts'
import { peopleOfTeams } from './team/team.ts'

/** Refuses a step or draft that this person may not take, even with the right to it. `order`: the row as stored. */
export function refuseOtherSide(name: string, context: Context, order: Row): void {
  const side = sideOf(name)
  const people = {
    reporterId: order.reporter_id as string | null,
    engineerId: order.engineer_id as string | null,
    teamId: order.team_id as string | null,
    stopRequested: order.stop_requested as number | null,
  }
  if (side && !side.is(people, context.actor)) throw new Refusal('rule', { zh: side.zh, en: side.en })
}

const { may: work } = repairFlow.steps.accept

/** The people to whom the caller may assign an order, as a picker takes them. */
export const engineersToChoose = (context: Context) => holdersToChoose(work, context)

/** The name of an engineer. Refuses who is not active, may not repair, or is outside the person's scope. */
export const engineerNamed = (context: Context, tx: Transaction, id: unknown): Promise<string> =>
  holderNamed(work, context, tx, id, { field: 'engineerId', label: repairFlow.steps.assign.input.engineer })

/** Whom a notice reaches, by their place in an order. `holding`: holders of rights over the department. `team`: those of its members who may repair. */
export interface Audience {
  readonly team?: unknown
  readonly people?: readonly ('reporter' | 'engineer' | 'keeper')[]
  readonly also?: readonly unknown[]
  readonly holding?: readonly string[]
}

/** Whether a person may open an order; who is no longer here may not. */
export async function mayOpen(tx: Transaction, userId: string, orderId: unknown): Promise<boolean> {
  const actor = await actorIn(tx, userId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'signed_out') return undefined
    throw error
  })
  if (!actor || !mayCall(actor, rightOf(repairOrder, 'detail'), `${repairOrder.name}.detail`)) return false
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(orderId)} and not t.is_deleted`
  const scope = scopeSql(repairOrder, actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.id from repair_order t where ${where}${scope ? ` and ${scope}` : ''}`,
    values: into.values,
  })
  return rows.length > 0
}

/**
 * Tells people of an order: device, number and department in the subject, the order and what was said in the detail. `opens`: the order that the notice
 * leads to, where it is another one.
 */
export async function tell(
  context: Pick<Acting, 'actor' | 'occurredAt'>,
  tx: Transaction,
  order: Row,
  kind: NoticeKind,
  to: Audience,
  said?: unknown,
  opens = order.id,
): Promise<void> {
  const { rows } = await tx.run({
    text: `select d.device_name, d.device_code, d.keeper_id, p.dept_name from device d
      left join dept p on p.tenant_id = d.tenant_id and p.id = $3 where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, order.device_id, order.use_dept_id],
  })
  const card = rows[0]!
  const ids = { reporter: order.reporter_id, engineer: order.engineer_id, keeper: card.keeper_id }
  const deptId = (order.use_dept_id ?? null) as string | null
  const members = to.team ? ((await peopleOfTeams(work, tx, [to.team])).get(to.team) ?? []) : []
  notify(context, tx, {
    kind,
    subject: [`${card.device_name} ${card.device_code}`, card.dept_name].filter(Boolean).join(' · '),
    detail: [order.order_no, said].filter(Boolean).join(' '),
    target: 'repairOrder',
    targetId: String(opens),
    to: {
      users: [...(to.people ?? []).map((name) => ids[name]), ...(to.also ?? []), ...members] as (string | null)[],
      holders: (to.holding ?? []).map((right): Holders => ({ right, deptId })),
    },
  })
}

/** Tells the keeper of a device and those of its department who may report repairs that a stop of use waits for them. */
export async function tellStopAsked(context: Context, tx: Transaction, order: Row): Promise<void> {
  const { rows } = await tx.run({
    text: `select t.id from app_user t where t.tenant_id = $1 and t.dept_id = $2 and ${holdsRight(repairFlow.steps.confirmStop.may)} order by t.id limit 50`,
    values: [tx.tenantId, order.use_dept_id],
  })
  await tell(context, tx, order, 'repair_stop_asked', { people: ['keeper'], also: rows.map((row) => row.id) }, order.fault_description)
}

/** Who gets notices for the engineer: the engineer, or the team that it waits for and people who assign when no engineer is in charge. */
export const engineerOr = (order: Row): Audience =>
  order.engineer_id ? { people: ['engineer'] } : { holding: ['repairOrder.assign'], team: order.team_id }
/** Everybody who may take a report up. */
export const takers = ['repairOrder.work', 'repairOrder.assign'] as const
