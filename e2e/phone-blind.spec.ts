import { expect } from '@playwright/test'
import { startCheck } from './harness/check.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { expectQueueEmpty, onlinePhone, signInPhone } from './harness/phone.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const manager = { tenant: '100001', user: 'manager', password: 'ward2026' }

test.use(onlinePhone)

interface Counter {
  readonly id: string
  readonly account: string
  readonly deptId: string
}

/** Starts a blind check of one department that one person counts. */
async function startBlind(desk: Desk, title: string, deptId: string, counter: Counter): Promise<string> {
  const draft = { checkTitle: title, beginDate: '2026-11-01', mode: 'blind', scopeDepts: [deptId], members: [{ userId: counter.id }] }
  const { id } = await desk.post<{ id: string }>('/eam/check/submit', draft)
  await desk.post('/eam/check/start', { id })
  return id
}

test('a card is recorded from its page in a blind check too, whose button does not reveal the book', async ({ page, server }) => {
  const desk = await openDesk(server.url, manager)
  const [card] = (await startCheck(desk, [keeper.user], 1)).cards
  if (!card) throw new Error('there is no card')
  const { records: users } = await desk.get<Page<Counter>>('/blade/user/list', { size: '200' })
  const counter = users.find((user) => user.account === keeper.user)
  const other = users.find((user) => user.deptId && user.deptId !== counter?.deptId)
  if (!counter || !other) throw new Error('there are no two departments')
  const [onBook, elsewhere] = [`本科盲盘 ${Date.now()}`, `他科盲盘 ${Date.now()}`]
  const id = await startBlind(desk, onBook, counter.deptId, counter)
  await startBlind(desk, elsewhere, other.deptId, counter)

  await page.goto('/m/')
  await signInPhone(page, keeper)
  await page.goto(`/m/device/${card.id}`)
  const button = (title: string) => page.getByRole('button', { name: new RegExp(`^盘点.*${title}`) })
  // One act however many checks there are; it opens them.
  await expect(page.getByRole('button', { name: /^盘点/ })).toContainText(/[1-9]\d* 项盘点/)
  await expect(page.locator('.ph-bigs > .ph-big')).toHaveCount(4)
  await page.getByRole('button', { name: /^盘点/ }).click()
  await expect(button(onBook)).toBeVisible()
  await expect(button(elsewhere)).toBeVisible()
  await button(onBook).click()
  await expect(page.getByRole('status').filter({ hasText: '已保存在本机' })).toBeVisible()
  await expect(button(onBook)).toBeHidden()
  await expect(button(elsewhere)).toBeVisible()
  await page.getByRole('button', { name: '关闭' }).click()
  await expectQueueEmpty(page)
  const { records } = await desk.get<Page<{ code: string }>>('/eam/check-scan/list', { checkId: id, size: '10' })
  expect(records.map(({ code }) => code)).toEqual([card.deviceCode])
})
