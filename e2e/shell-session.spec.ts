import { expect, type Page } from '@playwright/test'
import { tokenTime } from '#src/data/renewal.ts'
import { holdSession, signIn } from './harness/desk-page.ts'
import { test } from './harness/server.ts'

const stored = (page: Page, name: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(`eam-${key}`) ?? 'null')?.content as unknown, name)

test('[SHELL-REFRESH-3] two tabs whose token has grown old renew it once: the other waits while one asks, and uses what it got', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await signIn(page, 'manager')
  const other = await context.newPage()
  await holdSession(other, 'manager')
  await other.goto('/')
  await expect(other.getByRole('banner')).toBeVisible()
  let asked = 0
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await context.route('**/oauth/token/refresh?**', async (route) => {
    asked++
    await held
    await route.continue()
  })
  const waiting = () =>
    other.evaluate(async () => {
      const { held, pending } = await navigator.locks.query()
      return [held, pending].map((locks) => locks?.filter(({ name }) => name === 'eam:refresh').length)
    })
  await context.clock.fastForward((tokenTime + 10) * 1000)
  // Both have looked: one asks, the other waits for it.
  await expect.poll(async () => [...(await waiting()), asked]).toEqual([1, 1, 1])
  const before = await stored(other, 'tokenAt')
  answer()
  await expect.poll(waiting).toEqual([0, 0])
  for (const tab of [page, other]) await expect.poll(() => stored(tab, 'tokenAt')).not.toEqual(before)
  expect(asked).toBe(1)
})
