import { expect, type Page } from '@playwright/test'
import { holdSession, openList } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const form = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.eam-form') })

/** A picture made by the browser itself, with this many pixels a side. */
const picture = async (page: Page, side: number): Promise<Buffer> => {
  const address = await page.evaluate((pixels) => {
    const canvas = document.createElement('canvas')
    canvas.width = pixels
    canvas.height = pixels
    const pen = canvas.getContext('2d')!
    const noise = pen.createImageData(pixels, pixels)
    // The browser gives 64 KiB of noise at a time.
    for (let at = 0; at < noise.data.length; at += 65_536) crypto.getRandomValues(noise.data.subarray(at, at + 65_536))
    for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255
    pen.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/png')
  }, side)
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

test('photos and papers are added in the form, belong to the record and open there; a file that is no picture is refused with a message', async ({
  page,
}) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/repair')
  await page
    .getByRole('button', { name: /新增|报修/ })
    .first()
    .click()
  await form(page).getByLabel('故障描述').fill('附照片')
  const input = form(page).locator('input[type=file]')
  const large = await picture(page, 400)
  expect(large.length).toBeGreaterThan(2 * 256 * 1024)
  await input.setInputFiles([
    { name: '铭牌.png', mimeType: 'image/png', buffer: large },
    { name: '说明书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 '.padEnd(64, '.')) },
  ])
  await expect(form(page).locator('.ant-upload-list-item-done')).toHaveCount(2)
  await input.setInputFiles([{ name: '假.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>'.padEnd(64)) }])
  await expect(page.getByText(/不支持的文件内容/)).toBeVisible()
  await expect(form(page).locator('.ant-upload-list-item-done')).toHaveCount(2)

  await form(page).getByLabel('设备', { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await form(page).getByRole('button', { name: '保存' }).click()
  await expect(form(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/eam\/repair\/[0-9a-f-]{36}$/)
  const shown = page.locator('.eam-record:visible .eam-photos').first()
  await expect
    .poll(() => shown.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
    .toEqual([320])
  // The small one opens the picture itself.
  await shown.locator('img').click()
  await expect.poll(() => page.locator('.ant-image-preview-img').evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(400)
  await page.keyboard.press('Escape')
  await expect(shown.locator('a.eam-file')).toHaveCount(1)
})
