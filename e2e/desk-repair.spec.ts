import { type Browser, expect, type Page } from '@playwright/test'
import { holdSession, openList, rows, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

interface Answer<T> {
  readonly data: T
}
const ask = async <T>(page: Page, path: string, data?: object): Promise<T> => {
  const options = { headers: { 'x-eam-client': 'web' }, ...(data ? { data } : {}) }
  const answer = await (data ? page.request.post(`/api${path}`, options) : page.request.get(`/api${path}`, options))
  return ((await answer.json()) as Answer<T>).data
}
/** A card in use that the signed-in person sees and that is not in repair. */
const freeCard = async (page: Page): Promise<{ id: string; deviceName: string }> => {
  const { records } = await ask<{ records: { id: string; deviceName: string }[] }>(
    page,
    '/eam/device/list?eamStatus=in_use&filingStatus=filed&size=200',
  )
  for (const card of records.reverse())
    if ((await ask<unknown[]>(page, `/eam/eventtyperepair/open-of?deviceId=${card.id}`)).length === 0) return card
  throw new Error('every card is in repair')
}
/** One white point. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')
const main = (page: Page) => page.locator('.eam-record:visible')
const state = (page: Page) => main(page).getByRole('heading', { level: 1 })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** Presses the button of a step and sends its form, where it has one. */
const step = async (page: Page, name: string, fill?: (form: ReturnType<typeof dialog>) => Promise<void>): Promise<void> => {
  await main(page).getByRole('button', { name, exact: true }).click()
  if (fill) {
    await fill(dialog(page, name))
    await dialog(page, name)
      .getByRole('button', { name: /^(确 ?定|OK)$/ })
      .click()
  }
  await expect(page.getByText(`已${name}`).last()).toBeVisible()
}

/** A separate desk for a person. */
const deskOf = async (browser: Browser, baseURL: string | undefined, account: string, address?: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL, locale: 'zh-CN' })).newPage()
  await signIn(page, account, address)
  return page
}

test('[SHELL-BELL-1] [SHELL-BELL-2] a nurse reports a device, with a photo, and the engineer is notified', async ({ browser, baseURL }) => {
  const [nurse, engineer] = await Promise.all([deskOf(browser, baseURL, 'keeper'), deskOf(browser, baseURL, 'engineer')])
  const bell = engineer.getByRole('button', { name: /^消息/ })
  await bell.click()
  await expect(engineer).toHaveURL(/\/notice\/task$/)
  const all = engineer.getByRole('button', { name: '全部标为已读' })
  await all.waitFor()
  // Which notices there are depends on what other files have done.
  if (await all.isEnabled()) await all.click()
  await expect(bell).toHaveAccessibleName('消息')
  await expect(bell.locator('.ant-badge-dot')).toHaveCount(0)

  const card = await freeCard(nurse)
  await nurse.goto(`/eam/device/${card.id}`)
  await main(nurse).getByRole('button', { name: '报修' }).click()
  const form = nurse.getByRole('dialog').filter({ has: nurse.locator('.eam-form') })
  await form.getByLabel('故障描述').fill('测试：屏幕不亮')
  await form.getByLabel('停用').click()
  await form.locator('input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: picture })
  await expect(form.getByRole('img', { name: '打开文件 1' })).toBeVisible()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(nurse).toHaveURL(/\/eam\/repair\/[0-9a-f-]{36}$/)
  await expect(state(nurse)).toContainText(/WX-\d{4}-\d{6}.*待受理/)
  await expect(main(nurse).getByRole('button', { name: '受理' })).toHaveCount(0)
  const [orderNo] = /WX-\d{4}-\d{6}/.exec((await state(nurse).textContent())!)!

  // The bell updates without a reload.
  await expect(bell).toHaveAccessibleName('消息，1 条未读', { timeout: 20_000 })
  await expect(bell.locator('.ant-badge-dot')).toHaveCount(1)
  // The pointer over the bell shows the newest ones.
  await engineer.mouse.move(300, 700)
  await bell.hover()
  const newest = engineer.getByRole('tooltip').getByRole('listitem')
  await expect(newest.first()).toContainText(`${orderNo} 测试：屏幕不亮`)
  expect(await newest.count()).toBeLessThanOrEqual(5)
  await newest.first().getByRole('button').click()
  await expect(engineer.getByRole('tooltip')).toBeHidden()
  await expect(state(engineer)).toContainText(orderNo!)
  await engineer.goBack()
  await engineer.getByRole('button', { name: new RegExp(`新报修.*${orderNo} 测试：屏幕不亮`) }).click()
  await expect(state(engineer)).toContainText(orderNo!)
  // The photo is seen by those who see the order, as a thumbnail beside the facts and in the course of the repair.
  const photos = main(engineer).getByRole('img', { name: /照片|图片/ })
  await expect(photos).toHaveCount(2)
  for (const photo of await photos.all())
    await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await expect(bell).toHaveAccessibleName('消息')
})

test('an engineer repairs with parts from stock, and the nurse accepts it', async ({ browser, baseURL }) => {
  const [nurse, engineer] = await Promise.all([deskOf(browser, baseURL, 'keeper'), deskOf(browser, baseURL, 'engineer')])
  const card = await freeCard(nurse)
  const report = { deviceId: card.id, faultDescription: '测试：屏幕不亮', urgency: 'urgent', isStopped: 1 }
  const address = `/eam/repair/${(await ask<{ id: string }>(nurse, '/eam/eventtyperepair/save', report)).id}`
  await engineer.goto(address)
  await step(engineer, '受理')
  await step(engineer, '到场维修')
  await expect(state(engineer)).toContainText('维修中')
  await expect(main(engineer).getByRole('button', { name: '验收' })).toHaveCount(0)
  await step(engineer, '完工', async (asked) => {
    await asked.getByLabel('故障诊断').fill('背光板损坏')
    await asked.getByLabel('维修措施').fill('更换背光板')
    await asked.getByLabel('人工费').fill('80')
    await asked.getByRole('button', { name: '选择库存配件' }).click()
    const picker = engineer.getByRole('dialog', { name: '选择设备配件' })
    await picker.locator('.ant-table-row').first().click()
    await picker.getByRole('button', { name: /^确定（已选 1 条）$/ }).click()
    await expect(asked.getByLabel('配件名称')).not.toHaveValue('')
    await asked.getByRole('button', { name: '手工添加' }).click()
    await asked.getByLabel('配件名称').nth(1).fill('螺丝')
    await asked.getByLabel('数量').nth(1).fill('2')
    await asked.getByLabel('单价').nth(1).fill('0.50')
  })
  await expect(state(engineer)).toContainText('待验收')
  await expect(main(engineer).getByRole('region', { name: '维修用配件' }).locator('.ant-table-row')).toHaveCount(2)
  await expect(main(engineer).getByRole('region', { name: '维修进程' })).toContainText('更换背光板')

  await nurse.goto(address)
  await expect(main(nurse).getByText('更换背光板').first()).toBeVisible()
  await step(nurse, '验收', async (asked) => asked.getByLabel('评分').fill('5'))
  await expect(state(nurse)).toContainText('已完成')
  await expect(main(nurse).getByRole('region', { name: '时长' })).toContainText(/故障前运行时长\d+ (天|小时|分钟)/)
  await expect(main(nurse).getByText('（分钟）')).toHaveCount(0)
  await main(nurse).getByRole('region', { name: '设备卡' }).getByRole('link', { name: card.deviceName }).click()
  await expect(state(nurse)).toContainText('在用')
  await main(nurse).getByRole('tab', { name: '生命周期' }).click()
  await expect(main(nurse).getByRole('region', { name: '生命周期' })).toContainText('停用报修')
})

test('a device that is in repair already says so in the form of the next report', async ({ page }) => {
  await signIn(page, 'keeper')
  const { records } = await ask<{ records: { deviceId: string; orderNo: string }[] }>(
    page,
    '/eam/eventtyperepair/list?repairStatus=reported&size=1',
  )
  await page.goto(`/eam/device/${records[0]!.deviceId}`)
  await main(page).getByRole('button', { name: '报修' }).click()
  const form = page.getByRole('dialog').filter({ has: page.locator('.eam-form') })
  await expect(form.getByRole('alert')).toContainText('该设备已有在修工单')
  await expect(form.getByRole('link', { name: records[0]!.orderNo })).toHaveAttribute('href', /\/eam\/repair\//)
})

test('[SHELL-LIST-2] the manager sees the orders as a board, puts an engineer in charge and sorts several at once', async ({ page }) => {
  await holdSession(page, 'manager')
  await openList(page, '/eam/repair')
  expect(await rows(page).count()).toBeGreaterThan(5)
  await page.locator('.ant-pagination-options .ant-select').click()
  await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option')).toHaveText([/^10 /, /^30 /, /^50 /, /^100 /, /^200 /])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '看板视图' }).click()
  const column = page.getByRole('region', { name: '待受理' })
  await expect(column.locator('.eam-card').first()).toBeVisible()
  await column.locator('.eam-card').first().click()
  await expect(state(page)).toContainText('待受理')
  // Empty facts are folded away.
  const facts = main(page).getByRole('region', { name: '维修工单' })
  await expect(facts.getByText('外修服务商', { exact: true })).toHaveCount(0)
  await facts.getByRole('button', { name: /^显示空字段/ }).click()
  await expect(facts.getByText('外修服务商', { exact: true })).toBeVisible()
  await step(page, '派工', async (asked) => {
    await asked.getByLabel('工程师').click()
    // Only people who may repair are offered.
    await expect(page.locator('.ant-select-item-option:visible', { hasText: '李工' })).toBeVisible()
    await expect(page.locator('.ant-select-item-option:visible', { hasText: '王护士' })).toHaveCount(0)
    await asked.getByLabel('工程师').fill('李工')
    await page.locator('.ant-select-item-option:visible', { hasText: '李工' }).click()
  })
  await expect(state(page)).toContainText('已派工')
  await expect(main(page).getByRole('region', { name: '维修进程' })).toContainText('工程师 李工')
  await openList(page, '/eam/repair?repairStatus=reported')
  await page.setViewportSize({ width: 1440, height: 900 })
  // Everything above the list stands in one line, also with what can be done with chosen orders.
  const height = async (): Promise<number> => (await page.locator('.eam-toolbar').boundingBox())!.height
  await expect.poll(height).toBeLessThan(64)
  await rows(page).first().getByRole('checkbox').check()
  await expect(page.getByText('已选 1 条')).toBeVisible()
  await expect.poll(height).toBeLessThan(64)
  await page.getByRole('button', { name: '批量修改工单' }).click()
  const asked = dialog(page, '批量修改工单')
  await asked.getByLabel('紧急程度').click()
  await page.locator('.ant-select-item-option:visible', { hasText: '特急' }).click()
  await asked.getByRole('button', { name: /^(确 ?定|OK)$/ }).click()
  await expect(rows(page).first()).toContainText('特急')
})

test('[SHELL-ROUTE-NOTICE-1] [SHELL-ROUTE-NOTICE-2] both addresses show the notices', async ({ page }) => {
  await holdSession(page, 'engineer')
  for (const path of ['/notice/task', '/notice/task/index']) {
    await page.goto(path)
    await expect(page.getByRole('region', { name: '消息' }).getByRole('listitem').first()).toBeVisible()
  }
})

test('[SHELL-BELL-3] of two tabs one polls every ten seconds, and the other receives the result', async ({ context, page }) => {
  const asked: Page[] = []
  const count = (tab: Page) =>
    tab.on('request', (request) => {
      if (request.url().includes('/notice/unread-num')) asked.push(tab)
    })
  // Without the stream of changes, which tells both tabs at once.
  await context.route('**/sse/realtime-data*', (route) => route.abort())
  // The clock is that of both tabs.
  await context.clock.install()
  await signIn(page, 'manager')
  const bell = (tab: Page) => tab.getByRole('button', { name: /^消息/ })
  await expect(bell(page)).toHaveAccessibleName(/条未读/)
  const second = await context.newPage()
  const greeted = second.waitForResponse((response) => response.url().includes('/notice/unread-num'))
  await second.goto('/')
  await greeted
  await expect(bell(second)).toHaveAccessibleName(/条未读/)
  const before = Number(/\d+/.exec((await bell(second).getAttribute('aria-label'))!)![0])
  const card = await freeCard(page)
  // Reporters are not notified of their own report, so another person reports.
  const other = await context.browser()!.newContext({ baseURL: new URL(page.url()).origin, locale: 'zh-CN' })
  const nurse = await other.newPage()
  await signIn(nurse, 'keeper')
  await ask(nurse, '/eam/eventtyperepair/save', { deviceId: card.id, faultDescription: '测试', urgency: 'normal' })
  await context.clock.pauseAt(Date.now() + 1000)
  count(page)
  count(second)
  await context.clock.runFor(10_000)
  await expect(bell(page)).toHaveAccessibleName(`消息，${before + 1} 条未读`)
  await expect(bell(second)).toHaveAccessibleName(`消息，${before + 1} 条未读`)
  expect(asked).toEqual([page])
})
