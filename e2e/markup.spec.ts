import { expect, type Page } from '@playwright/test'
import { device } from '#contract/entities/asset/device/device.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { openDesk } from './harness/office.ts'
import { signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

/** What a page that makes markup of text would load and run. */
const mark = '<img src=x onerror=alert(1)>'
const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }

/** The mark in every text that a person may fill in and that takes it. */
const marked = (fields: FieldMap): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'text' && !field.readOnly && !field.computed && !field.pattern && field.max >= mark.length ? [[name, mark]] : [],
    ),
  )

/** Opens a page, and finds the mark on it as text and as nothing else. */
async function reads(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('body'), path).toContainText(mark)
  await expect(page.locator('[onerror], img[src="x"]'), path).toHaveCount(0)
}

test('text that looks like markup is text on every screen of the phone that shows it', async ({ page, server }) => {
  const desk = await openDesk(server.url, manager)
  const { records } = await desk.get<{ records: { useDeptId: string }[] }>('/eam/device/list', { size: '1', columns: 'useDeptId' })
  const draft = {
    ...marked(device.fields),
    useDeptId: records[0]!.useDeptId,
    warrantyEnd: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  }
  const { id } = await desk.post<{ id: string }>('/eam/device/submit', draft)
  await desk.post('/eam/device/submit-filing', { id })
  await desk.post('/eam/device/sureEam', { id })
  const { qrToken } = await desk.get<{ qrToken: string }>('/eam/device/detail', { id })
  const report = { ...marked(repairOrder.fields), deviceId: id, urgency: 'critical' }
  const orderId = await desk.post<{ id: string }>('/eam/eventtyperepair/save', report).then((order) => order.id)
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })

  await page.goto('/m/')
  await signInPhone(page, { ...manager, user: 'engineer' })
  for (const path of [`/m/c/${qrToken}`, `/m/repair/${orderId}`, '/m/notices']) await reads(page, path)
  // One that cannot be loaded has failed by now, so what those before it would have run has run.
  await page.evaluate(
    () =>
      new Promise((done) => {
        const image = document.createElement('img')
        image.addEventListener('error', done, { once: true })
        image.src = 'x'
        document.body.append(image)
      }),
  )
  await expect(page.locator('img[src="x"]')).toHaveCount(1)
  expect(alerts).toEqual([])
})
