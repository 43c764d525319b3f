import { expect, type Page } from '@playwright/test'
import { holdSession, openList, rows, signIn } from './harness/desk-page.ts'
import { type Desk, openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
const dialog = (page: Page) => page.getByRole('dialog')
const pick = async (page: Page, input: string, name: string): Promise<void> => {
  await dialog(page).getByLabel(input).click()
  await dialog(page).getByLabel(input).fill(name)
  await page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click()
}
const add = async (desk: Desk, draft: object): Promise<string> => (await desk.post<{ id: string }>('/eam/device/submit', draft)).id

test('cards are edited, attached and detached together, copied, and looked at as they were [ASSET-LIST-8] [ASSET-LIST-9]', async ({
  page,
  server,
}) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  const name = `批量泵${Date.now()}`
  const parent = await add(desk, { deviceName: `${name}主机` })
  for (const one of ['甲', '乙']) await add(desk, { deviceName: `${name}${one}`, brand: '旧品牌' })
  await holdSession(page, 'manager')
  await openList(page, `/eam/device?keyword=${encodeURIComponent(name)}`)
  const choose = async (): Promise<void> => {
    for (const one of ['甲', '乙'])
      await rows(page)
        .filter({ hasText: `${name}${one}` })
        .getByRole('checkbox')
        .check()
  }
  const bulk = async (act: string): Promise<void> => {
    await page.getByRole('button', { name: '批量操作' }).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  await choose()
  await bulk('批量修改')
  await dialog(page).getByLabel('品牌').fill('新品牌')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const brands = async () =>
    (await desk.get<{ records: { brand: string }[] }>('/eam/device/list', { keyword: name, columns: 'brand' })).records
  expect((await brands()).filter(({ brand }) => brand === '新品牌')).toHaveLength(2)

  const bound = page.waitForRequest((request) => request.url().includes('/eam/device/bind-child-device'))
  await bulk('绑定到主设备')
  await pick(page, '主设备', `${name}主机`)
  await dialog(page).getByRole('button', { name: '确定' }).click()
  expect((await bound).postDataJSON()).toMatchObject({ parentId: parent, childIds: [expect.any(String), expect.any(String)] })
  await expect(dialog(page)).toHaveCount(0)
  const below = async () => (await desk.get<unknown[]>('/eam/device/deviceChildren', { deviceCardId: parent })).length
  expect(await below()).toBe(2)
  const unbound = page.waitForResponse((response) => response.url().includes('/eam/device/unbind-child-device'))
  await bulk('解绑附属设备')
  await dialog(page).getByRole('button', { name: '确定' }).click()
  expect((await unbound).status()).toBe(200)
  expect(await below()).toBe(0)

  await page.goto(`/eam/device/${parent}?tab=onDay`)
  const day = page.getByRole('region', { name: '某日状态' })
  await expect(day).toContainText('与现在相同')
  await day.getByLabel('日期').fill('2020-01-31')
  await day.getByLabel('日期').press('Enter')
  await expect(day).toContainText('当时尚无此设备卡')
  await page.getByRole('button', { name: '复制' }).click()
  await dialog(page).getByRole('button', { name: '确定' }).click()
  await expect(page).not.toHaveURL(new RegExp(parent))
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText(`${name}主机`)
})

test('who may not edit a card asks for a change; old and new value stand side by side [ASSET-ROUTE-15]', async ({ page, server }) => {
  const keeper = await openDesk(server.url, { ...hospital, user: 'keeper' })
  const [card] = (await keeper.get<{ records: { id: string; deviceName: string }[] }>('/eam/device/list', { size: '1' })).records
  await signIn(page, 'keeper', `/eam/device/${card!.id}`)
  await page.getByRole('button', { name: '申请变更' }).click()
  const form = page.getByRole('dialog').filter({ has: page.locator('.eam-form') })
  await form.getByLabel('变更原因').fill('铭牌与卡片不符')
  await form.getByRole('button', { name: '手工添加' }).click()
  await form.getByLabel('字段 1').click()
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '规格型号' }).first().click()
  await form.getByLabel('变更后 1').fill('M9 改')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toHaveCount(0)
  await openList(page, '/eam/eamedit')
  await rows(page).filter({ hasText: card!.deviceName }).first().click()
  const lines = page.getByRole('dialog').getByRole('region', { name: '变更内容' })
  await expect(lines).toContainText('规格型号')
  await expect(lines).toContainText('M9 改')
  await expect(lines).toContainText('变更前')
})
