import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { tellExpiring } from '#server/features/check/ambulance/ambulance-notices.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

let app: TestApp
let [admin, keeper] = [] as unknown as [Client, Client]
let deviceId: string
const url = '/eam/ambulance-check'

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  keeper = await app.as('keeper')
  const device = { deviceName: '除颤仪', useDeptId: home.depts.bones, importantClassification: 'life_support' }
  deviceId = (await admin.post('/eam/device/submit', device)).data.id
  await admin.post('/eam/device/submit', { deviceName: '轮椅', useDeptId: home.depts.bones })
})
afterAll(() => app.stop())

const draft = (checkDate: string, shift: string, results: string[]) => ({
  ...{ deptId: home.depts.bones, checkDate, shift, vehicle: '1 号车' },
  lines: results.map((lineResult, at) => ({
    ...(at === 0 ? { deviceId } : {}),
    itemName: `物品${at + 1}`,
    lineResult,
    ...(lineResult === 'loss' ? { note: '抢救用掉' } : {}),
  })),
})
const save = (body: object, client = admin) => client.post(`${url}/submit`, body)
const page = async (name: string, query: object = {}): Promise<Row[]> =>
  (await admin.get<Page>(`${url}/${name}`, query as Record<string, string>)).data.records
const counts = async (name: string): Promise<Row[]> => (await admin.get<Row[]>(`${url}/${name}`)).data

test('a shift checks its life-saving devices; what is missing is listed and counted', async () => {
  expect((await page('dept-device-list', { deptId: home.depts.bones })).map((row) => row.deviceName)).toEqual(['除颤仪'])
  const whole = await save(draft('2026-03-01', 'day', ['complete', 'complete']))
  expect(whole.msg).toBe('操作成功')
  const torn = (await save(draft('2026-03-01', 'night', ['complete', 'loss']))).data.id
  expect((await admin.get(`${url}/detail`, { id: torn })).data).toMatchObject({
    ...{ checkResult: 'loss', lossCount: 1, lineCount: 2, checkerId: admin.userId, checkTitle: '骨科 2026-03-01' },
    lines: [{ itemName: '物品1', lineResult: 'complete' }, { itemName: '物品2' }],
  })
  expect((await page('web-ambulance-list')).map((row) => row.shift).sort()).toEqual(['day', 'night'])
  expect(await page('web-loss-list')).toMatchObject([{ itemName: '物品2', shift: 'night', checkDate: '2026-03-01' }])
  expect(await page('web-shift-inventory')).toHaveLength(4)
  expect(await counts('web-ambulance-count')).toEqual(
    expect.arrayContaining([expect.objectContaining({ key: 'complete', count: 1 }), expect.objectContaining({ key: 'loss', count: 1 })]),
  )
  expect(await counts('status-count')).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'loss', count: 1 })]))
  expect((await counts('check-date')).map((row) => [row.checkDate, row.shift]).sort()).toEqual([
    ['2026-03-01', 'day'],
    ['2026-03-01', 'night'],
  ])
  const { lines } = (await admin.get<Row & { lines: Row[] }>(`${url}/detail`, { id: torn })).data
  await save({ id: torn, lines: lines.map(({ id }) => ({ id, lineResult: 'complete' })) })
  expect((await admin.get(`${url}/detail`, { id: torn })).data).toMatchObject({ checkResult: 'complete', lossCount: 0 })
  expect(await page('web-loss-list')).toEqual([])
})

test('a shift is checked once, also when two people save it at the same time', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => save(draft('2026-03-02', 'day', ['complete']))))
  expect(answers.filter((one) => one.success)).toHaveLength(1)
  expect(answers.filter((one) => one.error === 'taken')).toHaveLength(2)
  expect((await save(draft('2026-03-02', 'evening', ['complete']))).success).toBe(true)
})

test('no hospital hides the vehicle by which a second check of a shift is known, nor its list', async () => {
  const path = '/osm/industry-config/tenant-update'
  const hide = (fieldCode: string) => admin.post(path, { entity: 'ambulanceCheck', fields: [{ fieldCode, isShow: 0 }] })
  expect(await hide('vehicle')).toMatchObject({ status: 400, error: 'rule', msg: '系统规则要用到“急救车”，不能隐藏' })
  expect(await hide('vehicleCard')).toMatchObject({ status: 400, error: 'rule' })
})

test('is written by keepers of the department and stays in its hospital', async () => {
  const { id } = (await save(draft('2026-03-03', 'day', ['complete']))).data
  expect((await save({ id, remark: '补查' }, await app.as('warehouse_keeper'))).status).toBe(403)
  expect((await (await app.as('administrator', other)).get(`${url}/detail`, { id })).status).toBe(404)
  expect((await keeper.post(`${url}/remove?ids=${id}`)).status).toBe(403)
})

test('what is missing has a reason; a line that stood without one may stay, and a queued check is kept and says so', async () => {
  const bare = (checkDate: string, note?: string) => ({
    ...draft(checkDate, 'day', ['complete']),
    lines: [
      { itemName: '氧气袋', lineResult: 'complete' },
      { itemName: '喉镜', lineResult: 'loss', note },
    ],
  })
  const before = (await page('web-ambulance-list')).length
  for (const note of [undefined, '', '  '])
    expect(await save(bare('2026-04-01', note))).toMatchObject({
      status: 400,
      error: 'bad_input',
      msg: '请在说明中填写缺失原因',
      data: [{ field: 'lines.1.note', rule: 'required' }],
    })
  expect(await page('web-ambulance-list')).toHaveLength(before)
  const { id } = (await save(bare('2026-04-01', '送修'))).data
  const linesNow = async () => (await admin.get<Row & { lines: Row[] }>(`${url}/detail`, { id })).data.lines
  const [whole, loss] = await linesNow()
  expect((await save({ id, lines: [{ id: whole!.id, lineResult: 'loss' }, { id: loss!.id }] })).status).toBe(400)
  expect((await save({ id, lines: [{ id: whole!.id }, { id: loss!.id, note: null }] })).status).toBe(400)
  await app.sql('update ambulance_check_line set note = null where id = $1', [loss!.id])
  expect((await save({ id, remark: '旧记录', lines: [{ id: whole!.id }, { id: loss!.id }] })).msg).toBe('操作成功')
  const queued = await op({ kind: 'ambulanceCheck.submit', body: bare('2026-04-02') })
  expect(await push(keeper, queued)).toMatchObject([{ id: queued.id, outcome: 'done' }])
  const losses = (await page('web-loss-list')).filter(({ checkDate }) => checkDate === '2026-04-02')
  expect(losses).toMatchObject([{ itemName: '喉镜', note: '离线登记时未填写原因' }])
})

test('losses are told to the department once, and what expires once a week', async () => {
  const notices = (kind: string, id: string) => app.sql('select user_id, detail from notice where kind = $1 and target_id = $2', [kind, id])
  const soon = daysAfter(homeDay(new Date()), 3)
  const body = {
    ...{ deptId: home.depts.bones, checkDate: '2026-05-01', shift: 'day', vehicle: '2 号车' },
    lines: [
      { itemName: '肾上腺素', lineResult: 'complete', expiresOn: soon },
      { itemName: '喉镜', lineResult: 'loss', note: '送修' },
      { itemName: '氧气袋', lineResult: 'complete', expiresOn: '2099-01-01' },
    ],
  }
  const { id } = (await save(body)).data
  const told = await notices('ambulance_loss', id)
  expect(told.length).toBeGreaterThan(0)
  expect(new Set(told.map((row) => row.detail))).toEqual(new Set(['喉镜']))
  expect(told.map((row) => row.user_id)).not.toContain(admin.userId)
  await save({ id, remark: '已补' })
  expect(await notices('ambulance_loss', id)).toHaveLength(told.length)
  const worker = openPool(app.database.jobsUrl, 1)
  for (let n = 0; n < 2; n++) await runTimedJob(tellExpiring, worker)
  await worker.end()
  const expiring = await notices('ambulance_expiring', id)
  expect(expiring.length).toBe(new Set(expiring.map((row) => row.user_id)).size)
  expect(new Set(expiring.map((row) => row.detail))).toEqual(new Set([`肾上腺素 ${soon}`]))
})

describe('a trolley', () => {
  const list = { vehicleName: '抢救车 A', vehicleCode: 'JQ-A', deptId: '' }
  const items = [
    { itemName: '肾上腺素', quantity: 10, leastQuantity: 5, unit: '支', expiresOn: '2027-03-01' },
    { itemName: '喉镜', quantity: 1 },
  ]
  const read = async (id: string) => (await admin.get<Row & { items: Row[] }>('/eam/ambulance-vehicle/detail', { id })).data

  test('has a list of what belongs on it; each check leaves on it what the next shift has to know', async () => {
    const { id } = (await admin.post('/eam/ambulance-vehicle/submit', { ...list, deptId: home.depts.bones, items })).data
    // The phones of the department hold it with its items.
    const phone = new Cache(keeper)
    await phone.pull()
    const held = [...phone.rows.values()]
    expect(held).toContainEqual(expect.objectContaining({ id, vehicleCode: 'JQ-A' }))
    expect(held).toContainEqual(expect.objectContaining({ vehicleId: id, itemName: '肾上腺素', leastQuantity: 5, expiresOn: '2027-03-01' }))
    expect(await read(id)).toMatchObject({ itemCount: 2, items: [{ itemName: '肾上腺素', quantity: 10 }, { itemName: '喉镜' }] })
    const check = (shift: string, quantity: number, more = {}) => ({
      ...{ deptId: home.depts.bones, checkDate: '2026-06-01', shift, vehicle: '抢救车 A', vehicleCardId: id, ...more },
      lines: [
        {
          itemName: '肾上腺素',
          standard: 10,
          quantity,
          ...(quantity < 5 ? { lineResult: 'loss', note: '抢救用掉' } : { lineResult: 'complete' }),
          note: quantity < 5 ? '抢救用掉' : null,
        },
        { itemName: '喉镜', standard: 1, quantity: 1, lineResult: 'complete' },
      ],
    })
    // A keeper may not edit the list, and checks all the same.
    expect((await keeper.post('/eam/ambulance-vehicle/submit', { id, remark: '改' })).status).toBe(403)
    expect((await save(check('evening', 3, { handOverTo: '王护士', handOverNote: '已领药，未到' }), keeper)).msg).toBe('操作成功')
    const told = { lastCheckDate: '2026-06-01', lastShift: 'evening', lastResult: 'loss', lastLosses: '肾上腺素 3/10' }
    expect(await read(id)).toMatchObject({ ...told, handOver: '王护士：已领药，未到' })
    // What comes late, from a phone without a network, is no news: the night from midnight is the first shift of its day, and the evening the last.
    for (const shift of ['day', 'night']) await save(check(shift, 10), keeper)
    expect(await read(id)).toMatchObject(told)
    await save(check('night', 10, { checkDate: '2026-06-02' }), keeper)
    expect(await read(id)).toMatchObject({
      lastCheckDate: '2026-06-02',
      lastShift: 'night',
      lastResult: 'complete',
      lastLosses: null,
      handOver: null,
    })
    const [event] = await app.sql(
      `select by_rule from audit_event where entity = 'ambulanceVehicle' and entity_id = $1 and by_rule is not null limit 1`,
      [id],
    )
    expect(event?.by_rule).toBe('shiftHandOver')
    expect(await page('web-loss-list', { itemName: '肾上腺素' })).toMatchObject([{ quantity: 3, standard: 10, note: '抢救用掉' }])
  })

  test('says how it was left by the checks that it still has', async () => {
    const add = async (name: string) =>
      String((await admin.post('/eam/ambulance-vehicle/submit', { vehicleName: name, deptId: home.depts.bones, items })).data.id)
    const [one, two] = [await add('抢救车 C'), await add('抢救车 D')]
    const check = async (checkDate: string, result: string, handOverNote: string) => {
      const answer = await save({ ...draft(checkDate, 'day', [result]), vehicle: '抢救车 C', vehicleCardId: one, handOverNote })
      expect(answer.msg).toBe('操作成功')
      return String(answer.data.id)
    }
    const [first, second] = [await check('2026-07-01', 'complete', '甲'), await check('2026-07-02', 'loss', '乙')]
    expect(await read(one)).toMatchObject({ lastCheckDate: '2026-07-02', lastResult: 'loss', lastLosses: '物品1', handOver: '乙' })
    // Assigned to the other trolley, it is the latest of that one, and no longer of this one.
    expect((await save({ id: second, vehicleCardId: two })).msg).toBe('操作成功')
    expect(await read(one)).toMatchObject({ lastCheckDate: '2026-07-01', lastResult: 'complete', lastLosses: null, handOver: '甲' })
    expect(await read(two)).toMatchObject({ lastCheckDate: '2026-07-02', lastResult: 'loss', handOver: '乙' })
    const nothing = { lastCheckDate: null, lastShift: null, lastResult: null, lastLosses: null, handOver: null }
    expect((await save({ id: second, vehicleCardId: null })).msg).toBe('操作成功')
    expect(await read(two)).toMatchObject(nothing)
    expect((await admin.post(`${url}/remove?ids=${first}`)).msg).toBe('操作成功')
    expect(await read(one)).toMatchObject(nothing)
  })

  test('is checked although a card of its list was moved away or removed meanwhile', async () => {
    const add = async (deviceName: string) =>
      String((await admin.post('/eam/device/submit', { deviceName, useDeptId: home.depts.bones })).data.id)
    const [moved, removed] = [await add('吸引器'), await add('呼吸球囊')]
    const listed = [
      { itemName: '吸引器', deviceId: moved },
      { itemName: '呼吸球囊', deviceId: removed },
    ]
    const vehicle = { vehicleName: '抢救车 E', deptId: home.depts.bones, items: listed.map((one) => ({ ...one, quantity: 1 })) }
    const { id } = (await admin.post('/eam/ambulance-vehicle/submit', vehicle)).data
    expect((await admin.post('/eam/device/submit', { id: moved, useDeptId: home.depts.medicine })).msg).toBe('操作成功')
    expect((await admin.post(`/eam/device/remove?ids=${removed}`)).msg).toBe('操作成功')
    const lines = listed.map((one) => ({ ...one, lineResult: 'complete' }))
    const body = { deptId: home.depts.bones, checkDate: '2026-07-05', shift: 'day', vehicle: '抢救车 E', vehicleCardId: id, lines }
    const queued = await op({
      kind: 'ambulanceCheck.submit',
      target: { type: 'ambulanceCheck', id: '01900000-0000-7000-8000-00000000a002' },
      body,
    })
    expect(await push(keeper, queued)).toMatchObject([{ id: queued.id, outcome: 'done' }])
    const [check] = await page('web-ambulance-list', { checkDate: '2026-07-05' })
    expect((await admin.get(`${url}/detail`, { id: check!.id })).data).toMatchObject({
      lines: [
        { itemName: '吸引器', deviceId: moved },
        { itemName: '呼吸球囊', deviceId: null },
      ],
    })
    expect(await read(id)).toMatchObject({ lastCheckDate: '2026-07-05', lastResult: 'complete' })
    // A card that never was is a fault of the client.
    const wrong = { ...body, checkDate: '2026-07-06', lines: [{ ...lines[0], deviceId: home.depts.bones }] }
    expect(await save(wrong, keeper)).toMatchObject({ status: 400, error: 'bad_input' })
  })

  test('of another department is refused, and nothing is saved', async () => {
    const far = { ...list, vehicleName: '抢救车 B', vehicleCode: 'JQ-B', deptId: home.depts.medicine, items }
    const { id } = (await admin.post('/eam/ambulance-vehicle/submit', far)).data
    const before = (await page('web-ambulance-list')).length
    const refused = await save({ ...draft('2026-06-02', 'day', ['complete']), vehicleCardId: id })
    expect(refused.msg).toBe('急救车不属于该科室')
    expect(await page('web-ambulance-list')).toHaveLength(before)
  })

  test('is checked without a network: the queued check arrives once, with its lines', async () => {
    const id = '01900000-0000-7000-8000-00000000a001'
    const body = { ...draft('2026-06-03', 'day', ['complete', 'loss']), handOverNote: '缺一件' }
    const queued = await op({ kind: 'ambulanceCheck.submit', target: { type: 'ambulanceCheck', id }, body })
    for (const outcome of ['done', 'replayed']) expect(await push(keeper, queued)).toMatchObject([{ id: queued.id, outcome }])
    expect(await page('web-ambulance-list', { checkDate: '2026-06-03' })).toMatchObject([{ id, checkResult: 'loss', lossCount: 1 }])
  })
})
