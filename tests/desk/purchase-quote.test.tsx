import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, field, openDesk, search, shownText, type, until } from '#tests/harness/desk.tsx'
import { dialog, done, found, made, rowWith } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const today = homeDay(new Date())
const record = (section: string) => byRoleAll('dialog').findLast((one) => byRole('region', section, one))

const dept = (await manager.get<Page>('/blade-system/dept/list', { size: 1 })).data.records[0]!.id
const lines = [{ deviceName: '比价监护仪', model: 'M8', quantity: 2, unitPrice: '300.00' }]
const plan = await made(manager, '/eam/device-purchase-plan/submit', { planYear: 2031, deptId: dept, lines })
await done(manager, '/eam/device-purchase-plan/approve', { id: plan })
const planLineId = (await manager.get<Row & { lines: Row[] }>('/eam/device-purchase-plan/detail', { id: plan })).data.lines[0]!.id
const company = (supplierName: string) => made(manager, '/eam/supplierinfo/submit', { supplierName, supplierKind: 'dealer' })
const quote = async (supplierId: string, unitPrice: string) =>
  made(manager, '/eam/purchase-quote/submit', { planId: plan, supplierId, quotedOn: today, lines: [{ planLineId, unitPrice }] })
const [low, high] = [await company('低价公司'), await company('高价公司')]
await quote(low, '250.00')

test('a new quote begins with the lines of the plan', async () => {
  await openDesk(app, manager, `/eam/purchase-plan?open=${plan}`)
  const list = await found('region', '供应商报价', () => record('计划明细'))
  await rowWith('低价公司', () => list)
  click(await until(() => byRole('button', /新增/, list), 'the button of a new quote'))
  const form = await until(() => byRoleAll('dialog').findLast((one) => field('供应商', one)), 'the form')
  await until(() => shownText(form).includes('比价监护仪'), 'the line of the plan')
  await search(field('供应商', form)!, '高价公司')
  type(await until(() => field('报价 1', form), 'the price'), '280')
  click(await until(() => byRoleAll('button', /保存|提交|确定/, form).at(-1), 'the button that saves'))
  await rowWith('高价公司', () => byRole('region', '供应商报价', record('计划明细')))
  const { records } = (await manager.get<Page>('/eam/purchase-quote/list', { planId: plan, supplierId: high })).data
  expect(records).toMatchObject([{ amountTotal: '560.00' }])
})

test('quotes are compared on a page, where a dearer one is chosen with a reason', async () => {
  const desk = await openDesk(app, manager, `/eam/purchase-quote/compare/${plan}`)
  const table = await until(() => document.querySelector('.ant-table'), 'the comparison')
  await until(() => shownText(table).includes('¥500.00') && shownText(table).includes('¥560.00'), 'both totals')
  expect(shownText(table).match(/最低/g)).toHaveLength(2)
  click(await desk.find('button', '高价公司'))
  await until(() => record('报价明细'), 'the quote')
  click(await desk.find('button', '选定报价', record('报价明细')))
  const reason = await until(() => field('选定理由', dialog()), 'the reason')
  type(reason, '交货快')
  click(await until(() => byRoleAll('button', '确定').at(-1), 'the answer'))
  await until(() => shownText(table).includes('已选定'), 'the choice')
  const { records } = (await manager.get<Page>('/eam/purchase-quote/list', { planId: plan, quoteState: 'chosen' })).data
  expect(records).toMatchObject([{ supplierId: high }])
})

test('an invoice is entered on its order and says how it differs', async () => {
  const warehouse = await made(manager, '/eam/plc/warehouse/submit', { warehouseName: '发票收货库', deptId: dept })
  const order = await made(manager, '/eam/purchase-order/submit', { planId: plan, supplierId: high, warehouseId: warehouse })
  await done(manager, '/eam/purchase-order/place', { id: order })
  const arrival = await made(manager, '/eam/order-arrival/submit', { orderId: order, receivedOn: today })
  await done(manager, '/eam/order-arrival/receive', { id: arrival })
  const [line] = (await manager.get<Row & { lines: Row[] }>('/eam/purchase-order/detail', { id: order })).data.lines
  const charged = { invoiceNo: 'ZM-1', orderId: order, invoiceDate: today, amount: '570.00' }
  const invoice = await made(manager, '/eam/purchase-invoice/submit', {
    ...charged,
    lines: [{ orderLineId: line!.id, quantity: 2, unitPrice: '285.00' }],
  })
  const desk = await openDesk(app, manager, `/eam/purchase-invoice?open=${invoice}`)
  await until(() => record('发票明细'), 'the invoice')
  await until(() => shownText(record('发票明细')!).includes('¥10.00'), 'the difference of the price')
  click(await desk.find('button', '核对', record('发票明细')))
  await desk.see('单价差异 10.00 元')
  await openDesk(app, manager, `/eam/purchase-order?open=${order}`)
  const list = await found('region', '采购发票', () => record('订单明细'))
  await rowWith('ZM-1', () => list)
})
