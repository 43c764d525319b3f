import { expect, type Page } from '@playwright/test'
import { openList, rows, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const main = (page: Page) => page.getByRole('main')
const pdf = { name: '说明书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
/** A picture of one point. */
const png = {
  name: '正面.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64'),
}
const dialogOf = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title })

test('a dialog of rows takes 70 % of the page, above a drawer that lies in another one and below notices', async ({ page }) => {
  await signIn(page, 'admin', '/eam/deviceparts')
  await main(page).getByRole('button', { name: '高级搜索' }).click()
  const search = page.locator('.ant-popover:visible .eam-search-form')
  await search.getByRole('button', { name: '打开列表' }).first().click()
  const devices = dialogOf(page, '选择设备')
  await expect(devices.locator('.ant-table-row').first()).toBeVisible()
  const share = await devices.evaluate((box: HTMLElement) => box.offsetWidth / box.closest('.ant-modal-wrap')!.clientWidth)
  expect(share).toBeCloseTo(0.7, 2)
  const level = await devices.evaluate((box) => Number(getComputedStyle(box.closest('.ant-modal-wrap')!).zIndex))
  expect(level).toBeGreaterThan(1200)
  expect(level).toBeLessThan(2000)
})

test('[SHELL-DLG-PDF-1] [SHELL-DLG-PDF-2] [SHELL-DLG-PDF-3] [SHELL-DLG-PDF-4] [SHELL-UPL-1] [SHELL-UPL-2] [SHELL-VAL-UPL-1] [SHELL-TL-4] [SHELL-TL-5] [SHELL-TL-6] [SHELL-TL-7] a form takes one file of the type it asks for, and the record shows it in place and in a window of its own (deviation)', async ({
  page,
}) => {
  await signIn(page, 'admin', '/desk/notice')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog')
  const input = form.locator('input[type=file]')
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/sync/blobs/')) uploads++
  })
  await input.setInputFiles(png)
  await expect(page.getByText('只能上传pdf文件')).toBeVisible()
  expect(uploads).toBe(0)
  await expect(input).not.toHaveAttribute('multiple')
  await input.setInputFiles(pdf)
  await expect(form.locator('.ant-upload-list-item-done')).toHaveCount(1)
  // One is all: there is nowhere to put a second.
  await expect(form.locator('.eam-file-add')).toHaveCount(0)
  await form.getByLabel('标题').fill('附件通知')
  await form.getByLabel('通知类型', { exact: true }).last().click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await form.getByLabel('通知内容').fill('见附件')
  const submitted = page.waitForRequest('**/blade-desk/notice/submit')
  await form.getByRole('button', { name: '保存' }).click()
  await submitted
  await rows(page).filter({ hasText: '附件通知' }).click()
  const record = page.getByRole('dialog').filter({ has: page.locator('.eam-facts') })
  await record
    .locator('.eam-facts')
    .getByRole('button', { name: `预览 ${pdf.name}` })
    .click()
  const preview = dialogOf(page, /PDF预览/)
  const frame = preview.locator('iframe')
  await expect(frame).toHaveAttribute('src', /^\/api\/file\/[^?]+\?size=page$/)
  const tall = async () => Math.round(((await frame.boundingBox())!.height / page.viewportSize()!.height) * 100)
  await expect.poll(tall).toBe(70)
  await preview.getByRole('button', { name: '全屏' }).click()
  await expect.poll(tall).toBe(90)
  await preview.getByRole('button', { name: '退出全屏' }).click()
  await expect.poll(tall).toBe(70)
  await preview.getByRole('button', { name: /关闭|Close/ }).click()
  // The history names the file and opens it in a window of its own.
  const link = record.locator('.eam-history').last().getByRole('link', { name: pdf.name })
  const opened = page.context().waitForEvent('page')
  await link.click()
  await opened

  // Without a list of types a picture is taken too; its history shows it as a thumbnail that opens large.
  await page.goto('/eam/device-files')
  await main(page).getByRole('button', { name: '新增' }).first().click()
  await form.getByLabel('资料名称').fill('外观')
  await form.getByLabel('所属设备', { exact: true }).last().click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await form.locator('input[type=file]').setInputFiles(png)
  await expect(form.locator('.ant-upload-list-item-done')).toHaveCount(1)
  await form.getByRole('button', { name: '保存' }).click()
  await rows(page).filter({ hasText: '外观' }).first().click()
  const image = record.locator('.eam-event .ant-image').first()
  await expect.poll(async () => [(await image.boundingBox())!.width, (await image.boundingBox())!.height]).toEqual([40, 40])
  await image.click()
  await expect(page.locator('.ant-image-preview-img, .ant-image-preview img').first()).toBeVisible()
})

test('[SHELL-CARD-1] [SHELL-CHUNK-1] a page whose program does not come says so after two minutes and at once when it is gone', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'admin', '/system/dept')
  await openList(page, '/system/user')
  expect(
    await page
      .locator('.eam-list')
      .first()
      .evaluate((card) => getComputedStyle(card).borderRadius),
  ).toBe('10px')
  const chunk = '**/assets/field-config-page-*.js'
  await page.route(chunk, () => {})
  // The time runs from the moment the program of the page is asked for.
  await Promise.all([page.waitForRequest(chunk), page.goto('/system/field-config')])
  await expect(page.locator('.eam-skeleton:visible').first()).toBeVisible()
  await page.clock.fastForward(115_000)
  await expect(page.getByText('页面程序加载失败')).toHaveCount(0)
  await page.clock.fastForward(6_000)
  await expect(page.getByText('页面程序加载失败：网络不通，或系统已更新')).toBeVisible()
  await page.unroute(chunk)
  await page.route(chunk, (route) => route.fulfill({ status: 404 }))
  // The whole program loads again before it asks for the page, and what the page needs beside the missing file before it says so.
  await Promise.all([page.waitForResponse(chunk), page.getByRole('button', { name: '重新加载' }).click()])
  await page.getByText('页面程序加载失败：网络不通，或系统已更新').waitFor()
  await page.unroute(chunk)
  await Promise.all([page.waitForResponse(chunk), page.getByRole('button', { name: '重新加载' }).click()])
  await main(page).getByRole('switch').first().waitFor()
})
