import { expect } from '@playwright/test'
import { rows, signIn } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { test } from './harness/server.ts'

test('the list of closed months hears of the end of a closing by itself', async ({ page, server }) => {
  const desk = await openDesk(server.url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  await signIn(page, 'manager', '/eam/depreciation-records')
  await expect(rows(page).first()).toBeVisible()
  // The book of the demo hospital is closed until the month before this one.
  const book = await desk.get<{ id: string; closedOn: string }>('/eam/depreciation-rule/detail')
  const last = new Date(Date.parse(book.closedOn) + 86_400_000).toISOString().slice(0, 7)
  await desk.post('/eam/depreciation-record/create-depreciation-record', { tenantId: '100001', ruleId: book.id })
  await expect(rows(page).filter({ hasText: last }).first()).toBeVisible()
})
