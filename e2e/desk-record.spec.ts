import { expect, type Page } from '@playwright/test'
import { holdSession, openList } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

test.beforeEach(async ({ page }) => {
  await holdSession(page, 'manager')
})

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.eam-form') })
const longName = '多参数重症监护仪（含有创血压、心排量、脑电双频指数、呼气末二氧化碳与血氧饱和度模块）联合配置第二批次采购之三号机'

/** A fresh card, made by call, and its page. */
async function addDevice(page: Page, deviceName: string): Promise<void> {
  const answer = await page.request.post('/api/eam/device/submit', { headers: { 'x-eam-client': 'web' }, data: { deviceName } })
  const { data } = (await answer.json()) as { data: { id: string } }
  await page.goto(`/eam/device/${data.id}`)
  await expect(page.getByRole('heading', { name: deviceName })).toBeVisible()
}

test('a long name widens neither the page of a card nor the desk', async ({ page }) => {
  await addDevice(page, longName)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  expect(await page.locator('.eam-page').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0)
})

test('a refusal is visible at the foot of a long form, and typed content stays', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openList(page, '/eam/device')
  await page.locator('.eam-toolbar').getByRole('button', { name: '新增' }).click()
  const form = drawer(page)
  await form.getByLabel('设备名称').fill('断网测试')
  await form.getByLabel('备注', { exact: true }).fill('写在最下面')
  await page.route('**/eam/device/submit', (route) => route.abort())
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByRole('alert')).toBeInViewport()
  await expect(form.getByLabel('备注', { exact: true })).toBeInViewport()
  await expect(form.getByLabel('备注', { exact: true })).toHaveValue('写在最下面')
})
