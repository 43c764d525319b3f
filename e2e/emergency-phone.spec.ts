import { expect } from '@playwright/test'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { expectQueueEmpty, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }

test.use(phoneScreen)

test('a shift scans its trolley without a network, ticks what is there, says what is missing and hands over; the check arrives', async ({
  page,
  context,
  server,
}) => {
  const desk = await openDesk(server.url, { ...keeper, user: 'admin' })
  const [{ deptId }] = (await desk.get<Rows<{ deptId: string }>>('/blade/user/list', { keyword: 'keeper', size: '1' })).records as [
    { deptId: string },
  ]
  const items = [
    { itemName: '肾上腺素', quantity: 10, leastQuantity: 5, unit: '支', expiresOn: '2020-01-31' },
    { itemName: '喉镜', quantity: 1 },
  ]
  const vehicle = { vehicleName: '病区抢救车', vehicleCode: 'JQ-PHONE-1', deptId, items }
  const { id } = await desk.post<{ id: string }>('/eam/ambulance-vehicle/submit', vehicle)
  await page.goto('/m')
  await signInPhone(page, keeper)
  await page.goto('/m/ambulance')
  await expect(page.getByRole('link', { name: /病区抢救车/ })).toBeVisible({ timeout: SETTLE_MS })

  await context.setOffline(true)
  await page.getByLabel('输入编码').fill('jq-phone-1')
  await page.getByLabel('输入编码').press('Enter')
  await expect(page.getByRole('heading', { name: '病区抢救车' })).toBeVisible()
  const part = (name: string) => page.getByRole('region', { name })
  await expect(part('肾上腺素')).toContainText('已过期')
  await part('肾上腺素').getByRole('radio', { name: '缺失' }).check()
  await page.getByRole('button', { name: '提交并交班' }).click()
  await expect(page.getByText('请检查每一项物品')).toBeVisible()
  await part('喉镜').getByRole('radio', { name: '齐全' }).check()
  await part('肾上腺素').getByLabel('实有数量').fill('3')
  await part('肾上腺素').getByLabel('缺失原因').fill('抢救用掉')
  await page.getByLabel('接班人').fill('王护士')
  // What was found outlives a reload.
  await page.reload()
  await expect(part('肾上腺素').getByLabel('实有数量')).toHaveValue('3')
  await expect(page.getByLabel('接班人')).toHaveValue('王护士')
  await page.getByRole('button', { name: '提交并交班' }).click()
  await expect(page.getByRole('link', { name: /病区抢救车.*待发送/ })).toBeVisible()

  await context.setOffline(false)
  await expectQueueEmpty(page)
  const losses = await desk.get<Rows<object>>('/eam/ambulance-check/web-loss-list', { keyword: '肾上腺素', size: '1' })
  expect(losses.records).toMatchObject([{ itemName: '肾上腺素', quantity: 3, standard: 10, note: '抢救用掉' }])
  await expect.poll(() => desk.get('/eam/ambulance-vehicle/detail', { id })).toMatchObject({ lastResult: 'loss', handOver: '王护士' })
  await page.goto('/m/ambulance')
  await expect(page.getByRole('link', { name: /病区抢救车.*缺失/ })).toBeVisible({ timeout: SETTLE_MS })
})
