import { afterAll, describe, expect, test } from 'vitest'
import { dayStart, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { adverseReminders } from '#server/features/quality/adverse/adverse-jobs.ts'
import { adverseLab, hoursAgo, adverseUrl as url } from '#tests/harness/adverse.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { sheetOf } from '#tests/harness/sheets.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const [admin, manager, engineer, keeper, clerk] = (await Promise.all(
  (['administrator', 'equipment_manager', 'engineer', 'keeper', 'warehouse_keeper'] as const).map((role) => app.as(role)),
)) as [Client, Client, Client, Client, Client]
const stranger = await app.as('administrator', other)
const lab = adverseLab(admin)
const orders = repairs(app, admin)
const { today } = lab

let serial = 0
const device = async (deptId = home.depts.bones): Promise<string> =>
  (await lab.must('/eam/device/submit', { deviceName: `输液泵${++serial}`, useDeptId: deptId })).id
const refused = async (answer: Promise<{ status: number; msg: string }>): Promise<string> => {
  const { status, msg } = await answer
  expect([msg, status]).toEqual([msg, 400])
  return msg
}
const submit = (deviceId: string, more: object, who: Client = keeper) => who.post<Row>(`${url}/submit`, { ...lab.facts, deviceId, ...more })
const step = (name: string, id: string, input: object = {}, who: Client = manager) => who.post<Row>(`${url}/${name}`, { id, ...input })
const noticesOf = (id: string) => app.sql('select kind, detail, user_id from notice where target_id = $1 order by sent_at, id', [id])
const moment = (value: unknown): number | null => (value === null ? null : Date.parse(String(value)))
/** The last second of a day at home. */
const endOf = (day: string): string => new Date(Date.parse(dayStart(daysAfter(day, 1))) - 1000).toISOString()

describe('an adverse event', () => {
  test('goes from the draft of a keeper through the review to the report, and each side is told', async () => {
    const id = await lab.draft(await device(), {}, keeper)
    expect(await lab.detail(id)).toMatchObject({ eventState: 'draft', reporterId: keeper.userId, useDeptId: home.depts.bones })
    expect((await step('send', id, {}, keeper)).status).toBe(200)
    const told = (await noticesOf(id)).filter(({ kind }) => kind === 'adverse_submitted').map((row) => row.user_id)
    expect(told).toEqual(expect.arrayContaining([manager.userId, admin.userId]))
    expect(told).not.toContain(engineer.userId)
    // It is no longer the keeper's to change, and never theirs to review.
    expect((await keeper.post(`${url}/submit`, { id, causes: '改动' })).status).toBe(409)
    expect((await step('review', id, {}, keeper)).status).toBe(403)
    expect((await step('send-back', id, {})).status).toBe(400)
    expect((await step('send-back', id, { reviewNote: '请补充使用过程' })).status).toBe(200)
    expect((await noticesOf(id)).filter(({ kind }) => kind === 'adverse_returned')).toMatchObject([
      { detail: '请补充使用过程', user_id: keeper.userId },
    ])
    expect((await keeper.post(`${url}/submit`, { id, useProcess: '常规输注四十分钟' })).status).toBe(200)
    expect((await step('send', id, {}, keeper)).status).toBe(200)
    expect((await step('report', id, { reportedAt: hoursAgo(0), monitorNo: 'YX-1' })).status).toBe(409)
    expect((await step('review', id, { reviewNote: '同意上报' })).status).toBe(200)
    // The number of the monitoring system may be as long as an identity number.
    const report = { reportedAt: hoursAgo(1), monitorNo: '420100202600000123' }
    expect((await step('report', id, report, keeper)).status).toBe(403)
    expect((await step('report', id, report)).status).toBe(200)
    expect(await lab.detail(id)).toMatchObject({
      ...{ eventState: 'reported', monitorNo: '420100202600000123', dueAt: null, isLate: 0, followState: 'none', reviewNote: '同意上报' },
      reviewerId: manager.userId,
    })
    expect(moment((await lab.detail(id)).reportedAt)).toBe(moment(report.reportedAt))
    expect((await noticesOf(id)).filter(({ kind }) => kind === 'adverse_reported')).toMatchObject([{ user_id: keeper.userId }])
    const history = (await keeper.get<Page>(`${url}/history`, { id })).data
    expect(JSON.stringify(history)).toContain('退回修改')
    expect((await admin.post(`${url}/remove?ids=${id}`, {})).status).toBe(409)
  })

  test('refuses impossible times, and nothing is stored', async () => {
    const card = await device()
    expect(await refused(submit(card, { eventDay: daysAfter(today, 1) }))).toBe('事件发生日期不能晚于今天')
    expect(await refused(submit(card, { awareAt: hoursAgo(-1) }))).toBe('发现或获知时间不能晚于现在')
    expect(await refused(submit(card, { eventDay: today, awareAt: hoursAgo(30) }))).toBe('发现或获知时间不能早于事件发生日期')
    expect((await admin.get<Page>(`${url}/list`, { deviceId: card })).data.total).toBe(0)
    const id = await lab.draft(card)
    expect(await refused(byAdmin({ id, eventDay: daysAfter(today, 2) }))).toBe('事件发生日期不能晚于今天')
    expect(await lab.detail(id)).toMatchObject({ eventDay: lab.facts.eventDay })
  })
  const byAdmin = (draft: object) => admin.post<Row>(`${url}/submit`, draft)

  test('refuses what identifies a patient, in each text and in steps, and names the field', async () => {
    const card = await device()
    expect(await refused(submit(card, { description: '患者身份证110101199001011234，输注异常' }))).toContain('“事件陈述”中不能填写身份证号')
    expect(await refused(submit(card, { effect: '家属电话１３８００１３８０００' }))).toContain('“对人员的影响”中不能填写个人手机号')
    expect(await refused(submit(card, { useProcess: '住院号：0012345' }))).toContain('“使用过程”中不能填写住院号')
    expect(await refused(submit(card, { actions: '患者姓名：张某' }))).toContain('“已采取的措施”中不能填写患者姓名')
    expect((await admin.get<Page>(`${url}/list`, { deviceId: card })).data.total).toBe(0)
    const id = await lab.sent(card)
    expect(await refused(step('send-back', id, { reviewNote: '请联系13800138000' }))).toContain('“审核意见”中不能填写个人手机号')
    expect((await lab.detail(id)).eventState).toBe('submitted')
  })

  test('needs its effect on people before it is submitted, except without harm', async () => {
    const id = await lab.draft(await device(), { effect: undefined })
    expect(await refused(step('send', id, {}, admin))).toContain('对人员的影响')
    expect((await lab.detail(id)).eventState).toBe('draft')
    const slight = await lab.draft(await device(), { effect: undefined, harmLevel: 'other' })
    expect((await step('send', slight, {}, admin)).status).toBe(200)
    const hidden = { entity: 'adverseEvent', fields: [{ fieldCode: 'effect', isShow: 0 }] }
    expect(await refused(admin.post('/osm/industry-config/tenant-update', hidden))).toContain('对人员的影响')
  })

  test('is reported after it was learned of, and not in the future', async () => {
    const id = await lab.reviewed(await device())
    expect(await refused(step('report', id, { reportedAt: hoursAgo(3), monitorNo: 'YX-1' }))).toBe('上报时间不能早于发现或获知时间')
    expect(await refused(step('report', id, { reportedAt: hoursAgo(-1), monitorNo: 'YX-1' }))).toBe('上报时间不能晚于现在')
    expect(await refused(step('report', id, { reportedAt: hoursAgo(1) }))).toContain('监测系统编号')
    expect((await lab.detail(id)).eventState).toBe('reviewed')
  })

  test('may be about a device that is disposed of, and about a repair of this device alone', async () => {
    const card = await orders.card()
    const repairId = await orders.report(keeper, card)
    expect(await refused(submit(await device(), { repairId }))).toContain('不是这台设备的')
    const id = await lab.draft(card, { repairId }, keeper)
    expect((await keeper.get<Page>(`${url}/list`, { repairId })).data.records.map((row) => row.id)).toEqual([id])
    // A draft that is moved to another device may not keep the repair.
    expect(await refused(keeper.post<Row>(`${url}/submit`, { id, deviceId: await device() }))).toContain('不是这台设备的')
    const gone = await device()
    await app.sql(`update device set eam_status = 'disposed' where id = $1`, [gone])
    expect((await submit(gone, {})).status).toBe(200)
  })
})

describe('the clock', () => {
  const aware = '2026-03-02T17:30:00.000Z'
  const awareDay = homeDay(new Date(aware))
  test.each([
    ['death: seven days at home', { harmLevel: 'death' }, endOf(daysAfter(awareDay, 7))],
    ['serious harm: twenty days', { harmLevel: 'serious' }, endOf(daysAfter(awareDay, 20))],
    ['possibly serious harm: twenty days', { harmLevel: 'possiblySerious' }, endOf(daysAfter(awareDay, 20))],
    ['others: none', { harmLevel: 'other' }, null],
    ['a group: twelve hours, for every harm level', { harmLevel: 'death', isGroup: 1 }, '2026-03-03T05:30:00.000Z'],
  ])('%s', async (_, more, due) => {
    // 17:30 UTC is the next day at home.
    expect(awareDay).toBe('2026-03-03')
    const id = await lab.draft(await device(), { eventDay: '2026-03-02', awareAt: aware, ...more })
    expect(moment((await lab.detail(id)).dueAt)).toBe(moment(due))
  })
  test('follows a draft that changes, and tells a late report', async () => {
    const id = await lab.draft(await device(), { eventDay: '2026-03-02', awareAt: aware, harmLevel: 'other' })
    await lab.must(`${url}/submit`, { id, harmLevel: 'death' })
    expect(moment((await lab.detail(id)).dueAt)).toBe(moment(endOf(daysAfter(awareDay, 7))))
    await lab.go('send', id)
    await lab.go('review', id)
    await lab.go('report', id, { reportedAt: hoursAgo(1), monitorNo: 'YX-9' })
    expect(await lab.detail(id)).toMatchObject({ isLate: 1, dueAt: null })
  })

  test('of a group goes on every 24 hours until the follow-ups end', async () => {
    const started = hoursAgo(30)
    const id = await lab.reported(await device(), { isGroup: 1, awareAt: hoursAgo(40) }, started)
    expect(await lab.detail(id)).toMatchObject({ followState: 'open', isLate: 0 })
    expect(moment((await lab.detail(id)).dueAt)).toBe(Date.parse(started) + 24 * 3_600_000)
    expect(await refused(step('follow-up', id, { followedAt: hoursAgo(31), content: '补充' }))).toBe('续报时间须晚于上一次上报')
    expect(await refused(step('follow-up', id, { followedAt: hoursAgo(-1), content: '补充' }))).toBe('续报时间不能晚于现在')
    expect(await refused(step('follow-up', id, { followedAt: hoursAgo(1), content: '病历号：88123' }))).toContain('续报内容')
    const [first, second] = [hoursAgo(20), hoursAgo(1)]
    await lab.go('follow-up', id, { followedAt: first, content: '又发现一例' })
    await lab.go('follow-up', id, { followedAt: second, content: '已全部停用' })
    const row = await lab.detail(id)
    expect(row).toMatchObject({ followUpCount: 2, isLate: 0 })
    expect(moment(row.followedAt)).toBe(moment(second))
    expect(moment(row.dueAt)).toBe(Date.parse(second) + 24 * 3_600_000)
    expect((row.followUps as unknown as Row[]).map(({ content, followedById }) => [content, followedById])).toEqual([
      ['又发现一例', admin.userId],
      ['已全部停用', admin.userId],
    ])
    expect((await step('follow-up', id, { followedAt: hoursAgo(0), content: '补充' }, keeper)).status).toBe(403)
    await lab.go('end-follow-ups', id)
    expect(await lab.detail(id)).toMatchObject({ followState: 'ended', dueAt: null })
    expect(await refused(step('follow-up', id, { followedAt: hoursAgo(0), content: '补充' }))).toContain('续报已结束')
    const single = await lab.reported(await device())
    expect(await refused(step('follow-up', single, { followedAt: hoursAgo(0), content: '补充' }))).toContain('不是群体事件')
  })

  test('stands in the calendar of due things while a report or a follow-up is due', async () => {
    const daysOf = async (id: string): Promise<string[]> => {
      const range = { from: daysAfter(today, -1), to: daysAfter(today, 30) }
      const parts = (await manager.get<Row[]>('/eam/due/days', range)).data as unknown as { kind: string; day: string; rows: Row[] }[]
      return parts.filter((one) => one.kind === 'adverseEvent.dueAt' && one.rows.some((row) => row.id === id)).map(({ day }) => day)
    }
    const [draft, group] = [await lab.draft(await device()), await lab.reported(await device(), { isGroup: 1 })]
    for (const id of [draft, group]) expect(await daysOf(id)).toEqual([homeDay(new Date(String((await lab.detail(id)).dueAt)))])
    await lab.go('end-follow-ups', group)
    expect(await daysOf(group)).toEqual([])
  })

  test('a follow-up after its 24 hours is late', async () => {
    const id = await lab.reported(await device(), { isGroup: 1, awareAt: hoursAgo(40) }, hoursAgo(30))
    await lab.go('follow-up', id, { followedAt: hoursAgo(1), content: '补充' })
    expect(await lab.detail(id)).toMatchObject({ isLate: 1 })
  })
})

describe('rights', () => {
  test('departments see theirs, a reporter sees the own, a draft belongs to its reporter, other hospitals see none', async () => {
    const inBones = await lab.draft(await device())
    const inMedicine = await lab.draft(await device(home.depts.medicine))
    const seen = async (client: Client, id: string) => (await client.get(`${url}/detail`, { id })).status
    expect([await seen(keeper, inBones), await seen(keeper, inMedicine)]).toEqual([200, 404])
    expect([await seen(manager, inBones), await seen(manager, inMedicine)]).toEqual([200, 200])
    expect([await seen(stranger, inBones), await seen(stranger, inMedicine)]).toEqual([404, 404])
    // The keeper enters no event of a device out of reach.
    expect((await submit(await device(home.depts.medicine), {})).status).toBe(400)
    // The engineer sees every department, and changes no event of others.
    expect(await refused(engineer.post<Row>(`${url}/submit`, { id: inBones, causes: '改' }))).toContain('由他人填报')
    expect(await refused(step('send', inBones, {}, engineer))).toContain('由他人填报')
    expect(await refused(engineer.post<Row>(`${url}/remove?ids=${inBones}`, {}))).toContain('由他人填报')
    const own = await lab.draft(await device(), {}, engineer)
    expect((await manager.post(`${url}/submit`, { id: own, causes: '管理员补充' })).status).toBe(200)
    expect((await engineer.post(`${url}/remove?ids=${own}`, {})).status).toBe(200)
    // A reporter sees the own one when the device has gone to another department.
    const moved = await lab.draft(await device(), {}, keeper)
    await app.sql('update adverse_event set use_dept_id = $2 where id = $1', [moved, home.depts.medicine])
    expect(await seen(keeper, moved)).toBe(200)
    expect((await clerk.get(`${url}/list`)).status).toBe(200)
    const provider = await app.as('provider_engineer')
    expect((await provider.get(`${url}/list`)).status).toBe(403)
  })

  test('who may list may print, and an export says every field', async () => {
    const card = await device()
    const id = await lab.reported(card)
    expect((await keeper.get(`${url}/detail`, { id })).data).toMatchObject({ description: lab.facts.description })
    expect((await keeper.get(`${url}/export`)).status).toBe(403)
    const sheet = await sheetOf(manager, `${url}/export`, { deviceId: card })
    expect(sheet.rows).toHaveLength(1)
    expect(sheet.rows[0]).toEqual(expect.arrayContaining(['已上报', '严重伤害', 'YX-1', lab.facts.description]))
  })
})

describe('what an event is about may change', () => {
  test('a device that goes to another department leaves the event with the one that entered it, until the draft names another device', async () => {
    const card = await device()
    const id = await lab.draft(card, {}, keeper)
    await app.sql('update device set use_dept_id = $2 where id = $1', [card, home.depts.medicine])
    await lab.must(`${url}/submit`, { id, causes: '泵门松动' }, keeper)
    expect(await lab.detail(id)).toMatchObject({ useDeptId: home.depts.bones })
    expect((await step('send', id, {}, keeper)).status).toBe(200)
    const other = await lab.draft(await device())
    await lab.must(`${url}/submit`, { id: other, deviceId: await device(home.depts.medicine) })
    expect(await lab.detail(other)).toMatchObject({ useDeptId: home.depts.medicine })
  })

  test('a repair that is cancelled stays named, and the device of an event is not deleted', async () => {
    const card = await orders.card()
    const repairId = await orders.report(keeper, card)
    const id = await lab.draft(card, { repairId }, keeper)
    await app.sql(`update repair_order set repair_status = 'cancelled' where id = $1`, [repairId])
    await lab.must(`${url}/submit`, { id, causes: '管路脱落' }, keeper)
    expect((await step('send', id, {}, keeper)).status).toBe(200)
    expect(await lab.detail(id)).toMatchObject({ repairId, eventState: 'submitted' })
    const kept = await device()
    await lab.draft(kept)
    expect((await admin.post(`/eam/device/remove?ids=${kept}`, {})).status).toBe(409)
  })

  test('a reporter who left is told nothing, and a reviewer goes on with the draft', async () => {
    const people = await peopleLab(app, () => admin)
    const gone = await people.clerk(['adverseEvent.list', 'adverseEvent.submit', 'device.list'], 'dept')
    const id = await lab.draft(await device(), {}, gone.client)
    await lab.must('/osm/user/update-user-status', { userIds: [gone.id], status: 'stopped' })
    await runTimedJob(adverseReminders, worker, new Date(Date.parse(String((await lab.detail(id)).dueAt)) + 1))
    const told = (await noticesOf(id)).map((row) => row.user_id)
    expect(told).toContain(manager.userId)
    expect(told).not.toContain(gone.id)
    for (const name of ['send', 'review']) expect((await step(name, id)).status, name).toBe(200)
  })
})

describe('reminders', () => {
  const hour = 3_600_000
  const runAt = async (id: string, now: Date): Promise<string[]> => {
    await runTimedJob(adverseReminders, worker, now)
    const told = (await noticesOf(id)).filter(({ user_id: user, kind }) => user === manager.userId && /due$/.test(String(kind)))
    return told.map(({ kind }) => String(kind))
  }
  test.each([
    ['serious harm', { harmLevel: 'serious' }, 24],
    ['a group', { isGroup: 1 }, 2],
  ])('of %s come before and after the term, each once', async (_, more, before) => {
    const id = await lab.draft(await device(), { ...more, awareAt: hoursAgo(1) }, keeper)
    const due = Date.parse(String((await lab.detail(id)).dueAt))
    const at = (hours: number) => new Date(due + hours * hour)
    expect(await runAt(id, at(-before - 0.1))).toEqual([])
    expect(await runAt(id, at(-before + 0.1))).toEqual(['adverse_due'])
    expect(await runAt(id, at(-0.1))).toEqual(['adverse_due'])
    expect(await runAt(id, at(0.1))).toEqual(['adverse_due', 'adverse_overdue'])
    expect(await runAt(id, at(50))).toEqual(['adverse_due', 'adverse_overdue'])
    // The reporter is told, too; other people of the department are not.
    const users = new Set((await noticesOf(id)).map((row) => row.user_id))
    expect(users.has(keeper.userId)).toBe(true)
    expect(users.has(engineer.userId)).toBe(false)
    await lab.must(`${url}/remove?ids=${id}`, {}, keeper)
  })

  test('none come of a reported event', async () => {
    const id = await lab.reported(await device())
    expect(await runAt(id, new Date(Date.now() + 90 * 24 * hour))).toEqual([])
  })
})

test('the measure counts submitted events by harm, not drafts', async () => {
  const card = await device()
  await lab.draft(card)
  await lab.sent(card, { harmLevel: 'death' })
  await lab.reported(card)
  const { data } = await manager.get<Row>('/eam/measure/adverse-events', { group: 'harmLevel', deviceId: card, figures: 'count' })
  const rows = data.rows as unknown as { key: string; values: { count: number } }[]
  expect(Object.fromEntries(rows.map(({ key, values }) => [key, values.count]))).toMatchObject({ death: 1, serious: 1 })
  expect(data.values).toMatchObject({ count: 2 })
})
