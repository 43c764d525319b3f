import { onCallCalling } from '#contract/entities/service/oncall/on-call-rules.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { actingAlone } from '#server/kit/access/as-system.ts'
import { record } from '#server/kit/steps/event.ts'
import { mayOpen, tell } from '../repair-people.ts'
import { noteCall, tellGone } from './call-notes.ts'
import { isAway, stretchIn } from './rota.ts'

const minuteMs = 60_000
const urgent: readonly unknown[] = ['urgent', 'critical']
const steps: readonly string[] = ['first', 'backup', 'leader']

/** Why a person is not called, by the names in `onCallTold`. */
type Skip = 'away' | 'gone' | 'blind'

interface Person {
  readonly id: string
  readonly name: string
  readonly skip: Skip | undefined
}

/** Whether no one has taken an urgent repair on: it was reported only, or waits for a team. */
export const waits = (order: Row): boolean =>
  !order.is_deleted &&
  urgent.includes(order.urgency) &&
  (order.repair_status === 'reported' || (order.repair_status === 'assigned' && !order.engineer_id))

/** People by id, with what keeps them from being called. */
async function peopleOf(tx: Transaction, ids: readonly unknown[], order: Row, at: Date): Promise<Map<unknown, Person>> {
  const { rows } = await tx.run({
    text: `select u.id, u.real_name, u.status = 'active' and not u.is_deleted as is_here, ${isAway('$3')} as is_away from app_user u where u.tenant_id = $1 and u.id = any($2::uuid[])`,
    values: [tx.tenantId, ids.filter(Boolean), homeDay(at)],
  })
  const people = new Map<unknown, Person>()
  for (const { id, real_name, is_here, is_away } of rows) {
    const skip = !is_here ? 'gone' : is_away ? 'away' : (await mayOpen(tx, String(id), order.id)) ? undefined : 'blind'
    people.set(id, { id: String(id), name: String(real_name), skip })
  }
  return people
}

/** The call about a repair. `nextStep`: the one that is due. */
interface Alert {
  readonly rotaId: unknown
  readonly beganAt: Date
  readonly nextStep: number
  readonly told: readonly string[]
}

/** What is left to do of a call. */
export interface Left {
  readonly nextStep: number
  readonly nextAt: Date | null
  readonly told: readonly string[]
}

/**
 * Calls the people of one step about a repair: of those from this step on the first who can be called, and who came on call since the last step. The leader is
 * the last; where not even the leader can be called, those who assign repairs are told. The history of the repair says who was told, and who was skipped.
 */
export async function callStep(tx: Transaction, order: Row, alert: Alert, at: Date, isLate: boolean): Promise<Left> {
  const by = actingAlone(onCallCalling, at)
  const [rota] = (
    await tx.run({ text: 'select * from on_call_rota where tenant_id = $1 and id = $2', values: [tx.tenantId, alert.rotaId] })
  ).rows
  // Calls go on after the shift of the report has ended, such as in the morning.
  const stretch = (await stretchIn(tx, alert.rotaId, at)) ?? (await stretchIn(tx, alert.rotaId, alert.beganAt))
  const chain = [stretch?.shift.personId, stretch?.shift.backupId, rota?.leader_id]
  const people = await peopleOf(tx, chain, order, at)
  const skipped: Person[] = []
  let reached = steps.length
  let found: Person | undefined
  for (let step = alert.nextStep; step < steps.length && !found; step++) {
    const person = people.get(chain[step])
    if (!person || alert.told.includes(person.id) || skipped.includes(person)) continue
    if (person.skip) skipped.push(person)
    else [found, reached] = [person, step]
  }
  const onCall = people.get(chain[0])
  const relieves = alert.nextStep > 0 && onCall && !onCall.skip && onCall !== found && !alert.told.includes(onCall.id)
  const told = [found, relieves ? onCall : undefined].filter((one) => one !== undefined)
  const isNobody = !stretch
  const kind = isNobody ? 'on_call_nobody' : alert.nextStep === 0 ? 'on_call' : 'on_call_escalated'
  const also = told.map(({ id }) => id)
  const isLeaderTold = alert.told.includes(String(rota?.leader_id))
  if (told.length > 0 || !isLeaderTold)
    await tell(by, tx, order, kind, told.length > 0 ? { also } : { holding: ['repairOrder.assign'] }, order.fault_description)
  if (alert.nextStep === 0 && waits(order)) await noteCall(tx, order.id, alert.rotaId, told[0]?.id, at)
  await tellGone(
    by,
    tx,
    rota,
    skipped.filter(({ skip }) => skip === 'gone').map(({ name }) => name),
  )
  const names = (skip: Skip): string | undefined =>
    skipped
      .filter((one) => one.skip === skip)
      .map(({ name }) => name)
      .join('、') || undefined
  const because = isNobody ? 'noShift' : isLate ? 'late' : undefined
  if (told.length > 0 || skipped.length > 0 || !isLeaderTold)
    record(by, tx, {
      entity: repairOrder.name,
      entityId: String(order.id),
      verb: 'onCallTold',
      input: {
        as: found ? steps[reached] : relieves ? 'first' : 'none',
        ...(told.length > 0 && { toldName: told.map(({ name }) => name).join('、') }),
        ...(because && { because }),
        ...{ awayName: names('away'), goneName: names('gone'), blindName: names('blind') },
      },
    })
  const isLast = reached >= steps.length - 1
  const minutes = Number(rota?.escalate_minutes ?? 0)
  return {
    nextStep: reached + 1,
    nextAt: isLast ? null : new Date(at.getTime() + minutes * minuteMs),
    told: [...alert.told, ...also],
  }
}

/** Writes what is left of a call. */
export async function keepLeft(tx: Transaction, repairId: unknown, { nextStep, nextAt, told }: Left): Promise<void> {
  await tx.run({
    text: 'update on_call_alert set next_step = $3, next_at = $4, told = $5::uuid[] where tenant_id = $1 and repair_id = $2',
    values: [tx.tenantId, repairId, nextStep, nextAt, told],
  })
}
