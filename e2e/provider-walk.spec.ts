import { expect } from '@playwright/test'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { freeCards } from './harness/free-card.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const at = (user: string) => ({ tenant: '100001', user, password: 'ward2026' })
const provider = { tenant: '100009', user: 'service', password: 'ward2026' }
const company = '江城联修医疗设备服务公司'
const [repairs, shares, invoices] = ['/eam/eventtyperepair', '/sps/hospital/serviceOrder', '/eam/service-invoice']
const photo = 'public/icons/app-512.png'
const today = homeDay(new Date())

test.use(phoneScreen)

interface Share {
  readonly id: string
  readonly shareState: string
  readonly planPrice: string | null
  readonly workNote: string | null
  readonly photos: readonly string[] | null
}

let [ward, workshop, office] = [] as unknown as [Desk, Desk, Desk]
test.beforeAll(async ({ server }) => {
  ward = await openDesk(server.url, at('keeper'))
  workshop = await openDesk(server.url, at('engineer'))
  office = await openDesk(server.url, at('manager'))
})
const freeCard = freeCards(() => ward)

test('a ward’s report is shared, planned and repaired by a provider whose phone has no signal, signed off, and charged as agreed', async ({
  page,
  context,
}) => {
  const card = await freeCard()
  const fault = `压力不足 ${Date.now()}`
  const { id: repairId } = await ward.post<{ id: string }>(`${repairs}/save`, {
    ...{ deviceId: card.id, faultDescription: fault, urgency: 'urgent' },
  })
  await workshop.post(`${repairs}/accept`, { id: repairId })
  const teams = await workshop.get<{ id: string; teamName: string }[]>('/blade/tenant/service-team')
  const providerId = teams.find(({ teamName }) => teamName === company)?.id
  await workshop.post(`${shares}/submit`, { id: repairId, providerId, contact: '李工', contactPhone: '8002' })
  const share = async (): Promise<Share> => {
    const { records } = await office.get<Page<Share>>(`${shares}/list`, { repairOrderId: repairId, size: '1' })
    return office.get('/sps/hospital/workOrder/detail', { id: records[0]?.id ?? '' })
  }
  const { id } = await share()

  await page.goto('/m/')
  await signInPhone(page, provider)
  await page.reload()
  await page
    .getByRole('list', { name: '今天' })
    .getByRole('link', { name: /待接的服务工单/ })
    .click()
  await page.locator(`a[href$="/service-orders/${id}"]`).click()
  const main = page.getByRole('main')
  await expect(main.getByText(fault)).toBeVisible()
  await context.setOffline(true)
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: '接单' }).click()
  await page.getByRole('button', { name: '提交方案' }).click()
  await sheet.getByRole('textbox', { name: '方案内容' }).fill('更换压力传感器')
  await sheet.getByLabel('报价').fill('860')
  await sheet.getByLabel('计划服务日期').fill(daysAfter(today, 1))
  await sheet.getByRole('button', { name: '提交方案' }).click()
  await expect(main.getByText('方案待确认', { exact: true })).toBeVisible()
  expect((await share()).shareState).toBe('offered')
  await context.setOffline(false)
  await expect.poll(async () => (await share()).planPrice, { timeout: SETTLE_MS }).toBe('860.00')

  await office.post(`${shares}/confirm-plan`, { id })
  await expect(page.getByRole('button', { name: '开工' })).toBeVisible({ timeout: SETTLE_MS })
  await context.setOffline(true)
  await page.getByRole('button', { name: '开工' }).click()
  await page.getByRole('button', { name: '登记工作' }).click()
  await sheet.getByRole('textbox', { name: '工作记录' }).fill('已更换传感器')
  await sheet.getByLabel('服务工时').fill('1.5')
  await sheet.getByLabel('相册').setInputFiles(photo)
  await expect(sheet.getByRole('img', { name: '照片 1' })).toBeVisible()
  await sheet.getByRole('button', { name: '登记工作' }).click()
  await page.getByRole('button', { name: '完工' }).click()
  await sheet.getByRole('textbox', { name: '故障诊断' }).fill('压力传感器漂移')
  await sheet.getByRole('textbox', { name: '维修措施' }).fill('更换并校零')
  await sheet.getByRole('button', { name: '完工' }).click()
  await expect(main.getByText('待验收', { exact: true })).toBeVisible()
  expect((await share()).shareState).toBe('confirmed')
  await context.setOffline(false)
  await expect.poll(async () => (await share()).shareState, { timeout: SETTLE_MS }).toBe('finished')
  expect(await share()).toMatchObject({ workNote: '已更换传感器', photos: [expect.any(String)] })

  await ward.post(`${repairs}/check`, { id: repairId, rating: 5 })
  await expectQueueEmpty(page)
  await openTab(page, '我的')
  await page.getByRole('link', { name: /服务工单/ }).click()
  // The order is over and has left the phone.
  await expect(page.locator(`a[href$="/service-orders/${id}"]`)).toHaveCount(0, { timeout: SETTLE_MS })

  const invoice = { invoiceNo: `FP-${Date.now()}`, supplierId: providerId, invoiceDate: today, amount: '860.00' }
  const lines = [{ repairOrderId: repairId, amount: '860.00' }]
  const { id: invoiceId } = await workshop.post<{ id: string }>(`${invoices}/submit`, { ...invoice, lines })
  await workshop.post(`${invoices}/match`, { id: invoiceId })
  expect(await office.get(`${invoices}/detail`, { id: invoiceId })).toMatchObject({
    invoiceState: 'matched',
    agreedTotal: '860.00',
    difference: '0.00',
  })
})
