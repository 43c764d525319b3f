import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPool } from '#server/db/pool.ts'
import { tellOverdue } from '#server/features/pool/overdue-job.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { numbers } from '#tests/harness/numbers.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

let app: TestApp
let admin: Client
let keeper: Client
let warehouse: Client
let engineer: Client
let stranger: Client
let seed = 0
const { bones, medicine } = home.depts
const hour = 3_600_000
const at = (hours: number): string => new Date(Math.floor(Date.now() / 60_000) * 60_000 + hours * hour).toISOString()

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  keeper = await app.as('keeper')
  warehouse = await app.as('warehouse_keeper')
  engineer = await app.as('engineer')
  stranger = await app.as('administrator', other)
})
afterAll(() => app.stop())

const made = async (client: Client, path: string, draft: object): Promise<string> => {
  const answer = await client.post(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data.id
}
const pump = (draft: object = {}): Promise<string> =>
  made(admin, '/eam/device/submit', { deviceName: `输液泵${++seed}`, useDeptId: medicine, ...draft })
const share = (client: Client, ids: string[], terms: object = {}) =>
  client.post<{ changed: number }>('/eam/share/device/tag-submit', { ids, priceKind: 'hour', unitPrice: '12.50', ...terms })
const pooled = async (draft: object = {}): Promise<string> => {
  const id = await pump(draft)
  expect((await share(admin, [id])).data).toEqual({ changed: 1 })
  return id
}
const saveAt = '/eam/deviceusemanage/shared-borrowing-save'
const borrow = (client: Client, deviceId: string, draft: object = {}) =>
  client.post<Row>(saveAt, { deviceId, borrowDeptId: bones, fromTime: at(0), toTime: at(4), ...draft })
const step = (client: Client, name: string, id: string, input: object = {}) =>
  client.post<Row>(`/eam/deviceusemanage/shared-borrowing-${name}`, { id, ...input })
const cardOf = async (id: string) => (await admin.get('/eam/device/detail', { id })).data
const rowOf = async (id: string) => (await admin.get('/eam/deviceusemanage/shared-borrowing-detail', { id })).data

describe('tags', () => {
  test('marks are set, listed with their counts and taken off; each is an event of the card', async () => {
    const [one, two] = [await pump(), await pump()]
    const mark = { ids: [one, two], note: '待检修' }
    expect((await admin.post('/eam/marker/device/tag-submit', mark)).data).toEqual({ changed: 2 })
    expect((await admin.post('/eam/marker/device/tag-submit', mark)).data).toEqual({ changed: 0 })
    expect((await admin.get<Page>('/eam/marker/device/page')).data.total).toBe(2)
    const counts = await admin.get<{ key: string; count: number }[]>('/eam/marker/device/marker-tag-count')
    expect(counts.data.find(({ key }) => key === '1')?.count).toBe(2)
    expect((await admin.post(`/eam/marker/device/marker-remove?ids=${one}`)).data).toEqual({ changed: 1 })
    expect((await admin.get<Page>('/eam/marker/device/page')).data.records.map(({ id }) => id)).toEqual([two])
    expect((await cardOf(one)).isMarked).toBe(0)
  })

  test('the pool is filled and emptied by device; a price may be given again', async () => {
    const [one, two] = [await pump(), await pump()]
    expect((await share(admin, [one, two])).status).toBe(200)
    expect((await share(admin, [one], { priceKind: 'day', unitPrice: '80' })).status).toBe(200)
    const listed = await admin.get<Page>('/eam/share/pool/list', { deviceId: one })
    expect(listed.data.records).toMatchObject([{ priceKind: 'day', unitPrice: '80.00', lendDeptId: medicine }])
    expect((await cardOf(one)).isShared).toBe(1)
    expect((await admin.post(`/eam/share/device/share-remove?ids=${one},${two}`)).data).toEqual({ changed: 2 })
    expect((await cardOf(two)).isShared).toBe(0)
    expect((await admin.post(`/eam/share/device/share-remove?ids=${two}`)).status).toBe(404)
  })

  test('are for people with the right and for their own hospital', async () => {
    const id = await pump({ useDeptId: bones })
    for (const client of [keeper, engineer]) {
      expect((await share(client, [id])).status).toBe(403)
      expect((await client.post('/eam/marker/device/tag-submit', { ids: [id] })).status).toBe(403)
    }
    expect((await share(stranger, [id])).status).toBe(404)
    expect((await stranger.post('/eam/marker/device/tag-submit', { ids: [id] })).status).toBe(404)
    expect((await stranger.post(`/eam/marker/device/marker-remove?ids=${id}`)).status).toBe(404)
    expect(await share(admin, [id], { unitPrice: '-1' })).toMatchObject({ status: 400 })
    expect(await cardOf(id)).toMatchObject({ isShared: null, isMarked: null })
  })
})

describe('a borrowing', () => {
  test('reserves and hands out at once, moves the card, and returns with its fee [ASSET-ST-USE-7] [ASSET-ST-USE-8]', async () => {
    const id = await pooled()
    const saved = await borrow(admin, id, { handOutNow: 1 })
    expect(saved.status).toBe(200)
    expect(await rowOf(saved.data.id)).toMatchObject({
      borrowingStatus: 'lent',
      lendDeptId: medicine,
      unitPrice: '12.50',
      priceKind: 'hour',
    })
    expect(await cardOf(id)).toMatchObject({ eamStatus: 'lent', borrowDeptId: bones })
    await app.sql(`update shared_borrowing set handed_out_at = handed_out_at - interval '150 minutes' where id = $1`, [saved.data.id])
    expect((await step(admin, 'return', saved.data.id, { condition: 'good' })).status).toBe(200)
    expect(await rowOf(saved.data.id)).toMatchObject({ borrowingStatus: 'returned', units: 3, fee: '37.50', returnConditionValue: '完好' })
    expect(await cardOf(id)).toMatchObject({ eamStatus: 'in_stock', borrowDeptId: null })
    const events = await app.sql('select verb from audit_event where entity_id = $1 order by version', [id])
    expect(events.map(({ verb }) => verb)).toEqual(['add', 'change', 'lend', 'change', 'takeBack', 'change'])
    expect(await step(admin, 'return', saved.data.id, { condition: 'good' })).toMatchObject({ status: 409, error: 'wrong_state' })
  })

  test('is refused while another one has the device, and names it', async () => {
    const id = await pooled()
    const first = await borrow(admin, id)
    const refused = await borrow(keeper, id, { fromTime: at(3), toTime: at(5) })
    expect(refused).toMatchObject({ status: 409, error: 'conflict' })
    expect(refused.msg).toContain((await rowOf(first.data.id)).borrowingNo)
    expect((await borrow(keeper, id, { fromTime: at(4), toTime: at(5) })).status).toBe(200)
    expect(await step(admin, 'extend', first.data.id, { toTime: at(4.5) })).toMatchObject({ status: 409, error: 'conflict' })
    expect((await step(admin, 'cancel', first.data.id)).status).toBe(200)
    expect((await borrow(admin, id)).status).toBe(200)
  })

  test('of 50 at once for one device has exactly one winner', async () => {
    const id = await pooled()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => borrow(n % 2 ? admin : keeper, id, { fromTime: at(0), toTime: at(1 + (n % 5)) })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
  })

  test('never overlaps another one, however they come', async () => {
    const [random, ids] = [numbers(7), [await pooled(), await pooled()]]
    const acts = Array.from({ length: 40 }, () => {
      const [from, length] = [random(30), 1 + random(6)]
      return borrow(admin, ids[random(2)]!, { fromTime: at(from), toTime: at(from + length) })
    })
    const open = (await Promise.all(acts)).filter(({ status }) => status === 200)
    expect(open.length).toBeGreaterThan(2)
    await Promise.all(
      open.slice(0, 5).map(({ data }, n) => step(admin, n % 2 ? 'cancel' : 'extend', data.id, n % 2 ? {} : { toTime: at(40) })),
    )
    const pairs = await app.sql(
      `select count(*)::int as n from shared_borrowing a join shared_borrowing b on b.tenant_id = a.tenant_id and b.device_id = a.device_id and b.id > a.id
        and tstzrange(b.from_time, b.to_time) && tstzrange(a.from_time, a.to_time)
        where a.device_id = any($1::uuid[]) and a.borrowing_status in ('reserved', 'lent') and b.borrowing_status in ('reserved', 'lent')`,
      [ids],
    )
    expect(pairs[0]!.n).toBe(0)
    // The database holds it by itself: the same stretch written past the program is refused.
    const again = app.sql(
      `insert into shared_borrowing (tenant_id, id, borrowing_no, borrowing_status, device_id, borrow_dept_id, from_time, to_time)
        select tenant_id, gen_random_uuid(), 'X', 'reserved', device_id, borrow_dept_id, from_time, to_time from shared_borrowing
        where device_id = any($1::uuid[]) and borrowing_status = 'reserved' limit 1`,
      [ids],
    )
    await expect(again).rejects.toThrow(/shared_borrowing_no_overlap/)
  })

  test('leaves the minimum of a class in the department', async () => {
    const classifyId = await made(admin, '/eam/device-class/submit', { className: '输液泵', classCode: '14-02' })
    const ids = [await pooled({ classifyId }), await pooled({ classifyId })]
    await made(admin, '/eam/share/minimum/submit', { deptId: medicine, deviceClassId: classifyId, minimum: 1 })
    expect(await admin.post('/eam/share/minimum/submit', { deptId: medicine, deviceClassId: classifyId, minimum: 2 })).toMatchObject({
      status: 409,
    })
    const sentence = async () =>
      (await admin.get<{ sentence: string }[]>('/eam/share/device/availability', { keyword: '输液泵' })).data.map((one) => one.sentence)
    expect(await sentence()).toContain('输液泵空闲 1 台：内科 1')
    const answers = await Promise.all(ids.map((id) => borrow(keeper, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)!.msg).toBe('内科至少保留 1 台输液泵，借出后该时段只剩 0 台')
    expect(await sentence()).toContain('输液泵暂无空闲')
  })

  test('damage found on return opens a repair and stops the card', async () => {
    const id = await pooled({ useDeptId: medicine })
    for (const path of ['submit-filing', 'sureEam']) await admin.post(`/eam/device/${path}`, { id })
    await app.sql(`update device set eam_status = 'in_use' where id = $1`, [id])
    const { data } = await borrow(admin, id, { handOutNow: 1 })
    expect(await step(admin, 'return', data.id, { condition: 'damaged' })).toMatchObject({ status: 400, error: 'bad_input' })
    expect((await step(admin, 'return', data.id, { condition: 'damaged', note: '屏幕破裂' })).status).toBe(200)
    expect((await cardOf(id)).eamStatus).toBe('repairing')
    const repairs = await admin.get<Page>('/eam/eventtyperepair/list', { deviceId: id })
    expect(repairs.data.records).toMatchObject([{ faultDescription: '屏幕破裂' }])
  })

  test('is handed out by the department of the device, not by who borrows it', async () => {
    const id = await pooled()
    const reserved = await borrow(keeper, id)
    expect(reserved.status).toBe(200)
    expect(await step(keeper, 'hand-out', reserved.data.id)).toMatchObject({ status: 400, error: 'rule' })
    expect(await step(engineer, 'hand-out', reserved.data.id)).toMatchObject({ status: 403 })
    expect(await step(stranger, 'hand-out', reserved.data.id)).toMatchObject({ status: 404 })
    expect((await cardOf(id)).eamStatus).toBe('in_stock')
    // Neither the device nor the borrowing department is the keeper's.
    const far = await made(admin, '/blade-system/dept/submit', { deptName: '急诊科', category: 'clinical' })
    const foreign = await borrow(keeper, await pooled({ useDeptId: far }), { borrowDeptId: medicine })
    expect([400, 404]).toContain(foreign.status)
    expect((await warehouse.post(saveAt, { deviceId: id, borrowDeptId: bones, fromTime: at(5), toTime: at(6) })).status).toBe(403)
    expect((await borrow(stranger, id)).status).toBe(400)
  })

  test('of what is not shared, over before it begins, or in the own department is refused', async () => {
    const id = await pooled()
    expect(await borrow(admin, await pump())).toMatchObject({ status: 400, error: 'bad_input' })
    expect(await borrow(admin, id, { toTime: at(-1) })).toMatchObject({ status: 400 })
    expect(await borrow(admin, id, { fromTime: at(-3), toTime: at(-2) })).toMatchObject({ status: 400 })
    expect(await borrow(admin, id, { borrowDeptId: medicine })).toMatchObject({ status: 400, error: 'rule' })
    expect((await borrow(admin, id)).status).toBe(200)
    expect(await admin.post(`/eam/share/device/share-remove?ids=${id}`)).toMatchObject({ status: 409, error: 'conflict' })
  })

  test('the first who waits is told when the device is back, once', async () => {
    const id = await pooled()
    const { data } = await borrow(admin, id, { handOutNow: 1 })
    const first = await made(keeper, '/eam/share/waiting/submit', { deviceId: id, borrowDeptId: bones })
    const second = await made(admin, '/eam/share/waiting/submit', { deviceId: id, borrowDeptId: bones })
    expect(await admin.post('/eam/share/waiting/submit', { borrowDeptId: bones })).toMatchObject({ status: 400 })
    await step(admin, 'return', data.id, { condition: 'good' })
    const state = async (one: string) => (await admin.get('/eam/share/waiting/detail', { id: one })).data.waitingStatus
    expect([await state(first), await state(second)]).toEqual(['noticed', 'waiting'])
    const told = await app.sql(`select user_id from notice where kind = 'pool_free' and target_id = $1`, [first])
    expect(told).toEqual([{ user_id: home.users.keeper }])
    expect((await borrow(keeper, id)).status).toBe(200)
    expect(await state(first)).toBe('served')
  })

  test('shows in the calendar of the pool to everyone, the record only to whom it concerns', async () => {
    const id = await pooled()
    await borrow(admin, id, { borrowDeptId: home.depts.surgery })
    const ask = async (client: Client) =>
      (
        await client.get<{ deviceId: string; spans: { id: string | null; deptName: string }[] }[]>('/eam/share/device/calendar', {
          beginDate: at(8).slice(0, 10),
          days: 2,
          deviceId: id,
        })
      ).data
    expect((await ask(admin))[0]!.spans).toMatchObject([{ deptName: '外科', status: 'reserved', id: expect.any(String) }])
    expect((await ask(engineer))[0]!.spans).toMatchObject([{ deptName: '外科', id: null }])
    expect(await ask(stranger)).toEqual([])
  })
})

test('overdue borrowings are told once a day', async () => {
  const { data } = await borrow(keeper, await pooled())
  await step(admin, 'hand-out', data.id)
  await app.sql(`update shared_borrowing set from_time = now() - interval '2 hours', to_time = now() - interval '1 hour' where id = $1`, [
    data.id,
  ])
  const worker = openPool(app.database.jobsUrl, 1)
  for (let n = 0; n < 2; n++) await runTimedJob(tellOverdue, worker)
  await worker.end()
  expect(await app.sql(`select user_id from notice where kind = 'pool_overdue' and target_id = $1`, [data.id])).toEqual([
    { user_id: home.users.keeper },
  ])
})
