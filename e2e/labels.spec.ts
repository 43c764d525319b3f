import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { labelPresets } from '#contract/label/label-design.ts'
import { readPdf } from '#tests/harness/pdf.ts'
import { holdSession, openList, rows } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

/** Opens no dialog of the system; the paper stays as it is until the printer would be done. */
const holdPrinter = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '1')
  })

test('three cards get labels on paper of their size, as PDF too, and again only with a reason', async ({ page }) => {
  await holdPrinter(page)
  await holdSession(page, 'manager')
  await openList(page, '/eam/label-prints')
  const before = Number(/共 (\d+) 条/.exec(String(await page.getByText(/共 \d+ 条/).textContent()))?.[1])
  // Devices whose names fit: another test's longest name stands first in the whole list.
  await openList(page, '/eam/device?deviceModel=iMEC8&eamStatus=in_use')
  const names: string[] = []
  for (const at of [0, 1, 2]) {
    await rows(page).nth(at).getByRole('checkbox').check()
    names.push(String(await rows(page).nth(at).locator('td').nth(1).textContent()).trim())
  }
  await page.getByRole('button', { name: '打印标签' }).click()
  await expect(page).toHaveURL(/\/eam\/labels\?kind=device&ids=/)
  const preview = page.getByRole('region', { name: '预览' })
  await expect(preview.locator('svg.eam-label-page')).toHaveCount(3)
  for (const name of names) await expect(preview.locator('svg.eam-label-page').filter({ hasText: name }).first()).toBeVisible()
  await expect(preview.getByText('3 张标签，3 页')).toBeVisible()

  await preview.getByRole('button', { name: '打印' }).click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  const paper = page.locator('body > .eam-label-paper')
  await expect(paper.locator('svg')).toHaveCount(3)
  expect(await paper.locator('style').textContent()).toContain('@page { size: 60mm 40mm; margin: 0 }')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  const sheet = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...sheet.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round((Number(width) * 25.4) / 72),
    Math.round((Number(height) * 25.4) / 72),
  ])
  expect(boxes).toEqual([
    [60, 40],
    [60, 40],
    [60, 40],
  ])
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(paper).toHaveCount(0)

  // The second time is a reprint.
  await expect(preview.getByText('其中 3 个的标签已打印过，再次打印须填写原因')).toBeVisible()
  await preview.getByRole('button', { name: '下载 PDF' }).click()
  const ask = page.getByRole('dialog').filter({ hasText: '补打原因' })
  await ask.getByRole('button', { name: '下载 PDF' }).click()
  await expect(page.getByText('请填写补打原因')).toBeVisible()
  await ask.getByRole('button', { name: '标签脱落' }).click()
  await expect(ask.getByRole('textbox')).toHaveValue('标签脱落')
  // The answer is lost: repeated, it is the same printing, without a second reason.
  await page.route('**/eam/label/pdf*', (route) => route.abort())
  await ask.getByRole('button', { name: '下载 PDF' }).click()
  await expect(page.locator('.ant-message-error')).toBeVisible()
  await page.unroute('**/eam/label/pdf*')
  const waiting = page.waitForEvent('download')
  await preview.getByRole('button', { name: '下载 PDF' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe('60×40 毫米 单张 标签.pdf')
  const { pages } = readPdf(await readFile(await file.path()))
  expect(pages.map(({ width, height }) => [width, height])).toEqual([
    [60, 40],
    [60, 40],
    [60, 40],
  ])
  // A long name stands on several lines.
  const printed = pages.map((one) => one.text.replaceAll('\n', '')).join('\n')
  for (const name of names) expect(printed).toContain(name)

  await openList(page, '/eam/label-prints')
  await expect(page.getByText(`共 ${before + 2} 条`)).toBeVisible()
  await expect(rows(page).first()).toContainText('标签脱落')
  await rows(page).first().click()
  await expect(page.getByRole('dialog').getByRole('region', { name: '标签打印明细' })).toContainText(names[0]!)
})

test('the preview of a new template stands beside its form', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.goto('/eam/label-templates')
  await page.getByRole('button', { name: '新增' }).first().click()
  const form = page.getByRole('dialog').filter({ has: page.locator('.eam-form') })
  const shown = form.locator('svg.eam-label-page')
  await expect(shown).toBeVisible()
  const [input, picture] = [(await form.getByLabel('模板名称').boundingBox())!, (await shown.boundingBox())!]
  expect(picture.x).toBeGreaterThan(input.x + input.width)
})

test('the class of a device chooses its template, whose barcode and UDI code a scanner reads off the preview', async ({ page, server }) => {
  const desk = await openDesk(server.url, { tenant: '100001', user: 'admin', password: 'ward2026' })
  const add = async (path: string, draft: object): Promise<string> => (await desk.post<{ id: string }>(path, draft)).id
  const classifyId = await add('/eam/device-class/submit', { className: '贴码设备', classCode: '99-01-07' })
  const values = { ...labelPresets['70x50-codes'].values, labelKind: 'device', deviceLines: ['deviceName'] }
  await add('/eam/label-template/submit', { ...values, templateName: '贴码设备标签', classes: [classifyId] })
  const card = { deviceName: '贴码监护仪', classifyId, udiDi: '09506000134352', udiPi: '(17)271231(10)AB-12', sn: 'SN-7' }
  const id = await add('/eam/device/submit', card)
  const { deviceCode } = await desk.get<{ deviceCode: string }>('/eam/device/detail', { id })
  await holdSession(page, 'manager')
  await page.goto(`/eam/labels?kind=device&ids=${id}`)
  await expect(page.getByText('按器械分类自动选择')).toBeVisible()
  const label = page.getByRole('region', { name: '预览' }).locator('svg.eam-label-page')
  await expect(label).toContainText(deviceCode)
  // As large as a printer draws it.
  await page.setViewportSize({ width: 1500, height: 1100 })
  await label.evaluate((svg) => {
    document.body.replaceChildren(svg)
    svg.setAttribute('style', 'position: fixed; inset: 0; width: 1400px; height: 1000px; background: #fff')
  })
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  const codes = async (): Promise<string[]> => {
    const { data, info } = await sharp(await page.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = { width: info.width, height: info.height, data: new Uint8ClampedArray(data), colorSpace: 'srgb' } as ImageData
    const found = await readBarcodes(picture, { formats: ['Code128', 'DataMatrix'], tryHarder: true, textMode: 'Plain' })
    return found.map(({ text }) => text).sort()
  }
  // The window takes its new size when the browser gets to it.
  await expect.poll(codes).toEqual([deviceCode, '01095060001343521727123110AB-12\x1d21SN-7'].sort())
})
