import { expect, type Page } from '@playwright/test'
import { holdSession, openList } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const call = (page: Page, path: string, data: object) => page.request.post(`/api${path}`, { headers: { 'x-eam-client': 'web' }, data })

/** An event that the test triggers. */
const gate = () => {
  let open = (): void => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { open, opened }
}
/** Delays the calls to an address until the returned function releases them. */
const hold = async (page: Page, address: string): Promise<() => void> => {
  const { open, opened } = gate()
  await page.route(address, async (route) => {
    await opened
    await route.continue()
  })
  return open
}

test('the acts of a device are shown when those of every module are loaded, so that none moves under the pointer', async ({ page }) => {
  await holdSession(page, 'manager')
  const answer = await call(page, '/eam/device/submit', { deviceName: '慢按钮测试泵' })
  const { data } = (await answer.json()) as { data: { id: string } }
  const letGo = await hold(page, '**/assets/card-acts-*')
  await page.goto(`/eam/device/${data.id}`)
  await expect(page.getByRole('tab', { name: '生命周期' })).toBeVisible()
  const edit = page.locator('.eam-record:visible').getByRole('button', { name: '修改' })
  await expect(edit).toHaveCount(0)
  letGo()
  await expect(edit).toBeVisible()
  await expect(page.locator('.eam-record:visible').getByRole('button', { name: '复制' })).toBeVisible()
})

test('the acts of a list are shown when those of every module are loaded, but adding at once', async ({ page }) => {
  await holdSession(page, 'manager')
  const letGo = await hold(page, '**/assets/import-button-*')
  await openList(page, '/eam/device')
  const acts = page.locator('.eam-list:visible .eam-toolbar')
  await expect(acts.getByRole('button', { name: '新增' })).toBeVisible()
  await expect(acts.getByRole('button', { name: '导出' })).toHaveCount(0)
  letGo()
  await expect(acts.getByRole('button', { name: '导入' })).toBeVisible()
  await expect(acts.getByRole('button', { name: '导出' })).toBeVisible()
})
