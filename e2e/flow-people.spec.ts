import { expect, type Page } from '@playwright/test'
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

/** Chooses English as the language menu does, and reads the page again. */
const chooseEnglish = async (page: Page): Promise<void> => {
  const kept = { dataType: 'string', content: 'en', datetime: 1 }
  await page.evaluate((text) => localStorage.setItem('eam-language', text), JSON.stringify(kept))
  await page.reload()
}

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('a flow that the hospital began with reads in the language of the reader, on the phone and in notices', async ({ page }) => {
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
    await expect(page.getByRole('region', { name: 'Progress' })).toContainText('Waiting for Approve')
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
