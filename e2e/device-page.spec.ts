import { expect, type Page } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
const main = (page: Page) => page.locator('.eam-record:visible')
/** A picture of one point. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')

test('files that are dropped on the page of a device stand in their kinds, and a picture at its head', async ({ page, server }) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  const { id } = await desk.post<{ id: string }>('/eam/device/submit', { deviceName: '资料测试监护仪' })
  await signIn(page, 'manager', `/eam/device/${id}?tab=files`)
  const head = main(page).getByRole('region', { name: '设备卡' }).first()
  const tab = main(page).getByRole('tab', { name: /^资料/ })
  await expect(tab).toHaveText('资料0')
  await main(page)
    .locator('input[type=file]')
    .setInputFiles([
      { name: '正面.png', mimeType: 'image/png', buffer: picture },
      { name: '说明书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') },
    ])
  await expect(tab).toHaveText('资料2')
  await expect(head.getByRole('img', { name: '设备照片' })).toBeVisible()
  const files = main(page).getByRole('region', { name: '全部资料' })
  await expect(files.locator('.ant-table-row').filter({ hasText: '正面.png' })).toContainText('设备照片')
  await expect(files.locator('.ant-table-row').filter({ hasText: '说明书.pdf' })).toContainText('其他资料')
  await page.reload()
  await expect(main(page).getByRole('region', { name: '全部资料' }).locator('.ant-table-row')).toHaveCount(2)
})
