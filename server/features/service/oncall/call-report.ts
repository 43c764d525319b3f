import { isWorkTime, offWork } from '#contract/entities/service/oncall/on-call-hours.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { responseLimits, type urgencies } from '#contract/entities/service/repair-states.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { record } from '#server/kit/steps/event.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { engineerOr, tell } from '../repair-people.ts'
import { callStep, keepLeft, waits } from './call-people.ts'
import { hoursOf, servingDept } from './rota.ts'

const minuteMs = 60_000
const momentOf = (value: unknown): Date => new Date(String(value))

/** The call about a repair that is stored; its repair is locked. */
const alertOf = async (tx: Transaction, repairId: unknown): Promise<Row | undefined> =>
  (await tx.run({ text: 'select * from on_call_alert where tenant_id = $1 and repair_id = $2', values: [tx.tenantId, repairId] })).rows[0]

/** Stores a call that begins at a moment. `nextAt`: when its first step is due; null: it is made now. */
async function begin(tx: Transaction, repairId: unknown, rotaId: unknown, beganAt: Date, nextAt: Date | null): Promise<void> {
  await tx.run({
    text: `insert into on_call_alert (tenant_id, repair_id, rota_id, began_at, next_step, next_at) values ($1, $2, $3, $4, 0, $5)
      on conflict (tenant_id, repair_id) do update set rota_id = excluded.rota_id, began_at = excluded.began_at, next_step = 0, next_at = excluded.next_at, told = '{}'`,
    values: [tx.tenantId, repairId, rotaId, beganAt, nextAt],
  })
}

/** Makes the first step of a call now. Returns the people who were told. */
export async function callNow(tx: Transaction, order: Row, rotaId: unknown, at: Date): Promise<readonly string[]> {
  await begin(tx, order.id, rotaId, at, null)
  const left = await callStep(tx, order, { rotaId, beganAt: at, nextStep: 0, told: [] }, at, false)
  await keepLeft(tx, order.id, left)
  return left.told
}

/**
 * Calls who is on call about an urgent report, once for a repair, in the transaction of the report: at once outside working hours. A report within them is
 * called about at the first moment outside them after its response limit. `at`: when it reached the program, which is later than its own time where a phone had no
 * network. Nothing where no rota serves the department.
 */
export async function callOnReport(tx: Transaction, order: Row, at: Date): Promise<void> {
  if (!waits(order) || order.called_at) return
  const rota = await servingDept(tx, order.use_dept_id)
  if (!rota) return
  const known = await alertOf(tx, order.id)
  if (Number(known?.next_step) > 0) return
  // An edit of a report that waits for its limit does not restart the limit.
  const begins = known?.next_at ? momentOf(known.began_at) : at
  const { hours, calendar } = await hoursOf(tx)
  if (!isWorkTime(begins.getTime(), hours, calendar)) {
    await callNow(tx, order, rota.id, at)
    return
  }
  const limit = responseLimits[order.urgency as keyof typeof urgencies] * minuteMs
  const due = offWork(Math.max(begins.getTime() + limit, at.getTime()), hours, calendar)
  if (due !== undefined) await begin(tx, order.id, rota.id, begins, new Date(due))
}

/** What an alarm is, for the repair of its device. `said`: in the words of the rule, with its sensor. */
export interface AlarmSaid {
  readonly said: string
  readonly isCritical: boolean
}

/** Alarms that follow a call within this time are no new call: an alarm that comes and goes would call all night. */
const calledWithinMs = responseLimits.urgent * minuteMs

/** People who are called about a new critical alarm; undefined: people are being called about the repair, or were a short time ago. */
async function callAgain(tx: Transaction, order: Row, at: Date): Promise<readonly string[] | undefined> {
  const known = await alertOf(tx, order.id)
  const isCalled = known && Number(known.next_step) > 0
  const isOn = isCalled && known.next_at && waits(order)
  if (isOn || (isCalled && at.getTime() - momentOf(known.began_at).getTime() < calledWithinMs)) return undefined
  const { hours, calendar } = await hoursOf(tx)
  if (isWorkTime(at.getTime(), hours, calendar)) {
    await callOnReport(tx, order, at)
    return []
  }
  const rota = await servingDept(tx, order.use_dept_id)
  return rota ? callNow(tx, order, rota.id, at) : []
}

/**
 * Says on an open repair that an alarm came for its device. A critical one makes a repair that no one has taken on urgent and calls who is on call, unless
 * they are being called already; who is in charge of it, or assigns repairs, is told.
 */
export async function alarmOnRepair(by: Acting, tx: Transaction, repairId: string, { said, isCritical }: AlarmSaid): Promise<void> {
  const [order] = await lockByRule(repairOrder, by, tx, [repairId])
  if (!order) return
  record(by, tx, { entity: repairOrder.name, entityId: repairId, verb: 'alarmCame', input: { said } })
  if (!isCritical) return
  if (order.urgency === 'normal' && waits({ ...order, urgency: 'urgent' }))
    await writeRows(repairOrder, by, tx, { verb: 'change' }, [
      { row: order, set: { urgency: 'urgent' }, changes: { urgency: { from: order.urgency, to: 'urgent' } } },
    ])
  const told = await callAgain(tx, order, by.occurredAt)
  if (!told) return
  if (order.engineer_id ? !told.includes(String(order.engineer_id)) : told.length === 0)
    await tell(by, tx, order, 'repair_alarm', engineerOr(order), said)
}
