import type pg from 'pg'
import { isWorkTime, offWork } from '#contract/entities/service/oncall/on-call-hours.ts'
import { onCallCalling } from '#contract/entities/service/oncall/on-call-rules.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { everyTenant } from '#server/db/each-tenant.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { actingAlone, lockByRule } from '#server/kit/access/as-system.ts'
import type { Job, JobTools } from '#server/kit/jobs/job.ts'
import { callStep, keepLeft, waits } from './call-people.ts'
import { callNow } from './call-report.ts'
import { hoursOf, servingDept } from './rota.ts'

const minuteMs = 60_000
const lastStep = 2
/** A run of the job may begin some minutes late while others run; a shorter delay is no standstill and leaves out no one. */
const leastStandstill = 5

/**
 * The next step of one call, in a transaction of its own; a repair or call that another transaction works on is left to the next run. The repair is locked
 * before the call, as by a person who saves it. After a standstill the step that is due now takes the place of those before it, but for the first call: no
 * one was told yet. Ends the call of a repair that someone has taken on.
 */
async function callNext(pool: pg.Pool, tenantId: string, repairId: unknown, now: Date): Promise<void> {
  await writeAs(pool, tenantId, async (tx) => {
    const [order] = await lockByRule(repairOrder, actingAlone(onCallCalling, now), tx, [repairId], { free: true })
    if (!order) return
    const [alert] = (
      await tx.run({
        text: `select a.*, r.escalate_minutes from on_call_alert a join on_call_rota r on r.tenant_id = a.tenant_id and r.id = a.rota_id
          where a.tenant_id = $1 and a.repair_id = $2 and a.next_at <= $3::timestamptz for update of a skip locked`,
        values: [tx.tenantId, repairId, now],
      })
    ).rows
    if (!alert) return
    const told = alert.told as readonly string[]
    const planned = Number(alert.next_step)
    if (!waits(order)) return keepLeft(tx, repairId, { nextStep: planned, nextAt: null, told })
    if (planned === 0) return callFirst(tx, order, now)
    const minutes = Math.max(Number(alert.escalate_minutes), leastStandstill)
    const passed = Math.floor((now.getTime() - Date.parse(String(alert.next_at))) / (minutes * minuteMs))
    const nextStep = Math.min(lastStep, planned + passed)
    const given = { rotaId: alert.rota_id, beganAt: new Date(String(alert.began_at)), nextStep, told }
    await keepLeft(tx, repairId, await callStep(tx, order, given, now, nextStep > planned))
  })
}

/** The first call about a report of working hours. Within them, such as after a change of the calendar, it waits for their end. */
async function callFirst(tx: Transaction, order: Row, now: Date): Promise<void> {
  const { hours, calendar } = await hoursOf(tx)
  const rota = await servingDept(tx, order.use_dept_id)
  if (rota && !isWorkTime(now.getTime(), hours, calendar)) {
    await callNow(tx, order, rota.id, now)
    return
  }
  const due = rota && offWork(now.getTime(), hours, calendar)
  await keepLeft(tx, order.id, { nextStep: 0, nextAt: due === undefined ? null : new Date(due), told: [] })
}

async function escalate({ pool, now }: JobTools): Promise<void> {
  await everyTenant(pool, async (id) => {
    const [due] = await readAs(pool, id, [
      {
        text: 'select repair_id from on_call_alert where tenant_id = $1 and next_at <= $2::timestamptz order by next_at',
        values: [id, now],
      },
    ])
    const faults: unknown[] = []
    for (const { repair_id } of due!.rows) await callNext(pool, id, repair_id, now).catch((fault: unknown) => faults.push(fault))
    if (faults.length > 0) throw faults[0]
  })
}

/** Calls the next person about urgent reports that no one has taken on in time. */
export const onCallJob: Job = {
  name: 'onCallEscalation',
  zh: '值班呼叫升级',
  en: 'Escalate on-call calls',
  cron: '* * * * *',
  run: escalate,
}
