import { expect } from '@playwright/test'
import type { Card } from './harness/check.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { takeBackTooLate } from './harness/overtaken.ts'
import { expectQueueEmpty, onlinePhone, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }

test.use(onlinePhone)

let ward: Desk

test.beforeAll(async ({ server }) => {
  ward = await openDesk(server.url, keeper)
})

test('the queue says who was first and what it means, and keeps the refused step as a note in the history of the order', async ({
  page,
  server,
}) => {
  const { records } = await ward.get<Page<Card>>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: '1' })
  const text = `异响 ${Date.now()}`
  const report = { deviceId: records[0]?.id, faultDescription: text, urgency: 'normal' }
  const { id } = await ward.post<{ id: string }>('/eam/eventtyperepair/save', report)
  await page.goto('/m/')
  await signInPhone(page, keeper)
  const notice = await takeBackTooLate(page, await openDesk(server.url, engineer), { id, text })

  await notice.getByRole('link', { name: '打开队列' }).click()
  await expect(page.getByText(/已在 .+ 先办理了“受理”，现在是“已受理”。您的“取消报修”没有生效/)).toBeVisible()
  await page.getByRole('button', { name: '留作备注' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('说明（可不填）').fill('误报，已自行处理')
  await sheet.getByRole('button', { name: '保存备注' }).click()
  await expectQueueEmpty(page)

  const history = await ward.get<Page<{ operationTypeValue: string; showContent: string }>>('/eam/eventtyperepair/history', { id })
  expect(history.records[0]).toMatchObject({
    operationTypeValue: '离线操作未被接受，留作备注',
    showContent: expect.stringMatching(/取消报修.*误报，已自行处理/),
  })
})
