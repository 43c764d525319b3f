import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay, monthsAfter } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { tellInstalments } from '#server/features/supply/orders/order-notices.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

let app: TestApp
let [admin, manager, engineer, store, keeper, neighbour] = [] as unknown as Client[] as [Client, Client, Client, Client, Client, Client]
let [warehouse, supplier] = [] as unknown as [string, string]
const dept = home.depts.medicine
const [budgets, plans, orders, arrivals] = [
  '/eam/device-purchase-budget',
  '/eam/device-purchase-plan',
  '/eam/purchase-order',
  '/eam/order-arrival',
]
const [instalments, entries, origins] = ['/eam/purchase-instalment', '/eam/warehouse/enter', '/eam/purchase-origin']
const today = homeDay(new Date())

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  engineer = await app.as('engineer')
  store = await app.as('warehouse_keeper')
  keeper = await app.as('keeper')
  neighbour = await app.as('administrator', other)
  warehouse = await saved('/eam/plc/warehouse/submit', { warehouseName: '采购库', deptId: dept })
  supplier = await saved('/eam/supplierinfo/submit', { supplierName: '江城医疗器械', supplierKind: 'dealer' })
})
afterAll(() => app.stop())

const saved = async (path: string, draft: object, client = admin): Promise<string> => {
  const answer = await client.post(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data.id as string
}
const one = async <T = Row>(path: string, id: string): Promise<T & { lines: Row[]; instalments: Row[] }> =>
  (await admin.get<never>(`${path}/detail`, { id })).data
const go = (path: string, step: string, id: string, more: object = {}, client = admin) => client.post(`${path}/${step}`, { id, ...more })
const done = async (path: string, step: string, id: string, more: object = {}, client = admin): Promise<void> =>
  expect([step, (await go(path, step, id, more, client)).msg]).toEqual([step, '操作成功'])
const said = async (path: string, step: string, id: string, more: object = {}, client = admin): Promise<string> => {
  const answer = await go(path, step, id, more, client)
  expect([step, answer.status]).toEqual([step, 400])
  return answer.msg
}
const list = async (path: string, asked: Record<string, string>, client = admin): Promise<Row[]> =>
  (await client.get<Page>(`${path}/list`, asked)).data.records

/** A budget with an approved plan of so many monitors at 100.00. */
const planned = async (quantity = 3, amount = '1000.00'): Promise<{ budget: string; plan: string }> => {
  const budget = await saved(`${budgets}/submit`, { budgetYear: 2027, deptId: dept, amount })
  await done(budgets, 'approve', budget)
  const lines = [{ deviceName: '监护仪', model: 'M8', maker: '迈瑞', quantity, unitPrice: '100.00' }]
  const plan = await saved(`${plans}/submit`, { planYear: 2027, deptId: dept, budgetId: budget, lines })
  await done(plans, 'approve', plan)
  return { budget, plan }
}
const order = (planId: string, more: object = {}): Promise<string> =>
  saved(`${orders}/submit`, { planId, supplierId: supplier, warehouseId: warehouse, ...more })
const line = (quantity: number, unitPrice = '100.00', more: object = {}) => ({ itemName: '监护仪', quantity, unitPrice, ...more })
/** An order that is placed for all that the plan waits for. */
const placed = async (planId: string, more: object = {}): Promise<string> => {
  const id = await order(planId, more)
  await done(orders, 'place', id)
  return id
}
/** The draft of an arrival of so many pieces. */
const arrival = async (orderId: string, receivedQuantity: number, more: object = {}): Promise<string> => {
  const [of] = (await one(orders, orderId)).lines
  return saved(`${arrivals}/submit`, { orderId, receivedOn: today, lines: [{ orderLineId: of!.id, receivedQuantity, ...more }] })
}
const received = async (orderId: string, pieces: number, more: object = {}): Promise<string> => {
  const id = await arrival(orderId, pieces, more)
  await done(arrivals, 'receive', id)
  return id
}
const found = {
  ...{ acceptedOn: today, packing: 'ok', accessories: 'ok', powerOn: 'ok', functions: 'ok', documents: 'ok', training: 'none' },
  ...{ deptSigner: '护士长', engineerSigner: '王工', supplierSigner: '李经理' },
}
const entryOf = async (arrivalId: string): Promise<Row & { lines: (Row & { cards: string[] | null })[] }> => {
  const [row] = await app.sql(`select id from warehouse_entry where arrival_id = $1 and not is_deleted and entry_status <> 'cancelled'`, [
    arrivalId,
  ])
  return one(entries, String(row!.id)) as never
}
const entered = async (arrivalId: string): Promise<string> => {
  const { id } = await entryOf(arrivalId)
  await done(entries, 'hand-in', id)
  await done(entries, 'approve', id, {}, manager)
  return id
}
const amounts = async (id: string) => {
  const { reservedTotal, spentTotal, remaining } = await one(budgets, id)
  return [reservedTotal, spentTotal, remaining]
}

describe('an order', () => {
  test('takes from its plan what it still waits for, is placed, and is only what its state allows', async () => {
    const { plan } = await planned()
    const id = await order(plan, { warrantyMonths: 24, contractNo: 'HT-9' })
    const draft = await one(orders, id)
    expect(draft).toMatchObject({ orderStatus: 'draft', deptId: dept, receiveDeptId: dept, quantityTotal: 3, amountTotal: '300.00' })
    expect(draft.orderNo).toMatch(/^CG-\d{4}-\d{6}$/)
    expect(draft.lines).toMatchObject([{ itemName: '监护仪', model: 'M8', manufacturer: '迈瑞', quantity: 3, unitPrice: '100.00' }])
    await done(orders, 'place', id)
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'placed', placedById: admin.userId, receivedTotal: 0 })
    expect((await admin.post(`${orders}/submit`, { id, remark: '改' })).error).toBe('closed')
    expect((await admin.post(`${orders}/remove`, { ids: [id] })).error).toBe('closed')
    expect((await go(orders, 'close', id)).error).toBe('wrong_state')
    const empty = await order(plan, { lines: [] })
    expect(await said(orders, 'place', empty)).toBe('采购订单没有明细')
  })

  test('is made of an approved plan with its supplier and warehouse, while there is something left to order', async () => {
    const { plan } = await planned()
    const given = { supplierId: supplier, warehouseId: warehouse, deliveryDue: daysAfter(today, 30) }
    await done(plans, 'order', plan, given, manager)
    const [made] = await list(orders, { planId: plan })
    expect(made).toMatchObject({ supplierName: '江城医疗器械', deliveryDue: daysAfter(today, 30), quantityTotal: 3 })
    await done(orders, 'place', made!.id)
    expect(await said(plans, 'order', plan, given)).toContain('没有可订购的明细')
    expect((await go(plans, 'order', plan, given, keeper)).status).toBe(403)
  })

  test('holds its pieces and its money of the plan: the next order gets what is left', async () => {
    const { plan } = await planned(5)
    await placed(plan, { lines: [line(3)] })
    const many = await order(plan, { lines: [line(3)] })
    expect(await said(orders, 'place', many)).toMatch(/采购计划“2027 内科”的“监护仪”还可订购 2 件，本单为 3 件/)
    const others = await order(plan, { lines: [line(1), { itemName: '推车', quantity: 2, unitPrice: '1.00' }] })
    expect(await said(orders, 'place', others)).toContain('还可订购 2 件，本单为 3 件')
    const dear = await order(plan, { lines: [line(2, '100.01')] })
    expect(await said(orders, 'place', dear)).toContain('还可订购 200.00 元，本单为 200.02 元')
    expect(await one(orders, dear)).toMatchObject({ orderStatus: 'draft' })
    const rest = await placed(plan, { lines: [line(2)] })
    await done(orders, 'cancel', rest, { endReason: '供货延误' })
    await placed(plan, { lines: [line(2)] })
  })

  test('is refused of a supplier that is black-listed, retired or without a valid licence, by the day of the hospital', async () => {
    const { plan } = await planned()
    const bad = await saved('/eam/supplierinfo/submit', { supplierName: '过期公司', supplierKind: 'dealer' })
    const id = await order(plan, { supplierId: bad })
    const licence = { supplierId: bad, qualificationKind: 'distribution', certificateNo: 'X-1' }
    const old = await saved('/eam/supplierqual/submit', { ...licence, validUntil: daysAfter(today, -1) })
    expect(await said(orders, 'place', id)).toBe(`供应商“过期公司”的医疗器械经营许可证已于 ${daysAfter(today, -1)} 到期，不能下单`)
    await saved('/eam/supplierqual/submit', { id: old, validUntil: today })
    await saved('/eam/supplierinfo/submit', { id: bad, isBlacklisted: 1 })
    expect(await said(orders, 'place', id)).toBe('供应商“过期公司”在黑名单中，不能下单')
    expect((await admin.post(`${orders}/submit`, { planId: plan, supplierId: bad, warehouseId: warehouse })).status).toBe(400)
    await saved('/eam/supplierinfo/submit', { id: bad, isBlacklisted: 0, isInactive: 1 })
    expect(await said(orders, 'place', id)).toContain('已停用')
    await saved('/eam/supplierinfo/submit', { id: bad, isInactive: 0 })
    await saved('/eam/supplierqual/submit', { id: old, validUntil: daysAfter(today, -30) })
    // A renewed licence of the kind counts.
    await saved('/eam/supplierqual/submit', { ...licence, certificateNo: 'X-2', validUntil: daysAfter(today, 300) })
    await done(orders, 'place', id)
  })

  test('needs an approved plan, and keeps the plan open until its pieces are in', async () => {
    const draft = await saved(`${plans}/submit`, { planYear: 2027, deptId: dept, lines: [{ deviceName: '监护仪', quantity: 1 }] })
    const early = await order(draft, { lines: [line(1)] })
    expect(await said(orders, 'place', early)).toContain('当前状态为“草稿”，不能下单')
    const { plan, budget } = await planned()
    const id = await placed(plan)
    const { orderNo } = await one(orders, id)
    for (const [step, more] of [
      ['finish', {}],
      ['cancel', { reason: '不要' }],
    ] as const)
      expect(await said(plans, step, plan, more)).toContain(`采购订单 ${orderNo} 还有 3 件未入库`)
    expect(await amounts(budget)).toEqual(['300.00', '0.00', '700.00'])
    await done(orders, 'cancel', id, { endReason: '改型号' })
    await done(plans, 'finish', plan)
  })

  test('that is all in a warehouse holds neither pieces nor money of its plan, even if its entry cost less', async () => {
    const { plan } = await planned(5)
    const first = await placed(plan, { lines: [line(3)] })
    const arrived = await received(first, 3)
    await done(arrivals, 'accept', arrived, found)
    const entry = await entryOf(arrived)
    await saved(`${entries}/update`, { id: entry.id, lines: [{ id: entry.lines[0]!.id, unitPrice: '90.00' }] })
    await entered(arrived)
    const second = await placed(plan, { lines: [line(2, '115.00')] })
    const { orderNo } = await one(orders, second)
    expect(await said(plans, 'finish', plan)).toBe(`采购订单 ${orderNo} 还有 2 件未入库，请先入库或取消订单`)
  })

  test('keeps its pieces from entries without an arrival', async () => {
    const { plan } = await planned(3)
    const id = await placed(plan, { lines: [line(2)] })
    const { orderNo } = await one(orders, id)
    const entry = (quantity: number) =>
      saved(`${entries}/save`, {
        ...{ warehouseId: warehouse, deptId: dept, entryDate: today, planId: plan },
        lines: [{ lineKind: 'device', itemName: '监护仪', quantity, unitPrice: '100.00' }],
      })
    const many = await entry(2)
    expect(await said(entries, 'hand-in', many)).toBe(
      `采购计划“2027 内科”由采购订单 ${orderNo} 订购 2 件，“监护仪”还可入库 1 件，本次为 2 件；已订购的请按到货单入库`,
    )
    const free = await entry(1)
    await done(entries, 'hand-in', free)
    await done(entries, 'approve', free, {}, manager)
    const arrived = await received(id, 2)
    await done(arrivals, 'accept', arrived, found)
    await entered(arrived)
  })

  test('is no more than its plan, however many are placed at once', async () => {
    const { plan } = await planned(20, '2000.00')
    const all: string[] = []
    for (let n = 0; n < 50; n++) all.push(await order(plan, { lines: [line(1)] }))
    const answers = await Promise.all(all.map((id) => go(orders, 'place', id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const [sum] = await app.sql(`select sum(quantity_total)::int as n from purchase_order where plan_id = $1 and order_status = 'placed'`, [
      plan,
    ])
    expect(sum!.n).toBe(20)
  })

  test('is nothing to other hospitals, nor to people without its right', async () => {
    const { plan } = await planned()
    const id = await placed(plan)
    expect((await neighbour.get(`${orders}/detail`, { id })).status).toBe(404)
    expect((await go(orders, 'cancel', id, { endReason: 'x' }, neighbour)).status).toBe(404)
    expect((await keeper.get(`${orders}/list`)).status).toBe(403)
    expect((await go(orders, 'cancel', id, { endReason: 'x' }, engineer)).status).toBe(403)
    expect((await engineer.get(`${orders}/detail`, { id })).status).toBe(200)
    expect((await go(orders, 'arrive', id, { receivedOn: today }, engineer)).status).toBe(403)
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'placed' })
  })
})

describe('the instalments of an order', () => {
  const parts = [
    { instalmentName: '预付款', dueOn: daysAfter(today, 5), share: 33.33 },
    { instalmentName: '到货款', dueOn: daysAfter(today, 40), share: 33.33 },
    { instalmentName: '质保金', dueOn: daysAfter(today, 400), share: 33.34 },
  ]

  test('are shares that add up to the cent, or amounts, and never more than the order', async () => {
    const { plan } = await planned()
    const id = await order(plan, { lines: [line(1, '100.01')], instalments: parts })
    const whole = await one(orders, id)
    expect(whole.instalments.map(({ amount, payState }) => [amount, payState])).toEqual([
      ['33.33', 'planned'],
      ['33.34', 'planned'],
      ['33.34', 'planned'],
    ])
    expect(whole).toMatchObject({ instalmentCount: 3, instalmentTotal: '100.01' })
    // The amount of a share follows the order.
    await saved(`${orders}/submit`, { id, lines: [{ id: whole.lines[0]!.id, unitPrice: '50.00' }] })
    expect(await one(orders, id)).toMatchObject({ instalmentTotal: '50.00', amountTotal: '50.00' })
    const refusals = [
      [[{ ...parts[0], share: null, amount: '60.00' }], '各期付款合计 60.00 元超过订单金额 50.00 元'],
      [[parts[0], { ...parts[1], share: 66.68 }], '各期比例合计 100.01%，超过 100%'],
      [[{ ...parts[0], share: null }], '第 1 期请填写应付金额或比例'],
    ] as const
    for (const [given, sentence] of refusals) expect((await admin.post(`${orders}/submit`, { id, instalments: given })).msg).toBe(sentence)
    expect(await one(orders, id)).toMatchObject({ instalmentCount: 3, instalmentTotal: '50.00' })
  })

  test('are in force with the order, paid, due in the calendar, and cancelled with it', async () => {
    const { plan } = await planned()
    const id = await placed(plan, { instalments: parts })
    const [first, second] = (await one(orders, id)).instalments
    expect((await list(instalments, { orderId: id })).map(({ payState }) => payState)).toEqual(['open', 'open', 'open'])
    expect(await said(instalments, 'pay', String(first!.id), { paidOn: daysAfter(today, 1) })).toBe('付款日期不能晚于今天')
    await done(instalments, 'pay', String(first!.id), { paidOn: today, invoiceNo: 'FP-7' })
    expect(await one(instalments, String(first!.id))).toMatchObject({
      payState: 'paid',
      paidOn: today,
      invoiceNo: 'FP-7',
      supplierId: supplier,
    })
    await done(instalments, 'take-back', String(first!.id), { reason: '退票' })
    expect(await one(instalments, String(first!.id))).toMatchObject({ payState: 'open', paidOn: null })
    expect((await go(instalments, 'pay', String(second!.id), { paidOn: today }, engineer)).status).toBe(403)
    await done(instalments, 'pay', String(first!.id), { paidOn: today })
    await done(orders, 'cancel', id, { endReason: '不要' })
    expect((await list(instalments, { orderId: id })).map(({ payState }) => payState)).toEqual(['paid', 'dropped', 'dropped'])
    // Nothing is left to be paid of an order that is cancelled.
    await done(instalments, 'take-back', String(first!.id), { reason: '已退款' })
    expect(await one(instalments, String(first!.id))).toMatchObject({ payState: 'dropped', paidOn: null })
  })

  test('are changed or cancelled one by one, and never come to more than the order', async () => {
    const { plan } = await planned()
    const id = await placed(plan, { lines: [line(1, '100.00')], instalments: parts })
    const [first, second, third] = (await one(orders, id)).instalments.map((each) => String(each.id)) as [string, string, string]
    const given = { dueOn: daysAfter(today, 90), amount: '20.00', reason: '供应商同意延期' }
    expect(await said(instalments, 'change', first, { ...given, amount: '33.34' })).toBe('各期付款合计 100.01 元超过订单金额 100.00 元')
    expect((await go(instalments, 'change', first, given, engineer)).status).toBe(403)
    expect((await go(instalments, 'change', first, given, neighbour)).status).toBe(404)
    await done(instalments, 'change', first, given)
    expect(await one(instalments, first)).toMatchObject({ dueOn: given.dueOn, amount: '20.00', share: null, payState: 'open' })
    expect(await one(orders, id)).toMatchObject({ instalmentTotal: '86.67' })
    // What is cancelled leaves room for the others.
    await done(instalments, 'cancel', third, { reason: '不留质保金' })
    expect(await one(orders, id)).toMatchObject({ instalmentTotal: '53.33' })
    await done(instalments, 'change', second, { ...given, amount: '80.00' })
    await done(instalments, 'pay', second, { paidOn: today })
    expect((await go(instalments, 'change', second, given)).error).toBe('wrong_state')
    expect((await go(instalments, 'cancel', second, { reason: '退' })).error).toBe('wrong_state')
    const both = await Promise.all(['20.00', '20.00'].map((amount) => go(instalments, 'change', first, { ...given, amount })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await one(orders, id)).toMatchObject({ instalmentTotal: '100.00' })
  })

  test('remind once before their date and once after it', async () => {
    const { plan } = await planned()
    const id = await placed(plan, { instalments: parts.slice(0, 2) })
    const { orderNo, instalments: all } = await one(orders, id)
    const told = async () =>
      (await app.sql(
        `select kind, detail, subject from notice where target = 'purchaseOrder' and target_id = $1 and user_id = $2 order by kind`,
        [id, admin.userId],
      )) as Row[]
    const worker = openPool(app.database.jobsUrl, 1)
    const run = (day: string) => runTimedJob(tellInstalments, worker, new Date(`${day}T04:00:00Z`))
    await run(today)
    await run(today)
    // A notice opens the order, where payments are recorded.
    expect(await told()).toEqual([{ kind: 'instalment_due', detail: all[0]!.dueOn, subject: `${orderNo} 预付款` }])
    await run(daysAfter(today, 6))
    await run(daysAfter(today, 7))
    expect((await told()).map(({ kind }) => kind)).toEqual(['instalment_due', 'instalment_overdue'])
    await worker.end()
  })
})

describe('an arrival', () => {
  test('is filled with what is missing, comes in parts, and never brings more than was ordered', async () => {
    const { plan } = await planned(5)
    const id = await placed(plan)
    await done(orders, 'arrive', id, { receivedOn: today, deliveryNote: 'SH-1' }, manager)
    const [draft] = await list(arrivals, { orderId: id })
    const first = await one(arrivals, draft!.id)
    expect(first).toMatchObject({
      arrivalState: 'draft',
      receivedById: manager.userId,
      deliveryNote: 'SH-1',
      receivedTotal: 5,
      supplierId: supplier,
    })
    expect(first.lines).toMatchObject([{ itemName: '监护仪', receivedQuantity: 5 }])
    await saved(`${arrivals}/submit`, { id: draft!.id, lines: [{ id: first.lines[0]!.id, receivedQuantity: 2 }] })
    await done(arrivals, 'receive', draft!.id)
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'partly', receivedTotal: 2 })
    const over = await arrival(id, 4)
    expect(await said(arrivals, 'receive', over)).toContain('的“监护仪”还可收货 3 件，本次为 4 件')
    const both = [await arrival(id, 2), await arrival(id, 2)]
    const answers = await Promise.all(both.map((each) => go(arrivals, 'receive', each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'partly', receivedTotal: 4 })
    expect(await said(orders, 'close', id).catch(() => 'state')).toBe('state')
    await received(id, 1)
    const all = await one(orders, id)
    expect(all).toMatchObject({ orderStatus: 'arrived', receivedTotal: 5 })
    expect(all.arrivedAt).not.toBeNull()
    expect(await said(orders, 'close', id)).toContain('尚未验收')
    expect((await go(orders, 'arrive', id, { receivedOn: today })).error).toBe('wrong_state')
  })

  test('says why pieces are refused, which are wanted again', async () => {
    const { plan } = await planned(3)
    const id = await placed(plan)
    const [of] = (await one(orders, id)).lines
    const draft = { orderId: id, receivedOn: today, lines: [{ orderLineId: of!.id, receivedQuantity: 1, refusedQuantity: 2 }] }
    expect((await admin.post(`${arrivals}/submit`, draft)).msg).toBe('请填写“监护仪”的拒收原因')
    const arrived = await received(id, 1, { refusedQuantity: 2, refuseReason: '包装破损' })
    expect(await one(arrivals, arrived)).toMatchObject({ receivedTotal: 1, refusedTotal: 2, arrivalState: 'received' })
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'partly', receivedTotal: 1 })
    await done(orders, 'arrive', id, { receivedOn: today })
    const next = (await list(arrivals, { orderId: id, arrivalState: 'draft' }))[0]!
    expect((await one(arrivals, next.id)).lines).toMatchObject([{ receivedQuantity: 2 }])
    const nothing = { orderId: id, receivedOn: today, lines: [{ orderLineId: of!.id, receivedQuantity: 0 }] }
    expect(await said(arrivals, 'receive', await saved(`${arrivals}/submit`, nothing))).toContain('没有收货或拒收数量')
    expect((await admin.post(`${arrivals}/submit`, { ...nothing, receivedOn: daysAfter(today, 1) })).msg).toBe('到货日期不能晚于今天')
    const strange = (await one(orders, await placed((await planned(1)).plan))).lines[0]!
    expect(
      (await admin.post(`${arrivals}/submit`, { ...nothing, lines: [{ orderLineId: strange.id, receivedQuantity: 1 }] })).msg,
    ).toContain('不是该采购订单的明细')
  })

  test('that was refused as a whole is over: nothing of it waits for an acceptance', async () => {
    const { plan } = await planned(2)
    const id = await placed(plan)
    const arrived = await received(id, 0, { refusedQuantity: 2, refuseReason: '进水' })
    expect(await one(arrivals, arrived)).toMatchObject({ arrivalState: 'rejected', receivedTotal: 0, refusedTotal: 2 })
    const told = async (of: string) => app.sql(`select 1 from notice where kind = 'arrival_waiting' and target_id = $1`, [of])
    expect(await told(arrived)).toEqual([])
    expect(await told(await received(await placed((await planned(1)).plan), 1))).not.toEqual([])
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'placed', receivedTotal: 0 })
    await done(orders, 'cancel', id, { endReason: '供应商缺货' })
  })

  test('takes serial numbers as they are scanned, each once in the hospital, and no more than pieces', async () => {
    await saved('/eam/device/submit', { deviceName: '旧监护仪', sn: 'old-77', manufacturer: '迈瑞', useDeptId: dept })
    const { plan } = await planned(3)
    const id = await placed(plan)
    const [of] = (await one(orders, id)).lines
    const send = (serials: string, receivedQuantity = 2) =>
      admin.post(`${arrivals}/submit`, { orderId: id, receivedOn: today, lines: [{ orderLineId: of!.id, receivedQuantity, serials }] })
    expect((await send('A1\nA2\nA3')).msg).toBe('“监护仪”收货 2 件，出厂编号却有 3 个')
    expect((await send('A1，ａ１')).msg).toBe('出厂编号“a1”重复')
    expect((await send('A1\n(01)09506000134376')).msg).toBe(
      '条码“(01)09506000134376”只有产品标识，没有序列号，请扫描带序列号的条码或手工输入',
    )
    expect((await send('A1\nOLD-77 ')).msg).toContain('出厂编号“old-77”已登记在设备')
    const sent = await send('(01)09506000134376(21)SN-7')
    expect(sent.msg).toBe('操作成功')
    // A scanner adds to what is there, at the only line.
    expect(await said(arrivals, 'scan', sent.data.id, { serials: 'sn-7' })).toBe('出厂编号“sn-7”重复')
    expect(await said(arrivals, 'scan', sent.data.id, { serials: '010950600013437617261231' })).toContain('没有序列号')
    await done(arrivals, 'scan', sent.data.id, { serials: 'A2\n' })
    expect((await one(arrivals, sent.data.id)).lines).toMatchObject([{ serials: 'SN-7\nA2' }])
    expect(await said(arrivals, 'scan', sent.data.id, { serials: 'A3' })).toContain('收货 2 件，出厂编号却有 3 个')
  })

  test('has serial numbers that no other arrival holds, however many are received at once', async () => {
    const { plan } = await planned(6)
    const id = await placed(plan)
    const same = () => arrival(id, 1, { serials: 'TW-1' })
    const [first, second] = [await same(), await same()]
    const answers = await Promise.all([first, second].map((each) => go(arrivals, 'receive', each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const [kept, other] = answers[0]!.status === 200 ? [first, second] : [second, first]
    const { arrivalNo } = await one(arrivals, kept)
    const sentence = `出厂编号“TW-1”已登记在到货单 ${arrivalNo} 上`
    expect(await said(arrivals, 'receive', other)).toBe(sentence)
    const [of] = (await one(orders, id)).lines
    const draft = { orderId: id, receivedOn: today, lines: [{ orderLineId: of!.id, receivedQuantity: 1, serials: 'ｔｗ-1' }] }
    expect((await admin.post(`${arrivals}/submit`, draft)).msg).toContain('已登记在到货单')
    await done(arrivals, 'accept', kept, found)
    expect(await said(arrivals, 'receive', other)).toBe(sentence)
    // A delivery that went back holds nothing.
    await done(entries, 'cancel', String((await entryOf(kept)).id))
    await done(arrivals, 'reject', kept, { ...found, acceptanceNote: '返修' })
    await done(arrivals, 'receive', other)
  })

  test('of a warehouse keeper is that of the store; it is taken back to be corrected', async () => {
    const { plan } = await planned(2)
    const own = await saved('/eam/plc/warehouse/submit', { warehouseName: '库管库', deptId: await deptOf(store) })
    const id = await placed(plan, { warehouseId: own })
    await done(orders, 'arrive', id, { receivedOn: today }, store)
    const [draft] = await list(arrivals, { orderId: id }, store)
    await done(arrivals, 'receive', draft!.id, {}, store)
    expect((await go(arrivals, 'accept', draft!.id, found, store)).status).toBe(403)
    await done(arrivals, 'withdraw', draft!.id, { reason: '数量有误' }, store)
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'placed', receivedTotal: 0 })
    expect((await go(orders, 'cancel', id, { endReason: '退' }, store)).status).toBe(403)
    expect(await said(orders, 'cancel', id, { endReason: '退' })).toContain('尚未验收，请先验收或删除')
    await saved(`${arrivals}/submit`, { id: draft!.id, remark: '实到一台' }, store)
    expect((await store.post(`${arrivals}/remove`, { ids: [draft!.id] })).status).toBe(200)
    await done(orders, 'cancel', id, { endReason: '退' })
  })
})

const deptOf = async (client: Client): Promise<string> =>
  String((await app.sql('select dept_id from app_user where id = $1', [client.userId]))[0]!.dept_id)

describe('an acceptance', () => {
  test('makes the entry with serial numbers and warranty, the cards of which lead back to the budget', async () => {
    const { plan, budget } = await planned(3)
    const id = await placed(plan, {
      ...{ warrantyMonths: 12, contractNo: 'HT-77' },
      lines: [
        line(2, '90.00', { model: 'M8', manufacturer: '迈瑞' }),
        { itemName: '推车', quantity: 1, unitPrice: '10.00', warrantyMonths: 6 },
      ],
    })
    const [monitor, trolley] = (await one(orders, id)).lines
    const arrived = await saved(`${arrivals}/submit`, {
      ...{ orderId: id, receivedOn: today },
      lines: [
        { orderLineId: monitor!.id, receivedQuantity: 2, serials: 'MR-100\nMR-101' },
        { orderLineId: trolley!.id, receivedQuantity: 1 },
      ],
    })
    await done(arrivals, 'receive', arrived)
    await done(arrivals, 'accept', arrived, found, engineer)
    expect(await one(arrivals, arrived)).toMatchObject({
      arrivalState: 'accepted',
      acceptedById: engineer.userId,
      functions: 'ok',
      deptSigner: '护士长',
    })
    const draft = await entryOf(arrived)
    expect(draft).toMatchObject({
      ...{ entryStatus: 'draft', supplierId: supplier, planId: plan, contractNo: 'HT-77', entryDate: today, acceptanceDate: today },
      ...{ warehouseId: warehouse, deptId: dept, amountTotal: '190.00', arrivalId: arrived },
    })
    expect(draft.lines).toMatchObject([
      { itemName: '监护仪', quantity: 2, unitPrice: '90.00', serials: 'MR-100\nMR-101', warrantyEnd: monthsAfter(today, 12) },
      { itemName: '推车', quantity: 1, warrantyEnd: monthsAfter(today, 6), serials: null },
    ])
    expect((await admin.post(`${entries}/update`, { id: draft.id, planId: (await planned(1)).plan })).msg).toContain('不能修改采购计划')
    await entered(arrived)
    const cards = (await entryOf(arrived)).lines[0]!.cards!
    const card = (n: number) => one('/eam/device', cards[n]!)
    expect([(await card(0)).sn, (await card(1)).sn]).toEqual(['MR-100', 'MR-101'])
    expect(await card(1)).toMatchObject({
      ...{ originalValue: '90.00', supplierId: supplier, warrantyEnd: monthsAfter(today, 12), acceptanceDate: today, purchaseDate: today },
      contractNo: 'HT-77',
    })
    const [origin] = await list(origins, { deviceId: cards[0]! })
    expect(origin).toMatchObject({
      arrivalId: arrived,
      orderId: id,
      planId: plan,
      budgetId: budget,
      unitPrice: '90.00',
      cardTitle: '监护仪',
    })
    for (const by of [{ budgetId: budget }, { planId: plan }, { orderId: id }] as Record<string, string>[])
      expect(await list(origins, by)).toHaveLength(3)
    expect(await amounts(budget)).toEqual(['0.00', '190.00', '810.00'])
    await done(orders, 'close', id)
    await done(plans, 'finish', plan)
    expect(await list(origins, { budgetId: budget }, neighbour)).toEqual([])
  })

  test('that fails wants the pieces again; what failed needs a word, and a failed function is not accepted', async () => {
    const { plan } = await planned(2)
    const id = await placed(plan)
    const arrived = await received(id, 2)
    expect(await said(arrivals, 'accept', arrived, { ...found, packing: 'not' })).toBe('有不合格的验收项目，请填写验收说明')
    expect(await said(arrivals, 'accept', arrived, { ...found, functions: 'not', acceptanceNote: '不出波形' })).toBe(
      '“功能性能”不合格，不能验收合格',
    )
    expect(await said(arrivals, 'accept', arrived, { ...found, acceptedOn: daysAfter(today, 1) })).toBe('验收日期不能晚于今天')
    expect((await go(arrivals, 'accept', arrived, { ...found, deptSigner: '' })).status).toBe(400)
    await done(arrivals, 'reject', arrived, { ...found, functions: 'not', acceptanceNote: '不出波形' }, engineer)
    expect(await one(arrivals, arrived)).toMatchObject({ arrivalState: 'rejected', functions: 'not', acceptanceNote: '不出波形' })
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'placed', receivedTotal: 0 })
    expect(await app.sql('select 1 from warehouse_entry where arrival_id = $1', [arrived])).toEqual([])
    const again = await received(id, 2)
    await done(arrivals, 'accept', again, found)
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'arrived' })
  })

  test('that fails after its order was closed leaves the plan free again', async () => {
    const { plan } = await planned(2)
    const id = await placed(plan)
    const arrived = await received(id, 2)
    await done(arrivals, 'accept', arrived, found)
    await done(orders, 'close', id)
    await done(entries, 'cancel', String((await entryOf(arrived)).id))
    await done(arrivals, 'reject', arrived, { ...found, acceptanceNote: '退货' })
    const order = await one(orders, id)
    expect(order).toMatchObject({ orderStatus: 'closed', receivedTotal: 0 })
    expect(order.lines).toMatchObject([{ quantity: 2, receivedQuantity: 0, cancelledQuantity: 2 }])
    await placed(plan)
  })

  test('of a finished plan is entered again after the plan is reopened, as far as its budget has money', async () => {
    const { plan, budget } = await planned(2, '300.00')
    const id = await placed(plan)
    const arrived = await received(id, 2)
    await done(arrivals, 'accept', arrived, found)
    const entry = await entered(arrived)
    await done(orders, 'close', id)
    await done(plans, 'finish', plan)
    expect(await said(plans, 'reopen', plan, { reason: '退货' })).toContain('已全部入库，不能重新打开')
    await done(entries, 'cancel', entry)
    expect(await amounts(budget)).toEqual(['0.00', '0.00', '300.00'])
    // Another plan has taken the money in between.
    const lines = [{ deviceName: '心电图机', quantity: 2, unitPrice: '100.00' }]
    const next = await saved(`${plans}/submit`, { planYear: 2027, deptId: dept, budgetId: budget, lines })
    await done(plans, 'approve', next)
    expect(await said(plans, 'reopen', plan, { reason: '重新入库' })).toContain('可用余额为 100.00 元，还需 200.00 元')
    await done(plans, 'cancel', next, { reason: '不买' })
    expect((await go(plans, 'reopen', plan, { reason: '重新入库' }, engineer)).status).toBe(403)
    await done(plans, 'reopen', plan, { reason: '重新入库' })
    expect(await one(plans, plan)).toMatchObject({ planStatus: 'approved', reservedTotal: '200.00' })
    expect(await amounts(budget)).toEqual(['200.00', '0.00', '100.00'])
    await done(arrivals, 'enter-again', arrived)
    await entered(arrived)
    expect(await amounts(budget)).toEqual(['0.00', '200.00', '100.00'])
  })

  test('makes one entry, however many accept at once; a cancelled one is made again', async () => {
    const { plan, budget } = await planned(2)
    const id = await placed(plan)
    const arrived = await received(id, 2)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => go(arrivals, 'accept', arrived, found, n % 2 ? admin : engineer)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await app.sql('select count(*)::int as n from warehouse_entry where arrival_id = $1', [arrived])).toEqual([{ n: 1 }])
    expect(await said(arrivals, 'enter-again', arrived)).toContain('已生成')
    const entry = await entered(arrived)
    expect(await said(arrivals, 'reject', arrived, { ...found, acceptanceNote: '返修' })).toContain('请先取消入库')
    expect(await list(origins, { orderId: id })).toHaveLength(2)
    await done(entries, 'cancel', entry)
    expect(await list(origins, { orderId: id })).toEqual([])
    expect(await amounts(budget)).toEqual(['200.00', '0.00', '800.00'])
    const both = await Promise.all([1, 2, 3].map(() => go(arrivals, 'enter-again', arrived)))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    await entered(arrived)
    expect(await amounts(budget)).toEqual(['0.00', '200.00', '800.00'])
    expect(await list(origins, { orderId: id })).toHaveLength(2)
  })

  test('gives its entry no more pieces than arrived', async () => {
    const { plan } = await planned(5)
    const arrived = await received(await placed(plan), 2)
    await done(arrivals, 'accept', arrived, found)
    const draft = await entryOf(arrived)
    await saved(`${entries}/update`, { id: draft.id, lines: [{ id: draft.lines[0]!.id, quantity: 3 }] })
    expect(await said(entries, 'hand-in', draft.id)).toContain('收货 2 件，入库单为 3 件')
    await saved(`${entries}/update`, { id: draft.id, lines: [{ id: draft.lines[0]!.id, quantity: 1, serials: 'B1\nB2' }] })
    expect(await said(entries, 'hand-in', draft.id)).toBe('第 1 行数量为 1，出厂编号却有 2 个')
  })

  test('after the rest of the order was cancelled leaves the plan what did not arrive', async () => {
    const { plan } = await planned(5)
    const id = await placed(plan)
    const arrived = await received(id, 2)
    await done(arrivals, 'accept', arrived, found)
    await done(orders, 'cancel-rest', id, { endReason: '停产' })
    expect(await one(orders, id)).toMatchObject({ orderStatus: 'arrived', receivedTotal: 2, endReason: '停产' })
    await done(orders, 'close', id)
    const next = await order(plan)
    expect((await one(orders, next)).lines).toMatchObject([{ quantity: 3 }])
    await done(orders, 'place', next)
  })
})

describe('the money of the whole chain', () => {
  /** Numbers from a seed, so that a failure can be repeated. */
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }

  test.each([1, 2, 3])('adds up at every moment, by random acts with seed %i', async (seed) => {
    const next = random(seed)
    const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)]
    const { plan } = await planned(8, '1000.00')
    const check = async () => {
      const [row] = await app.sql(
        `select b.amount::numeric as amount, b.reserved_total as reserved, b.spent_total as spent, b.remaining, p.spent_total as plan_spent, p.reserved_total as plan_reserved,
          (select coalesce(sum(e.amount_total), 0) from warehouse_entry e where e.plan_id = p.id and e.entry_status = 'done' and not e.is_deleted) as came
        from purchase_budget b join purchase_plan p on p.budget_id = b.id where p.id = $1`,
        [plan],
      )
      const [amount, reserved, spent, remaining] = [row!.amount, row!.reserved, row!.spent, row!.remaining].map(Number)
      expect(reserved! + spent! + remaining!).toBeCloseTo(amount!, 2)
      expect(Math.min(reserved!, spent!, remaining!)).toBeGreaterThanOrEqual(0)
      expect([Number(row!.plan_spent), Number(row!.plan_reserved)]).toEqual([spent, reserved])
      expect(Number(row!.came)).toBeCloseTo(spent!, 2)
    }
    for (let n = 0; n < 30; n++) {
      const rows = await list(orders, { planId: plan, size: '100' })
      const came = (await Promise.all(rows.map(({ id }) => list(arrivals, { orderId: id })))).flat()
      const drafts = await list(entries, { planId: plan, size: '100' })
      const at = next()
      const [of, arrived, entry] = [pick(rows), pick(came), pick(drafts)]
      if (at < 0.25 || !of) {
        const id = await order(plan, { lines: [line(1 + Math.floor(next() * 3), next() < 0.5 ? '90.00' : '100.00')] })
        await go(orders, 'place', id)
      } else if (at < 0.45) {
        if ((await go(orders, 'arrive', of.id, { receivedOn: today })).status === 200)
          for (const { id } of await list(arrivals, { orderId: of.id, arrivalState: 'draft' })) await go(arrivals, 'receive', id)
      } else if (at < 0.55 && arrived) await go(arrivals, 'reject', arrived.id, { ...found, acceptanceNote: '不符' })
      else if (at < 0.75 && arrived) {
        await go(arrivals, 'accept', arrived.id, found)
        await go(arrivals, 'enter-again', arrived.id)
      } else if (at < 0.92 && entry) {
        await go(entries, 'hand-in', entry.id)
        await go(entries, 'approve', entry.id, {}, manager)
      } else if (at < 0.96 && entry) await go(entries, 'cancel', entry.id)
      else await go(orders, 'cancel', of.id, { endReason: '取消' })
      await check()
    }
  })
})

test('orders are counted by supplier and department, open ones and lead times among them', async () => {
  const mine = await saved('/eam/supplierinfo/submit', { supplierName: '统计供应商', supplierKind: 'dealer' })
  const { plan } = await planned(5)
  await placed(plan, { supplierId: mine, lines: [line(1)] })
  const whole = await placed(plan, { supplierId: mine, lines: [line(2, '50.00')] })
  await received(whole, 2)
  const answer = await manager.get<Row & { rows: Row[] }>('/eam/measure/purchase-orders', { group: 'supplier', supplierId: mine })
  expect(JSON.stringify(answer.data)).toContain('统计供应商')
  expect(answer.data.rows).toHaveLength(1)
  expect(answer.data.rows[0]!.values).toMatchObject({ count: 2, amount: '200.00', open: 1 })
})
