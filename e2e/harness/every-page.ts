import type { Page } from '@playwright/test'

export { deskPaths, listBehind, phonePaths } from '#tests/harness/desk-paths.ts'

/** Goes to an address of ours without loading the program again, and closes the tabs of the pages before. */
export async function show(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await stillPage(page)
  await page.evaluate(() => {
    for (const cross of document.querySelectorAll<HTMLElement>('.eam-tab[aria-selected="false"] .eam-tab-close')) cross.click()
  })
}

/** Waits until nothing is being loaded and the page has rested for a moment. */
export const stillPage = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        // A colour that still changes is none that a person reads by.
        const isMoving = () =>
          document.getAnimations().some(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
        const isBusy = () =>
          isMoving() ||
          [...document.querySelectorAll('.ant-skeleton, .ant-spin-spinning, .adm-skeleton, .ant-btn-loading')].some((one) =>
            one.checkVisibility(),
          ) ||
          document.querySelector('h1') === null
        const rested = () => {
          if (isBusy()) return again()
          watch.disconnect()
          done()
        }
        let rest = setTimeout(rested, 120)
        const again = () => {
          clearTimeout(rest)
          rest = setTimeout(rested, 120)
        }
        const watch = new MutationObserver(again)
        watch.observe(document, { subtree: true, childList: true })
      }),
  )
