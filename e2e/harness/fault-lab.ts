import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import type { StartedCheck } from './check.ts'
import type { Account, Desk } from './office.ts'
import { SETTLE_MS, signInPhone } from './phone.ts'
import { queuedOps } from './raw-queue.ts'

export const PUSH = '**/api/sync/push'

/** Opens the phone and signs in; ends on the queue page, under the service worker. */
export const openPhone = async (page: Page, who: Account, url = ''): Promise<void> => {
  await page.goto(`${url}/m/`)
  await signInPhone(page, who)
  await page.goto(`${url}/m/queue`)
  await expect(page.getByText('暂无待发送的记录')).toBeVisible()
}

let made = 0
/** Codes used by no other test. */
export const codes = (n: number): string[] => {
  made += n
  return Array.from({ length: n }, (_, at) => `F-${made - at}`)
}

/** Every code that the server has accepted in a check, with repeats. */
const takenCodes = async (desk: Desk, check: StartedCheck): Promise<string[]> => {
  const taken: string[] = []
  for (let current = 1; ; current += 1) {
    const query = { checkId: check.id, size: '200', current: String(current) }
    const { records } = await desk.get<{ records: { code: string }[] }>('/eam/check-scan/list', query)
    taken.push(...records.map((scan) => scan.code))
    if (records.length < 200) return taken
  }
}

/** Each code was accepted once, once everything has settled. */
export const expectTakenOnce = async (desk: Desk, check: StartedCheck, wanted: readonly string[]): Promise<void> => {
  const ours = async () => (await takenCodes(desk, check)).filter((code) => wanted.includes(code))
  await expect.poll(async () => new Set(await ours()).size, { timeout: SETTLE_MS }).toBe(wanted.length)
  expect((await ours()).sort()).toEqual([...wanted].sort())
}

/** The queue is empty, once everything has settled. */
export const expectDrained = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await queuedOps(page)).length, { timeout: SETTLE_MS }).toBe(0)
}

/** Network faults for the next pushes, one after another; then none. Returns how many pushes were made so far. */
export const faults = async (context: BrowserContext, ...wanted: (string | ((route: Route) => Promise<void>))[]): Promise<() => number> => {
  let pushes = 0
  await context.unroute(PUSH)
  await context.route(PUSH, (route) => {
    pushes += 1
    const fault = wanted.shift()
    if (typeof fault === 'function') return fault(route)
    const headers = route.request().headers()
    return route.continue({ headers: fault ? { ...headers, 'x-test-fault': fault } : headers })
  })
  return () => pushes
}
