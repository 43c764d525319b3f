import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { tellQualifications } from '#server/features/supply/qualification-notices.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

let app: TestApp
let [admin, manager, keeper, neighbour] = [] as unknown as [Client, Client, Client, Client]
let warehouse: string
const dept = home.depts.medicine
const [budgets, plans, entries] = ['/eam/device-purchase-budget', '/eam/device-purchase-plan', '/eam/warehouse/enter']

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  keeper = await app.as('keeper')
  manager = await app.as('equipment_manager')
  neighbour = await app.as('administrator', other)
  warehouse = await saved('/eam/plc/warehouse/submit', { warehouseName: '预算库', deptId: dept })
})
afterAll(() => app.stop())

const saved = async (path: string, draft: object): Promise<string> => {
  const answer = await admin.post(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data.id as string
}
const one = async (path: string, id: string): Promise<Row> => (await admin.get<Row>(`${path}/detail`, { id })).data
/** A step; an entry is approved by another person than the one who handed it in. */
const go = (path: string, step: string, id: string, more: object = {}) =>
  (path === entries && step === 'approve' ? manager : admin).post(`${path}/${step}`, { id, ...more })
const done = async (path: string, step: string, id: string, more: object = {}): Promise<void> =>
  expect([step, (await go(path, step, id, more)).msg]).toEqual([step, '操作成功'])
const amounts = async (id: string) => {
  const { reservedTotal, spentTotal, remaining } = await one(budgets, id)
  return [reservedTotal, spentTotal, remaining]
}
const budget = async (amount: string, more: object = {}): Promise<string> => {
  const id = await saved(`${budgets}/submit`, { budgetYear: 2027, deptId: dept, amount, ...more })
  await done(budgets, 'approve', id)
  return id
}
const plan = (budgetId: string | null, price: string | null, more: object = {}, quantity = 2): Promise<string> =>
  saved(`${plans}/submit`, {
    ...{ planYear: 2027, deptId: dept, budgetId, lines: [{ deviceName: '监护仪', quantity, unitPrice: price }] },
    ...more,
  })
const entry = async (planId: string, price: string, quantity = 1): Promise<string> => {
  const lines = [{ lineKind: 'device', itemName: '监护仪', quantity, unitPrice: price }]
  const id = await saved(`${entries}/save`, { warehouseId: warehouse, deptId: dept, entryDate: '2027-03-01', planId, lines })
  await done(entries, 'hand-in', id)
  return id
}

describe('a budget', () => {
  test('[SERVICE-CAP-12] [SERVICE-ENT-SUP] is planned with lines, approved with its document, adjusted and closed', async () => {
    const lines = [{ deviceName: '呼吸机', quantity: 3, unitPrice: '100000.00' }]
    const id = await saved(`${budgets}/submit`, { budgetYear: 2027, deptId: dept, amount: '250000.00', lines })
    expect(await one(budgets, id)).toMatchObject({ budgetTitle: '2027 内科', budgetStatus: 'draft', linesTotal: '300000.00', lineCount: 1 })
    expect((await go(budgets, 'approve', id)).msg).toBe('明细合计 300000.00 元超过预算金额 250000.00 元')
    const [line] = (await admin.get<Page>('/eam/device-purchase-budget-list/list', { budgetId: id })).data.records
    await saved('/eam/device-purchase-budget-list/submit', { id: line!.id, version: line!.version, quantity: 2 })
    expect(await one('/eam/device-purchase-budget-list', line!.id)).toMatchObject({ quantity: 2, deviceName: '呼吸机' })
    await done(budgets, 'approve', id, { documentNo: '批〔2027〕1 号', documentDate: '2026-12-20' })
    expect(await one(budgets, id)).toMatchObject({
      ...{ budgetStatus: 'approved', linesTotal: '200000.00', documentNo: '批〔2027〕1 号', remaining: '250000.00' },
      approvedById: admin.userId,
    })
    expect((await admin.post(`${budgets}/submit`, { id, amount: '999999.00' })).error).toBe('closed')
    expect((await admin.post(`${budgets}/remove`, { ids: [id] })).error).toBe('closed')
    await done(budgets, 'adjust', id, { amount: '180000.00', reason: '削减' })
    expect(await amounts(id)).toEqual(['0.00', '0.00', '180000.00'])
    await done(budgets, 'close', id)
    await done(budgets, 'reopen', id, { reason: '年中追加' })
    expect(await one(budgets, id)).toMatchObject({ budgetStatus: 'approved', amount: '180000.00' })
  })

  test('is nothing to other hospitals, nor to people without its right', async () => {
    const id = await budget('1000.00')
    expect((await neighbour.get(`${budgets}/detail`, { id })).status).toBe(404)
    expect((await neighbour.post(`${budgets}/close`, { id })).status).toBe(404)
    expect((await neighbour.post(`${plans}/submit`, { planYear: 2027, deptId: dept, budgetId: id })).status).toBe(400)
    expect((await keeper.get(`${budgets}/list`)).status).toBe(403)
    expect((await keeper.post(`${budgets}/close`, { id })).status).toBe(403)
    expect(await one(budgets, id)).toMatchObject({ budgetStatus: 'approved' })
  })
})

describe('a plan of a budget', () => {
  test('reserves its part when it is approved, and gives back what is left at its end', async () => {
    const id = await budget('1000.00')
    const first = await plan(id, '300.00')
    await done(plans, 'approve', first)
    expect(await amounts(id)).toEqual(['600.00', '0.00', '400.00'])
    expect(await one(plans, first)).toMatchObject({ planStatus: 'approved', reservedTotal: '600.00', approvedById: admin.userId })
    const second = await plan(id, '200.01')
    expect((await go(plans, 'approve', second)).msg).toBe('预算“2027 内科”可用余额为 400.00 元，还需 400.02 元')
    expect(await one(plans, second)).toMatchObject({ planStatus: 'draft', reservedTotal: null })
    expect((await go(budgets, 'close', id)).msg).toContain('还占用 600.00 元')
    expect((await go(budgets, 'adjust', id, { amount: '599.99', reason: '削减' })).msg).toContain('共 600.00 元')
    await done(plans, 'cancel', first, { reason: '不再需要' })
    expect(await amounts(id)).toEqual(['0.00', '0.00', '1000.00'])
    await done(plans, 'approve', second)
    await done(plans, 'finish', second)
    expect(await amounts(id)).toEqual(['0.00', '0.00', '1000.00'])
  })

  test('needs a budget that is open, of its year, and prices; one without a budget needs none of it', async () => {
    const draft = await saved(`${budgets}/submit`, { budgetYear: 2027, deptId: dept, amount: '1000.00' })
    const early = await plan(draft, '10.00')
    expect((await go(plans, 'approve', early)).msg).toBe('预算“2027 内科”当前状态为“草稿”，不能使用')
    await done(budgets, 'approve', draft)
    const other = await plan(draft, '10.00', { planYear: 2028 })
    expect((await go(plans, 'approve', other)).msg).toBe('预算“2027 内科”是 2027 年度的，计划是 2028 年度的')
    const unpriced = await plan(draft, null)
    expect((await go(plans, 'approve', unpriced)).msg).toContain('没有预计单价')
    const empty = await plan(draft, '1.00', { lines: [] })
    expect((await go(plans, 'approve', empty)).msg).toBe('采购计划没有明细')
    expect(await amounts(draft)).toEqual(['0.00', '0.00', '1000.00'])
    const free = await plan(null, null)
    await done(plans, 'approve', free)
    expect(await one(plans, free)).toMatchObject({ planStatus: 'approved', reservedTotal: null, spentTotal: '0.00' })
  })

  test('never exceeds it, however many are approved at once', async () => {
    const id = await budget('1000.00')
    const all = await Promise.all(Array.from({ length: 12 }, () => plan(id, '100.00')))
    const answers = await Promise.all(all.map((one) => go(plans, 'approve', one)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await amounts(id)).toEqual(['1000.00', '0.00', '0.00'])
  })
})

describe('what comes in by a plan', () => {
  test('is spent of its budget in place of what was reserved, and taken back with its entry', async () => {
    const id = await budget('1000.00')
    const planId = await plan(id, '200.00', {}, 3)
    const waiting = await entry(planId, '250.00')
    expect((await go(entries, 'approve', waiting)).msg).toContain('当前状态为“草稿”')
    expect(await one(entries, waiting)).toMatchObject({ entryStatus: 'submitted' })
    await done(plans, 'approve', planId)
    await done(entries, 'approve', waiting)
    expect(await amounts(id)).toEqual(['350.00', '250.00', '400.00'])
    expect(await one(plans, planId)).toMatchObject({ reservedTotal: '350.00', spentTotal: '250.00' })
    expect((await go(plans, 'cancel', planId, { reason: '不要' })).msg).toContain('已有入库')
    // Dearer than planned, within what the budget has.
    const dear = await entry(planId, '700.00')
    await done(entries, 'approve', dear)
    expect(await amounts(id)).toEqual(['0.00', '950.00', '50.00'])
    const beyond = await entry(planId, '50.01')
    expect((await go(entries, 'approve', beyond)).msg).toContain('可用余额为 50.00 元')
    expect(await one(entries, beyond)).toMatchObject({ entryStatus: 'submitted' })
    expect(
      await app.sql('select 1 from device d join warehouse_entry_line l on d.id = any(l.cards) where l.entry_id = $1', [beyond]),
    ).toEqual([])
    await done(entries, 'cancel', dear)
    expect(await amounts(id)).toEqual(['350.00', '250.00', '400.00'])
    await done(plans, 'finish', planId)
    expect(await amounts(id)).toEqual(['0.00', '250.00', '750.00'])
    expect((await go(entries, 'approve', beyond)).msg).toContain('当前状态为“已完成”')
    const events = (await admin.get<Row[]>(`${budgets}/history`, { id })).data as unknown as Page
    expect(JSON.stringify(events)).toContain('采购支出登记')
    await done(entries, 'cancel', waiting)
    expect(await amounts(id)).toEqual(['0.00', '0.00', '1000.00'])
  })

  test('is booked once, however many entries are approved at once', async () => {
    const id = await budget('1000.00')
    const planId = await plan(id, '200.00', {}, 5)
    await done(plans, 'approve', planId)
    const all = []
    for (let n = 0; n < 6; n++) all.push(await entry(planId, '200.00'))
    const answers = await Promise.all(all.map((one) => go(entries, 'approve', one)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await amounts(id)).toEqual(['0.00', '1000.00', '0.00'])
    expect(await one(plans, planId)).toMatchObject({ reservedTotal: '0.00', spentTotal: '1000.00' })
  })
})

describe('the pieces of a plan', () => {
  test('that came in for less than planned give the rest back, and reserve it again as far as the budget has it', async () => {
    const id = await budget('1000.00')
    const planId = await plan(id, '300.00')
    await done(plans, 'approve', planId)
    const [first, second] = [await entry(planId, '100.00'), await entry(planId, '150.00')]
    await done(entries, 'approve', first)
    expect(await amounts(id)).toEqual(['500.00', '100.00', '400.00'])
    await done(entries, 'approve', second)
    expect(await amounts(id)).toEqual(['0.00', '250.00', '750.00'])
    expect(await one(plans, planId)).toMatchObject({ reservedTotal: '0.00', spentTotal: '250.00', planStatus: 'approved' })
    // Another plan takes most of what is free; what is cancelled then reserves no more than is left.
    const next = await plan(id, '350.00')
    await done(plans, 'approve', next)
    await done(entries, 'cancel', second)
    expect(await amounts(id)).toEqual(['900.00', '100.00', '0.00'])
    expect(await one(plans, planId)).toMatchObject({ reservedTotal: '200.00', spentTotal: '100.00' })
    const last = await entry(planId, '200.00')
    await done(entries, 'approve', last)
    expect(await amounts(id)).toEqual(['700.00', '300.00', '0.00'])
    // Its budget is over: nothing of it is reserved again.
    await done(plans, 'cancel', next, { reason: '不要' })
    await done(budgets, 'close', id)
    await done(entries, 'cancel', last)
    expect(await amounts(id)).toEqual(['0.00', '100.00', '900.00'])
  })

  test('are not exceeded, by name and in all, and the refusal says what is left', async () => {
    const id = await budget('100000.00')
    const lines = [
      { deviceName: '监护仪', quantity: 3, unitPrice: '10.00' },
      { deviceName: '推车', quantity: 4, unitPrice: '1.00' },
    ]
    const planId = await plan(id, null, { lines })
    await done(plans, 'approve', planId)
    await done(entries, 'approve', await entry(planId, '10.00', 2))
    const five = [{ lineKind: 'device', itemName: '监护仪', quantity: 5, unitPrice: '10.00' }]
    const many = await saved(`${entries}/save`, { warehouseId: warehouse, deptId: dept, entryDate: '2027-03-01', planId, lines: five })
    expect((await go(entries, 'hand-in', many)).msg).toContain('“监护仪”还可入库 1 件，本次为 5 件')
    // Two who enter the last one at once: one of them is told.
    const both = [await entry(planId, '10.00'), await entry(planId, '10.00')]
    const answers = await Promise.all(both.map((each) => go(entries, 'approve', each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)!.msg).toContain('“监护仪”还可入库 0 件')
    // Attached devices are no pieces of the plan, other names count in all.
    const other = async (quantity: number) => {
      const made = [
        { lineKind: 'device', itemName: '转运推车', quantity, unitPrice: '1.00' },
        { lineKind: 'accessory', itemName: '支架', quantity: quantity * 3 },
      ]
      return saved(`${entries}/save`, { warehouseId: warehouse, deptId: dept, entryDate: '2027-03-01', planId, lines: made })
    }
    expect((await go(entries, 'hand-in', await other(5))).msg).toContain('还可入库 4 件，本次为 5 件')
    await done(entries, 'hand-in', await other(4))
  })

  test('never spend and reserve more than the budget, however many come in and are cancelled at once', async () => {
    const id = await budget('1000.00')
    const planId = await plan(id, '20.00', {}, 50)
    await done(plans, 'approve', planId)
    const all: string[] = []
    for (let n = 0; n < 50; n++) all.push(await entry(planId, n % 2 === 0 ? '15.00' : '25.00'))
    const answers = await Promise.all(all.map((each) => go(entries, 'approve', each)))
    const spent = answers.reduce((sum, { status }, n) => sum + (status === 200 ? (n % 2 === 0 ? 15 : 25) : 0), 0)
    const [reserved, booked, remaining] = (await amounts(id)).map(Number)
    expect(booked).toBe(spent)
    expect(reserved! + booked! + remaining!).toBe(1000)
    expect(Math.min(reserved!, remaining!)).toBeGreaterThanOrEqual(0)
    await Promise.all(all.slice(0, 10).map((each) => go(entries, 'cancel', each)))
    const [held, used, left] = (await amounts(id)).map(Number)
    expect(held! + used! + left!).toBe(1000)
    expect(Number((await one(plans, planId)).spentTotal)).toBe(used)
  })
})

describe('suppliers', () => {
  test('[SERVICE-CAP-11] [SERVICE-API-7] have qualifications, with a notice 60, 30 and 7 days before they end, each once', async () => {
    const supplierId = await saved('/eam/supplierinfo/submit', { supplierName: '江城医疗器械', supplierKind: 'dealer' })
    const until = (days: number) => daysAfter(homeDay(new Date()), days)
    const add = (certificateNo: string, validUntil: string | null) =>
      saved('/eam/supplierqual/submit', { supplierId, qualificationKind: 'distribution', certificateNo, validUntil })
    const [near, far, endless, past] = [
      await add('A-1', until(20)),
      await add('A-2', until(100)),
      await add('A-3', null),
      await add('A-4', until(-3)),
    ]
    const list = (await admin.get<Page>('/eam/supplierqual/list', { supplierId })).data.records
    expect(list.map(({ certificateNo }) => certificateNo)).toEqual(['A-4', 'A-1', 'A-2', 'A-3'])
    const tell = async () => {
      const worker = openPool(app.database.jobsUrl, 1)
      await runTimedJob(tellQualifications, worker)
      await worker.end()
      const ids = [near, far, endless, past]
      const found = await app.sql('select target_id, subject, detail from notice where user_id = $1 and target_id = any($2)', [
        admin.userId,
        ids,
      ])
      return found as { target_id: string; subject: string; detail: string }[]
    }
    expect(await tell()).toEqual([{ target_id: near, subject: '江城医疗器械 A-1', detail: until(20) }])
    expect(await tell()).toHaveLength(1)
    // A fortnight later its last week has begun.
    await app.sql("update notice set sent_at = sent_at - interval '14 days' where target_id = $1", [near])
    await app.sql('update supplier_qualification set valid_until = valid_until - 14 where id = $1', [near])
    expect(await tell()).toHaveLength(2)
    expect(await tell()).toHaveLength(2)
    expect((await neighbour.get('/eam/supplierqual/detail', { id: near })).status).toBe(404)
    expect((await keeper.post('/eam/supplierqual/submit', { supplierId, certificateNo: 'B', qualificationKind: 'other' })).status).toBe(403)
    expect((await admin.post('/eam/supplierinfo/deleted', { ids: [supplierId] })).msg).toBe('操作成功')
    expect((await admin.get('/eam/supplierinfo/detail', { id: supplierId })).status).toBe(404)
  })

  test('are named on many cards in one act, all or none', async () => {
    const supplierId = await saved('/eam/supplierinfo/submit', { supplierName: '汉口维保', supplierKind: 'service' })
    const cards = await Promise.all(['甲', '乙'].map((name) => saved('/eam/device/submit', { deviceName: `供货${name}`, useDeptId: dept })))
    const set = (body: object, who = admin) => who.post('/eam/supplierinfo/batch-set-device', body)
    expect((await set({ supplierId, ids: cards })).data).toEqual({ changed: 2 })
    expect(await one('/eam/device', cards[0]!)).toMatchObject({ supplierId, supplierName: '汉口维保', version: 2 })
    expect((await set({ supplierId, ids: cards })).data).toEqual({ changed: 0 })
    const foreign = await saved('/eam/device/submit', { deviceName: '供货丙', useDeptId: dept })
    const absent = '01900000-0000-7000-8000-000000000001'
    expect((await set({ supplierId: absent, ids: [foreign] })).status).toBe(400)
    expect((await set({ supplierId, ids: [foreign, absent] })).status).toBe(404)
    expect(await one('/eam/device', foreign)).toMatchObject({ supplierId: null, version: 1 })
    expect((await set({ supplierId, ids: cards }, neighbour)).status).toBeGreaterThanOrEqual(400)
    expect((await set({ ids: cards })).msg).toContain('供应商')
  })
})
