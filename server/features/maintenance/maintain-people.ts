import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { mayWorkOn } from '#contract/entities/maintenance/maintain-sides.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { NoticeKind } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { holderNamed, holdersToChoose, holdsRight } from '#server/features/identity/public.ts'
import { notifyOfEach } from '#server/features/notice/public.ts'
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

/** Refuses work on an order of another person, unless this one may assign it. */
export function refuseOther({ actor }: Context, order: Row): void {
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

/** Tells the assignee of each order, and those who assign where it has none; a person gets one notice of all. */
export async function tellOfOrders(by: Acting, tx: Transaction, kind: NoticeKind, orders: readonly Row[]): Promise<void> {
  if (orders.length === 0) return
  const { rows } = await tx.run({
    text: `select d.id, d.device_name, d.device_code from device d where d.tenant_id = $1 and d.id = any($2::uuid[])`,
    values: [tx.tenantId, [...new Set(orders.map((order) => order.device_id))]],
  })
  const devices = new Map(rows.map((row) => [row.id, row]))
  const people = new Map<unknown, Row[]>()
  for (const order of orders) people.set(order.assignee_id ?? null, [...(people.get(order.assignee_id ?? null) ?? []), order])
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
