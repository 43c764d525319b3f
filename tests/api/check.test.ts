import { setTimeout as wait } from 'node:timers/promises'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprint, type PushAnswer, SYNC_SCHEMA, TENANT_HEADER, USER_HEADER } from '#contract/sync.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { home, other } from '#tests/harness/hospitals.ts'

let app: TestApp
let admin: Client
let keeper: Client
let rooms: string[]
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  keeper = await app.as('keeper')
  const put = async (locationName: string, level: string, parentId?: string) =>
    (await admin.post('/eam/plc/location/submit', { locationName, level, parentId })).data.id
  const floor = await put('1层', 'floor', await put('门诊楼', 'building', await put('本部', 'courtyard')))
  rooms = [await put('101', 'room', floor), await put('102', 'room', floor)]
})
afterAll(() => app.stop())

let serial = 0
const card = async (more: Record<string, unknown> = {}) => {
  const rfidCode = `E2${String(++serial).padStart(6, '0')}`
  const answer = await admin.post('/eam/device/submit', {
    deviceName: `泵${serial}`,
    rfidCode,
    useDeptId: home.depts.bones,
    locationId: rooms[0],
    ...more,
  })
  return { id: answer.data.id, rfidCode }
}
interface Task extends Row {
  lines: Row[]
  members: Row[]
}
const submit = (body: Record<string, unknown>, client = admin) =>
  client.post('/eam/check/submit', { checkTitle: '年度盘点', beginDate: '2026-11-01', ...body })
const detail = async (id: string, client = admin) => (await client.get<Task>('/eam/check/details', { id })).data
const start = (id: string) => admin.post('/eam/check/start', { id })
const close = (id: string) => admin.post('/eam/check/close', { id })
const scan = (client: Client, checkId: string, code: string, locationId?: string, more = {}) =>
  client.post('/eam/check/scan', { checkId, code, locationId, ...more })
/** A started check of these cards, in which the keeper counts. */
const started = async (...cards: { id: string }[]) => {
  const id = (await submit({ lines: cards.map((one) => ({ deviceId: one.id })), members: [{ userId: keeper.userId }] })).data.id
  expect((await start(id)).status).toBe(200)
  return id
}
const rowsOf = (table: string) => app.sql(`select count(*)::int as n from ${table} where tenant_id = $1`, [home.tenant])
const lineOf = async (checkId: string, deviceId: string) => (await detail(checkId)).lines.find((line) => line.deviceId === deviceId)!

/** A scan as a phone sends it, some time ago by a clock that is `skewMs` behind. */
const push = async (client: Client, ops: { body: Record<string, unknown>; occurredAt: string; skewMs?: number; id?: string }[]) => {
  const whole = await Promise.all(
    ops.map(async ({ body, occurredAt, skewMs = 0, id = v7() }) => {
      const op = {
        id,
        kind: 'check.scan',
        schema: SYNC_SCHEMA,
        lane: `inv:${id}`,
        deps: [],
        target: { type: 'checkScan', id },
        baseVersion: null,
        body,
      }
      return { ...op, fp: await fingerprint(op), occurredAt, skewMs }
    }),
  )
  const answer = await client.post<PushAnswer>(
    '/sync/push',
    { deviceId: v7(), schema: SYNC_SCHEMA, ops: whole },
    { [USER_HEADER]: client.userId, [TENANT_HEADER]: client.tenant },
  )
  return answer.data.results
}

describe('a check and its lines', () => {
  test('are saved in one transaction: a bad line leaves nothing', async () => {
    const [good] = [await card()]
    const before = [await rowsOf('check_task'), await rowsOf('check_line'), await rowsOf('audit_event')]
    const foreign = (await (await app.as('administrator', other)).post('/eam/device/submit', { deviceName: '外' })).data.id
    const bad: [unknown, string][] = [
      [[{ deviceId: good.id }, { deviceId: v7() }], 'deviceId'],
      [[{ deviceId: good.id }, { deviceId: foreign }], 'deviceId'],
      [[{ deviceId: good.id }, {}], 'lines.1.deviceId'],
      [[{ deviceId: good.id }, { deviceId: good.id, result: 'match' }], 'lines.1.result'],
      [[{ deviceId: good.id }, { deviceId: good.id, checkId: v7() }], 'lines.1.checkId'],
      [[{ deviceId: good.id }, { deviceId: good.id, tenantId: '100003' }], 'lines.1.tenantId'],
      [[{ deviceId: good.id }, 'x'], 'lines.1.'],
      ['x', 'lines'],
    ]
    for (const [lines, field] of bad) {
      const answer = await submit({ lines })
      expect(answer, JSON.stringify(lines)).toMatchObject({ status: 400, error: 'bad_input' })
      expect(JSON.stringify(answer.data)).toContain(field.replace(/\.$/, ''))
    }
    expect((await submit({ lines: [{ deviceId: good.id }, { deviceId: good.id }] })).status).toBe(409)
    expect((await submit({ endDate: '2026-10-31', lines: [{ deviceId: good.id }] })).status).toBe(400)
    expect([await rowsOf('check_task'), await rowsOf('check_line'), await rowsOf('audit_event')]).toEqual(before)
  })

  test('lines are made what is sent: kept by id, added, removed; absent lines stay', async () => {
    const [a, b, c] = [await card(), await card(), await card()]
    const id = (await submit({ lines: [{ deviceId: a.id }, { deviceId: b.id }], members: [{ userId: keeper.userId }] })).data.id
    const first = await detail(id)
    expect(first.lines.map((line) => line.deviceId).sort()).toEqual([a.id, b.id].sort())
    expect(first.members).toMatchObject([{ userId: keeper.userId, userName: '科室资产管理员' }])
    const kept = first.lines.find((line) => line.deviceId === b.id)!
    await submit({ id, lines: [{ id: kept.id, deviceId: b.id }, { deviceId: c.id }] })
    const second = await detail(id)
    expect(second.lines.map((line) => line.deviceId).sort()).toEqual([b.id, c.id].sort())
    expect(second.lines.map((line) => line.id)).toContain(kept.id)
    expect(second.members).toHaveLength(1)
    await admin.post('/eam/check/submit', { id, checkTitle: '改名' })
    expect((await detail(id)).lines).toHaveLength(2)
    await submit({ id, lines: [] })
    expect((await detail(id)).lines).toEqual([])
    expect(await start(id)).toMatchObject({ status: 400, error: 'rule', msg: '请先选择要盘点的设备' })
  })

  test('a line of another check is not taken over', async () => {
    const [a, b] = [await card(), await card()]
    const [one, two] = [(await submit({ lines: [{ deviceId: a.id }] })).data.id, (await submit({ lines: [{ deviceId: b.id }] })).data.id]
    const line = (await detail(one)).lines[0]!
    expect((await submit({ id: two, checkTitle: '抢', lines: [{ id: line.id, deviceId: b.id }] })).status).toBe(404)
    expect((await detail(one)).lines).toEqual([line])
    expect(await detail(two)).toMatchObject({ checkTitle: '年度盘点', lines: [{ deviceId: b.id }] })
  })

  test('whoever saves lines on an old version is refused, also when only lines were changed', async () => {
    const [a, b] = [await card(), await card()]
    const id = (await submit({ lines: [{ deviceId: a.id }] })).data.id
    const save = (version: number, deviceId: string) => admin.post('/eam/check/submit', { id, version, lines: [{ deviceId }] })
    expect(await save(1, b.id)).toMatchObject({ status: 200, data: { version: 2 } })
    expect(await save(1, a.id)).toMatchObject({ status: 409, error: 'stale' })
    expect((await detail(id)).lines).toMatchObject([{ deviceId: b.id }])
    const answers = await Promise.all([save(2, a.id), save(2, a.id), save(2, a.id)])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409])
    expect((await detail(id)).lines).toMatchObject([{ deviceId: a.id }])
  })

  test('the start copies the book side, which then stays; a started check is closed to drafts', async () => {
    const one = await card()
    const id = (await submit({ lines: [{ deviceId: one.id }], members: [{ userId: keeper.userId }] })).data.id
    await admin.post('/eam/device/submit', { id: one.id, deviceName: '改名泵', useDeptId: home.depts.medicine, locationId: rooms[1] })
    const answer = await start(id)
    expect(answer.status).toBe(200)
    await admin.post('/eam/device/submit', { id: one.id, deviceName: '又改名', locationId: rooms[0] })
    expect(await lineOf(id, one.id)).toMatchObject({
      deviceName: '改名泵',
      bookDeptId: home.depts.medicine,
      bookLocationId: rooms[1],
      bookStatus: 'in_stock',
      bookStatusValue: '在库',
      result: 'pending',
    })
    expect((await detail(id)).startedAt).toMatch(/^20/)
    for (const body of [
      { id, checkTitle: 'x' },
      { id, lines: [] },
    ])
      expect(await admin.post('/eam/check/submit', body)).toMatchObject({ status: 409, error: 'closed' })
    expect((await admin.post(`/eam/check/remove?ids=${id}`)).status).toBe(409)
    expect((await start(id)).error).toBe('wrong_state')
  })
})

describe('who sees a check', () => {
  test('its members and its maker; everybody else hears 404', async () => {
    const one = await card()
    const id = await started(one)
    const draft = (await submit({ lines: [{ deviceId: one.id }] })).data.id
    const [head, stranger] = [await app.as('head'), await app.as('administrator', other)]
    expect((await keeper.get<Page>('/eam/check/list', { size: 200 })).data.records.map((row) => row.id)).toContain(id)
    expect((await detail(id, keeper)).lines).toHaveLength(1)
    for (const [client, hidden] of [
      [head, id],
      [keeper, draft],
      [stranger, id],
    ] as const) {
      expect((await client.get('/eam/check/details', { id: hidden })).status).toBe(404)
      expect((await client.get<Page>('/eam/check/list', { size: 200 })).data.records.map((row) => row.id)).not.toContain(hidden)
    }
    const warehouse = await app.as('warehouse_keeper')
    expect(await scan(warehouse, id, one.rfidCode)).toMatchObject({ status: 404, error: 'not_found' })
    expect((await scan(stranger, id, one.rfidCode)).status).toBe(404)
    expect(await scan(head, id, one.rfidCode)).toMatchObject({ status: 403, error: 'forbidden' })
  })

  test('a member who is added sees the check in an exact total', async () => {
    const id = (await submit({ members: [] })).data.id
    const total = async () => (await keeper.get<Page>('/eam/check/list')).data.total
    const before = await total()
    expect(await total()).toBe(before)
    await admin.post('/eam/check/submit', { id, members: [{ userId: keeper.userId }] })
    expect(await total()).toBe(before + 1)
    await admin.post('/eam/check/submit', { id, members: [] })
    expect(await total()).toBe(before)
  })
})

describe('observations', () => {
  test('match, misplaced and surplus', async () => {
    const [here, moved, extra] = [await card(), await card(), await card()]
    const id = await started(here, moved)
    expect((await scan(keeper, id, here.rfidCode, rooms[0], { note: '完好' })).data).toMatchObject({
      result: 'match',
      resultValue: '相符',
      isDeciding: 1,
      isLate: 0,
    })
    expect((await scan(keeper, id, moved.rfidCode, rooms[1])).data).toMatchObject({ result: 'misplaced' })
    expect((await scan(keeper, id, extra.rfidCode, rooms[0])).data).toMatchObject({ result: 'surplus', lineId: null, deviceId: extra.id })
    expect((await scan(keeper, id, 'UNKNOWN-1', rooms[0])).data).toMatchObject({ result: 'surplus', lineId: null, deviceId: null })
    expect(await lineOf(id, here.id)).toMatchObject({ result: 'match', seenLocationId: rooms[0], seenById: keeper.userId, note: '完好' })
    expect(await lineOf(id, moved.id)).toMatchObject({ result: 'misplaced', seenLocationId: rooms[1] })
    const all = (await admin.get<Page>('/eam/check-scan/list', { checkId: id })).data
    expect(all.total).toBe(4)
    expect(all.records.map((row) => row.result).sort()).toEqual(['match', 'misplaced', 'surplus', 'surplus'])
    const { qrToken } = (await admin.get('/eam/device/detail', { id: here.id })).data
    expect((await scan(keeper, id, `https://x.example/m/c/${qrToken}`, rooms[0])).data).toMatchObject({
      deviceId: here.id,
      isDeciding: 0,
      lineResult: 'match',
    })
  })

  test('the earliest by corrected time decides, whatever the order of arrival', async () => {
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [1, 2, 0],
    ]
    for (const order of orders) {
      const one = await card()
      const id = await started(one)
      await app.sql(`update check_task set started_at = now() - interval '2 hours' where id = $1`, [id])
      // By the phone's own clock the second is the earliest; its clock is two minutes behind.
      const ops = [
        { body: { checkId: id, code: one.rfidCode, locationId: rooms[1], note: '最早' }, occurredAt: at(30) },
        { body: { checkId: id, code: one.rfidCode, locationId: rooms[0], note: '慢表' }, occurredAt: at(31), skewMs: 2 * 60_000 },
        { body: { checkId: id, code: one.rfidCode, locationId: rooms[0], note: '最晚' }, occurredAt: at(10) },
      ]
      for (const index of order) expect(await push(keeper, [ops[index]!])).toMatchObject([{ outcome: 'done' }])
      expect(await lineOf(id, one.id), order.join()).toMatchObject({ result: 'misplaced', note: '最早', seenLocationId: rooms[1] })
      const scans = (await admin.get<Page>('/eam/check-scan/list', { checkId: id })).data.records
      expect(scans).toHaveLength(3)
      expect(scans.filter((row) => row.isDeciding === 1)).toHaveLength(1)
    }
  })

  test('a clock that says the card was seen before the check began is not believed', async () => {
    const one = await card()
    const id = await started(one)
    await push(keeper, [{ body: { checkId: id, code: one.rfidCode }, occurredAt: new Date(Date.now() - 86_400_000).toISOString() }])
    const { seenAt } = await lineOf(id, one.id)
    expect(Date.now() - Date.parse(String(seenAt))).toBeLessThan(60_000)
  })

  test('one code on two cards is taken for neither', async () => {
    const [one, two] = [await card({ assetsCode: 'GZ-DOPPELT' }), await card({ assetsCode: 'GZ-DOPPELT' })]
    const id = await started(one, two)
    expect((await scan(keeper, id, 'GZ-DOPPELT', rooms[0])).data).toMatchObject({ result: 'surplus', lineId: null, deviceId: null })
    expect((await detail(id)).lines.map((line) => line.result)).toEqual(['pending', 'pending'])
  })

  test('the same operation twice has one effect', async () => {
    const one = await card()
    const id = await started(one)
    const op = { id: v7(), body: { checkId: id, code: one.rfidCode, locationId: rooms[0] }, occurredAt: new Date().toISOString() }
    const [first] = await push(keeper, [op])
    const [second] = await push(keeper, [op])
    expect(first).toMatchObject({ outcome: 'done', result: { id: op.id } })
    expect(second).toMatchObject({ outcome: 'replayed', result: first!.result })
    expect((await admin.get<Page>('/eam/check-scan/list', { checkId: id })).data.total).toBe(1)
    expect((await lineOf(id, one.id)).version).toBe((await lineOf(id, one.id)).version)
  })

  test('people who scan one card at the same moment leave one deciding observation, and all stay on record', async () => {
    const one = await card()
    const id = await started(one)
    const answers = await Promise.all(Array.from({ length: 8 }, () => scan(keeper, id, one.rfidCode, rooms[0])))
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    const scans = (await admin.get<Page>('/eam/check-scan/list', { checkId: id, size: 50 })).data.records
    expect(scans).toHaveLength(8)
    expect(scans.filter((row) => row.isDeciding === 1)).toHaveLength(1)
  })

  test('what arrives after the close is kept as late and changes nothing [F62]', async () => {
    const [one, two] = [await card(), await card()]
    const id = await started(one, two)
    await scan(keeper, id, one.rfidCode, rooms[0])
    await close(id)
    const before = (await detail(id)).lines
    const early = new Date(Date.now() - 3_600_000).toISOString()
    const [late] = await push(keeper, [{ body: { checkId: id, code: two.rfidCode, locationId: rooms[0] }, occurredAt: early }])
    expect(late).toMatchObject({ outcome: 'done' })
    expect((await scan(keeper, id, one.rfidCode, rooms[1])).data).toMatchObject({ isLate: 1, isDeciding: 0, lineResult: 'match' })
    expect((await detail(id)).lines).toEqual(before)
    const scans = (await admin.get<Page>('/eam/check-scan/list', { checkId: id })).data.records
    expect(scans.map((row) => row.isLate).sort()).toEqual([0, 1, 1])
  })

  test('the close waits for an observation that has begun, and so never lies before what it decides', async () => {
    const one = await card()
    const id = await started(one)
    const held = await holdWrites(app, 'check_scan', `new.code = '${one.rfidCode}'`)
    const order: string[] = []
    const scanning = scan(keeper, id, one.rfidCode, rooms[0]).then((answer) => order.push(`scan ${answer.status}`))
    await held.reached()
    const closing = close(id).then((answer) => order.push(`close ${answer.status}`))
    await Promise.race([closing, wait(300)])
    await held.release()
    await Promise.all([scanning, closing])
    expect(order).toEqual(['scan 200', 'close 200'])
  })

  test('wrong scans are refused: a draft, no code, an unknown place', async () => {
    const one = await card()
    const draft = (await submit({ lines: [{ deviceId: one.id }], members: [{ userId: keeper.userId }] })).data.id
    expect(await scan(keeper, draft, one.rfidCode)).toMatchObject({ status: 400, error: 'rule', msg: '盘点尚未开始' })
    const id = await started(one)
    expect((await scan(keeper, id, '')).status).toBe(400)
    expect((await scan(keeper, id, one.rfidCode, v7())).status).toBe(400)
    expect((await scan(keeper, v7(), one.rfidCode)).status).toBe(404)
    expect((await scan(keeper, id, one.rfidCode, rooms[0], { result: 'match' })).status).toBe(400)
    expect((await admin.get<Page>('/eam/check-scan/list', { checkId: id })).data.total).toBe(0)
  })
})
