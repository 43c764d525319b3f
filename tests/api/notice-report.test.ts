import { afterAll, describe, expect, test } from 'vitest'
import { dayStart, daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { weekReportKey } from '#contract/params.ts'
import { openPool } from '#server/db/pool.ts'
import { weekReports } from '#server/features/insight/week-report/week-report.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const [admin, manager, keeper, engineer, neighbour] = (await Promise.all([
  app.as('administrator'),
  app.as('equipment_manager'),
  app.as('keeper'),
  app.as('engineer'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client, Client]
const work = repairs(app, admin)
const { bones, medicine } = home.depts
const path = '/osm/notice-report'
const monday = daysAfter(mondayOf(homeDay(new Date())), -7)
const push = (body: object = {}, who = manager) => who.post<{ made: number; skipped: number }>(`${path}/dept-week-report-push`, body)
const rows = async (query: object = {}, who = admin): Promise<Row[]> =>
  (await who.get<Page>(`${path}/page`, { size: 200, ...query })).data.records
const noticesOf = async (id: string): Promise<string[]> =>
  (
    await app.sql(
      "select u.account from notice n join app_user u on u.id = n.user_id where n.target_id = $1 and n.kind = 'week_report' order by 1",
      [id],
    )
  ).map((row) => String(row.account))

const [inBones, inMedicine] = [await work.card(), await work.card(['receive'], { useDeptId: medicine })]
for (const id of [inBones, inBones, inMedicine]) {
  const order = await work.report(admin, id)
  await app.sql('update repair_order set reported_at = $2 where id = $1', [order, dayStart(daysAfter(monday, 2))])
}

describe('the week of a department', () => {
  test('is pushed by a person once, with the figures of the declared measures, and told to its people', async () => {
    expect((await push({}, engineer)).status).toBe(403)
    expect((await push({ weekStart: homeDay(new Date()) })).msg).toBe('只能推送已结束的周')
    expect((await push({ deptId: bones })).data).toEqual({ made: 1, skipped: 0 })
    const two = await Promise.all([push(), push()])
    expect(two.reduce((sum, { data }) => sum + data.made, 0)).toBe((await rows()).length - 1)
    expect((await push()).data.made).toBe(0)
    const [mine] = await rows({ deptId: bones })
    expect(mine).toMatchObject({ weekStart: monday, weekEnd: daysAfter(monday, 6), deptId: bones, repairCount: 2, deviceCount: 1 })
    expect(mine!.reportTitle).toContain(`${monday}～${daysAfter(monday, 6)}`)
    expect((await admin.get<Row>(`${path}/detail`, { id: mine!.id })).data).toMatchObject({ id: mine!.id, repairCount: 2 })
    const period = { reportedAt_ge: monday, reportedAt_le: daysAfter(monday, 6), useDeptId: bones }
    const measured = await admin.get<{ values: { count: number } }>('/eam/measure/repairs', period)
    expect(measured.data.values.count).toBe(mine!.repairCount)
    const [, theirs] = [mine, (await rows({ deptId: medicine }))[0]]
    expect(theirs).toMatchObject({ repairCount: 1 })
    const [keeperAccount] = await app.sql('select account from app_user where id = $1', [home.users.keeper])
    expect(await noticesOf(mine!.id)).toContain(keeperAccount!.account)
    const [event] = await app.sql("select by_rule from audit_event where entity = 'noticeReport' and entity_id = $1", [mine!.id])
    expect(event).toEqual({ by_rule: 'weekReporting' })
  })

  test('is seen by those who see the department', async () => {
    expect((await rows({}, keeper)).map((row) => row.deptId)).toEqual([bones])
    expect(await rows({}, neighbour)).toEqual([])
    const [theirs] = await rows({ deptId: medicine })
    expect((await keeper.get(`${path}/detail`, { id: theirs!.id })).status).toBe(404)
  })

  test('of a job that runs late or about midnight is the last whole week at home', async () => {
    const far = daysAfter(monday, 70)
    const at = (day: string, time: string): Date => new Date(`${day}T${time}:00+08:00`)
    const weeks = async () =>
      [...new Set((await rows()).map((row) => String(row.weekStart)))].filter((day) => day >= daysAfter(far, -7)).sort()
    await admin.post('/blade-system/param/submit', { paramName: '周报', paramKey: weekReportKey, paramValue: 'on' })
    await runTimedJob(weekReports, worker, at(daysAfter(far, -1), '23:30'))
    expect(await weeks()).toEqual([])
    await runTimedJob(weekReports, worker, at(far, '00:30'))
    expect(await weeks()).toEqual([daysAfter(far, -7)])
    await runTimedJob(weekReports, worker, at(daysAfter(far, 2), '07:30'))
    expect(await weeks()).toEqual([daysAfter(far, -7)])
    await app.sql('delete from param where tenant_id = $1 and param_key = $2', [home.tenant, weekReportKey])
  })

  test('is told by the timed job where the hospital has switched it on, once also by two processes', async () => {
    const before = (await rows()).length
    const next = new Date(Date.parse(dayStart(daysAfter(monday, 14))) + 8 * 3_600_000)
    await runTimedJob(weekReports, worker, next)
    expect(await rows()).toHaveLength(before)
    expect((await admin.post('/blade-system/param/submit', { paramName: '周报', paramKey: weekReportKey, paramValue: 'on' })).msg).toBe(
      '操作成功',
    )
    await Promise.all([runTimedJob(weekReports, worker, next), runTimedJob(weekReports, worker, next)])
    const found = await rows({ weekStart: daysAfter(monday, 7) })
    expect(found.map((row) => row.deptId).sort()).toEqual([...new Set(found.map((row) => row.deptId))].sort())
    expect(found.find((row) => row.deptId === bones)).toMatchObject({ deviceCount: 1, repairCount: 0 })
    await runTimedJob(weekReports, worker, next)
    expect(await rows({ weekStart: daysAfter(monday, 7) })).toHaveLength(found.length)
    expect(await rows({}, neighbour)).toEqual([])
  })
})
