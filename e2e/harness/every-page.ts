import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { MenuItem } from '#contract/kit/area.ts'
import { menu } from '#contract/menu.ts'
import { entityNamed } from '#contract/registry.ts'

const leaves = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => (item.children ? leaves(item.children) : [item]))

/** The paths that the files of a layer declare. */
const declaredIn = (body: 'desk' | 'phone'): string[] =>
  readdirSync('src/features').flatMap((module) => {
    const file = `src/features/${module}/${body}.tsx`
    const text = readdirSync(`src/features/${module}`).includes(`${body}.tsx`) ? readFileSync(file, 'utf8') : ''
    return [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!)
  })

/** Every page of the desk by its path, `:id` in the place of a record: those that modules declare and those of the menu. */
export const deskPaths = (): string[] => [...new Set([...declaredIn('desk'), ...leaves(menu).map(({ path }) => path)])]

/** Every screen of the phone by its path below `/m`. */
export const phonePaths = (): string[] => [...new Set(declaredIn('phone'))]

/** Where the rows are listed that a page of the desk shows one of: by the menu item above it. */
export const listBehind = (path: string): string | undefined => {
  const item = leaves(menu).find((one) => one.path === path.slice(0, path.indexOf('/:')))
  return item?.entity && `/api${[entityNamed(item.entity).path].flat()[0]}/list`
}

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
