import { expect, type Page as Screen } from '@playwright/test'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { signIn } from './harness/desk-page.ts'
import { makeCheck } from './harness/new-check.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'

test.use({ actionTimeout: 10_000 })

const tenant = '100001'
const password = 'ward2026'
const dept = '重症医学科'
const title = '重症医学科年终盘点'
const counters = { keeper: '王护士', engineer: '李工', warehouse: '孙库管' } as const

/** With SHOTS=<folder> the steps of the walk are saved as screenshots. */
const shot = async (page: Screen, name: string): Promise<void> => {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
}

interface Card {
  readonly id: string
  readonly deviceCode: string
  readonly deviceName: string
}
interface Order {
  readonly deviceId: string
  readonly id: string
  readonly version: number
  readonly orderNo: string
  readonly faultDescription: string
  readonly repairStatus: string
}

const orders = async (desk: Desk, query: Record<string, string>): Promise<Order[]> =>
  (await desk.get<Page<Order>>('/eam/eventtyperepair/list', { size: '200', ...query })).records

/** Opens the counting page of the task without a signal. */
async function standReady(page: Screen): Promise<void> {
  await openTab(page, '盘点')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('link', { name: '扫码盘点' }).click()
  await expect(page.getByLabel('输入编码')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('heading', { name: title }).click()
}

test('the walk: a task on the desk, three phones without a signal, a report, a conflict, a repair, the posting and the report', async ({
  browser,
  page,
  server,
}) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  const desk = await openDesk(server.url, { tenant, user: 'manager', password })
  await signIn(page, 'manager')
  const people = Object.values(counters)
  const checkId = await makeCheck(page, { title, depts: [dept], people, look: () => shot(page, 'walk-1-task') })
  const lines = (
    await desk.get<Page<{ deviceCode: string; deviceId: string; bookStatus: string }>>('/eam/deviceapplylist/list', {
      checkId,
      size: '200',
      columns: 'deviceCode,deviceId,bookStatus',
    })
  ).records
  const inUse = lines.filter((line) => line.bookStatus === 'in_use')
  const [order] = await orders(desk, { repairStatus: 'reported' })
  if (!order) throw new Error('the demo has no report that waits')

  const phones = new Map<string, Screen>()
  for (const user of Object.keys(counters)) {
    const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    const phone = await context.newPage()
    await phone.goto('/m/')
    await signInPhone(phone, { tenant, user, password })
    phones.set(user, phone)
  }
  const [keeper, engineer] = [phones.get('keeper') as Screen, phones.get('engineer') as Screen]

  // The data for counting is on the phones before the signal is lost.
  for (const phone of phones.values()) {
    await phone.reload()
    await openTab(phone, '盘点')
    // A write made during another write arrives with a pull a few seconds later.
    await expect(phone.getByRole('link', { name: title })).toBeVisible({ timeout: SETTLE_MS })
  }

  // The engineer takes a report up without a signal, while the desk calls it urgent.
  await engineer.goto(`/m/repair/${order.id}`)
  await expect(engineer.getByRole('button', { name: '受理' })).toBeVisible()
  await engineer.context().setOffline(true)
  await engineer.getByRole('button', { name: '受理' }).click()
  await expect(engineer.getByText('已受理').first()).toBeVisible()
  await desk.post('/eam/eventtyperepair/batchUpdateRepair', { ids: [order.id], urgency: 'urgent', faultKind: 'other' })

  // Three people count the same department at once, each without a signal; one device is seen by all three.
  for (const phone of phones.values()) await standReady(phone)
  const shared = inUse[0]?.deviceCode ?? ''
  const rest = inUse.slice(1).map((line) => line.deviceCode)
  const last = rest.pop() ?? ''
  for (const [index, phone] of [...phones.values()].entries()) {
    const mine = [shared, ...rest.filter((_, at) => at % 3 === index)]
    for (const code of mine) await reads(phone, code)
    await expect(phone.getByText(`本次 ${mine.length} 台`)).toBeVisible()
  }
  await reads(keeper, 'GZ-UNKNOWN-77')
  await expect(keeper.getByRole('status').filter({ hasText: '不在账面' })).toBeVisible()
  await shot(keeper, 'walk-2-count')

  // A broken device is reported on site.
  const reported = (await orders(desk, { repairStatus: openRepairStates.join() })).map((one) => one.deviceId)
  const whole = inUse.slice(1).find((line) => !reported.includes(line.deviceId))
  const broken = (await desk.get<Card>('/eam/device/detail', { id: whole?.deviceId ?? '' })) as Card
  const text = `开机后屏幕不亮，已停用 ${broken.deviceCode}`
  await keeper.goto(`/m/repair/new/${broken.id}`)
  await keeper.getByRole('textbox', { name: '故障描述' }).fill(text)
  await keeper.getByRole('button', { name: '电源/不开机' }).click()
  await keeper.getByRole('switch', { name: '设备已不能使用' }).click()
  await keeper.getByLabel('相册').setInputFiles('public/icons/app-512.png')
  await expect(keeper.getByRole('img', { name: '照片 1' })).toBeVisible()
  await shot(keeper, 'walk-3-report')
  await keeper.getByRole('button', { name: '提交报修' }).click()
  await expect(keeper.getByText('已保存在本机，待发送')).toBeVisible()

  // The signal is back: everything arrives once.
  for (const phone of phones.values()) await phone.context().setOffline(false)
  const total = async (path: string, query: Record<string, string>): Promise<number> =>
    (await desk.get<Page<object>>(path, { size: '1', ...query })).total
  await expect.poll(() => total('/eam/check-scan/list', { checkId }), { timeout: 2 * SETTLE_MS }).toBe(rest.length + 4)
  await expect.poll(async () => (await orders(desk, { keyword: text })).length, { timeout: 2 * SETTLE_MS }).toBe(1)
  expect(await total('/eam/check-scan/list', { checkId, isDeciding: '1' })).toBe(rest.length + 2)

  // Conflicts that need a decision are listed in the queue, in plain text.
  await openTab(engineer, '待发送')
  await expect(engineer.getByText(/需要处理/).first()).toBeVisible({ timeout: SETTLE_MS })
  await shot(engineer, 'walk-4-queue')
  await engineer.getByRole('button', { name: '查看差异' }).first().click()
  await engineer.getByRole('dialog').getByRole('button', { name: /发送/ }).first().click()
  await expect
    .poll(async () => (await desk.get<Order>('/eam/eventtyperepair/detail', { id: order.id })).repairStatus, { timeout: SETTLE_MS })
    .toBe('accepted')

  // The new report is repaired and accepted.
  const [fresh] = await orders(desk, { keyword: text })
  await engineer.goto(`/m/repair/${fresh?.id}`)
  await engineer.getByRole('button', { name: '受理' }).click()
  await engineer.getByRole('button', { name: '到场维修' }).click()
  await engineer.getByRole('button', { name: '完工' }).click()
  const sheet = engineer.getByRole('dialog')
  await sheet.getByRole('textbox', { name: '故障诊断' }).fill('电源板保险丝熔断')
  await sheet.getByRole('textbox', { name: '维修措施' }).fill('更换保险丝，通电测试正常')
  await sheet.getByRole('button', { name: '完工' }).click()
  const statusOf = async (): Promise<string> => (await desk.get<Order>('/eam/eventtyperepair/detail', { id: fresh?.id ?? '' })).repairStatus
  await expect.poll(statusOf, { timeout: SETTLE_MS }).toBe('finished')
  await keeper.goto(`/m/repair/${fresh?.id}`)
  await keeper.getByRole('button', { name: '验收' }).click()
  await keeper.getByRole('dialog').getByLabel('5', { exact: true }).check()
  await keeper.getByRole('dialog').getByRole('button', { name: '验收' }).click()
  await expect.poll(statusOf, { timeout: SETTLE_MS }).toBe('done')
  expect((await desk.get<{ eamStatus: string }>('/eam/device/detail', { id: broken.id })).eamStatus).toBe('in_use')

  // The keeper submits the department, the manager posts it; report and list agree.
  await keeper.goto(`/m/check/${checkId}`)
  await keeper.getByRole('list', { name: '盘点科室' }).getByRole('link', { name: dept }).click()
  await keeper.getByRole('button', { name: '提交科室结果' }).click()
  await keeper.getByRole('dialog').getByRole('button', { name: '提交科室结果' }).click()
  const partStatus = async (): Promise<string | undefined> =>
    (await desk.get<Page<{ deptTitle: string; deptStatus: string }>>('/eam/check-dept/list', { checkId })).records.find(
      (one) => one.deptTitle === dept,
    )?.deptStatus
  await expect.poll(partStatus, { timeout: SETTLE_MS }).toBe('submitted')
  await page.reload()
  const row = page.getByRole('tabpanel').filter({ visible: true }).locator('.ant-table-row').filter({ hasText: dept })
  await row.getByRole('button', { name: /^入.?账$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(row).toContainText('已入账')
  await shot(page, 'walk-5-posted')
  expect(await total('/eam/deviceapplylist/list', { checkId, result: 'match' })).toBe(rest.length + 1)
  expect(await total('/eam/deviceapplylist/list', { checkId })).toBe(lines.length + 1)
  const deficient = (
    await desk.get<Page<{ deviceCode: string }>>('/eam/deviceapplylist/list', { checkId, result: 'deficient', size: '200' })
  ).records
  expect(deficient.map((line) => line.deviceCode)).toContain(last)
  await page.getByRole('link', { name: '盘点报告' }).click()
  await expect(page.locator('.eam-print-sheet').getByText('科室负责人')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await shot(page, 'walk-6-printed')
  await page.emulateMedia({ media: null })
  for (const phone of phones.values()) await phone.context().close()
})
