import { expect, type Page } from '@playwright/test'
import { PART_BYTES } from '#contract/sync/sync-blobs.ts'
import { holdSession } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const parts = 5

/** A table of several parts, like no other. */
const tableOf = (serial: string) => {
  const row = (at: number): string => `续传泵,重症医学科,${serial}-${at},${'型'.repeat(40)}`
  const lines = ['设备名称,使用科室,出厂编号,规格型号', ...Array.from({ length: 9000 }, (_, at) => row(at))]
  const buffer = Buffer.from(lines.join('\r\n')).subarray(0, parts * PART_BYTES - 100)
  return { name: `${serial}.csv`, mimeType: 'text/csv', buffer: buffer.subarray(0, buffer.lastIndexOf('\r\n')) }
}

/** Lets parts through until the network breaks after `most` of them; answers which were sent, and mends it. */
async function breakAfter(page: Page, most: number) {
  const sent: number[] = []
  let left = most
  await page.route('**/api/sync/blobs/**', (route) => {
    if (left-- <= 0) return route.abort('connectionreset')
    sent.push(Number(new URL(route.request().url()).searchParams.get('part')))
    return route.continue()
  })
  return {
    sent,
    mend: (): void => {
      sent.length = 0
      left = Number.POSITIVE_INFINITY
    },
  }
}
const choose = (page: Page, table: ReturnType<typeof tableOf>) =>
  page.getByRole('region', { name: '新建导入' }).locator('input[type=file]').setInputFiles(table)
const opened = (page: Page) => expect(page).toHaveURL(/\/eam\/imports\/[0-9a-f-]{36}$/)

test('an import file whose upload breaks goes on from there, at a click', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.goto('/eam/imports')
  const network = await breakAfter(page, 3)
  await choose(page, tableOf('XC-A'))
  await expect(page.getByText(/“XC-A.csv”已上传 60%，网络中断/)).toBeVisible({ timeout: 30_000 })
  expect(network.sent).toEqual([1, 2, 3])
  network.mend()
  await page.getByRole('button', { name: '继续上传' }).click()
  await opened(page)
  // The first part asks what has arrived; what has is not sent again.
  expect(network.sent).toEqual([1, 4, 5])
})

test('after a reload the same file goes on, once it is chosen again', async ({ page }) => {
  await holdSession(page, 'manager')
  await page.goto('/eam/imports')
  const network = await breakAfter(page, 2)
  await choose(page, tableOf('XC-B'))
  await expect.poll(() => network.sent).toEqual([1, 2])
  // What was sent counts when it has arrived.
  await expect(page.locator('[role=progressbar][aria-valuenow="40"]').or(page.getByText('已上传 40%'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(/上次“XC-B.csv”上传到 40% 时中断/)).toBeVisible()
  network.mend()
  await choose(page, tableOf('XC-B'))
  await opened(page)
  expect(network.sent).toEqual([1, 3, 4, 5])
  await page.goto('/eam/imports')
  await expect(page.getByRole('region', { name: '新建导入' })).toBeVisible()
  await expect(page.getByText(/时中断/)).toHaveCount(0)
})
