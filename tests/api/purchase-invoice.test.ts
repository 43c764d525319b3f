import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysAfter } from '#contract/kit/time/day.ts'
import { purchasePercentKey, purchaseToleranceKey } from '#contract/params.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { arrivals, instalments, invoices, orders, purchaseLab } from '#tests/harness/purchase-lab.ts'

let app: TestApp
let [admin, manager, store, keeper, stranger] = [] as unknown as [Client, Client, Client, Client, Client]
let lab: ReturnType<typeof purchaseLab>
let [warehouse, supplierId] = ['', '']
let made = 0

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  store = await app.as('warehouse_keeper')
  keeper = await app.as('keeper')
  stranger = await app.as('administrator', other)
  lab = purchaseLab(admin)
  warehouse = await lab.warehouse()
  supplierId = await lab.supplier('开票医疗公司')
})
afterAll(() => app.stop())

const param = async (paramKey: string, paramValue: string): Promise<void> =>
  expect((await admin.post('/blade-system/param/submit', { paramName: '发票', paramKey, paramValue })).msg).toBe('操作成功')
const noParams = () => app.sql('delete from param where tenant_id = $1 and param_key like $2', [home.tenant, 'purchase.%'])

/** A placed order of so many pumps at 100.00. */
async function placed(quantity = 10, more: object = {}): Promise<{ id: string; line: string; orderNo: string }> {
  const planId = await lab.plan([{ deviceName: '输液泵', quantity, unitPrice: '100.00' }])
  const id = await lab.saved(orders, { planId, supplierId, warehouseId: warehouse, ...more })
  await lab.done(orders, 'place', id)
  const { lines, orderNo } = await lab.one(orders, id)
  return { id, line: lines[0]!.id, orderNo: String(orderNo) }
}
const draft = (orderId: string, amount: string, lines: readonly object[] | undefined, more: object = {}) => ({
  ...{ invoiceNo: `CGFP-${++made}`, orderId, invoiceDate: lab.today, amount },
  ...(lines && { lines }),
  ...more,
})
const entered = (...given: Parameters<typeof draft>) => lab.saved(invoices, draft(...given), store)
const refused = async (...given: Parameters<typeof draft>): Promise<string> => {
  const answer = await store.post(`${invoices}/submit`, draft(...given))
  expect(answer.status).toBe(400)
  return answer.msg
}
/** The instalments of an order, in their order. */
const due = (orderId: string): Promise<Row[]> => lab.list(instalments, { orderId, ascs: 'dueOn' })

test('an invoice of what was ordered and received is approved by another person, and paid once', async () => {
  const order = await placed()
  await lab.received(order.id, 4)
  // Without lines, what arrived and is on no invoice is filled in.
  const id = await entered(order.id, '400.00', undefined, { tax: '46.02' })
  expect(await lab.one(invoices, id)).toMatchObject({
    ...{ invoiceState: 'draft', supplierId, deptId: home.depts.medicine, linesTotal: '400.00' },
    lines: [{ lineName: '输液泵', quantity: 4, unitPrice: '100.00', amount: '400.00', tax: '46.02', netAmount: '353.98', postedOn: null }],
  })
  await lab.done(invoices, 'match', id, {}, store)
  expect(await lab.one(invoices, id)).toMatchObject({
    invoiceState: 'matched',
    agreedTotal: '400.00',
    difference: '0.00',
    directTotal: '400.00',
  })
  expect((await lab.go(invoices, 'approve', id, {}, store)).status).toBe(403)
  await lab.done(invoices, 'approve', id, {}, manager)
  const [row] = await lab.list('/eam/purchase-invoice-line', { invoiceId: id, postedOn_ge: lab.today })
  expect(row).toMatchObject({ supplierId, postedOn: lab.today, netAmount: '353.98' })
  expect(await lab.said(invoices, 'pay', id, { paidOn: daysAfter(lab.today, 1) }, manager)).toBe('付款日期不能晚于今天')
  await lab.done(invoices, 'pay', id, { paidOn: lab.today }, manager)
  expect((await lab.go(invoices, 'pay', id, { paidOn: lab.today }, manager)).error).toBe('wrong_state')
  // Who entered or matched it does not approve it, even with the right.
  await lab.received(order.id, 1)
  const own = await lab.saved(invoices, draft(order.id, '100.00', undefined), manager)
  await lab.done(invoices, 'match', own, {}, manager)
  expect(await lab.said(invoices, 'approve', own, {}, manager)).toContain('请由其他人审核')
  expect((await lab.go(invoices, 'approve', own, {}, stranger)).status).toBe(404)
  expect((await keeper.post(`${invoices}/submit`, draft(order.id, '1.00', undefined))).status).toBe(403)
})

test('price, quantity and what has not arrived are named, and go on within the tolerance or with a reason and a right', async () => {
  const order = await placed()
  await lab.accepted(await lab.received(order.id, 3))
  const id = await entered(order.id, '404.00', [{ orderLineId: order.line, quantity: 4, unitPrice: '101.00' }])
  expect(await lab.one(invoices, id)).toMatchObject({
    lines: [{ orderPrice: '100.00', receivedRest: 3, priceDifference: '4.00', missingQuantity: 1, missingAmount: '100.00' }],
  })
  expect(await lab.said(invoices, 'match', id)).toContain('单价差异 4.00 元，未到货 100.00 元，超过允许的 0.00 元')
  expect((await lab.go(invoices, 'match-differing', id, { differenceReason: '先票后货' }, store)).status).toBe(403)
  await lab.done(invoices, 'match-differing', id, { differenceReason: '先票后货' }, manager)
  expect(await lab.one(invoices, id)).toMatchObject({
    ...{ invoiceState: 'differs', agreedTotal: '300.00', difference: '104.00', priceDifference: '4.00', missingAmount: '100.00' },
  })
  // Pieces of a matched invoice that have not arrived are not cancelled under it.
  expect(await lab.said(orders, 'cancel-rest', order.id, { endReason: '不要了' })).toContain('包含未到货的“输液泵”')
  await lab.done(invoices, 'send-back', id, { sentBackReason: '等到货' }, manager)
  expect(await lab.one(invoices, id)).toMatchObject({ invoiceState: 'draft', difference: null, priceDifference: null })
  await lab.received(order.id, 1)
  await param(purchaseToleranceKey, '5')
  await lab.done(invoices, 'match', id)
  await lab.done(invoices, 'send-back', id, { sentBackReason: '再核' }, manager)
  // Of both tolerances the smaller one counts: 0.9 % of 400.00 are 3.60.
  await param(purchasePercentKey, '0.9')
  expect(await lab.said(invoices, 'match', id)).toContain('超过允许的 3.60 元')
  await app.sql(`update param set param_value = '1' where tenant_id = $1 and param_key = $2`, [home.tenant, purchasePercentKey])
  expect((await lab.go(invoices, 'match-differing', id, { differenceReason: '差' }, manager)).msg).toContain('请直接核对')
  await lab.done(invoices, 'match', id)
  await noParams()
  expect(
    (await admin.post('/blade-system/param/submit', { paramName: '差', paramKey: purchasePercentKey, paramValue: '101' })).status,
  ).toBe(400)
})

test('one price above does not make up for another below', async () => {
  const planId = await lab.plan([
    { deviceName: '甲', quantity: 1, unitPrice: '10.00' },
    { deviceName: '乙', quantity: 1, unitPrice: '10.00' },
  ])
  const orderId = await lab.saved(orders, { planId, supplierId, warehouseId: warehouse })
  await lab.done(orders, 'place', orderId)
  const [first, second] = (await lab.one(orders, orderId)).lines
  for (const at of [0, 1]) await lab.received(orderId, 1, at)
  const id = await entered(orderId, '20.00', [
    { orderLineId: first!.id, quantity: 1, unitPrice: '15.00' },
    { orderLineId: second!.id, quantity: 1, unitPrice: '5.00' },
  ])
  await param(purchaseToleranceKey, '9.99')
  expect(await lab.said(invoices, 'match', id)).toContain('超过允许的 9.99 元')
  await noParams()
})

test('a piece is invoiced once, and no more than was ordered, however many are entered at once', async () => {
  const order = await placed(10)
  await lab.received(order.id, 10)
  const line = (quantity: number) => [{ orderLineId: order.line, quantity, unitPrice: '100.00' }]
  expect(await refused(order.id, '1100.00', line(11))).toBe(`采购订单“${order.orderNo}”的“输液泵”还可开票 10 件，本次为 11 件`)
  const all = await Promise.all(Array.from({ length: 8 }, () => store.post(`${invoices}/submit`, draft(order.id, '300.00', line(3)))))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await refused(order.id, '200.00', line(2))).toContain('还可开票 1 件，本次为 2 件')
  const [kept] = all.filter(({ status }) => status === 200)
  await lab.done(invoices, 'match', String(kept!.data.id))
  // What is removed charges nothing.
  const gone = all.filter(({ status }) => status === 200)[1]!
  expect((await admin.post(`${invoices}/remove`, { ids: [gone.data.id] })).status).toBe(200)
  await entered(order.id, '400.00', line(4))
  const other = await placed(1)
  expect(await refused(other.id, '100.00', line(1))).toBe('第 1 行不是该采购订单的明细')
})

test('a supplier has a number once, for purchases and for services', async () => {
  const order = await placed(3)
  await lab.received(order.id, 3)
  const lines = [{ orderLineId: order.line, quantity: 1, unitPrice: '100.00' }]
  await entered(order.id, '100.00', lines, { invoiceNo: 'same-1' })
  expect(await refused(order.id, '100.00', lines, { invoiceNo: 'SAME-1' })).toBe('供应商“开票医疗公司”的发票“same-1”已登记')
  expect(await refused(order.id, '100.00', lines, { tax: '100.01' })).toBe('税额不能大于价税合计')
  const { id: deviceId } = (await admin.post('/eam/device/submit', { deviceName: '服务机', useDeptId: home.depts.bones })).data
  const { id: repairOrderId } = (await admin.post('/eam/eventtyperepair/save', { deviceId, faultDescription: '黑屏', urgency: 'normal' }))
    .data
  const service = { invoiceNo: 'same-1', supplierId, invoiceDate: lab.today, amount: '1.00', lines: [{ repairOrderId, amount: '1.00' }] }
  expect((await admin.post('/eam/service-invoice/submit', service)).msg).toContain('“same-1”已登记')
  const wrong = await entered(order.id, '101.00', lines)
  expect(await lab.said(invoices, 'match', wrong)).toBe('明细合计 100.00 元与价税合计 101.00 元不一致')
})

const parts = [
  { instalmentName: '预付款', dueOn: '2027-01-01', share: 30 },
  { instalmentName: '验收款', dueOn: '2027-02-01', share: 65 },
  { instalmentName: '质保金', dueOn: '2027-03-01', share: 5 },
]

test('an invoice settles instalments: each is paid once, and the last one pays the invoice', async () => {
  const order = await placed(10, { instalments: parts })
  await lab.received(order.id, 10)
  const [first, second, third] = (await due(order.id)) as [Row, Row, Row]
  // What was paid before there was an invoice is part of it.
  await lab.done(instalments, 'pay', first.id, { paidOn: lab.today })
  const none = await entered(order.id, '1000.00', undefined)
  expect(await lab.said(invoices, 'match', none)).toContain('1000.00 元不在所选分期付款内，订单分期以外只剩 0.00 元')
  await lab.saved(invoices, { id: none, instalments: [first.id, second.id, third.id] })
  // While it is not approved, nothing is paid by it.
  expect(await lab.said(instalments, 'pay', second.id, { paidOn: lab.today })).toContain('该发票尚未审核')
  await lab.done(invoices, 'match', none, {}, store)
  expect(await lab.one(invoices, none)).toMatchObject({ settledTotal: '1000.00', directTotal: '0.00' })
  await lab.done(invoices, 'approve', none)
  const { invoiceNo } = await lab.one(invoices, none)
  await lab.done(instalments, 'pay', second.id, { paidOn: lab.today, invoiceNo: '别的号' })
  expect(await lab.one(instalments, second.id)).toMatchObject({ payState: 'paid', invoiceNo })
  expect(await lab.one(invoices, none)).toMatchObject({ invoiceState: 'approved' })
  expect(await lab.said(invoices, 'send-back', none, { sentBackReason: '重开' })).toContain('请先撤销付款')
  await lab.done(instalments, 'pay', third.id, { paidOn: lab.today })
  expect(await lab.one(invoices, none)).toMatchObject({ invoiceState: 'paid', paidOn: lab.today })
  expect(await lab.said(instalments, 'take-back', third.id, { reason: '退款' })).toContain('请先在该发票中撤销付款')
  await lab.done(invoices, 'take-back', none, { reason: '退款' })
  // What persons paid one by one they withdraw one by one.
  const states = async () => (await due(order.id)).map(({ payState }) => payState)
  expect(await states()).toEqual(['paid', 'paid', 'paid'])
  for (const { id } of [second, third]) await lab.done(instalments, 'take-back', id, { reason: '退款' })
  expect(await states()).toEqual(['paid', 'open', 'open'])
  await lab.done(invoices, 'pay', none, { paidOn: lab.today })
  expect(await states()).toEqual(['paid', 'paid', 'paid'])
  expect(await lab.said(instalments, 'take-back', third.id, { reason: '退款' })).toContain('已由发票')
})

test('a withdrawn invoice reopens what it has paid, and not what a person paid under its number', async () => {
  const order = await placed(10, { instalments: parts })
  await lab.received(order.id, 10)
  const all = (await due(order.id)) as [Row, Row, Row]
  const invoiceNo = `CGFP-${made + 1}`
  // Paid by hand before the invoice is entered, with the number on it.
  await lab.done(instalments, 'pay', all[0].id, { paidOn: lab.today, invoiceNo })
  const id = await entered(order.id, '1000.00', undefined, { instalments: all.map((one) => one.id) })
  await lab.done(invoices, 'match', id, {}, store)
  await lab.done(invoices, 'approve', id)
  // And once it is approved, under its number, too.
  await lab.done(instalments, 'pay', all[1].id, { paidOn: lab.today })
  await lab.done(invoices, 'pay', id, { paidOn: lab.today })
  const paidBy = () => Promise.all(all.map((one) => lab.one(instalments, one.id)))
  expect((await paidBy()).map((one) => [one.payState, one.invoiceNo, one.paidByInvoiceId])).toEqual([
    ['paid', invoiceNo, null],
    ['paid', invoiceNo, null],
    ['paid', invoiceNo, id],
  ])
  await lab.done(invoices, 'take-back', id, { reason: '退款' })
  expect((await paidBy()).map((one) => [one.payState, one.paidByInvoiceId])).toEqual([
    ['paid', null],
    ['paid', null],
    ['open', null],
  ])
})

test('after a part of an order is cancelled, instalments beyond the rest are named and not paid', async () => {
  const order = await placed(10, { instalments: parts })
  await lab.accepted(await lab.received(order.id, 4))
  expect(await lab.one(orders, order.id)).toMatchObject({ cancelledTotal: null, instalmentExcess: null })
  await lab.done(orders, 'cancel-rest', order.id, { endReason: '停产' })
  expect(await lab.one(orders, order.id)).toMatchObject({
    ...{ amountTotal: '1000.00', cancelledTotal: '600.00', instalmentTotal: '1000.00', instalmentExcess: '600.00' },
  })
  const [first, second, third] = (await due(order.id)) as [Row, Row, Row]
  const change = (one: Row, amount: string) => lab.go(instalments, 'change', one.id, { dueOn: lab.today, amount, reason: '改' })
  await lab.done(instalments, 'pay', first.id, { paidOn: lab.today })
  expect(await lab.said(instalments, 'pay', second.id, { paidOn: lab.today })).toContain(
    '应付 400.00 元，已付 300.00 元，不能再付 650.00 元',
  )
  // Less of too much is taken, more is not.
  expect((await change(second, '100.01')).msg).toBe('操作成功')
  expect(await lab.one(orders, order.id)).toMatchObject({ instalmentTotal: '450.01', instalmentExcess: '50.01' })
  expect((await change(second, '100.02')).msg).toBe('各期付款合计 450.02 元超过订单取消部分后的剩余金额 400.00 元')
  expect(await lab.said(instalments, 'pay', second.id, { paidOn: lab.today })).toContain('不能再付 100.01 元')
  // An invoice that settles them pays no more, either.
  const id = await entered(order.id, '400.00', undefined, { instalments: [first.id, second.id] })
  expect(await lab.said(invoices, 'match', id)).toContain('超过价税合计 400.00 元')
  expect((await change(second, '100.00')).msg).toBe('操作成功')
  await lab.done(instalments, 'cancel', third.id, { reason: '停产' })
  expect(await lab.one(orders, order.id)).toMatchObject({ instalmentTotal: '400.00', instalmentExcess: null })
  await lab.done(invoices, 'match', id, {}, store)
  await lab.done(invoices, 'approve', id)
  await lab.done(instalments, 'pay', second.id, { paidOn: lab.today })
})

test('an invoice is not paid beside instalments beyond what is left of a cut order, also by two at once', async () => {
  const order = await placed(10, { instalments: [{ instalmentName: '预付款', dueOn: '2027-01-01', share: 30 }] })
  await lab.accepted(await lab.received(order.id, 7))
  const [first] = (await due(order.id)) as [Row]
  const id = await entered(order.id, '700.00', undefined)
  await lab.done(invoices, 'match', id, {}, store)
  await lab.done(invoices, 'approve', id)
  await lab.done(orders, 'cancel-rest', order.id, { endReason: '停产' })
  const answers = await Promise.all([
    lab.go(instalments, 'pay', first.id, { paidOn: lab.today }),
    lab.go(invoices, 'pay', id, { paidOn: lab.today }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)!.msg).toContain('应付 700.00 元')
})

test('an invoice is seen with its order by the warehouse that receives the goods, in lists, files and figures, and by no other department', async () => {
  const inBones = (await admin.post('/eam/plc/warehouse/submit', { warehouseName: '骨科收货库', deptId: home.depts.bones })).data.id
  const [own, foreign] = [await placed(2, { warehouseId: inBones }), await placed(1)]
  const [seen, hidden] = [
    await entered(own.id, '200.00', [{ orderLineId: own.line, quantity: 2, unitPrice: '100.00' }]),
    await entered(foreign.id, '100.00', [{ orderLineId: foreign.line, quantity: 1, unitPrice: '100.00' }]),
  ]
  const people = await peopleLab(app, () => admin)
  const rights = [
    'purchaseInvoice.list',
    'purchaseInvoice.export',
    'purchaseInvoice.submit',
    'purchaseInvoiceLine.list',
    'purchaseOrder.list',
  ]
  // People of 骨科, the department of the warehouse; the orders are those of 内科.
  for (const reach of ['dept', 'below']) {
    const { client } = await people.clerk(rights, reach)
    const page = async (path: string, of: string) => (await client.get<Page>(`${path}/list`, { orderId: of, size: 200 })).data
    for (const path of [invoices, '/eam/purchase-invoice-line']) {
      expect([(await page(path, own.id)).total, (await page(path, own.id)).records.length]).toEqual([1, 1])
      expect([(await page(path, foreign.id)).total, (await page(path, foreign.id)).records.length]).toEqual([0, 0])
    }
    const both = await page(invoices, `${own.id},${foreign.id}`)
    expect([both.total, both.records.map((one) => one.id)]).toEqual([1, [seen]])
    expect((await client.get(`${invoices}/detail`, { id: seen })).status).toBe(200)
    expect((await client.get(`${invoices}/detail`, { id: hidden })).status).toBe(404)
    const { bytes } = await client.file(`${invoices}/export`, { format: 'csv' })
    const file = new TextDecoder().decode(bytes)
    expect([
      file.includes(String((await lab.one(invoices, seen)).invoiceNo)),
      file.includes(String((await lab.one(invoices, hidden)).invoiceNo)),
    ]).toEqual([true, false])
    expect((await client.post(`${invoices}/submit`, { id: hidden, remark: '改' })).status).toBe(404)
    expect((await client.post(`${invoices}/submit`, { id: seen, remark: '改' })).status).toBe(200)
  }
  // The creator alone sees no more than the order lets them.
  const { client, id: userId } = await people.clerk(rights, 'own')
  await app.sql('update purchase_invoice set created_by = $1 where id = $2', [userId, hidden])
  expect((await client.get(`${invoices}/detail`, { id: hidden })).status).toBe(404)
})

test('the warehouse chooses instalments for the invoices that it enters', async () => {
  const order = await placed(1, { instalments: parts })
  const found = await store.get<Page>(`${instalments}/list`, { orderId: order.id })
  expect([found.status, found.data?.total]).toEqual([200, 3])
})

test('what an invoice pays beside instalments is not paid by them again', async () => {
  const order = await placed(10, { instalments: parts })
  await lab.received(order.id, 10)
  const [first, second, third] = (await due(order.id)) as [Row, Row, Row]
  for (const { id } of [second, third]) await lab.done(instalments, 'cancel', id, { reason: '按票付款' })
  const id = await entered(order.id, '700.00', [{ orderLineId: order.line, quantity: 7, unitPrice: '100.00' }])
  await lab.done(invoices, 'match', id, {}, store)
  const change = (amount: string) => lab.go(instalments, 'change', first.id, { dueOn: lab.today, amount, reason: '改' })
  expect((await change('300.01')).msg).toContain('超出 0.01 元')
  expect((await change('300.00')).msg).toBe('操作成功')
  const more = await entered(order.id, '100.00', [{ orderLineId: order.line, quantity: 1, unitPrice: '100.00' }])
  expect(await lab.said(invoices, 'match', more)).toContain('分期以外只剩 0.00 元')
})

test('what was cancelled of an order leaves nothing to pay beside its instalments', async () => {
  const order = await placed(10, { instalments: [{ instalmentName: '预付款', dueOn: '2027-01-01', share: 30 }] })
  await lab.accepted(await lab.received(order.id, 4))
  await lab.done(orders, 'cancel-rest', order.id, { endReason: '停产' })
  const id = await entered(order.id, '400.00', undefined)
  expect(await lab.said(invoices, 'match', id)).toContain('400.00 元不在所选分期付款内，订单分期以外只剩 100.00 元')
  const [first] = (await due(order.id)) as [Row]
  await lab.saved(invoices, { id, instalments: [first.id] })
  await lab.done(invoices, 'match', id, {}, store)
  expect(await lab.one(invoices, id)).toMatchObject({ settledTotal: '300.00', directTotal: '100.00' })
})

test('an instalment is settled by one invoice of its own order, and not changed under it', async () => {
  const [order, elsewhere] = [await placed(10, { instalments: parts }), await placed(1, { instalments: parts })]
  await lab.received(order.id, 10)
  const [first] = (await due(order.id)) as [Row]
  const [foreign] = (await due(elsewhere.id)) as [Row]
  const lines = [{ orderLineId: order.line, quantity: 3, unitPrice: '100.00' }]
  expect(await refused(order.id, '300.00', lines, { instalments: [foreign.id] })).toContain('不是采购订单')
  const id = await entered(order.id, '300.00', lines, { instalments: [first.id] })
  expect(await refused(order.id, '300.00', lines, { instalments: [first.id] })).toContain('已由发票')
  await lab.done(invoices, 'match', id, {}, store)
  await lab.done(invoices, 'approve', id)
  await lab.done(instalments, 'change', first.id, { dueOn: lab.today, amount: '200.00', reason: '减' })
  expect(await lab.said(invoices, 'pay', id, { paidOn: lab.today })).toContain('请先退回发票')
  expect(await lab.one(instalments, first.id)).toMatchObject({ payState: 'open' })
})

test('a draft takes no received piece from an invoice that is matched', async () => {
  const order = await placed(10)
  await lab.received(order.id, 4)
  const id = await entered(order.id, '400.00', undefined)
  await lab.done(invoices, 'match', id, {}, store)
  const later = await entered(order.id, '400.00', [{ orderLineId: order.line, quantity: 4, unitPrice: '100.00' }])
  await lab.done(invoices, 'approve', id)
  await lab.done(invoices, 'pay', id, { paidOn: lab.today })
  expect(await lab.said(invoices, 'match', later)).toContain('未到货 400.00 元')
})

test('pieces that an invoice charged before they came are not charged again when they come', async () => {
  const order = await placed(10)
  await lab.received(order.id, 3)
  const lines = (quantity: number) => [{ orderLineId: order.line, quantity, unitPrice: '100.00' }]
  const early = await entered(order.id, '400.00', lines(4))
  await lab.done(invoices, 'match-differing', early, { differenceReason: '先票后货' }, manager)
  await lab.received(order.id, 1)
  const again = await entered(order.id, '100.00', lines(1))
  expect(await lab.said(invoices, 'match', again)).toContain('未到货 100.00 元')
  // One that is matched with its piece still missing does not hinder the payment of the first.
  await lab.done(invoices, 'match-differing', again, { differenceReason: '先票后货' }, manager)
  await lab.done(invoices, 'approve', early)
  await lab.done(invoices, 'pay', early, { paidOn: lab.today })
})

test('what a supplier delivered before it became inactive is invoiced', async () => {
  const gone = await lab.supplier('停用前供货公司')
  const order = await placed(1, { supplierId: gone })
  await lab.received(order.id, 1)
  expect((await admin.post('/eam/supplierinfo/submit', { id: gone, isInactive: 1 })).msg).toBe('操作成功')
  await lab.done(invoices, 'match', await entered(order.id, '100.00', undefined), {}, store)
})

test('pieces that went back after the matching are not paid', async () => {
  const order = await placed(2)
  const arrival = await lab.received(order.id, 2)
  const id = await entered(order.id, '200.00', undefined)
  await lab.done(invoices, 'match', id, {}, store)
  await lab.done(invoices, 'approve', id)
  await lab.done(arrivals, 'withdraw', arrival, { reason: '错收' })
  expect(await lab.said(invoices, 'pay', id, { paidOn: lab.today })).toContain('在核对后有退货，现有 2 件未到')
})

test('an order that was not placed is not invoiced, and one of another department is not seen', async () => {
  const planId = await lab.plan([{ deviceName: '输液泵', quantity: 1, unitPrice: '1.00' }])
  const open = await lab.saved(orders, { planId, supplierId, warehouseId: warehouse })
  expect(await refused(open, '1.00', undefined)).toContain('不能登记发票')
  const order = await placed(1)
  const people = await peopleLab(app, () => admin)
  const { client } = await people.clerk(['purchaseInvoice.list', 'purchaseInvoice.submit', 'purchaseOrder.list'], 'dept')
  for (const quantity of [1, 99]) {
    const lines = [{ orderLineId: order.line, quantity, unitPrice: '100.00' }]
    const answer = await client.post(`${invoices}/submit`, draft(order.id, '100.00', lines))
    expect([answer.status, answer.msg.includes(order.orderNo)]).toEqual([400, false])
  }
})
