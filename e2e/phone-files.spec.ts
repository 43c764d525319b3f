import { expect } from '@playwright/test'
import type { Card } from './harness/check.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const photo = 'public/icons/app-512.png'

test.use(phoneScreen)

interface Attachment {
  readonly id: string
  readonly attachType: string
  readonly attachName: string
  readonly files: string[]
}

/** Takes the picture away that the demo gave a card. */
const bare = async (url: string, ward: Desk, { id }: Card): Promise<void> => {
  const { records } = await ward.get<Page<Attachment>>('/eam/device/attach/list', { deviceId: id, size: '50' })
  const manager = await openDesk(url, { ...keeper, user: 'manager' })
  if (records.length > 0) await manager.post(`/eam/device/attach/remove?ids=${records.map((one) => one.id).join()}`, {})
}

test('a photo taken on a card without a network is kept, sent once, and stands in the header on both bodies', async ({
  page,
  context,
  server,
}) => {
  const ward = await openDesk(server.url, keeper)
  const { records } = await ward.get<Page<Card>>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: '1' })
  const card = records[0]!
  await bare(server.url, ward, card)
  const listed = async (): Promise<Attachment[]> =>
    (await ward.get<Page<Attachment>>('/eam/device/attach/list', { deviceId: card.id, size: '50' })).records
  expect(await listed()).toEqual([])

  await page.goto(`/m/device/${card.id}`)
  await signInPhone(page, keeper)
  await page.goto(`/m/device/${card.id}`)
  await expect(page.getByRole('heading', { name: card.deviceName })).toBeVisible()
  // Four acts of the same size.
  const acts = page.locator('.ph-bigs > .ph-big')
  for (const name of [/报修/, /盘点/, /借还/, /更多/]) await expect(acts.filter({ hasText: name })).toHaveCount(1)
  await expect(acts).toHaveCount(4)
  const sizes = (): Promise<string[]> =>
    acts.evaluateAll((all) =>
      all.map((act) => act.getBoundingClientRect()).map(({ width, height }) => `${Math.round(width)}x${Math.round(height)}`),
    )
  // A row that arrives meanwhile may replace the acts.
  await expect.poll(async () => new Set(await sizes()).size).toBe(1)
  await expect(page.getByText('已建档')).toBeVisible()

  await page.reload()
  await expect(acts).toHaveCount(4)
  await context.setOffline(true)
  await expect(page.getByText('已建档')).toBeVisible()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '添加照片和资料' }).click()
  const sheet = page.getByRole('dialog', { name: '添加照片和资料' })
  await sheet.getByLabel('相册').setInputFiles(photo)
  await expect(sheet.getByRole('img', { name: '照片 1' })).toBeVisible()
  await sheet.getByRole('button', { name: '添加照片和资料' }).click()
  await expect(sheet).toHaveCount(0)
  const files = page.getByRole('region', { name: '设备资料' })
  await expect(files.getByText('待发送')).toBeVisible()
  await expect(page.getByRole('img', { name: '设备照片' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^离线 · 1 条待发送/ })).toBeVisible()
  expect(await listed()).toEqual([])
  // It survives the end of the page.
  await page.reload()
  await expect(files.getByText('待发送')).toBeVisible()

  await context.setOffline(false)
  await expect.poll(async () => (await listed()).length, { timeout: SETTLE_MS }).toBe(1)
  const [arrived] = await listed()
  expect(arrived).toMatchObject({ attachType: 'photo' })
  await expect(files.getByText('待发送')).toHaveCount(0)
  await expect(files.getByRole('link', { name: /设备照片/ })).toBeVisible()
  const content = await context.request.get(`/api/file/${arrived!.files[0]}`)
  expect([content.status(), content.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  await expectQueueEmpty(page)
  expect(await listed()).toHaveLength(1)
})

test('a document added without a network is kept as it is, sent once, and is no photo', async ({ page, context, server }) => {
  const ward = await openDesk(server.url, keeper)
  const { records } = await ward.get<Page<Card>>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: '2' })
  const card = records[1]!
  await bare(server.url, ward, card)
  const listed = async (): Promise<Attachment[]> =>
    (await ward.get<Page<Attachment>>('/eam/device/attach/list', { deviceId: card.id, size: '50' })).records
  await page.goto(`/m/device/${card.id}`)
  await signInPhone(page, keeper)
  await page.goto(`/m/device/${card.id}`)
  await expect(page.locator('.ph-bigs > .ph-big')).toHaveCount(4)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '添加照片和资料' }).click()
  const sheet = page.getByRole('dialog', { name: '添加照片和资料' })
  await context.setOffline(true)
  const body = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  await sheet.getByLabel('文件', { exact: true }).setInputFiles({ name: '保修单.pdf', mimeType: '', buffer: body })
  await expect(sheet.getByText('保修单.pdf')).toBeVisible()
  await sheet.getByRole('button', { name: '添加照片和资料' }).click()
  await expect(sheet).toHaveCount(0)
  const files = page.getByRole('region', { name: '设备资料' })
  await expect(files.getByText('待发送')).toBeVisible()
  await expect(page.getByRole('img', { name: '设备照片' })).toHaveCount(0)
  // Where it waits it is named, and no broken picture stands for it.
  await expect(files.getByText('保修单.pdf')).toBeVisible()
  await expect(files.getByRole('img')).toHaveCount(0)
  await openTab(page, '待发送')
  await expect(page.locator('.ph-thumbs').getByText('保修单.pdf')).toBeVisible()
  await expect(page.locator('.ph-thumbs img')).toHaveCount(0)

  await context.setOffline(false)
  await expect.poll(async () => (await listed()).length, { timeout: SETTLE_MS }).toBe(1)
  const [arrived] = await listed()
  expect(arrived).toMatchObject({ attachType: 'other', attachName: expect.stringContaining('保修单') })
  const content = await context.request.get(`/api/file/${arrived!.files[0]}`)
  expect([content.status(), content.headers()['content-type'], await content.body()]).toEqual([200, 'application/pdf', body])
  await expectQueueEmpty(page)
})
