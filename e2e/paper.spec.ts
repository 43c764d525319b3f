import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { signIn } from './harness/desk-page.ts'
import { type Desk, openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const letters = createRequire(import.meta.url)
  .resolve('@embedpdf/fonts-sc')
  .replace(/dist[\\/][^\\/]+$/, 'fonts/NotoSansHans-Regular.otf')

/** A PDF with these lines. */
const pdf = (lines: readonly string[], more: object = {}): Promise<Buffer> =>
  new Promise((done) => {
    const parts: Buffer[] = []
    const doc = new PDFDocument({ size: 'A4', ...more })
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => done(Buffer.concat(parts)))
    doc.font(letters).fontSize(12)
    for (const line of lines) doc.text(line).moveDown()
    doc.end()
  })

const certificate = (serial: string) =>
  pdf([
    '检 定 证 书',
    '证书编号：2026J-000123',
    '计量器具名称：多参数监护仪',
    `出厂编号：${serial}`,
    '检定结论：合格',
    '检定日期：2026 年 03 月 01 日',
    '有效期至：2027 年 02 月 28 日',
  ])

/** A planned record of a device with a serial number. */
async function planned(desk: Desk): Promise<{ id: string; serial: string }> {
  const { records } = await desk.get<Rows<{ id: string }>>('/eam/device/list', {
    eamStatus: 'in_use',
    filingStatus: 'filed',
    keyword: '监护仪',
  })
  const device = await desk.get<{ id: string; sn: string }>('/eam/device/detail', { id: records[0]!.id })
  const { id } = await desk.post<{ id: string }>('/eam/eventtypemeasure/submit', {
    deviceId: device.id,
    measureKind: 'verification',
    dueDate: '2026-03-31',
  })
  return { id, serial: device.sn }
}

const form = (page: Page) => page.getByRole('dialog', { name: '登记结果' })
const choose = (page: Page, name: string, buffer: Buffer) =>
  form(page).locator('.eam-plate input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })

test('a certificate in PDF fills the result after a click; one of another device, a locked and a damaged one say so', async ({
  page,
  server,
}) => {
  const desk = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  const { id, serial } = await planned(desk)
  await signIn(page, 'manager')
  await page.goto(`/eam/measure-record?open=${id}`)
  await page.getByRole('button', { name: '登记结果' }).click()

  await choose(page, '坏的.pdf', Buffer.from('%PDF-1.7\n1 0 obj'))
  await expect(form(page).getByRole('alert')).toContainText('已损坏')
  await choose(page, '有密码.pdf', await pdf(['检定证书'], { userPassword: 'x', ownerPassword: 'y' }))
  await expect(form(page).getByRole('alert')).toContainText('有密码')
  await choose(page, '别的设备.pdf', await certificate('ANOTHER-1'))
  await expect(form(page).getByRole('alert')).toContainText(`证书上的出厂编号是 ANOTHER-1，这台设备的序列号是 ${serial}`)

  await choose(page, '证书.pdf', await certificate(serial))
  const facts = form(page).getByRole('region', { name: '文件上的信息' })
  await expect(facts.getByRole('listitem').filter({ hasText: '证书编号' })).toContainText('2026J-000123')
  await expect(form(page).getByRole('alert')).toHaveCount(0)
  await expect(form(page).getByRole('textbox', { name: '证书编号' })).toHaveValue('')
  await facts.getByRole('button', { name: /^采用可靠项/ }).click()
  await expect(form(page).getByRole('textbox', { name: '证书编号' })).toHaveValue('2026J-000123')
  await form(page).getByRole('button', { name: '存为附件' }).click()
  await expect(form(page).getByRole('button', { name: '已存为附件' })).toBeVisible()
  await form(page)
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(form(page)).toHaveCount(0)
  const saved = await desk.get<Record<string, unknown>>('/eam/eventtypemeasure/detail', { id })
  expect(saved).toMatchObject({
    recordStatus: 'done',
    result: 'passed',
    measuredOn: '2026-03-01',
    validUntil: '2027-02-28',
    certificateNo: '2026J-000123',
  })
  expect(saved.certificate).toHaveLength(1)
})
