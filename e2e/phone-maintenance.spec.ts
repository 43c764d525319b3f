import { expect } from '@playwright/test'
import { homeDay } from '#contract/kit/time/day.ts'
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

test.use(phoneScreen)

let office: Desk
test.beforeAll(async ({ server }) => {
  office = await openDesk(server.url, { ...engineer, user: 'manager' })
})

/** The order that is made of a new plan with a checklist, for the engineer, due today. */
const planned = async (deviceName: string): Promise<Order> => {
  const { records } = await office.get<Page<{ id: string; deptId: string }>>('/blade/user/list', { keyword: 'engineer', size: '1' })
  const [person] = records
  const { id: deviceId } = await office.post<{ id: string }>('/eam/device/submit', { deviceName, useDeptId: person?.deptId })
  const template = { templateName: `手机保养表 ${Date.now()}`, useKind: 'maintenance', items }
  const { id: templateId } = await office.post<{ id: string }>('/eam/eamdeviceinspection/submit', template)
  await office.post('/eam/eamdeviceinspection/publish', { id: templateId })
  const plan = { planName: `手机保养 ${Date.now()}`, deviceId, planCycle: 1, planCycleUnit: 'month', firstDue: homeDay(new Date()) }
  const { id: planId } = await office.post<{ id: string }>('/eam/deviceplan/submits', { ...plan, templateId, assigneeId: person?.id })
  const cards = await office.get<Page<{ id: string }>>('/eam/devicecardmaintain/list', { planId })
  await office.post('/eam/devicecardmaintain/order', { ids: [cards.records[0]?.id] })
  const made = await office.get<Page<Order>>(`${orders}/list`, { planId })
  return office.get(`${orders}/detail`, { id: made.records[0]?.id ?? '' })
}

test('without a network an order is begun, its checklist filled in, a fault reported and the order finished; the desk shows both', async ({
  page,
  context,
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
  const repairs = await office.get<Page<{ faultDescription: string }>>('/eam/eventtyperepair/list', { deviceId: order.deviceId })
  expect(repairs.records).toMatchObject([{ faultDescription: '接地电阻: 0.5 Ω (≤ 0.3)' }])
})
