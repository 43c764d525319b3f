import { expect, type Page, type Request } from '@playwright/test'

export { declaredPaths, deskPaths, listBehind, phonePaths } from '#tests/harness/desk-paths.ts'

/**
 * Goes to an address of ours without loading the program again, and closes the tabs of the pages before. The router keeps the former page until it has
 * drawn the next one, so that a page without open requests may still be the former one: the next is known by a heading of its own. Two addresses of
 * one screen of the phone share theirs and are not to be shown one after the other.
 */
export async function show(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const shown = () => [...document.querySelectorAll('h1')].find((heading) => heading.checkVisibility())
    const { pathname } = location
    const former = shown()
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    if (former && location.pathname !== pathname) former.dataset.former = ''
  }, path)
  await expect(page.locator('h1[data-former]:visible'), `the page before ${path} is left`).toHaveCount(0)
  await expect(page.locator('h1:visible'), `the page ${path} is there`).not.toHaveCount(0)
  await stillPage(page)
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll<HTMLElement>('h1[data-former]')) delete heading.dataset.former
    for (const cross of document.querySelectorAll<HTMLElement>('.eam-tab[aria-selected="false"] .eam-tab-close')) cross.click()
  })
}

/** Requests of a page that have not ended, streams left out, since the first look at it. */
const pending = new WeakMap<Page, Set<Request>>()

const pendingOf = (page: Page): Set<Request> => {
  const known = pending.get(page)
  if (known) return known
  const open = new Set<Request>()
  pending.set(page, open)
  page.on('request', (request) => {
    if (!request.url().includes('/api/sse/')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) for (const request of open) if (request.isNavigationRequest()) open.delete(request)
  })
  return open
}

/** Whether something on the page says that it is being loaded, or still moves: a colour that changes is none that a person reads by. */
const isBusy = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    // What the last answer changed is drawn in the second frame at the latest.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const isMoving = document
      .getAnimations()
      .some(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    const loading = '.ant-skeleton, .ant-spin-spinning, .adm-skeleton, .ant-btn-loading'
    return isMoving || document.querySelector('h1') === null || [...document.querySelectorAll(loading)].some((one) => one.checkVisibility())
  })

/** Waits until the page has no open request, shows nothing that is being loaded and has drawn what came last. */
export async function stillPage(page: Page): Promise<void> {
  const open = pendingOf(page)
  await expect
    .poll(async () => open.size === 0 && !(await isBusy(page)) && open.size === 0, { message: 'the page is still', intervals: [0, 20, 50] })
    .toBe(true)
}
