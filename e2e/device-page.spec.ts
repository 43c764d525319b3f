import { expect, type Page } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { type Desk, openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
interface Order {
  readonly id: string
  readonly orderNo: string
  readonly deviceId: string
  readonly deviceName: string
}
const main = (page: Page) => page.locator('.eam-record:visible')
const orderIn = async (desk: Desk, repairStatus: string): Promise<Order> =>
  (await desk.get<Rows<Order>>('/eam/eventtyperepair/list', { repairStatus, size: '1' })).records[0]!
/** A picture of one point. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')

test('the page of a device: who it is, the repair that blocks it, its tabs, and files that are dropped', async ({ page, server }) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  const order = await orderIn(desk, 'reported')
  const card = await desk.get<{ deviceCode: string; deviceName: string; deviceModel: string; qrToken: string }>('/eam/device/detail', {
    id: order.deviceId,
  })
  await signIn(page, 'manager', `/eam/device/${order.deviceId}`)
  const head = main(page).getByRole('region', { name: '设备卡' }).first()
  await expect(head.getByRole('heading', { level: 1 })).toContainText(card.deviceName)
  await expect(head).toContainText([card.deviceModel, card.deviceCode].filter(Boolean).join(' · '))
  await expect(head.getByRole('img', { name: `二维码 ${card.qrToken}` })).toBeVisible()
  await expect(page.locator('.eam-tabs').getByRole('tab', { selected: true })).toContainText(card.deviceCode)
  // The red banner leads to the order.
  await expect(main(page).getByRole('alert')).toContainText(/正在维修|未完成的维修工单/)
  await expect(main(page).getByRole('alert').getByRole('link', { name: order.orderNo })).toHaveAttribute('href', `/eam/repair/${order.id}`)
  // Empty facts are folded.
  const facts = main(page).getByRole('tabpanel')
  await expect(facts.getByText('UDI-PI', { exact: false })).toHaveCount(0)
  await facts.getByRole('button', { name: /^显示空字段/ }).click()
  await expect(facts.getByText('UDI-PI', { exact: false })).toBeVisible()

  // Each module adds its tab, with what hangs on this device; the address keeps the shown one.
  const tabs = main(page).getByRole('tab')
  await expect(tabs).toContainText(['档案', '维修', '盘点', '配件', '资料', '折旧', '生命周期'])
  await main(page).getByRole('tab', { name: /^维修/ }).click()
  await expect(page).toHaveURL(/tab=repairs/)
  // Where there was a downtime, the table behind its chart has the same heading.
  const heading = (name: string) => main(page).locator('.ant-table-cell').and(page.getByRole('columnheader', { name }))
  for (const figure of ['停用时长', '维修费用']) await expect(heading(figure)).toBeVisible()
  await expect(main(page).getByRole('link', { name: /单$/ }).first()).toHaveAttribute('href', new RegExp(`deviceId=${order.deviceId}`))

  await main(page).getByRole('tab', { name: /^资料/ }).click()
  await expect(main(page).getByRole('tab', { name: /^资料/ })).toHaveText('资料0')
  await main(page)
    .locator('input[type=file]')
    .setInputFiles([
      { name: '正面.png', mimeType: 'image/png', buffer: picture },
      { name: '说明书.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') },
    ])
  await expect(main(page).getByRole('tab', { name: /^资料/ })).toHaveText('资料2')
  await expect(head.getByRole('img', { name: '设备照片' })).toBeVisible()
  const files = main(page).getByRole('region', { name: '全部资料' })
  await expect(files.locator('.ant-table-row').filter({ hasText: '正面.png' })).toContainText('设备照片')
  await expect(files.locator('.ant-table-row').filter({ hasText: '说明书.pdf' })).toContainText('其他资料')
  await page.reload()
  await expect(main(page).getByRole('region', { name: '全部资料' }).locator('.ant-table-row')).toHaveCount(2)
})

test('who may only look is offered nothing to do, and who may not see a card sees neither tabs nor orders', async ({
  browser,
  server,
  baseURL,
}) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'admin' })
  const order = await orderIn(desk, 'reported')
  const deskOf = async (account: string): Promise<Page> => {
    const page = await (await browser.newContext({ baseURL, locale: 'zh-CN' })).newPage()
    await signIn(page, account, `/eam/device/${order.deviceId}?tab=files`)
    return page
  }
  const auditor = await deskOf('auditor')
  await expect(main(auditor).getByRole('tab', { name: /^资料/ })).toHaveAttribute('aria-selected', 'true')
  await expect(main(auditor).getByRole('region', { name: '全部资料' })).toBeVisible()
  await expect(main(auditor).getByRole('link', { name: order.orderNo })).toBeVisible()
  await expect(main(auditor).locator('input[type=file]')).toHaveCount(0)
  for (const name of ['报修', '修改', '更多']) await expect(main(auditor).getByRole('button', { name })).toHaveCount(0)
  const provider = await deskOf('provider')
  await expect(provider.getByRole('alert').first()).toBeVisible()
  await expect(provider.getByRole('tab', { name: /^维修/ })).toHaveCount(0)
  await expect(provider.getByText(order.orderNo)).toHaveCount(0)
})

test('an order and a check say how far they are, and nothing of what is not counted yet', async ({ page, server }) => {
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  const order = await orderIn(desk, 'reported')
  await signIn(page, 'manager', `/eam/repair/${order.id}`)
  const steps = main(page).getByRole('region', { name: '维修步骤' })
  await expect(steps).toContainText(/报修.*受理.*派工.*维修.*验收/s)
  await expect(steps.getByRole('timer')).toContainText('尚未受理')
  await expect(main(page).getByRole('region', { name: '设备卡' }).getByRole('link', { name: order.deviceName })).toHaveAttribute(
    'href',
    `/eam/device/${order.deviceId}`,
  )
  const primary = main(page).locator('.eam-actions .ant-btn-primary')
  await expect(primary).toHaveCount(1)
  await expect(primary).toHaveText(/^受 ?理$/)
  await primary.click()
  await expect(steps.getByRole('timer')).toHaveCount(0)
  await expect(steps).toContainText(/报修后 .* 受理/)
  await expect(primary).toHaveText(/^派 ?工$/)

  const { records: depts } = await desk.get<Rows<{ id: string; deptName: string }>>('/blade-system/dept/list', { size: '200' })
  const scopeDepts = depts.filter((one) => one.deptName === '手术室').map((one) => one.id)
  const draft = { checkTitle: '手术室抽查', beginDate: '2026-11-01', mode: 'open', scopeDepts }
  const { id } = await desk.post<{ id: string }>('/eam/check/submit', draft)
  await desk.post('/eam/check/start', { id })
  await page.goto(`/eam/check/${id}`)
  const figures = main(page).getByRole('region', { name: '盘点进度' })
  await expect(figures.getByRole('button', { name: /^相符/ })).toContainText('—')
  await expect(figures).not.toContainText('%')
  await page.goto(`/eam/check/${id}/report`)
  await expect(page.locator('.eam-print-sheet')).toContainText('准确率 —')
  await expect(page.locator('.eam-print-sheet tfoot').first().locator('td').last()).toHaveText('—')

  const lines = (
    await desk.get<Rows<{ id: string; bookLocationId: string }>>('/eam/deviceapplylist/list', {
      checkId: id,
      size: '2',
      columns: 'bookLocationId',
    })
  ).records
  for (const line of lines) await desk.post('/eam/check/scan', { checkId: id, lineId: line.id, locationId: line.bookLocationId })
  await page.goto(`/eam/check/${id}`)
  await page.reload()
  await expect(figures.getByRole('button', { name: /^相符/ })).toContainText('2')
  await expect(main(page).getByRole('figure', { name: '各科室盘点结果' })).toContainText('手术室')
  await expect(main(page).getByRole('figure', { name: '每日进度' }).locator('table')).toContainText('2')
})
