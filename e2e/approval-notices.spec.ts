import { expect } from '@playwright/test'
import { holdSession } from './harness/desk-page.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const account = (user: string) => ({ tenant: '100001', user, password: 'ward2026' })

interface Notice {
  readonly id: string
  readonly target: string
  readonly targetId: string
  readonly subject: string
}

let manager: Desk
let keeper: Desk
test.beforeAll(async ({ server }) => {
  manager = await openDesk(server.url, account('manager'))
  keeper = await openDesk(server.url, account('keeper'))
})

/** A leave that waits for the manager, and the notice about it. */
async function waiting(reason: string): Promise<Notice> {
  await keeper.post('/blade-desk/process/leave/start-process', { reason, startDate: '2026-12-01', endDate: '2026-12-02' })
  const { records } = await manager.get<Page<Notice>>('/osm/notice/list', { size: '20' })
  return records.find(({ target, subject }) => target === 'flowInstance' && subject.includes(reason))!
}

test('a notice opens its approval on the desk, by both addresses [ASSET-ROUTE-16] [ASSET-ROUTE-17]', async ({ page }) => {
  const notice = await waiting('陪护家人')
  await holdSession(page, 'manager')
  for (const path of ['/noticeJump', '/noticeJump/approvalJump']) {
    await page.goto(`${path}?id=${notice.id}`)
    await expect(page).toHaveURL(new RegExp(`/flow/process-new/${notice.targetId}$`))
    await expect(page.getByRole('heading', { name: /陪护家人/ })).toBeVisible()
  }
})

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('a link from outside opens the approval there, and an answer that came second hears who was first', async ({ page }) => {
    const notice = await waiting('参加培训')
    await page.goto('/m/')
    await signInPhone(page, account('manager'))
    await expect(page.getByRole('link', { name: /待我审批/ })).toBeVisible({ timeout: SETTLE_MS })
    for (const path of ['/noticeJump', '/m/noticeJump', '/m/noticeJump/approvalJump']) {
      await page.goto(`${path}?id=${notice.id}`)
      await expect(page).toHaveURL(new RegExp(`/m/approval/${notice.targetId}$`))
      await expect(page.getByRole('heading', { name: /参加培训/ })).toBeVisible()
    }
    // Without a signal the manager agrees, while the applicant takes the application back.
    await page.context().setOffline(true)
    await page.getByRole('button', { name: '同意' }).click()
    await page.getByRole('dialog', { name: '同意' }).getByRole('button', { name: '同意' }).click()
    await expect(page.getByText('已同意，待发送')).toBeVisible()
    await keeper.post('/flow/process-new/cancel', { id: notice.targetId })
    await page.context().setOffline(false)
    await page.getByRole('link', { name: /打开队列/ }).click()
    await expect(page.getByText(/“.*参加培训”已由王护士在 .* 撤销申请，没有等您处理的任务/)).toBeVisible({ timeout: SETTLE_MS })
  })
})
