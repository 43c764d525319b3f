import { expect, type Page } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { type Desk, openDesk, type Page as Rows } from './harness/office.ts'
import { expectQueueEmpty, openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const account = (user: string) => ({ tenant: '100001', user, password: 'ward2026' })
interface Named {
  readonly id: string
}
interface Person extends Named {
  readonly account: string
  readonly deptId: string
}

let [manager, keeper] = [] as unknown as [Desk, Desk]
let people: readonly Person[]
const rules: string[] = []
const person = (name: string): Person => people.find((one) => one.account === name)!
const approve = (id: string, who: object, mode: 'one' | 'all' = 'one') => ({ kind: 'approve', id, name: id, who: [who], mode })
const users = (...names: string[]) => ({ by: 'user', ids: names.map((name) => person(name).id) })

/** Publishes a flow of these nodes; `binding`: what it decides about from now on. */
async function decideBy(name: string, nodes: object[], binding: { approvalKind: string; eventType?: string }): Promise<string> {
  const { approvalKind } = binding
  const { id: definitionId } = await manager.post<Named>('/flow/definition/submit', {
    definitionName: name,
    approvalKind,
    draft: { nodes },
  })
  await manager.post('/flow/definition/publish', { id: definitionId })
  const { id } = await manager.post<Named>('/eam/flow/submit', { flowName: name, ...binding, definitionId })
  await manager.post('/eam/flow/flow-start-and-stop', { id })
  rules.push(id)
  return definitionId
}

test.beforeAll(async ({ server }) => {
  manager = await openDesk(server.url, account('manager'))
  keeper = await openDesk(server.url, account('keeper'))
  people = (await manager.get<Rows<Person>>('/blade/user/list', { size: '200' })).records
})
/** From now on the flows decide that a hospital begins with. */
const stopRules = async (): Promise<void> => {
  for (const id of rules.splice(0)) await manager.post('/eam/flow/flow-start-and-stop', { id })
}
// Other files on the same server go by them.
test.afterAll(stopRules)

const chinese = /\p{Script=Han}/u
/** Chooses English as the language menu does, and reads the page again. */
const chooseEnglish = async (page: Page): Promise<void> => {
  const kept = { dataType: 'string', content: 'en', datetime: 1 }
  await page.evaluate((text) => localStorage.setItem('eam-language', text), JSON.stringify(kept))
  await page.reload()
}

const row = (page: Page, name: string) => page.locator('.ant-table-row:visible').filter({ hasText: name })

test('event types, approval flows and tasks have their pages in the menu [ASSET-CAP-8] [ASSET-SCR-FLOW-1]', async ({ page }) => {
  await signIn(page, 'manager', '/flow/definition')
  await expect(row(page, '使用申请').first()).toContainText('已发布')
  const menu = page.getByRole('navigation').or(page.getByRole('menu'))
  await expect(menu.getByText('流程定义', { exact: true }).first()).toBeVisible()
  await page.goto('/eam/eventtypeconfig')
  await expect(page.locator('.eam-list:visible').getByText('申请类型', { exact: true }).first()).toBeVisible()
  await page.goto('/flow/work')
  await expect(page.getByRole('tab', { name: '待我审批' })).toBeVisible()
})

test('the applicant names the people of a node that leaves the choice to them', async ({ page }) => {
  await decideBy('自选审批人', [approve('主管意见', { by: 'chosen' }, 'all')], { approvalKind: 'deviceApply', eventType: 'receive' })
  const { deptId } = person('manager')
  const device = await manager.post<Named>('/eam/device/submit', { deviceName: '领用监护仪', useDeptId: deptId })
  const said = { applyTitle: '领用一台监护仪', type: 'receive', deptId, useDeptId: deptId, lines: [{ deviceId: device.id }] }
  const { id } = await manager.post<Named>('/eam/deviceapply/submit', said)
  await signIn(page, 'manager', `/eam/apply/${id}`)
  await page.getByRole('button', { name: '提交申请', exact: true }).locator('visible=true').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('主管意见').click()
  await page.keyboard.type('赵')
  await page.locator('.ant-select-dropdown:visible').getByText('赵主任').first().click()
  await page.keyboard.press('Escape')
  const sent = page.waitForRequest((request) => request.url().includes('/eventSubmit'))
  await dialog.getByRole('button', { name: /^(确定|提交|保存)$/ }).click()
  expect((await sent).postDataJSON()).toMatchObject({ chosen: { 主管意见: [person('head').id] } })
  await expect(page.getByText('审批中').locator('visible=true').first()).toBeVisible()
})

test('a task of several candidates is claimed; its history is read in the list; the running approval moves to the new version [ASSET-API-9]', async ({
  page,
}) => {
  const nodes = [approve('科室意见', users('manager', 'head'))]
  const definitionId = await decideBy('请假两级', nodes, { approvalKind: 'leave' })
  const leave = { reason: '外出学习', startDate: '2026-12-01', endDate: '2026-12-02' }
  await keeper.post('/blade-desk/process/leave/start-process', leave)
  await signIn(page, 'manager', '/flow/work?tab=claim')
  const asked = page.waitForRequest((request) => request.url().includes('history-flow-list'))
  await row(page, '外出学习')
    .getByRole('button', { name: /流转历史/ })
    .click()
  const id = new URL((await asked).url()).searchParams.get('processInstanceId')
  await expect(page.getByRole('dialog').getByText('王护士', { exact: true })).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /关闭|Close/ })
    .click()
  await row(page, '外出学习')
    .getByRole('button', { name: /^签\s?收$/ })
    .click()
  await expect(row(page, '外出学习')).toHaveCount(0)
  await page.getByRole('tab', { name: /待我审批/ }).click()
  await expect(row(page, '外出学习')).toBeVisible()

  const now = await manager.get<{ version: number }>('/flow/definition/detail', { id: definitionId })
  await manager.post('/flow/definition/submit', {
    id: definitionId,
    version: now.version,
    draft: { nodes: [...nodes, approve('人事备案', users('head'))] },
  })
  await manager.post('/flow/definition/publish-more', { id: definitionId })
  await page.goto(`/flow/process-new/${id}`)
  await page.getByRole('button', { name: /更多/ }).locator('visible=true').first().click()
  await page.getByRole('menuitem', { name: '换到新版本' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/从第 1 版换到第 2 版。正在“科室意见”的审批人不变/)).toBeVisible()
  await expect(dialog.getByText('已新增：人事备案')).toBeVisible()
  await dialog.getByRole('button', { name: '换到第 2 版' }).click()
  await expect(page.getByText(/请假两级 第 2 版/)).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /人事备案/ })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('a flow that the hospital began with reads in the language of the reader, on both bodies and in notices', async ({
    page,
    browser,
  }) => {
    await stopRules()
    const leave = { reason: 'English reader', startDate: '2026-12-01', endDate: '2026-12-02' }
    await keeper.post('/blade-desk/process/leave/start-process', leave)
    await page.goto('/m/')
    await signInPhone(page, account('manager'))
    await chooseEnglish(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Notices' }).click()
    const told = page.getByRole('button', { name: /English reader/ })
    await expect(told).toContainText('Approve', { timeout: SETTLE_MS })
    await expect(told).not.toContainText('审批')
    await told.click()
    await expect(page.getByRole('region', { name: 'Course' })).toContainText('Waits for Approve')

    const desk = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
    await signIn(desk, 'manager', '/flow/definition')
    await chooseEnglish(desk)
    const [first] = (await manager.get<Rows<Named>>('/flow/definition/list', { approvalKind: 'leave', isDefault: '1' })).records
    await desk.goto('/flow/definition')
    await expect(row(desk, 'Leave (default)')).toBeVisible()
    await desk.goto(`/flow/definition/${first!.id}`)
    await expect(desk.getByRole('heading', { name: 'Leave (default)', exact: true })).toBeVisible()
    const node = desk.getByRole('treeitem', { name: /^Approve/ })
    await expect(node).not.toContainText(chinese)
    await node.click()
    await expect(desk.getByLabel('Name', { exact: true })).toHaveValue('')
    await desk.goto('/flow/work')
    await expect(row(desk, 'English reader')).toContainText('Approve')
    await desk.context().close()
  })

  test('the applicant urges once an hour and takes the application back, without a signal', async ({ page }) => {
    await decideBy('请假一级', [approve('科长', users('manager'))], { approvalKind: 'leave' })
    const leave = { reason: '家中有事', startDate: '2026-12-01', endDate: '2026-12-02' }
    await keeper.post('/blade-desk/process/leave/start-process', leave)
    await page.goto('/m/')
    await signInPhone(page, account('keeper'))
    await openTab(page, '我的')
    await page.getByRole('link', { name: /我的审批/ }).click()
    await page.getByRole('radio', { name: '我发起的' }).check()
    await page.getByRole('link', { name: /家中有事/ }).click({ timeout: SETTLE_MS })
    await expect(page.getByRole('button', { name: '撤销申请' })).toBeVisible({ timeout: SETTLE_MS })
    await page.context().setOffline(true)
    await page.getByRole('button', { name: '催办' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('请尽快')
    await page.getByRole('dialog').getByRole('button', { name: '催办' }).click()
    await expect(page.getByText(/已于 .* 催办。一小时内只能催办一次/)).toBeVisible()
    await expect(page.getByText('催办已保存在本机')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('催办已保存在本机')).toBeHidden({ timeout: SETTLE_MS })
    await expect(page.getByRole('region', { name: '审批过程' })).toContainText('请尽快')
    await expect(page.getByRole('button', { name: '催办' })).toHaveCount(0)
    await page.getByRole('button', { name: '撤销申请' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销申请' }).click()
    await expectQueueEmpty(page)
    const sent = await keeper.get<Rows<{ instanceTitle: string; instanceStatus: string }>>('/blade-flow/work/send-list', { size: '20' })
    expect(sent.records.find(({ instanceTitle }) => instanceTitle.includes('家中有事'))).toMatchObject({ instanceStatus: 'cancelled' })
  })
})
