import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { callOnReport } from '#server/features/service/oncall/call-report.ts'
import { onCallJob } from '#server/features/service/oncall/on-call-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab, type Settled } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [manager, engineer, keeper, neighbour] = (await Promise.all([
  app.as('equipment_manager'),
  app.as('engineer'),
  app.as('keeper'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client]
const worker = openPool(app.database.jobsUrl, 4)
afterAll(() => worker.end())
const lab = repairs(app, admin)
const people = await peopleLab(app, () => admin)
const [rotas, shifts, users] = ['/eam/on-call-rota', '/eam/on-call-shift', '/osm/user']

const done = async (path: string, body: object, who = admin): Promise<Row> => {
  const answer = await who.post<Row>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const refused = async (path: string, body: object, who = admin): Promise<string> => {
  const answer = await who.post(path, body)
  expect([path, answer.success, answer.status >= 400 && answer.status < 500]).toEqual([path, false, true])
  return answer.msg
}
let serial = 0
let first: Settled
let backup: Settled
let leader: Settled
let rotaId: string
const minutes = 15

// A working week: Monday 4 to Sunday 10 March 2030. People are on call each night and at the weekend.
const monday = '2030-03-04'
const at = (days: number, time: string): Date => new Date(`${daysAfter(monday, days)}T${time}:00+08:00`)
const later = (moment: Date, more: number): Date => new Date(moment.getTime() + more * 60_000)

beforeAll(async () => {
  ;[first, backup, leader] = (await Promise.all([1, 2, 3].map(() => people.settled('engineer')))) as [Settled, Settled, Settled]
  await done('/blade-system/param/submit', { paramName: '上班时间', paramKey: 'oncall.workHours', paramValue: '08:00-17:30' })
  const rota = { rotaName: '骨科值班', depts: [home.depts.bones], escalateMinutes: minutes, leaderId: leader.id }
  rotaId = String((await done(`${rotas}/submit`, rota, manager)).id)
  for (const weekday of ['1', '2', '3', '4', '5', '6', '7'])
    await done(
      `${shifts}/submit`,
      {
        ...{ rotaId, shiftKind: 'weekly', weekday, fromTime: '17:30', toTime: weekday === '5' || weekday === '6' ? '17:30' : '08:00' },
        ...{ validFrom: '2030-01-01', validTo: '2030-12-31', personId: first.id, backupId: backup.id },
      },
      manager,
    )
})

/** An urgent report that reached the program at a moment. */
const reported = async (moment: Date, urgency = 'urgent'): Promise<string> => {
  const id = await lab.report(keeper, await lab.card())
  await app.sql('update repair_order set urgency = $2, reported_at = $3 where id = $1', [id, urgency, moment])
  await writeAs(worker, home.tenant, async (tx) => {
    const { rows } = await tx.run({ text: 'select * from repair_order where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
    await callOnReport(tx, rows[0]!, moment)
  })
  return id
}
const become = (status: string, id: string): Promise<unknown> =>
  writeAs(worker, home.tenant, (tx) =>
    tx.run({ text: 'update app_user set status = $3 where tenant_id = $1 and id = $2', values: [tx.tenantId, id, status] }),
  )
const run = (moment: Date): Promise<void> => runTimedJob(onCallJob, worker, moment)
/** Who was called about an order, in order. */
const called = async (id: string): Promise<string[]> =>
  (
    await app.sql(
      `select n.kind, u.account from notice n join app_user u on u.id = n.user_id where n.target_id = $1 and n.kind like 'on_call%' order by n.sent_at, n.id`,
      [id],
    )
  ).map((row) => `${row.kind} ${row.account}`)
const history = async (id: string, who = manager): Promise<string[]> =>
  (await who.get<Page>('/eam/eventtyperepair/history', { id, size: '50' })).data.records
    .filter((row) => row.operationType === 'onCallTold')
    .map((row) => String(row.showContent))

describe('an urgent report', () => {
  test.each<[string, number, string, boolean]>([
    ['Monday at 23:30', 0, '23:30', true],
    ['Tuesday at 00:30', 1, '00:30', true],
    ['Tuesday at 07:30', 1, '07:30', true],
    ['Tuesday at 08:00', 1, '08:00', false],
    ['Tuesday at 17:29', 1, '17:29', false],
    ['Friday at 17:30', 4, '17:30', true],
    ['Saturday at noon', 5, '12:00', true],
    ['Sunday at noon', 6, '12:00', true],
    ['the next Monday at 07:59', 7, '07:59', true],
    ['the next Monday at 09:00', 7, '09:00', false],
  ])('of %s', async (_, days, time, isCalled) => {
    expect(await called(await reported(at(days, time)))).toEqual(isCalled ? [`on_call ${first.account}`] : [])
  })

  test('of a holiday calls, one of a make-up working day does not', async () => {
    await done('/eam/work-day/submit', { dayName: '假日', day: daysAfter(monday, 15), dayKind: 'rest' })
    await done('/eam/work-day/submit', { dayName: '补班', day: daysAfter(monday, 19), dayKind: 'work' })
    expect(await called(await reported(at(15, '10:00')))).toEqual([`on_call_nobody ${leader.account}`])
    expect(await called(await reported(at(19, '10:00')))).toEqual([])
    expect(await called(await reported(at(19, '20:00')))).toEqual([`on_call ${first.account}`])
  })

  test('is urgent or critical; a normal one and one of a department that no rota serves call no one', async () => {
    expect(await called(await reported(at(0, '20:00'), 'normal'))).toEqual([])
    expect(await called(await reported(at(0, '20:00'), 'critical'))).toEqual([`on_call ${first.account}`])
    const { id } = await done('/eam/device/submit', { deviceName: '内科监护仪', useDeptId: home.depts.medicine })
    await app.sql(`update device set eam_status = 'in_use' where id = $1`, [id])
    const order = await lab.report(admin, String(id), { urgency: 'urgent' })
    expect(await called(order)).toEqual([])
  })

  test('calls backup and leader in turn, each once with two processes at once, and no one after them', async () => {
    const begins = at(0, '23:30')
    const id = await reported(begins)
    await run(later(begins, minutes - 1))
    expect(await called(id)).toEqual([`on_call ${first.account}`])
    const second = later(begins, minutes)
    await Promise.all([run(second), run(second), run(second)])
    expect(await called(id)).toEqual([`on_call ${first.account}`, `on_call_escalated ${backup.account}`])
    const third = later(begins, 2 * minutes)
    await Promise.all([run(third), run(third)])
    const all = [`on_call ${first.account}`, `on_call_escalated ${backup.account}`, `on_call_escalated ${leader.account}`]
    expect(await called(id)).toEqual(all)
    await run(later(begins, 600))
    expect(await called(id)).toEqual(all)
    expect((await history(id)).toReversed().map((line) => line.match(/值班人|备班人|值班负责人/)?.[0])).toEqual([
      '值班人',
      '备班人',
      '值班负责人',
    ])
    const english = await manager.get<Page>('/eam/eventtyperepair/history', { id, size: '50' }, { 'accept-language': 'en' })
    expect(JSON.stringify(english.data.records)).toContain('On-call call')
  })

  test('stops when it is taken on between two calls, when it ends, and when someone is put in charge', async () => {
    const begins = at(1, '01:00')
    const taken = await reported(begins)
    await run(later(begins, minutes))
    await lab.go(engineer, 'accept', taken)
    const ended = await reported(begins)
    await lab.go(keeper, 'cancel', ended)
    const assigned = await reported(begins)
    await lab.go(manager, 'assign', assigned, { engineerId: home.users.engineer })
    for (const more of [minutes, 2 * minutes, 3 * minutes]) await run(later(begins, more))
    expect(await called(taken)).toEqual([`on_call ${first.account}`, `on_call_escalated ${backup.account}`])
    expect(await called(ended)).toEqual([`on_call ${first.account}`])
    expect(await called(assigned)).toEqual([`on_call ${first.account}`])
  })

  test('goes on while it waits for a team that no one has answered for', async () => {
    const team = await done('/eam/service-team/submit', { teamName: `值班班组${++serial}`, members: [home.users.engineer] })
    const begins = at(1, '02:00')
    const id = await reported(begins)
    await lab.go(manager, 'assignTeam', id, { teamId: team.id })
    await run(later(begins, minutes))
    expect(await called(id)).toEqual([`on_call ${first.account}`, `on_call_escalated ${backup.account}`])
    await lab.go(engineer, 'takeOver', id)
    await run(later(begins, 2 * minutes))
    expect(await called(id)).toHaveLength(2)
  })

  test('after three hours without the program calls the step that is due then, once, and says so', async () => {
    const begins = at(2, '00:10')
    const id = await reported(begins)
    await run(later(begins, 180))
    expect(await called(id)).toEqual([`on_call ${first.account}`, `on_call_escalated ${leader.account}`])
    await run(later(begins, 181))
    expect(await called(id)).toHaveLength(2)
    expect((await history(id))[0]).toContain('程序停机')
  })

  test('with one minute to answer calls the backup before the leader, though the run of that minute begins late', async () => {
    await app.sql('update on_call_rota set escalate_minutes = 1 where id = $1', [rotaId])
    try {
      const begins = at(2, '02:10')
      const id = await reported(begins)
      await run(later(begins, 2.1))
      expect(await called(id)).toEqual([`on_call ${first.account}`, `on_call_escalated ${backup.account}`])
      expect((await history(id))[0]).not.toContain('程序停机')
      await run(later(begins, 3.2))
      expect((await called(id)).at(-1)).toBe(`on_call_escalated ${leader.account}`)
    } finally {
      await app.sql('update on_call_rota set escalate_minutes = $2 where id = $1', [rotaId, minutes])
    }
  })

  test('that a process was killed over is called once more by the next, from its stored step', async () => {
    const begins = at(2, '01:10')
    const id = await reported(begins)
    const dying = openPool(app.database.jobsUrl, 1)
    const client = await dying.connect()
    await client.query('begin')
    await client.query(`select set_config('app.tenant', $1, true)`, [home.tenant])
    await client.query('select 1 from on_call_alert where repair_id = $1 for update', [id])
    // Another process has it: it is left to that one.
    await run(later(begins, minutes))
    expect(await called(id)).toHaveLength(1)
    client.release(new Error('killed'))
    await dying.end()
    // The database gives the row free a moment after the connection is gone: this waits for it.
    await app.sql('select 1 from on_call_alert where repair_id = $1 for update', [id])
    await run(later(begins, minutes + 1))
    expect(await called(id)).toEqual([`on_call ${first.account}`, `on_call_escalated ${backup.account}`])
  })
})

describe('people', () => {
  test('on leave, stopped or without a right to the order are skipped, and the history says who', async () => {
    const [away, gone, night] = [await people.settled('engineer'), await people.settled('engineer'), at(9, '19:00')]
    const swap = (personId: string, backupId: string | null) => ({
      ...{ rotaId, shiftKind: 'dated', startsAt: night.toISOString(), endsAt: later(night, 120).toISOString(), personId, backupId },
    })
    const { id: shiftId } = await done(`${shifts}/submit`, swap(away.id, gone.id), manager)
    await writeAs(worker, home.tenant, async (tx) => {
      await tx.run({
        text: `insert into flow_leave (tenant_id, id, applicant_id, reason, start_date, end_date, leave_days, leave_status) values ($1, gen_random_uuid(), $2, '事假', $3, $3, 1, 'approved')`,
        values: [tx.tenantId, away.id, homeDay(night)],
      })
    })
    await become('stopped', gone.id)
    const id = await reported(night)
    expect(await called(id)).toEqual([`on_call ${leader.account}`])
    const [line] = await history(id)
    const names = await app.sql('select id, real_name from app_user where id = any($1::uuid[])', [[away.id, gone.id]])
    for (const { real_name } of names) expect(line).toContain(String(real_name))
    expect(line).toContain('请假')
    expect(line).toContain('账号停用')
    await run(later(night, minutes))
    expect(await called(id)).toHaveLength(1)
    await done(`${shifts}/remove`, { ids: [shiftId] }, manager)
    expect(await called(await reported(night))).toEqual([`on_call ${first.account}`])
  })

  test('whom no one relieves: without a shift the leader is called, and without a leader those who assign', async () => {
    const begins = new Date('2031-03-04T23:00:00+08:00')
    const id = await reported(begins)
    expect(await called(id)).toEqual([`on_call_nobody ${leader.account}`])
    expect((await history(id))[0]).toContain('无人值班')
    await become('stopped', leader.id)
    const none = await reported(begins)
    expect(await called(none)).toContain('on_call_nobody equipment_manager')
    expect((await history(none))[0]).toContain('派工人员')
    await become('active', leader.id)
  })

  test('who come on call before the next step are told with the backup', async () => {
    const [next, begins] = [await people.settled('engineer'), at(10, '19:55')]
    const { id: shiftId } = await done(
      `${shifts}/submit`,
      {
        ...{ rotaId, shiftKind: 'dated', startsAt: at(10, '20:00').toISOString(), endsAt: at(10, '22:00').toISOString() },
        ...{ personId: next.id, backupId: backup.id },
      },
      manager,
    )
    const id = await reported(begins)
    await run(later(begins, minutes))
    expect((await called(id)).toSorted()).toEqual(
      [`on_call ${first.account}`, `on_call_escalated ${backup.account}`, `on_call_escalated ${next.account}`].toSorted(),
    )
    await done(`${shifts}/remove`, { ids: [shiftId] }, manager)
  })

  test('who leave hand their shifts and rotas over, and only leave after that', async () => {
    const [leaver, next] = [await people.settled('engineer'), await people.settled('engineer')]
    const rota = { rotaName: `交接值班${++serial}`, depts: [home.depts.medicine], escalateMinutes: 5, leaderId: leaver.id }
    const { id } = await done(`${rotas}/submit`, rota)
    const shift = { rotaId: id, shiftKind: 'dated', startsAt: '2039-01-01T10:00:00Z', endsAt: '2039-01-01T20:00:00Z' }
    const { id: own } = await done(`${shifts}/submit`, { ...shift, personId: leaver.id, backupId: next.id })
    const past = { startsAt: '2020-01-01T10:00:00Z', endsAt: '2020-01-01T20:00:00Z', personId: leaver.id }
    const { id: old } = await done(`${shifts}/submit`, { ...shift, ...past })
    const listed = (await admin.get<{ records: Row[] }>(`${users}/transfer-list`, { userId: leaver.id })).data.records
    expect(listed.map(({ kind, id: row }) => [kind, row]).toSorted()).toEqual([
      ['onCallRota', id],
      ['onCallShift', own],
    ])
    expect(await refused('/blade-user/remove', { ids: [leaver.id] })).toContain('待交接')
    expect(await refused(`${users}/transfer-order`, { userId: leaver.id, toId: home.users.keeper })).toContain('不能维修')
    const { data } = await admin.post<Row>(`${users}/transfer-order`, { userId: leaver.id, toId: next.id })
    expect(data).toMatchObject({ onCallShifts: 1, onCallRotas: 1 })
    const one = async (path: string, row: unknown) => (await admin.get<Row>(`${path}/detail`, { id: String(row) })).data
    expect(await one(shifts, own)).toMatchObject({ personId: next.id, backupId: null })
    expect(await one(shifts, old)).toMatchObject({ personId: leaver.id })
    expect(await one(rotas, id)).toMatchObject({ leaderId: next.id })
    await done(`${rotas}/submit`, { id, version: (await one(rotas, id)).version, isInactive: 1 })
  })
})

describe('a rota', () => {
  test('serves a department alone', async () => {
    const rota = { rotaName: `重复${++serial}`, escalateMinutes: 5, leaderId: leader.id }
    expect(await refused(`${rotas}/submit`, { ...rota, depts: [home.depts.bones] })).toContain('一个科室只能有一张值班表')
    expect(await refused(`${rotas}/submit`, { ...rota, escalateMinutes: 0 })).toContain('升级时限')
    expect(await refused(`${rotas}/submit`, { ...rota, leaderId: home.users.keeper })).toContain('值班负责人')
  })

  test('of a department above serves those below it; the nearest one counts, and the one for all the rest', async () => {
    const all = await done(`${rotas}/submit`, { rotaName: '全院值班', escalateMinutes: 5, leaderId: leader.id })
    const above = await done(`${rotas}/submit`, {
      ...{ rotaName: '外科值班', depts: [home.depts.surgery], escalateMinutes: 5, leaderId: leader.id },
    })
    const served = async (deptId: string) =>
      (await keeper.get<{ rotas: Row[] }>('/eam/on-call/now', { deptId })).data.rotas.map(({ name }) => name)
    expect(await served(home.depts.bones)).toEqual(['骨科值班'])
    expect(await served(home.depts.surgery)).toEqual(['外科值班'])
    expect(await served(home.depts.medicine)).toEqual(['全院值班'])
    await done(`${rotas}/remove`, { ids: [all.id, above.id] })
  })

  test('refuses shifts that overlap, that end before they begin, and people who may not repair', async () => {
    const weekly = {
      rotaId,
      shiftKind: 'weekly',
      weekday: '3',
      fromTime: '07:00',
      toTime: '09:00',
      validFrom: '2030-02-01',
      personId: first.id,
    }
    expect(await refused(`${shifts}/submit`, weekly)).toContain('时间重叠')
    expect(await refused(`${shifts}/submit`, { ...weekly, fromTime: '25:00' })).toContain('每周起始时刻')
    expect(await refused(`${shifts}/submit`, { ...weekly, weekday: null })).toContain('星期')
    expect(await refused(`${shifts}/submit`, { ...weekly, validTo: '2030-01-31' })).toContain('生效至')
    expect(await refused(`${shifts}/submit`, { ...weekly, backupId: first.id })).toContain('备班人')
    expect(await refused(`${shifts}/submit`, { ...weekly, personId: home.users.keeper })).toContain('值班人')
    const dated = { rotaId, shiftKind: 'dated', startsAt: '2035-01-01T10:00:00Z', endsAt: '2035-01-01T20:00:00Z', personId: first.id }
    const { id } = await done(`${shifts}/submit`, dated)
    expect(await refused(`${shifts}/submit`, { ...dated, startsAt: '2035-01-01T19:00:00Z', endsAt: '2035-01-02T20:00:00Z' })).toContain(
      '时间重叠',
    )
    expect(await refused(`${shifts}/submit`, { ...dated, startsAt: dated.endsAt, endsAt: dated.startsAt })).toContain('须晚于')
    expect(await refused(`${shifts}/submit`, { ...dated, endsAt: null })).toContain('班次结束')
    const rivals = await Promise.all(
      [1, 2].map((hour) =>
        admin.post(`${shifts}/submit`, { ...dated, startsAt: `2036-01-01T0${hour}:00:00Z`, endsAt: '2036-01-01T09:00:00Z' }),
      ),
    )
    expect(rivals.filter(({ success }) => success)).toHaveLength(1)
    await done(`${shifts}/remove`, { ids: [id] })
  })

  test('shows its week: shifts, swaps, working hours and gaps', async () => {
    const { data } = await engineer.get<Record<string, Row[]> & { gapMinutes: number }>('/eam/on-call/week', { rotaId, from: monday })
    expect(data.days).toHaveLength(7)
    const names = await app.sql('select real_name from app_user where id = $1', [first.id])
    expect(data.parts!.slice(0, 3)).toMatchObject([
      { from: at(0, '00:00').toISOString(), to: at(0, '08:00').toISOString(), kind: 'weekly', personName: names[0]!.real_name },
      { to: at(0, '17:30').toISOString(), kind: 'work', personName: null },
      { kind: 'weekly' },
    ])
    expect(data.gapMinutes).toBe(0)
    const empty = await engineer.get<{ gapMinutes: number }>('/eam/on-call/week', { rotaId, from: '2031-03-03' })
    expect(empty.data.gapMinutes).toBe(7 * 1440 - 5 * 570)
  })

  test('is edited by who may, read by engineers, and unknown to another hospital', async () => {
    expect((await engineer.post(`${rotas}/submit`, { rotaName: '无权', escalateMinutes: 5, leaderId: leader.id })).status).toBe(403)
    expect((await engineer.get(`${rotas}/list`)).status).toBe(200)
    expect((await keeper.get(`${rotas}/list`)).status).toBe(403)
    expect((await keeper.get('/eam/on-call/week', { rotaId, from: monday })).status).toBe(403)
    expect((await keeper.get('/eam/on-call/now', { deptId: home.depts.bones })).status).toBe(200)
    expect((await neighbour.get(`${rotas}/detail`, { id: rotaId })).status).toBe(404)
    expect((await neighbour.get('/eam/on-call/week', { rotaId, from: monday })).success).toBe(false)
    expect((await neighbour.get<{ rotas: Row[] }>('/eam/on-call/now')).data.rotas).toEqual([])
  })
})

test('a report made now calls at once outside hours, and its history is a sentence; within them nothing happens', async () => {
  const today = homeDay(new Date())
  const days = [today, daysAfter(today, 1)]
  const marked: Row[] = []
  for (const day of days) marked.push(await done('/eam/work-day/submit', { dayName: `放假${day}`, day, dayKind: 'rest' }))
  const now = Date.now()
  await done(`${shifts}/submit`, {
    ...{ rotaId, shiftKind: 'dated', startsAt: new Date(now - 3_600_000).toISOString(), endsAt: new Date(now + 7_200_000).toISOString() },
    ...{ personId: first.id, backupId: backup.id },
  })
  const id = await lab.report(keeper, await lab.card(), { urgency: 'critical' })
  expect(await called(id)).toEqual([`on_call ${first.account}`])
  expect((await history(id))[0]).toContain('值班人')
  const calm = await lab.report(keeper, await lab.card())
  expect(await called(calm)).toEqual([])
  await done('/eam/eventtyperepair/update', { id: calm, version: (await lab.detail(calm)).version, urgency: 'urgent' }, keeper)
  expect(await called(calm)).toEqual([`on_call ${first.account}`])
  const { data } = await keeper.get<{ isWorkTime: boolean; rotas: Row[] }>('/eam/on-call/now', { deptId: home.depts.bones })
  expect(data).toMatchObject({ isWorkTime: false, rotas: [{ name: '骨科值班', person: { isAway: false } }] })

  const [param] = await app.sql(`select id, version from param where param_key = 'oncall.workHours'`)
  await done('/blade-system/param/submit', { id: param!.id, version: param!.version, paramValue: '00:00-24:00' })
  expect(await refused('/blade-system/param/submit', { id: param!.id, paramValue: '晚上' })).toContain('上班时间')
  for (const [index, day] of days.entries())
    await done('/eam/work-day/submit', { id: marked[index]!.id, version: marked[index]!.version, day, dayKind: 'work' })
  expect(await called(await lab.report(keeper, await lab.card(), { urgency: 'critical' }))).toEqual([])
})
