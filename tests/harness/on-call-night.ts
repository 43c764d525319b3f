import { afterAll, expect } from 'vitest'
import { daysAfter } from '#contract/kit/time/day.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { callOnReport } from '#server/features/service/oncall/call-report.ts'
import { onCallJob } from '#server/features/service/oncall/on-call-jobs.ts'
import type { Client, Page, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'
import { peopleLab, type Settled } from './people.ts'
import { repairs } from './repairs.ts'
import { runTimedJob } from './timed-job.ts'

let serial = 0

/** A Monday whose week has no holidays; people of a night rota are on call each night and at the weekend from 2026 on. */
export const monday = '2030-03-04'
/** A moment so many days after it, by the clock of the hospital. */
export const at = (days: number, time: string): Date => new Date(`${daysAfter(monday, days)}T${time}:00+08:00`)
export const later = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * 60_000)

export interface Night {
  readonly id: string
  readonly first: Settled
  readonly backup: Settled
  readonly leader: Settled
}

/** Rotas, reports and calls for tests; setup steps throw when refused. */
export async function nightLab(app: TestApp, admin: Client, keeper: Client) {
  const lab = repairs(app, admin)
  const people = await peopleLab(app, () => admin)
  const worker = openPool(app.database.jobsUrl, 4)
  afterAll(() => worker.end())
  const done = async (path: string, body: object, who = admin): Promise<Row> => {
    const answer = await who.post<Row>(path, body)
    expect([path, answer.msg]).toEqual([path, '操作成功'])
    return answer.data
  }
  const shift = (body: object): Promise<Row> => done('/eam/on-call-shift/submit', body)
  /** A rota of a department with engineers of its own, and a shift for each night and the weekend. */
  const rota = async (dept: string, escalateMinutes = 15): Promise<Night> => {
    const [first, backup, leader] = (await Promise.all([1, 2, 3].map(() => people.settled('engineer')))) as [Settled, Settled, Settled]
    const { id } = await done('/eam/on-call-rota/submit', {
      ...{ rotaName: `夜班${++serial}`, depts: [dept], escalateMinutes, leaderId: leader.id },
    })
    for (const weekday of ['1', '2', '3', '4', '5', '6', '7'])
      await shift({
        ...{ rotaId: id, shiftKind: 'weekly', weekday, fromTime: '17:30', toTime: weekday === '5' || weekday === '6' ? '17:30' : '08:00' },
        ...{ validFrom: '2026-01-01', personId: first.id, backupId: backup.id },
      })
    return { id: String(id), first, backup, leader }
  }
  /** A report of the keeper that reached the program at a moment. */
  const reported = async (moment: Date, urgency = 'urgent'): Promise<string> => {
    const id = await lab.report(keeper, await lab.card())
    await app.sql('update repair_order set urgency = $2, reported_at = $3 where id = $1', [id, urgency, moment])
    await reach(id, moment)
    return id
  }
  /** What the program does when a report, or a change of it, arrives at a moment. */
  const reach = (id: string, moment: Date): Promise<unknown> =>
    writeAs(worker, home.tenant, async (tx) => {
      const { rows } = await tx.run({ text: 'select * from repair_order where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
      await callOnReport(tx, rows[0]!, moment)
    })
  /** A rota serves no one any more. */
  const close = async (id: unknown): Promise<void> => {
    const { version } = (await admin.get<Row>('/eam/on-call-rota/detail', { id: String(id) })).data
    await done('/eam/on-call-rota/submit', { id, version, isInactive: 1 })
  }
  const run = (moment: Date): Promise<void> => runTimedJob(onCallJob, worker, moment)
  /** Who was told what of an order by the rota, in order. */
  const called = async (id: string): Promise<string[]> =>
    (
      await app.sql(
        `select n.kind, u.account from notice n join app_user u on u.id = n.user_id where n.target_id = $1 and n.kind like 'on_call%' order by n.sent_at, n.id`,
        [id],
      )
    ).map((row) => `${row.kind} ${row.account}`)
  const history = async (id: string, type: string): Promise<string[]> =>
    (await admin.get<Page>('/eam/eventtyperepair/history', { id, size: '50' })).data.records
      .filter((row) => row.operationType === type)
      .map((row) => String(row.showContent))
  return { ...lab, people, worker, done, shift, rota, reported, reach, close, run, called, history }
}
