import type { Page } from '@playwright/test'

/** Intervals from here on are polls; clocks and scanners tick more often. */
const pollMs = 5_000

/** Lets no page of this tab ask again by the clock: what moves there has been told. Before the page is opened. */
export async function withoutPolls(page: Page): Promise<void> {
  await page.addInitScript((longest) => {
    const every = window.setInterval
    Object.assign(window, {
      setInterval: (work: TimerHandler, ms = 0, ...more: unknown[]) => (ms < longest ? every(work, ms, ...more) : 0),
    })
  }, pollMs)
}
