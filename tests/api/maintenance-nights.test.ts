import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayStart } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { maintainOrders, maintainReminders } from '#server/features/maintenance/maintain-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

// Nights lie in years to come, so that no row of today is due in them.

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 4)
afterAll(() => worker.end())
const [admin, engineer] = await Promise.all([app.as('administrator'), app.as('engineer')])
const [plans, cards, orders] = ['/eam/deviceplan', '/eam/devicecardmaintain', '/eam/eventtypemaintain']

const saved = async (path: string, draft: object): Promise<string> => {
  const answer = await admin.post(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data.id as string
}
let serial = 0
const device = (more: object = {}): Promise<string> =>
  saved('/eam/device/submit', { deviceName: `监护仪${++serial}`, useDeptId: home.depts.medicine, ...more })
const planOf = (deviceId: string, firstDue: string, more: object = {}): Promise<string> =>
  saved(`${plans}/submits`, { planName: `夜间${++serial}`, deviceId, planCycle: 1, planCycleUnit: 'month', firstDue, ...more })
const cardOf = async (planId: string): Promise<Row> => (await admin.get<Page>(`${cards}/list`, { planId })).data.records[0]!
const ordersOf = async (planId: string): Promise<Row[]> =>
  (await admin.get<Page>(`${orders}/list`, { planId, ascs: 'dueDate' })).data.records

/** A moment as clocks show it at home. */
const clock = (day: string, time: string): Date => new Date(Date.parse(dayStart(day)) + Date.parse(`1970-01-01T${time}:00Z`))
const night = (day: string, time = '00:15'): Promise<void> => runTimedJob(maintainOrders, worker, clock(day, time))
const morning = (day: string): Promise<void> => runTimedJob(maintainReminders, worker, clock(day, '07:35'))
const end = async (planId: string, step: string, more: object): Promise<void> => {
  const open = (await ordersOf(planId)).find((row) => ['due', 'assigned', 'working'].includes(String(row.orderState)))!
  expect((await engineer.post(`${orders}/${step}`, { id: open.id, ...more })).msg).toBe('操作成功')
}

// Each test is alone with its plans: those of the ones before make no orders and have none open.
beforeEach(async () => {
  await app.sql('update device_plan set is_inactive = 1 where tenant_id = $1', [home.tenant])
  await app.sql(
    `update maintain_order set order_state = 'cancelled' where tenant_id = $1 and order_state in ('due', 'assigned', 'working')`,
    [home.tenant],
  )
  await app.sql('update maintain_card set open_order_id = null where tenant_id = $1', [home.tenant])
})

describe('an order is made', () => {
  test.each([
    ['at 23:30 of the day before', '2040-03-08', '23:30', 0],
    ['at 00:30 of the day', '2040-03-09', '00:30', 1],
    ['at 07:30 of the day', '2040-03-09', '07:30', 1],
  ])('lead days before its date by the day at home: %s', async (_, day, time, made) => {
    const id = await planOf(await device(), '2040-03-16', { leadDays: 7 })
    await night(day, time)
    expect((await ordersOf(id)).map((row) => row.dueDate)).toEqual(made === 1 ? ['2040-03-16'] : [])
  })

  test('exactly once by two processes at once, and by every further night', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => planOf(await device(), '2040-04-10')))
    await Promise.all([night('2040-04-10'), night('2040-04-10'), night('2040-04-10')])
    await night('2040-04-11')
    for (const id of ids) expect(await ordersOf(id)).toHaveLength(1)
  })

  test('with its own date after three days without a run', async () => {
    const id = await planOf(await device(), '2040-05-10', { planCycle: 2, planCycleUnit: 'day' })
    await night('2040-05-13')
    const [order] = await ordersOf(id)
    expect(order).toMatchObject({ dueDate: '2040-05-10', orderState: 'due' })
    expect(await ordersOf(id)).toHaveLength(1)
  })

  test('once for an occurrence, though the plan changes, and by the new cycle from then on', async () => {
    const id = await planOf(await device(), '2040-06-10', { leadDays: 5 })
    await night('2040-06-05')
    await saved(`${plans}/submits`, { id, planCycle: 10, planCycleUnit: 'day', leadDays: 9 })
    await night('2040-06-06')
    expect(await ordersOf(id)).toHaveLength(1)
    await end(id, 'skip', { reason: '改期' })
    expect((await cardOf(id)).nextDue).toBe('2040-06-20')
    await night('2040-06-11')
    expect((await ordersOf(id)).map((row) => row.dueDate)).toEqual(['2040-06-10', '2040-06-20'])
  })

  test('not at all by a run that is killed, and by the next', async () => {
    const id = await planOf(await device(), '2040-07-10')
    const holder = new pg.Client({ connectionString: app.database.superUrl })
    await holder.connect()
    await holder.query(`create function refuse_night() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger refuse_night before update on maintain_card for each statement execute function refuse_night()`)
    await expect(night('2040-07-10')).rejects.toThrow('killed')
    await holder.query('drop trigger refuse_night on maintain_card; drop function refuse_night()')
    await holder.end()
    expect(await app.sql('select 1 from maintain_order where plan_id = $1', [id])).toEqual([])
    await night('2040-07-10')
    expect(await ordersOf(id)).toHaveLength(1)
  })

  test('for the assignee of the plan, and for no one once this person has left', async () => {
    const ids = await Promise.all([1, 2].map(async () => planOf(await device(), '2040-08-10', { assigneeId: home.users.engineer })))
    const late = await planOf(await device(), '2040-08-12', { assigneeId: home.users.engineer })
    await night('2040-08-10')
    for (const id of ids) expect((await ordersOf(id))[0]).toMatchObject({ orderState: 'assigned', assigneeId: home.users.engineer })
    const told = await app.sql(`select user_id, detail from notice where kind = 'maintain_due' and sent_at = $1`, [
      clock('2040-08-10', '00:15'),
    ])
    expect(told).toEqual([{ user_id: home.users.engineer, detail: expect.stringContaining('× 2') }])
    await app.sql(`select set_config('app.tenant', $1, false)`, [home.tenant])
    await app.sql(`update app_user set status = 'stopped' where id = $1`, [home.users.engineer])
    await night('2040-08-12')
    await app.sql(`update app_user set status = 'active' where id = $1`, [home.users.engineer])
    expect((await ordersOf(late))[0]).toMatchObject({ orderState: 'due', assigneeId: null })
    const managers = await app.sql(`select user_id from notice where kind = 'maintain_due' and sent_at = $1`, [
      clock('2040-08-12', '00:15'),
    ])
    expect(managers.map((row) => row.user_id)).toContain(home.users.equipment_manager)
  })

  test('for devices that come under a plan by conditions later, and not for one that a person took out', async () => {
    const draft = { planName: '放射设备', planSubject: 'rule', importantClassification: 'radiation', planCycle: 1, planCycleUnit: 'year' }
    const [first, second] = [await device({ importantClassification: 'radiation' }), await device({ importantClassification: 'radiation' })]
    const id = await saved(`${plans}/submits`, { ...draft, firstDue: '2040-09-10' })
    const [out] = (await admin.get<Page>(`${cards}/list`, { planId: id, deviceId: second })).data.records
    expect((await admin.post(`${cards}/remove`, { ids: [out!.id] })).msg).toBe('操作成功')
    const third = await device({ importantClassification: 'radiation' })
    await night('2040-09-10')
    expect((await ordersOf(id)).map((row) => row.deviceId).sort()).toEqual([first, third].sort())
  })
})

describe('no order is made', () => {
  test('for devices that are sealed, missing or disposed of, with a reason; a stopped one gets its order', async () => {
    const states = ['idle', 'missing', 'disposed', 'repairing', 'lent'] as const
    const made = await Promise.all(states.map(async (state) => ({ state, deviceId: await device() })))
    const held = await device()
    const ids = new Map<string, string>()
    for (const { state, deviceId } of made) ids.set(state, await planOf(deviceId, '2041-01-10'))
    ids.set('held', await planOf(held, '2041-01-10'))
    for (const { state, deviceId } of made) await app.sql('update device set eam_status = $2 where id = $1', [deviceId, state])
    await app.sql(`update device set eam_status = 'idle', stop_kinds = array['quality'] where id = $1`, [held])
    await night('2041-01-10')
    const found: Record<string, unknown> = {}
    for (const [state, id] of ids) found[state] = [(await ordersOf(id)).length, (await cardOf(id)).pause]
    expect(found).toEqual({
      idle: [0, 'idle'],
      missing: [0, 'missing'],
      disposed: [0, 'disposed'],
      repairing: [1, null],
      lent: [1, null],
      held: [1, null],
    })
    expect(await cardOf(ids.get('idle')!)).toMatchObject({ pauseValue: '设备已封存' })
    // Unsealed weeks later, it is due at once and not in the past.
    await app.sql(`update device set eam_status = 'in_use' where id = $1`, [made[0]!.deviceId])
    await night('2041-02-20')
    expect((await ordersOf(ids.get('idle')!)).map((row) => row.dueDate)).toEqual(['2041-02-20'])
  })

  test('of a plan that is inactive, and for a device that no longer meets its conditions', async () => {
    const id = await planOf(await device(), '2041-03-10')
    await saved(`${plans}/submits`, { id, isInactive: 1 })
    const deviceId = await device({ importantClassification: 'special' })
    const draft = { planName: '特种', planSubject: 'rule', importantClassification: 'special', planCycle: 1, planCycleUnit: 'year' }
    const byRule = await saved(`${plans}/submits`, { ...draft, firstDue: '2041-03-10' })
    await saved('/eam/device/submit', { id: deviceId, importantClassification: null })
    await night('2041-03-10')
    expect([await ordersOf(id), await ordersOf(byRule)]).toEqual([[], []])
    expect([(await cardOf(id)).pause, (await cardOf(byRule)).pause]).toEqual(['inactive', 'left'])
  })

  test('while one is open: occurrences that pass are missed', async () => {
    const id = await planOf(await device(), '2041-04-10', { planCycle: 10, planCycleUnit: 'day' })
    await night('2041-04-10')
    for (const day of ['2041-04-19', '2041-04-20', '2041-04-21', '2041-05-01']) await night(day)
    expect(await ordersOf(id)).toHaveLength(1)
    expect((await admin.get<Row>(`${orders}/detail`, { id: (await ordersOf(id))[0]!.id })).data).toMatchObject({ missedCount: 2 })
  })
})

test('overdue orders are told in the morning after their date, and again a week later', async () => {
  const id = await planOf(await device(), '2042-01-10', { assigneeId: home.users.engineer })
  await night('2042-01-10')
  const told = async (day: string): Promise<number> => {
    await morning(day)
    const rows = await app.sql(`select user_id from notice where kind = 'maintain_overdue' and sent_at = $1 and user_id = $2`, [
      clock(day, '07:35'),
      home.users.engineer,
    ])
    return rows.length
  }
  const found: number[] = []
  for (const day of ['2042-01-10', '2042-01-11', '2042-01-12', '2042-01-17', '2042-01-18']) found.push(await told(day))
  expect(found).toEqual([0, 1, 0, 0, 1])
  await end(id, 'finish', { result: 'good' })
  expect(await told('2042-01-25')).toBe(0)
})

test('a night makes thousands of orders in a few statements', async () => {
  await app.sql(
    `insert into device (tenant_id, id, device_name, device_code, use_dept_id, eam_status, filing_status, important_classification, qr_token)
      select $1, gen_random_uuid(), '急救设备', 'JJ-' || i, $2, 'in_use', 'filed', 'emergency', 'jj' || i from generate_series(1, 2100) i`,
    [home.tenant, home.depts.medicine],
  )
  const draft = {
    planName: '急救设备',
    planSubject: 'rule',
    importantClassification: 'emergency',
    planCycle: 1,
    planCycleUnit: 'year',
    spreads: 1,
  }
  const id = await saved(`${plans}/submits`, { ...draft, firstDue: '2043-01-01' })
  await night('2043-12-31')
  const rows = await app.sql(
    'select count(*)::int as orders, count(distinct due_date)::int as days from maintain_order where plan_id = $1',
    [id],
  )
  expect(rows).toEqual([{ orders: 2100, days: 365 }])
})
