import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { ended, ledgerLab } from '#tests/harness/ledger.ts'

let book: string
let pump: string
let monitor: string
const app = await appForFile({ timed: true })
const manager = await app.as('equipment_manager')
const admin = await app.as('administrator')
const lab = ledgerLab(manager)
beforeAll(async () => {
  book = await lab.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2026-01-15', defaultLife: 24 })
  pump = await lab.card({ deviceName: '泵', originalValue: '1200', usefulLifeMonths: 12, enableDate: '2026-01-05' })
  monitor = await lab.card({ deviceName: '监护仪', originalValue: '2400', enableDate: '2026-01-05' }, home.depts.medicine)
})

const close = '/eam/depreciation-record/create-depreciation-record'
const repeat = '/eam/depreciation-record/repeat-depreciation'
const offsets = '/eam/depreciation-offset-record'
const cards = '/eam/devicedepreciation'
const opening = '/eam/devicedepreciationlist'
const amounts = async (id: string): Promise<unknown[]> => (await lab.lines(id)).map(({ amount }) => amount)
const stored = async () => (await app.sql('select count(*)::int as n from depreciation_line where tenant_id = $1', [home.tenant]))[0]!.n

describe('closing a month', () => {
  test('goes in order, from the month the book begins with, and not beyond today', async () => {
    expect(await manager.post(close, { month: '2025-12' })).toMatchObject({
      status: 400,
      error: 'rule',
      msg: expect.stringContaining('2026-01'),
    })
    expect(await manager.post(close, { month: '2026-02' })).toMatchObject({
      status: 400,
      error: 'rule',
      msg: expect.stringContaining('顺序'),
    })
    expect(await manager.post(close, { month: '2026-13' })).toMatchObject({ status: 400, error: 'bad_input' })
    expect(await manager.post(repeat, {})).toMatchObject({ status: 400, error: 'rule' })
    expect(await manager.post('/eam/devicedepreciation/accrual-all', { month: '2199-01' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await lab.close({ month: '2026-01' })).toMatchObject({ status: 'done', note: expect.stringContaining('200.00') })
    expect(await manager.post(close, { month: '2026-01' })).toMatchObject({
      status: 409,
      error: 'taken',
      msg: expect.stringContaining('2026-01'),
    })
    const changed = await manager.post('/eam/depreciation-rule/submit', { id: book, beginsOn: '2025-01-01' })
    expect(changed).toMatchObject({ status: 400, error: 'rule' })
  })

  test('by two people at once has one winner', async () => {
    const held = await holdWrites(app, 'depreciation_line', 'true')
    const answers = await Promise.all([manager, admin].map((client) => client.post<{ jobId: string }>(close, { month: '2026-02' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = answers.findIndex(({ status }) => status === 200)
    await held.reached()
    for (const path of [close, repeat, '/eam/devicedepreciation/accrual-all'])
      expect(await manager.post(path, {})).toMatchObject({ status: 409, error: 'op_in_progress' })
    const draft = { deviceId: monitor, ruleId: book, writeOffDate: '2026-02-10' }
    expect(await manager.post(`${cards}/submit`, draft)).toMatchObject({ status: 409, error: 'op_in_progress' })
    // Lists answer meanwhile, and do not show what is not closed.
    expect(await lab.records()).toHaveLength(1)
    await held.release()
    expect(await ended([manager, admin][won]!, answers[won]!.data.jobId)).toMatchObject({ status: 'done' })
    expect((await lab.records()).map(({ recordMonth }) => recordMonth)).toEqual(['2026-01', '2026-02'])
  })

  test('that is cut off leaves nothing, and is made up for once', async () => {
    const before = await stored()
    const held = await holdWrites(app, 'depreciation_line', `new.device_id = '${monitor}'`)
    const { data } = await manager.post<{ jobId: string }>(close, { month: '2026-03' })
    await held.reached()
    await app.sql(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
    await held.release()
    const status = async () => (await app.sql('select status from background_job where id = $1', [data.jobId]))[0]!.status
    while ((await status()) !== 'waiting') await new Promise((done) => setTimeout(done, 20))
    expect([await stored(), (await lab.records()).length]).toEqual([before, 2])
    await app.sql('update background_job set due_at = now() where id = $1', [data.jobId])
    expect(await ended(manager, data.jobId)).toMatchObject({ status: 'done' })
    expect([await stored(), (await lab.records()).length]).toEqual([Number(before) + 2, 3])
    expect((await app.sql('select attempt, lost from background_job where id = $1', [data.jobId]))[0]).toEqual({ attempt: 2, lost: 1 })
  })

  test('again is open to the latest month alone, and takes what has changed since', async () => {
    expect(await manager.post(repeat, { month: '2026-02' })).toMatchObject({ status: 400, error: 'rule' })
    const inBooks = await lab.inBooks(pump)
    expect((await manager.post('/eam/device/submit', { id: pump, originalValue: '2200', changeKind: 'correction' })).status).toBe(200)
    expect(await lab.repeat({ tenantId: home.tenant })).toMatchObject({ status: 'done' })
    expect(await amounts(pump)).toEqual(['100.00', '100.00', '183.33'])
    expect(await amounts(monitor)).toEqual(['100.00', '100.00', '100.00'])
    expect(await lab.inBooks(pump)).toMatchObject({ id: inBooks.id, accumulated: '549.99', netValue: '1650.01', chargedMonths: 3 })
    const [record] = (await lab.records()).slice(-1)
    expect(record).toMatchObject({ recordMonth: '2026-03', cardCount: 2, chargeTotal: '283.33', offsetTotal: '166.66' })
    const { data } = await manager.get<Page>('/eam/depreciation-record/history', { id: record!.id })
    expect(data.records.map(({ operationTypeValue }) => operationTypeValue)).toEqual(['重新计提最近月份', '计提折旧并结账'])
  })
})

describe('offsets', () => {
  const offset = (amount: string, more: object = {}) => ({
    deviceId: pump,
    ruleId: book,
    amount,
    offsetKind: 'adjustment',
    reason: '多提',
    ...more,
  })
  test('are posted with the next month and spread over what is left, and then stay', async () => {
    const added = await manager.post<Row>(`${offsets}/submit`, offset('-180'))
    expect(added.status, added.msg).toBe(200)
    const gone = await manager.post<Row>(`${offsets}/submit`, offset('-20'))
    expect((await manager.post(`${offsets}/remove?ids=${gone.data.id}`)).status).toBe(200)
    expect(await amounts(pump)).toEqual(['100.00', '100.00', '183.33'])
    expect(await lab.close({ month: '2026-04' })).toMatchObject({ status: 'done' })
    expect((await amounts(pump)).at(-1)).toBe('203.33')
    expect(await lab.inBooks(pump)).toMatchObject({ accumulated: '573.32', netValue: '1626.68' })
    expect((await lab.records()).at(-1)).toMatchObject({ offsetTotal: '-180.00', chargeTotal: '303.33' })
    const [posted] = (await manager.get<Page>(`${offsets}/page`, { deviceId: pump, offsetKind: 'adjustment' })).data.records
    expect(posted).toMatchObject({ recordName: '2026-04', postedOn: '2026-04-30' })
    for (const act of [
      manager.post(`${offsets}/remove?ids=${posted!.id}`),
      manager.post(`${offsets}/submit`, { id: posted!.id, amount: '1' }),
    ])
      expect(await act).toMatchObject({ status: 409, error: 'closed' })
  })

  test('come several at once, all or none, and keep what was charged between nothing and the value', async () => {
    const before = (await manager.get<Page>(`${offsets}/list`)).data.total
    const wrong = await manager.post(`${offsets}/batch-submit`, { offsets: [offset('10'), offset('5000')] })
    expect(wrong).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('2200.00') })
    expect(await manager.post(`${offsets}/batch-submit`, { offsets: [offset('0')] })).toMatchObject({ status: 400, error: 'rule' })
    expect((await manager.get<Page>(`${offsets}/list`)).data.total).toBe(before)
    const right = await manager.post<Row[]>(`${offsets}/batch-submit`, { offsets: [offset('10'), offset('-10')] })
    expect(right.data).toHaveLength(2)
    expect((await manager.file(`${offsets}/export`, { format: 'csv' })).status).toBe(200)
  })
})

describe('a card in a book', () => {
  test('goes by what finance says, within the rules of the book', async () => {
    const id = await lab.card({ deviceName: '注射泵', originalValue: '500' })
    const refused = await manager.post(`${cards}/submit`, { deviceId: id, ruleId: book, depreciationMethod: 'double_declining' })
    expect(refused).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('双倍余额递减法') })
    const mine = await lab.terms({ deviceId: id, ruleId: book, startDate: '2026-05-20', lifeMonths: 5 })
    expect(await manager.post(`${cards}/submit`, { deviceId: id, ruleId: book })).toMatchObject({ status: 409, error: 'taken' })
    await lab.close({ month: '2026-05' })
    expect(await amounts(id)).toEqual(['100.00'])
    expect(await manager.post(`${cards}/submit`, { id: mine, startDate: '2026-04-01' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await manager.post(`${cards}/submit`, { id: mine, writeOffDate: '2026-04-01' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await manager.post(`${cards}/remove?ids=${mine}`)).toMatchObject({ status: 400, error: 'rule' })
    expect((await manager.get(`${cards}/detail`, { id: mine })).data).toMatchObject({ cardState: 'charging', accumulated: '100.00' })
  })

  test('that has no life is told, and one that stands idle or in the warehouse is charged', async () => {
    const idle = await lab.card({ deviceName: '闲置机', originalValue: '2400', purchaseDate: '2026-06-02' })
    expect((await manager.post('/eam/device/seal', { id: idle, reason: '停用' })).status).toBe(200)
    const lost = await lab.card({ deviceName: '丢失机', originalValue: '2400', purchaseDate: '2026-06-02' })
    await app.sql(`update device set eam_status = 'missing' where id = $1`, [lost])
    // It has not been found since June.
    await app.sql(`update depreciation_term set last_month = 2026 * 12 + 4 where owner_id = $1 and field = 'status'`, [lost])
    const bare = await lab.card({ deviceName: '无日期机', originalValue: '2400' })
    expect(await lab.close({ month: '2026-06' })).toMatchObject({ note: expect.stringContaining('1 台资料不全') })
    expect(await amounts(idle)).toEqual(['100.00'])
    expect([await amounts(lost), (await lab.inBooks(lost)).cardState]).toEqual([[], 'paused'])
    expect((await lab.inBooks(bare)).cardState).toBe('incomplete')
  })

  test('takes over what was charged before, until it is charged', async () => {
    const id = await lab.card({ deviceName: '旧机', originalValue: '2400', enableDate: '2025-07-01' })
    const tooMuch = await manager.post(`${opening}/submit`, { deviceId: id, amount: '2400.01' })
    expect(tooMuch).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('2400.00') })
    const saved = await manager.post<Row>(`${opening}/submit`, { deviceId: id, amount: '2390' })
    expect(saved.status, saved.msg).toBe(200)
    expect((await manager.post(`${opening}/remove?ids=${saved.data.id}`)).status).toBe(200)
    expect((await manager.get(`${cards}/detail`, { id: saved.data.id })).data).toMatchObject({ openingAmount: null })
    expect((await manager.post<Row>(`${opening}/submit`, { deviceId: id, amount: '1200' })).data.id).toBe(saved.data.id)
    await lab.close({ month: '2026-07' })
    expect(await lab.lines(id)).toMatchObject([
      { lineKind: 'opening', amount: '1200.00', monthCount: 6, accumulated: '1200.00', netValue: '1200.00' },
      { lineKind: 'charge', amount: '466.69', monthCount: 7, accumulated: '1666.69', netValue: '733.31' },
    ])
    expect(await manager.post(`${opening}/submit`, { deviceId: id, amount: '1' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await manager.post(`${opening}/remove?ids=${saved.data.id}`)).toMatchObject({ status: 400, error: 'rule' })
  })
})

describe('who sees and closes the books', () => {
  test('is decided by rights and by the scope of departments', async () => {
    const auditor = await app.as('auditor')
    expect((await auditor.get<Page>('/eam/depreciation-record/page')).data.total).toBe(7)
    for (const client of [auditor, await app.as('head'), await app.as('keeper')])
      expect(await client.post(close, {})).toMatchObject({ status: 403, error: 'forbidden' })
    const head = await app.as('head')
    const seen = (await head.get<Page>(`${opening}/list`, { size: 200 })).data.records
    expect(new Set(seen.map(({ useDeptId }) => useDeptId))).toEqual(new Set([home.depts.bones]))
    expect((await head.get('/eam/devicedepreciation/forecast', { deviceId: monitor })).status).toBe(404)
    expect((await head.get('/eam/devicedepreciation/forecast', { deviceId: pump })).status).toBe(200)
    // Funds are seen through the card in the books, and that through the device.
    const { records } = (await manager.get<Page>(`${cards}/list`, { size: 200 })).data
    const status = async (deviceId: string) =>
      (await head.get(`${cards}/detail`, { id: records.find((row) => row.deviceId === deviceId)!.id })).status
    expect([await status(pump), await status(monitor)]).toEqual([200, 404])
  })

  test('another hospital has books of its own', async () => {
    const stranger = await app.as('administrator', other)
    for (const path of [
      '/eam/depreciation-record/page',
      `${opening}/list`,
      `${cards}/list`,
      `${offsets}/list`,
      '/eam/depreciation-rule/list',
    ])
      expect((await stranger.get<Page>(path)).data.total, path).toBe(0)
    expect(await stranger.get('/eam/depreciation-rule/detail', { tenantId: home.tenant })).toMatchObject({ status: 404 })
    expect(await stranger.get('/eam/depreciation-rule/detail')).toMatchObject({ status: 404 })
    for (const path of [close, repeat]) {
      expect(await stranger.post(path, { ruleId: book })).toMatchObject({ status: 404, error: 'not_found' })
      expect(await stranger.post(path, { tenantId: home.tenant })).toMatchObject({ status: 404, error: 'not_found' })
    }
    expect((await stranger.get('/eam/devicedepreciation/forecast', { deviceId: pump })).status).toBe(404)
  })
})

test('a write-off follows the months that are open, and stays once months were closed by it', async () => {
  const device = await lab.card({ deviceName: '报废机', originalValue: '2400', enableDate: '2026-01-05' })
  const id = await lab.terms({ deviceId: device, ruleId: book, writeOffDate: '2026-08-10' })
  const writeOff = (writeOffDate: string | null) => manager.post(`${cards}/submit`, { id, writeOffDate })
  for (const day of [null, '2026-10-01', '2026-08-10']) expect((await writeOff(day)).status).toBe(200)
  const seen = async () => ({
    ...(await manager.get<Row>(`${cards}/detail`, { id })).data,
    events: (await manager.get<Page>(`${cards}/history`, { id })).data.total,
  })
  expect(await lab.close({ month: '2026-08' })).toMatchObject({ status: 'done' })
  const before = await seen()
  expect(before).toMatchObject({ writeOffDate: '2026-08-10', cardState: 'ended', accumulated: '700.00', events: 4 })
  for (const day of [null, '2026-10-01', '2026-07-01'])
    expect(await writeOff(day)).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('已结账至 2026-08') })
  expect(await seen()).toEqual(before)
})

test('a write-off dated into the latest closed month offers to run it again, and is made up for with the next one otherwise', async () => {
  const names = ['重提机', '未重提机']
  const used = { originalValue: '2400', enableDate: '2026-01-05' }
  const [first, second] = [await lab.card({ deviceName: names[0], ...used }), await lab.card({ deviceName: names[1], ...used })]
  expect(await lab.close({ month: '2026-09' })).toMatchObject({ status: 'done' })
  const finance = await app.as('administrator')
  const writeOff = async (device: string, writeOffDate: string | null) =>
    manager.post(`${cards}/submit`, { id: (await lab.inBooks(device)).id, writeOffDate })
  const latest = async () => (await lab.records()).at(-1)
  expect(await writeOff(first, '2026-08-10')).toMatchObject({ status: 400, error: 'rule' })
  expect((await writeOff(first, '2026-09-10')).status).toBe(200)
  // It has charged the month still, so that it can be taken back.
  for (const day of [null, '2026-09-20']) expect((await writeOff(first, day)).status).toBe(200)
  const no = (await lab.inBooks(first)).assetNo
  expect(await latest()).toMatchObject({ recordMonth: '2026-09', repeatReason: expect.stringContaining(String(no)) })
  const { records } = (await finance.get<Page>('/osm/notice/list', { size: 50 })).data
  expect(records).toContainEqual(expect.objectContaining({ kind: 'month_to_repeat', targetId: (await latest())!.id }))
  expect(await lab.inBooks(first)).toMatchObject({ accumulated: '900.00' })
  expect(await lab.repeat({ month: '2026-09' })).toMatchObject({ status: 'done' })
  expect(await latest()).toMatchObject({ repeatReason: null })
  expect(await lab.inBooks(first)).toMatchObject({ accumulated: '800.00', cardState: 'ended' })
  expect((await writeOff(second, '2026-09-30')).status).toBe(200)
  expect(await lab.close({ month: '2026-10' })).toMatchObject({ status: 'done' })
  expect(await lab.inBooks(second)).toMatchObject({ accumulated: '800.00', cardState: 'ended' })
  const [posted] = (await manager.get<Page>(`${offsets}/page`, { deviceId: second })).data.records
  expect(posted).toMatchObject({ offsetKind: 'correction', amount: '-100.00', reason: expect.stringContaining('2026-09') })
})
