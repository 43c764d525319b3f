import { expect } from '@playwright/test'
import { homeDay } from '#contract/kit/time/day.ts'
import { holdSession } from './harness/desk-page.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }
const orders = '/eam/eventtypemaintain'
const items = [
  { itemText: '外观完好', itemKind: 'yesNo', isRequired: 1 },
  { itemText: '接地电阻', itemKind: 'number', isRequired: 1, unit: 'Ω', upperLimit: 0.3 },
]

interface Order {
  readonly id: string
  readonly orderNo: string
  readonly orderState: string
  readonly checklistId: string
  readonly deviceId: string
  readonly result: string | null
  readonly hours: number | null
}

interface Repair {
  readonly id: string
  readonly version: number
  readonly faultDescription: string
  readonly repairStatus: string
  readonly totalCost: string | null
}

interface Part {
  readonly id: string
  readonly quantity: number
  readonly unitPrice: string
}

test.use(phoneScreen)

let office: Desk
let workshop: Desk
test.beforeAll(async ({ server }) => {
  office = await openDesk(server.url, { ...engineer, user: 'manager' })
  workshop = await openDesk(server.url, engineer)
})

/** The order that is made of a new plan with a checklist for a class of devices, for the engineer, due today. */
const planned = async (deviceName: string): Promise<Order> => {
  const { records } = await office.get<Page<{ id: string; deptId: string }>>('/blade/user/list', { keyword: 'engineer', size: '1' })
  const [person] = records
  const useDeptId = person?.deptId
  const classes = await office.get<Page<{ id: string }>>('/eam/device-class/list', { size: '1' })
  const classifyId = classes.records[0]?.id
  const { id: deviceId } = await office.post<{ id: string }>('/eam/device/submit', { deviceName, useDeptId, classifyId })
  const template = { templateName: `手机保养表 ${Date.now()}`, useKind: 'maintenance', items }
  const { id: templateId } = await office.post<{ id: string }>('/eam/eamdeviceinspection/submit', template)
  await office.post('/eam/eamdeviceinspection/publish', { id: templateId })
  const plan = { planName: `手机保养 ${Date.now()}`, planCycle: 1, planCycleUnit: 'month', firstDue: homeDay(new Date()) }
  const subject = { planSubject: 'rule', classifyId, useDeptId }
  const { id: planId } = await office.post<{ id: string }>('/eam/deviceplan/submits', {
    ...plan,
    ...subject,
    templateId,
    assigneeId: person?.id,
  })
  const cards = await office.get<Page<{ id: string }>>('/eam/devicecardmaintain/list', { planId, deviceId })
  expect(cards.records).toHaveLength(1)
  await office.post('/eam/devicecardmaintain/order', { ids: [cards.records[0]?.id] })
  const made = await office.get<Page<Order>>(`${orders}/list`, { planId, deviceId })
  return office.get(`${orders}/detail`, { id: made.records[0]?.id ?? '' })
}

test('the walk: a plan for a class, its order and checklist without a network, a repair with a part from stock, sign-off, equal figures', async ({
  page,
  context,
  browser,
}) => {
  const deviceName = `离线输液泵 ${Date.now()}`
  const order = await planned(deviceName)
  await page.goto('/m/')
  await signInPhone(page, engineer)
  await page.goto('/m/maintenance')
  await expect(page.getByRole('list', { name: '今天' }).getByRole('link', { name: new RegExp(deviceName) })).toBeVisible({
    timeout: SETTLE_MS,
  })

  await context.setOffline(true)
  await page.getByRole('link', { name: new RegExp(deviceName) }).click()
  await page.getByRole('button', { name: '开始保养' }).click()
  await expect(page.getByText('保养中')).toBeVisible()
  await expect(page.getByRole('button', { name: '完工' })).toHaveCount(0)
  await page.getByRole('link', { name: '检查表', exact: true }).click()
  await page.getByRole('radio', { name: '是' }).check()
  await page.getByLabel('接地电阻').fill('0.5')
  await page.getByRole('button', { name: '完成检查' }).click()
  await page.getByRole('button', { name: '报修 接地电阻' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '转报修' }).click()
  await expect(page.getByRole('status').filter({ hasText: '报修已保存在本机' }).first()).toBeVisible()

  await page.getByRole('link', { name: order.orderNo }).click()
  await page.getByRole('button', { name: '完工' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '正常' }).click()
  await sheet.getByRole('button', { name: '完工' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('检查表有异常项，保养结论不能为“正常”')
  await sheet.getByRole('button', { name: '发现故障' }).click()
  await sheet.getByRole('textbox', { name: '工时', exact: true }).fill('1.5')
  await sheet.getByRole('button', { name: '完工' }).click()
  await expect(sheet).toHaveCount(0)
  expect((await office.get<Order>(`${orders}/detail`, { id: order.id })).orderState).toBe('assigned')

  await context.setOffline(false)
  await expectQueueEmpty(page)
  expect(await office.get<Order>(`${orders}/detail`, { id: order.id })).toMatchObject({
    orderState: 'finished',
    result: 'fault',
    hours: 1.5,
  })
  const repairs = await office.get<Page<Repair>>('/eam/eventtyperepair/list', { deviceId: order.deviceId })
  expect(repairs.records).toMatchObject([{ faultDescription: '接地电阻: 0.5 Ω (≤ 0.3)' }])

  // The engineer repairs it with a part from stock, which is charged at its average.
  const { records: stock } = await office.get<Page<Part>>('/eam/deviceparts/list', { quantity_ge: '1', unitPrice_ge: '1', size: '1' })
  const part = stock[0]!
  const repairId = repairs.records[0]!.id
  const now = (): Promise<Repair> => office.get('/eam/eventtyperepair/detail', { id: repairId })
  const step = async (desk: Desk, name: string, more: object = {}): Promise<void> => {
    await desk.post(`/eam/eventtyperepair/${name}`, { id: repairId, version: (await now()).version, ...more })
  }
  await step(workshop, 'accept')
  await step(workshop, 'arrive')
  const parts = [{ stockPartId: part.id, quantity: 1 }]
  await step(workshop, 'finish', { diagnosis: '接地线松动', measures: '更换接地线', labourCost: '80.00', parts })
  const cost = (Number(part.unitPrice) + 80).toFixed(2)
  expect(await office.get<Part>('/eam/deviceparts/detail', { id: part.id })).toMatchObject({ quantity: part.quantity - 1 })

  // The department signs it off on its phone.
  await page.goto(`/m/repair/${repairId}`)
  await page.getByRole('button', { name: '验收' }).click()
  await page.getByRole('dialog').getByLabel('5', { exact: true }).check()
  await page.getByRole('dialog').getByRole('button', { name: '验收' }).click()
  await expect.poll(async () => (await now()).repairStatus, { timeout: SETTLE_MS }).toBe('done')
  await expectQueueEmpty(page)
  expect(await now()).toMatchObject({ totalCost: cost })

  // Card and report show the same sum, which is that of the order.
  const yuan = `¥${Number(cost).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  const manager = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  await holdSession(manager, 'manager')
  await manager.goto(`/eam/device?open=${order.deviceId}`)
  await manager.getByRole('tab', { name: /维修/ }).click()
  await expect(manager.getByRole('region', { name: '服务费用' }).getByText(yuan).first()).toBeVisible()
  await manager.goto(`/eam/report?measure=repairs&group=month&figure=cost&deviceId=${order.deviceId}`)
  await expect(manager.getByRole('row', { name: /合计/ }).getByText(yuan)).toBeVisible()
  await manager.close()
})
