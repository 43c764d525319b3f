import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { invoiceToleranceKey } from '#contract/params.ts'
import { type Answer, type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

let app: TestApp
let [admin, manager, engineer, keeper, stranger] = [] as unknown as [Client, Client, Client, Client, Client]
let supplierId = ''
let made = 0
const [path, repairs] = ['/eam/service-invoice', '/eam/eventtyperepair']
const today = homeDay(new Date())

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  engineer = await app.as('engineer')
  keeper = await app.as('keeper')
  stranger = await app.as('administrator', other)
  supplierId = await supplier('开票维修公司')
})
afterAll(() => app.stop())

const ok = <T>(answer: Answer<T>): T => {
  expect([answer.msg, answer.status]).toEqual(['操作成功', 200])
  return answer.data
}
const supplier = async (supplierName: string): Promise<string> =>
  ok(await admin.post('/eam/supplierinfo/submit', { supplierName, supplierKind: 'service' })).id
/** A finished repair that a provider did for so much. */
const repaired = async (outsideCost: string | undefined, by = supplierId): Promise<{ id: string; orderNo: string }> => {
  const deviceName = `开票监护仪${++made}`
  const { id: deviceId } = ok(await admin.post('/eam/device/submit', { deviceName, useDeptId: home.depts.bones }))
  const { id } = ok(await keeper.post(`${repairs}/save`, { deviceId, faultDescription: '黑屏', urgency: 'normal' }))
  for (const step of ['accept', 'arrive']) ok(await engineer.post(`${repairs}/${step}`, { id }))
  ok(await engineer.post(`${repairs}/send-out`, { id, providerId: by, reason: '返厂' }))
  ok(await engineer.post(`${repairs}/resume`, { id }))
  if (outsideCost !== undefined) ok(await engineer.post(`${repairs}/finish`, { id, diagnosis: '坏', measures: '修', outsideCost }))
  const { orderNo } = ok(await admin.get<Row>(`${repairs}/detail`, { id }))
  return { id, orderNo: String(orderNo) }
}
const draft = (amount: string, lines: readonly object[], more: object = {}) => ({
  ...{ invoiceNo: `FP-${++made}`, supplierId, invoiceDate: today, amount, lines, ...more },
})
const entered = async (amount: string, lines: readonly object[], more: object = {}): Promise<string> =>
  ok(await engineer.post(`${path}/submit`, draft(amount, lines, more))).id
const go = (step: string, id: string, more: object = {}, by = manager) => by.post<Row>(`${path}/${step}`, { id, ...more })
const detail = async (id: string): Promise<Row & { lines: Row[] }> => ok(await admin.get<never>(`${path}/detail`, { id }))

test('an invoice that matches its orders is approved by another person, and paid', async () => {
  const [one, two] = [await repaired('300.10'), await repaired('0.20')]
  const id = await entered('300.30', [
    { repairOrderId: one.id, amount: '300.10' },
    { repairOrderId: two.id, amount: '0.20' },
  ])
  expect(await detail(id)).toMatchObject({
    invoiceState: 'draft',
    linesTotal: '300.30',
    lines: [{ lineName: one.orderNo, agreedAmount: '300.10' }, {}],
  })
  ok(await go('match', id, {}, engineer))
  expect(await detail(id)).toMatchObject({ invoiceState: 'matched', agreedTotal: '300.30', difference: '0.00' })
  expect((await go('approve', id, {}, engineer)).status).toBe(403)
  ok(await go('approve', id))
  expect((await go('pay', id, { paidOn: daysAfter(today, 1) })).msg).toBe('付款日期不能晚于今天')
  ok(await go('pay', id, { paidOn: today }))
  expect(await detail(id)).toMatchObject({ invoiceState: 'paid', paidOn: today, approvedById: manager.userId })
  const charged = (await admin.get<Page>('/eam/service-invoice-line/list', { repairOrderId: one.id })).data.records
  expect(charged).toMatchObject([{ invoiceId: id, amount: '300.10' }])
  // Who entered it does not approve it, even with the right.
  const own = ok(await manager.post(`${path}/submit`, draft('5.00', [{ repairOrderId: (await repaired('5.00')).id, amount: '5.00' }]))).id
  ok(await go('match', own))
  expect((await go('approve', own)).msg).toBe('登记或核对发票的人不能审核，请由其他人审核')
  ok(await go('approve', own, {}, admin))
})

test('a difference is named to the cent, and goes on with a reason or within the tolerance', async () => {
  const { id: repairOrderId, orderNo } = await repaired('100.00')
  const id = await entered('100.01', [{ repairOrderId, amount: '100.01' }])
  expect((await go('match', id)).msg).toBe(`“${orderNo}”开票 100.01 元，超过约定的 100.00 元，请在该行说明原因`)
  const [line] = (await detail(id)).lines as [Row]
  ok(await engineer.post(`${path}/submit`, { id, lines: [{ id: line.id, repairOrderId, amount: '100.01', moreReason: '加急' }] }))
  expect((await go('match', id)).msg).toContain('发票与约定相差 0.01 元，超过允许的 0.00 元')
  ok(await go('match-differing', id, { differenceReason: '加急费' }, engineer))
  expect(await detail(id)).toMatchObject({ invoiceState: 'differs', difference: '0.01', differenceReason: '加急费' })
  ok(await go('send-back', id, { sentBackReason: '重开' }))
  expect(await detail(id)).toMatchObject({ invoiceState: 'draft', difference: null })
  const param = (paramValue: string) =>
    admin.post('/blade-system/param/submit', { paramName: '发票差异', paramKey: invoiceToleranceKey, paramValue })
  expect((await param('很多')).msg).toContain('发票允许差异')
  ok(await param('0.01'))
  expect((await go('match-differing', id, { differenceReason: '加急费' })).msg).toContain('请直接核对')
  ok(await go('match', id))
  await app.sql('delete from param where tenant_id = $1 and param_key = $2', [home.tenant, invoiceToleranceKey])
})

test('an order is charged once, by its own supplier, when it is done; a number is entered once', async () => {
  const { id: repairOrderId, orderNo } = await repaired('80.00')
  const lines = [{ repairOrderId, amount: '80.00' }]
  const first = await entered('80.00', lines, { invoiceNo: 'Ab-1' })
  const said = async (more: object, what: readonly object[] = lines, amount = '80.00') =>
    (await engineer.post(`${path}/submit`, draft(amount, what, more))).msg
  expect(await said({})).toBe(`“${orderNo}”已在发票“Ab-1”中`)
  const free = await repaired('1.00')
  const one = [{ repairOrderId: free.id, amount: '1.00' }]
  expect(await said({ invoiceNo: 'AB-1' }, one, '1.00')).toBe('供应商“开票维修公司”的发票“Ab-1”已登记')
  expect(await said({ supplierId: await supplier('别家') }, one, '1.00')).toBe(`“${free.orderNo}”不是该供应商的单据`)
  expect(await said({}, [...one, ...one], '2.00')).toContain('出现两次')
  expect(await said({}, [{ amount: '1.00' }], '1.00')).toContain('须填写维修工单、保养工单、合同付款中的一项')
  expect(await said({}, [{ repairOrderId: free.id, amount: '-1.00' }])).toContain('金额')
  expect(await said({ tax: '1.01' }, one, '1.00')).toBe('税额不能大于价税合计')
  const open = await repaired(undefined)
  const early = await entered('1.00', [{ repairOrderId: open.id, amount: '1.00' }])
  expect((await go('match', early)).msg).toBe(`“${open.orderNo}”尚未完工`)
  const wrong = await entered('2.00', one)
  expect((await go('match', wrong)).msg).toBe('明细合计 1.00 元与价税合计 2.00 元不一致')
  // What is removed charges nothing, and its number is free.
  ok(
    await engineer
      .post(`${path}/remove`, { ids: first })
      .then((gone) => (gone.status === 403 ? admin.post(`${path}/remove`, { ids: first }) : gone)),
  )
  await entered('80.00', lines, { invoiceNo: 'AB-1' })
  expect((await go('match', wrong, {}, stranger)).status).toBe(404)
  expect((await keeper.post(`${path}/submit`, draft('1.00', one))).status).toBe(403)
  // Two people at once: one of them is told.
  const both = await repaired('9.00')
  const twice = await Promise.all(
    [0, 1].map(() => engineer.post(`${path}/submit`, draft('9.00', [{ repairOrderId: both.id, amount: '9.00' }]))),
  )
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('no message names documents of another department', async () => {
  const { id: deviceId } = ok(await admin.post('/eam/device/submit', { deviceName: `内科机${++made}`, useDeptId: home.depts.medicine }))
  const report = { deviceId, faultDescription: '黑屏', urgency: 'normal' }
  const { id: repairOrderId } = ok(await engineer.post(`${repairs}/save`, report))
  const { orderNo } = ok(await admin.get<Row>(`${repairs}/detail`, { id: repairOrderId }))
  const lines = [{ repairOrderId, amount: '1.00' }]
  await entered('1.00', lines, { invoiceNo: 'ELSEWHERE-1' })
  const lab = await peopleLab(app, () => admin)
  const { client } = await lab.clerk(['serviceInvoice.list', 'serviceInvoice.submit'], 'dept')
  const { status, msg } = await client.post(`${path}/submit`, draft('1.00', lines))
  expect([status, msg.includes(String(orderNo)), msg.includes('ELSEWHERE-1')]).toEqual([400, false, false])
})

test('a repair that went on to another provider is not matched with the invoice of the first one', async () => {
  const { id: repairOrderId, orderNo } = await repaired(undefined)
  const id = await entered('5.00', [{ repairOrderId, amount: '5.00' }])
  const providerId = await supplier('后接手的公司')
  ok(await engineer.post(`${repairs}/send-out`, { id: repairOrderId, providerId, reason: '转厂' }))
  ok(await engineer.post(`${repairs}/resume`, { id: repairOrderId }))
  ok(await engineer.post(`${repairs}/finish`, { id: repairOrderId, diagnosis: '坏', measures: '修', outsideCost: '5.00' }))
  expect((await go('match', id)).msg).toBe(`“${orderNo}”不是该供应商的单据`)
  expect(await detail(id)).toMatchObject({ invoiceState: 'draft' })
})

test('what a provider charges for a device that could not be repaired is matched with a reason', async () => {
  const { id: repairOrderId } = await repaired(undefined)
  ok(await engineer.post(`${repairs}/scrap`, { id: repairOrderId, reason: '无法修复' }))
  const id = await entered('30.00', [{ repairOrderId, amount: '30.00', moreReason: '检测费' }])
  ok(await go('match-differing', id, { differenceReason: '检测费' }))
  expect(await detail(id)).toMatchObject({ invoiceState: 'differs', agreedTotal: '0.00', difference: '30.00' })
})

/** An instalment of 500.00 of a contract in force. */
const instalmentDue = async (): Promise<Row> => {
  const { id: deviceId } = ok(await admin.post('/eam/device/submit', { deviceName: `合同机${++made}`, useDeptId: home.depts.bones }))
  const contract = ok(
    await manager.post('/eam/service-contract/submit', {
      ...{
        contractName: '开票合同',
        supplierId,
        contractKind: 'full',
        validFrom: today,
        validUntil: daysAfter(today, 90),
        price: '500.00',
      },
      ...{ devices: [{ deviceId }], instalments: [{ instalmentName: '全款', dueOn: today, share: 100 }] },
    }),
  ).id
  ok(await manager.post('/eam/service-contract/activate', { id: contract }))
  const [instalment] = (await admin.get<Page>('/eam/contract-instalment/list', { contractId: contract })).data.records as [Row]
  return instalment
}

test('an instalment of a contract is paid with its invoice, and taken back there', async () => {
  const instalment = await instalmentDue()
  const id = await entered('500.00', [{ instalmentId: instalment.id, amount: '500.00' }])
  const state = async () => ok(await admin.get<Row>('/eam/contract-instalment/detail', { id: instalment.id }))
  ok(await go('match', id, {}, engineer))
  ok(await go('approve', id))
  ok(await go('pay', id, { paidOn: today }))
  const { invoiceNo } = await detail(id)
  expect(await state()).toMatchObject({ payState: 'paid', paidOn: today, invoiceNo })
  // Else it could be paid again while the invoice says that it is paid.
  expect((await manager.post('/eam/contract-instalment/take-back', { id: instalment.id, reason: '退款' })).msg).toBe(
    `此款已由发票“${invoiceNo}”付款，请在该发票中撤销付款`,
  )
  expect(await state()).toMatchObject({ payState: 'paid' })
  ok(await go('take-back', id, { reason: '退款' }))
  expect(await state()).toMatchObject({ payState: 'open', paidOn: null })
})

test('an instalment that was changed after the matching is not paid by the invoice', async () => {
  const instalment = await instalmentDue()
  const id = await entered('500.00', [{ instalmentId: instalment.id, amount: '500.00' }])
  ok(await go('match', id, {}, engineer))
  ok(await go('approve', id))
  ok(await manager.post('/eam/contract-instalment/change', { id: instalment.id, dueOn: today, amount: '300.00', reason: '减价' }))
  expect((await go('pay', id, { paidOn: today })).msg).toBe('合同付款“全款”在核对后改为 300.00 元，请先退回发票')
  expect(await detail(id)).toMatchObject({ invoiceState: 'approved', paidOn: null })
  expect(ok(await admin.get<Row>('/eam/contract-instalment/detail', { id: instalment.id }))).toMatchObject({ payState: 'open' })
})

test('the last invoice of a supplier that gets no more work is entered, for what it was given before', async () => {
  for (const retired of ['isInactive', 'isBlacklisted']) {
    const gone = await supplier(`停用公司${retired}`)
    const done = await repaired('50.00', gone)
    const draftOf = draft('50.00', [{ repairOrderId: done.id, amount: '50.00' }], { supplierId: gone })
    const kept = ok(await engineer.post(`${path}/submit`, draftOf)).id
    ok(await admin.post(`${path}/remove`, { ids: [kept] }))
    ok(await admin.post('/eam/supplierinfo/submit', { id: gone, [retired]: 1 }))
    const id = ok(await engineer.post(`${path}/submit`, { ...draftOf, invoiceNo: `FP-${++made}` })).id
    expect(await detail(id)).toMatchObject({ supplierId: gone, invoiceState: 'draft' })
    ok(await go('match', id, {}, engineer))
    ok(await go('approve', id))
    ok(await go('pay', id, { paidOn: today }))
    // Work that no provider was given is not charged by it, and it gets no new work.
    const { id: deviceId } = ok(await admin.post('/eam/device/submit', { deviceName: `开票监护仪${++made}`, useDeptId: home.depts.bones }))
    const own = ok(await keeper.post(`${repairs}/save`, { deviceId, faultDescription: '黑屏', urgency: 'normal' })).id
    for (const step of ['accept', 'arrive']) ok(await engineer.post(`${repairs}/${step}`, { id: own }))
    expect((await engineer.post(`${repairs}/send-out`, { id: own, providerId: gone, reason: '返厂' })).status).toBe(400)
    ok(await engineer.post(`${repairs}/finish`, { id: own, diagnosis: '坏', measures: '修', outsideCost: '1.00' }))
    const lines = [{ repairOrderId: own, amount: '1.00' }]
    expect((await engineer.post(`${path}/submit`, draft('1.00', lines, { supplierId: gone }))).msg).toContain('供应商已停用')
    ok(await engineer.post(`${path}/submit`, draft('1.00', lines)))
  }
})
