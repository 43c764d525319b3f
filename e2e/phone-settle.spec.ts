import { expect } from '@playwright/test'
import type { Card } from './harness/check.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { takeBackTooLate } from './harness/overtaken.ts'
import { expectQueueEmpty, onlinePhone, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const engineer = { tenant: '100001', user: 'engineer', password: 'ward2026' }

test.use(onlinePhone)

let ward: Desk

test.beforeAll(async ({ server }) => {
  ward = await openDesk(server.url, keeper)
})

test('a step that the state refuses, sent on the newest version too, is not offered to be sent a third time', async ({ page, server }) => {
  const { records } = await ward.get<Page<Card>>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: '1' })
  const text = `漏液 ${Date.now()}`
  const { id } = await ward.post<{ id: string }>('/eam/eventtyperepair/save', {
    deviceId: records[0]?.id,
    faultDescription: text,
    urgency: 'urgent',
  })
  await page.goto('/m/')
  await signInPhone(page, keeper)
  const notice = await takeBackTooLate(page, await openDesk(server.url, engineer), { id, text })

  await notice.getByRole('link', { name: '打开队列' }).click()
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: '查看差异' }).click()
  await sheet.getByRole('button', { name: '以我的为准发送' }).click()
  const refused = '当前状态为“已受理”，不能“取消报修”'
  await expect(page.getByText(refused)).toBeVisible({ timeout: SETTLE_MS })
  await page.getByRole('button', { name: '查看差异' }).click()
  await expect(sheet.getByRole('heading', { name: '服务器没有接受' })).toBeVisible()
  await expect(sheet.getByText(refused)).toBeVisible()
  await expect(sheet.getByRole('row', { name: '状态 已取消' })).toBeVisible()
  await expect(sheet.getByRole('button')).toHaveText(['以服务器上的为准', '不再发送', '取消'])
  await sheet.getByRole('button', { name: '以服务器上的为准' }).click()
  await expectQueueEmpty(page)
  expect((await ward.get<{ repairStatus: string }>('/eam/eventtyperepair/detail', { id })).repairStatus).toBe('accepted')
})
