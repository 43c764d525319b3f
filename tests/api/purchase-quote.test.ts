import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysAfter } from '#contract/kit/time/day.ts'
import { quoteLimitKey, quotesNeededKey } from '#contract/params.ts'
import { type Client, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { orders, plans, purchaseLab, quotes } from '#tests/harness/purchase-lab.ts'

let app: TestApp
let [admin, manager, engineer, stranger] = [] as unknown as [Client, Client, Client, Client]
let lab: ReturnType<typeof purchaseLab>
let warehouse = ''
let made = 0

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  engineer = await app.as('engineer')
  stranger = await app.as('administrator', other)
  lab = purchaseLab(admin)
  warehouse = await lab.warehouse()
})
afterAll(() => app.stop())

const param = async (paramKey: string, paramValue: string): Promise<void> =>
  expect((await admin.post('/blade-system/param/submit', { paramName: '报价', paramKey, paramValue })).msg).toBe('操作成功')
const noParams = () => app.sql('delete from param where tenant_id = $1 and param_key like $2', [home.tenant, 'purchase.%'])

/** An approved plan of two monitors and one ventilator, with its lines. */
async function planned(): Promise<{ plan: string; monitor: unknown; ventilator: unknown }> {
  const plan = await lab.plan([
    { deviceName: '监护仪', model: 'M8', maker: '迈瑞', quantity: 2, unitPrice: '100.00' },
    { deviceName: '呼吸机', quantity: 1, unitPrice: '500.00' },
  ])
  const [monitor, ventilator] = (await lab.one(plans, plan)).lines
  return { plan, monitor: monitor!.id, ventilator: ventilator!.id }
}
const draft = (planId: string, supplierId: string, lines: readonly object[], more: object = {}) => ({
  ...{ planId, supplierId, quotedOn: lab.today, lines },
  ...more,
})
const company = () => lab.supplier(`报价公司${++made}`)
/** The quote of a new supplier for the whole plan. */
async function quoted(of: Awaited<ReturnType<typeof planned>>, monitor: string, ventilator: string, more: object = {}) {
  const supplierId = await company()
  const lines = [
    { planLineId: of.monitor, unitPrice: monitor, model: 'X9' },
    { planLineId: of.ventilator, unitPrice: ventilator },
  ]
  return { supplierId, id: await lab.saved(quotes, draft(of.plan, supplierId, lines, more)) }
}

test('quotes stand side by side with the lowest marked; a dearer one is chosen with a reason', async () => {
  const of = await planned()
  const cheap = await quoted(of, '90.00', '480.01', { deliveryDays: 30 })
  const dear = await quoted(of, '95.00', '470.02', { deliveryDays: 5, warrantyMonths: 36 })
  const part = await company()
  const only = await lab.saved(quotes, draft(of.plan, part, [{ planLineId: of.monitor, unitPrice: '80.00' }]))
  const { data } = await admin.get<Row>(`${quotes}/compare`, { planId: of.plan })
  expect(data).toMatchObject({
    needed: null,
    lines: [
      { name: '监护仪', quantity: 2, planned: '100.00', lowest: '80.00' },
      { name: '呼吸机', quantity: 1, planned: '500.00', lowest: '470.02' },
    ],
    quotes: [
      { id: only, total: '160.00', isComplete: false, isLowest: false, prices: { [String(of.monitor)]: '80.00' } },
      { id: cheap.id, total: '660.01', isComplete: true, isLowest: false },
      { id: dear.id, total: '660.02', isComplete: true, isLowest: false },
    ].map((one) => (one.id === cheap.id ? { ...one, isLowest: true } : one)),
  })
  expect(await lab.said(quotes, 'choose', dear.id)).toContain('对相同明细报价 160.00 元，低于本报价的 190.00 元，请填写选定理由')
  // A cent decides, and a supplier that offers a part is compared by that part.
  await lab.done(quotes, 'choose', dear.id, { chosenReason: '交货快' }, manager)
  expect(await lab.one(quotes, dear.id)).toMatchObject({ quoteState: 'chosen', chosenReason: '交货快', chosenById: manager.userId })
  expect(await lab.said(quotes, 'choose', only)).toContain('请先撤销')
  expect((await lab.go(quotes, 'choose', cheap.id, {}, engineer)).status).toBe(403)
  expect((await stranger.get(`${quotes}/compare`, { planId: of.plan })).status).toBe(404)
  await lab.done(quotes, 'release', dear.id, { reason: '重新比选' })
  await lab.done(quotes, 'choose', only)
})

test('the comparison leaves out what the hospital hides', async () => {
  const of = await planned()
  await quoted(of, '90.00', '480.00', { deliveryDays: 30, warrantyMonths: 12 })
  const show = async (isShow: 0 | 1): Promise<void> => {
    for (const [entity, fieldCode] of [
      ['purchasePlanLine', 'unitPrice'],
      ['purchaseQuote', 'deliveryDays'],
    ])
      expect((await admin.post('/osm/industry-config/tenant-update', { entity, fields: [{ fieldCode, isShow }] })).status).toBe(200)
  }
  await show(0)
  const { data } = await admin.get<Row>(`${quotes}/compare`, { planId: of.plan })
  await show(1)
  expect(data).toMatchObject({
    lines: [{ planned: null, lowest: '90.00' }, { planned: null }],
    quotes: [{ deliveryDays: null, warrantyMonths: 12 }],
  })
})

test('suppliers that may not deliver and quotes that have expired are not chosen, and the comparison says why', async () => {
  const of = await planned()
  const [black, idle, unlicensed, old] = [
    await quoted(of, '1.00', '1.00'),
    await quoted(of, '2.00', '2.00'),
    await quoted(of, '3.00', '3.00'),
    await quoted(of, '4.00', '4.00', { quotedOn: daysAfter(lab.today, -9), validUntil: daysAfter(lab.today, -1) }),
  ]
  await admin.post('/eam/supplierinfo/submit', { id: black.supplierId, isBlacklisted: 1 })
  await admin.post('/eam/supplierinfo/submit', { id: idle.supplierId, isInactive: 1 })
  await lab.saved('/eam/supplierqual', {
    ...{ supplierId: unlicensed.supplierId, qualificationKind: 'distribution', certificateNo: 'X-1', validUntil: daysAfter(lab.today, -1) },
  })
  for (const [one, says] of [
    [black, '在黑名单中'],
    [idle, '已停用'],
    [unlicensed, '到期，不能下单'],
    [old, '过期'],
  ] as const)
    expect(await lab.said(quotes, 'choose', one.id, { chosenReason: '急' })).toContain(says)
  const { data } = await admin.get<Row>(`${quotes}/compare`, { planId: of.plan })
  expect((data.quotes as Row[]).map(({ problem }) => problem)).toEqual(['黑名单', '已停用', '资质已到期', '报价已过期'])
})

test('a quote is about the lines of an approved plan, once for each supplier', async () => {
  const [of, elsewhere] = [await planned(), await planned()]
  const supplierId = await company()
  const said = async (...given: Parameters<typeof draft>) => {
    const answer = await admin.post(`${quotes}/submit`, draft(...given))
    expect(answer.status).toBe(400)
    return answer.msg
  }
  const line = { planLineId: of.monitor, unitPrice: '1.00' }
  expect(await said(of.plan, supplierId, [{ ...line, planLineId: elsewhere.monitor }])).toBe('第 1 行不是该采购计划的明细')
  expect(await said(of.plan, supplierId, [line], { quotedOn: daysAfter(lab.today, 1) })).toBe('报价日期不能晚于今天')
  expect(await said(of.plan, supplierId, [line], { validUntil: daysAfter(lab.today, -1) })).toBe('有效期不能早于报价日期')
  expect(await said(of.plan, supplierId, [])).toContain('报价明细')
  const open = await lab.saved(plans, { planYear: 2027, deptId: home.depts.medicine, lines: [{ deviceName: '泵', quantity: 1 }] })
  const [first] = (await lab.one(plans, open)).lines
  expect(await said(open, supplierId, [{ planLineId: first!.id, unitPrice: '1.00' }])).toContain('不能登记或选定报价')
  const twice = await Promise.all([0, 1].map(() => admin.post(`${quotes}/submit`, draft(of.plan, supplierId, [line]))))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(twice.map(({ msg }) => msg).join()).toContain('对该计划已有报价')
})

test('an order takes over what the chosen quote says, and shows a price that differs', async () => {
  const of = await planned()
  const { id, supplierId } = await quoted(of, '90.00', '480.00', { deliveryDays: 10, warrantyMonths: 36 })
  await lab.done(quotes, 'choose', id)
  await lab.done(quotes, 'order', id, { warehouseId: warehouse })
  const [made] = await lab.list(orders, { planId: of.plan })
  const order = await lab.one(orders, made!.id)
  expect(order).toMatchObject({
    ...{
      supplierId,
      quoteId: id,
      quoteDifference: '0.00',
      warrantyMonths: 36,
      deliveryDue: daysAfter(lab.today, 10),
      amountTotal: '660.00',
    },
    lines: [
      { itemName: '监护仪', model: 'X9', unitPrice: '90.00', quotedPrice: '90.00' },
      { itemName: '呼吸机', quotedPrice: '480.00' },
    ],
  })
  const [monitor, ventilator] = order.lines.map(({ id: line, itemName, quantity, unitPrice }) => ({
    id: line,
    itemName,
    quantity,
    unitPrice,
  }))
  await lab.saved(orders, { id: order.id, lines: [{ ...monitor, unitPrice: '92.50' }, ventilator] })
  expect(await lab.one(orders, order.id)).toMatchObject({
    quoteDifference: '5.00',
    lines: [{ quotedPrice: '90.00', unitPrice: '92.50' }, {}],
  })
  await lab.done(orders, 'place', order.id)
  expect(await lab.said(quotes, 'order', id, { warehouseId: warehouse })).toContain('没有可订购的明细')
  expect(await lab.list(orders, { planId: of.plan })).toHaveLength(1)
  expect(await lab.said(quotes, 'release', id, { reason: '换' })).toContain('不能撤销选定')
})

test('an order that was drafted before the choice is held against the quote when it is placed', async () => {
  const of = await planned()
  const { id, supplierId } = await quoted(of, '90.00', '480.00')
  const order = await lab.saved(orders, { planId: of.plan, supplierId, warehouseId: warehouse })
  expect(await lab.one(orders, order)).toMatchObject({ quoteId: null, amountTotal: '700.00', lines: [{ quotedPrice: null }, {}] })
  await lab.done(quotes, 'choose', id)
  await lab.done(orders, 'place', order)
  expect(await lab.one(orders, order)).toMatchObject({
    ...{ quoteId: id, quoteDifference: '40.00' },
    lines: [{ quotedPrice: '90.00' }, { quotedPrice: '480.00' }],
  })
  expect(await lab.said(quotes, 'release', id, { reason: '换' })).toContain('不能撤销选定')
})

test('an order above the limit needs so many quotes and the choice of its own, or a single source with a reason', async () => {
  await param(quoteLimitKey, '600')
  const of = await planned()
  const first = await quoted(of, '90.00', '480.00')
  await lab.done(quotes, 'choose', first.id)
  const order = () => lab.saved(orders, { planId: of.plan, supplierId: first.supplierId, warehouseId: warehouse })
  const id = await order()
  expect(await lab.said(orders, 'place', id)).toContain('超过 600 元，“监护仪”需要 3 家报价，现有 1 家')
  await param(quotesNeededKey, '2')
  await quoted(of, '95.00', '490.00')
  await lab.done(quotes, 'release', first.id, { reason: '补报价' })
  expect(await lab.said(orders, 'place', id)).toContain('没有选定此供应商的报价')
  await lab.done(quotes, 'choose', first.id)
  await lab.done(orders, 'place', id)
  await noParams()
})

test('an order that is split stays above the limit, and a single source is for what was seen', async () => {
  await param(quoteLimitKey, '600')
  const of = await planned()
  const supplierId = await company()
  const half = (lines: readonly object[]) => lab.saved(orders, { planId: of.plan, supplierId, warehouseId: warehouse, lines })
  const monitors = [{ itemName: '监护仪', quantity: 2, unitPrice: '100.00' }]
  const [one, two] = [await half(monitors), await half([{ itemName: '呼吸机', quantity: 1, unitPrice: '500.00' }])]
  const placed = await Promise.all([one, two].map((id) => lab.go(orders, 'place', id)))
  expect(placed.map(({ status }) => status).sort()).toEqual([200, 400])
  const left = placed[0]!.status === 400 ? one : two
  expect((await lab.go(orders, 'allow-single', left, { singleReason: '独家' }, engineer)).status).toBe(403)
  expect((await lab.go(orders, 'allow-single', left)).status).toBe(400)
  await lab.done(orders, 'allow-single', left, { singleReason: '独家专利产品' }, manager)
  const [line] = (await lab.one(orders, left)).lines
  const { itemName, quantity } = line!
  await lab.saved(orders, { id: left, lines: [{ id: line!.id, itemName, quantity, unitPrice: '700.00' }] })
  expect(await lab.one(orders, left)).toMatchObject({ singleReason: null, singleById: null })
  await lab.saved(orders, { id: left, lines: [{ id: line!.id, itemName, quantity, unitPrice: line!.unitPrice }] })
  await lab.done(orders, 'allow-single', left, { singleReason: '独家专利产品' }, manager)
  await lab.done(orders, 'place', left)
  expect(await lab.one(orders, left)).toMatchObject({ orderStatus: 'placed', singleReason: '独家专利产品', singleById: manager.userId })
  await noParams()
  for (const [key, value] of [
    [quoteLimitKey, '很多'],
    [quotesNeededKey, '1'],
  ] as const)
    expect((await admin.post('/blade-system/param/submit', { paramName: '报价', paramKey: key, paramValue: value })).status).toBe(400)
})
