import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { mayWorkOn } from '#contract/entities/maintenance/maintain-sides.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { NoticeKind } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { holderNamed, holdersToChoose, holdsRight } from '#server/features/identity/public.ts'
import { notifyOfEach } from '#server/features/notice/public.ts'
import { peopleOfTeams, refuseNonMember } from '#server/features/service/public.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'

const { may: work } = maintaining.steps.start

/** SQL over `t`, a user: active, and with the right to do maintenance. */
export const mayMaintain = holdsRight(work)

/** The people whom the caller may put in charge, as a picker takes them. */
export const maintainersToChoose = (context: Context) => holdersToChoose(work, context)

/** The name of an assignee. Refuses who is not active, may not do maintenance, or is outside the person's scope. */
export const assigneeNamed = (context: Context, tx: Transaction, id: unknown): Promise<string> =>
  holderNamed(work, context, tx, id, { field: 'assigneeId', label: maintaining.steps.assign.input.assignee })

/** Refuses work on an order of another person or of a team of others, unless this one may assign it. */
export async function refuseOther(context: Context, tx: Transaction, order: Row): Promise<void> {
  const { actor } = context
  if (order.team_id && !order.assignee_id && !actor.rights.has(maintaining.steps.assign.may))
    await refuseNonMember(context, tx, order.team_id)
  if (mayWorkOn({ assigneeId: order.assignee_id as string | null }, actor)) return
  throw new Refusal('rule', {
    zh: `保养工单“${order.order_no}”由其他人负责，请先转派`,
    en: `Another person is assigned to “${order.order_no}”. Reassign it first`,
  })
}

/** What a notice says of an order. */
const aboutOf = (order: Row, device: Row | undefined) =>
  ({
    subject: `${device?.device_name ?? ''} ${device?.device_code ?? ''}`.trim(),
    detail: `${order.order_no} ${order.due_date}`,
    target: 'maintainOrder',
    targetId: String(order.id),
  }) as const

/** Tells the assignee of each order, the members of its team, or those who assign where it has none; a person gets one notice of all. */
export async function tellOfOrders(by: Acting, tx: Transaction, kind: NoticeKind, orders: readonly Row[]): Promise<void> {
  if (orders.length === 0) return
  const { rows } = await tx.run({
    text: `select d.id, d.device_name, d.device_code from device d where d.tenant_id = $1 and d.id = any($2::uuid[])`,
    values: [tx.tenantId, [...new Set(orders.map((order) => order.device_id))]],
  })
  const devices = new Map(rows.map((row) => [row.id, row]))
  const people = new Map<unknown, Row[]>()
  const teams = await peopleOfTeams(work, tx, [
    ...new Set(orders.flatMap((order) => (order.assignee_id || !order.team_id ? [] : [order.team_id]))),
  ])
  for (const [team, members] of teams) {
    const each = orders
      .filter((order) => order.team_id === team && !order.assignee_id)
      .map((order) => aboutOf(order, devices.get(order.device_id)))
    notifyOfEach(by, tx, { kind: kind === 'maintain_assigned' ? 'maintain_team' : kind, to: { users: members } }, each)
  }
  for (const order of orders.filter((one) => one.assignee_id || !teams.get(one.team_id)?.length))
    people.set(order.assignee_id ?? null, [...(people.get(order.assignee_id ?? null) ?? []), order])
  for (const [assignee, those] of people) {
    const each = those.map((order) => {
      const about = aboutOf(order, devices.get(order.device_id))
      const holders = { right: maintaining.steps.assign.may, deptId: (order.use_dept_id ?? null) as string | null }
      return assignee === null ? { ...about, holders } : about
    })
    notifyOfEach(by, tx, { kind, to: { users: [assignee as string | null] } }, each)
  }
}

/** Tells the people of a department who sign maintenance off that an order is finished. */
export async function tellToAccept(by: Acting, tx: Transaction, order: Row): Promise<void> {
  const { rows } = await tx.run({
    text: 'select device_name, device_code, keeper_id from device where tenant_id = $1 and id = $2',
    values: [tx.tenantId, order.device_id],
  })
  const holders = { right: maintaining.steps.accept.may, deptId: (order.use_dept_id ?? null) as string | null }
  notifyOfEach(by, tx, { kind: 'maintain_finished', to: { users: [rows[0]?.keeper_id as string | null], holders } }, [
    aboutOf(order, rows[0]),
  ])
}
