import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { escapeUntil, signIn } from './harness/desk-page.ts'
import { deskPaths, listBehind, show, stillPage } from './harness/every-page.ts'
import { test } from './harness/server.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What is wrong with a state of a page: rules that it breaks, the name of one element each. `within`: only that part of it. */
async function faults(page: Page, state: string, within?: string): Promise<string[]> {
  await stillPage(page)
  const axe = new AxeBuilder({ page }).withTags(tags).setLegacyMode(true)
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  const said = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${state}: ${id} ${target.join(' ')} ${html.slice(0, 120)}`),
  )
  const more = within ? [] : await page.evaluate(ownFaults)
  return [...said, ...more.map((fault) => `${state}: ${fault}`)]
}

/** The texts that are too pale on their ground. */
async function paleTexts(page: Page, state: string): Promise<string[]> {
  await stillPage(page)
  const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).setLegacyMode(true).analyze()
  return violations.flatMap(({ nodes }) => nodes.map(({ target, html }) => `${state}: ${target.join(' ')} ${html.slice(0, 120)}`))
}

const firstId = (page: Page, list: string): Promise<string | undefined> =>
  page.evaluate(async (from) => (await (await fetch(`${from}?size=1`)).json()).data?.records?.[0]?.id, list)

/** What the rules do not ask: one heading of the first level in sight, no two ticks of one name, and no word of the library's own English. */
function ownFaults(): string[] {
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]')
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen)
  const ticks = all('td input[type="checkbox"]').map((tick) => tick.getAttribute('aria-label') ?? '')
  const twice = ticks.filter((name, at) => ticks.indexOf(name) !== at)
  const names = all('[aria-label]').map((element) => element.getAttribute('aria-label') ?? '')
  const foreign = names.filter((name) => /^[A-Za-z][a-z-]+( [A-Za-z][a-z]+)*$/.test(name))
  return [
    ...(all('h1').length === 0 ? ['no heading of the first level'] : []),
    ...twice.map((name) => `two ticks are named ${name}`),
    ...foreign.map((name) => `named in English: ${name}`),
  ]
}

/** The part of the page that lies over the rest. */
const over = '.ant-drawer-open, .ant-modal-wrap, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)'

/** Opens something over the page, if the page has it, looks at it alone, and closes it again. */
async function above(page: Page, opener: Locator, look: () => Promise<void>): Promise<void> {
  if (!(await opener.first().isVisible())) return
  const address = page.url()
  await opener.first().click()
  await stillPage(page)
  if (page.url() !== address) return
  if (await page.locator(over).first().isVisible()) await look()
  await escapeUntil(page, () => expect(page.locator(over).locator('visible=true')).toHaveCount(0, { timeout: 1000 }))
}

/** Every state of the page that is shown, into `found`. */
async function lookAt(page: Page, name: string, found: string[]): Promise<void> {
  const main = page.getByRole('main')
  const list = page.locator('.eam-list:visible')
  const note = async (state: string, isOver = false) => found.push(...(await faults(page, `${name} ${state}`, isOver ? over : undefined)))
  await note('')
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await paleTexts(page, `${name} in the dark`)))
  await page.emulateMedia({ colorScheme: 'light' })
  await above(page, list.locator('.eam-toolbar button.ant-btn-primary'), () => note('form', true).then())
  await above(page, main.getByRole('button', { name: '高级搜索' }), () => note('filters', true).then())
  await above(page, main.getByRole('button', { name: '显隐' }), () => note('columns', true).then())
  await above(page, list.locator('.ant-table-row'), () => note('record', true).then())
}

test.describe.configure({ timeout: 180_000 })

test('every page of the desk follows WCAG 2.2 AA in its states, light and dark', async ({ page }) => {
  const found: string[] = []
  await page.goto('/404')
  found.push(...(await faults(page, '/404 without a session')))
  await show(page, '/login')
  found.push(...(await faults(page, '/login')))
  await page.evaluate(() => {
    localStorage.setItem('eam-themeName', JSON.stringify({ dataType: 'string', content: 'theme-system', datetime: 1 }))
  })
  await page.reload()
  await signIn(page, 'admin')
  const unseen: string[] = []
  for (const path of [...deskPaths(), '/404']) {
    const list = listBehind(path)
    const id = path.includes(':') ? list && (await firstId(page, list)) : ''
    if (id === undefined) unseen.push(path)
    else {
      await show(page, path.replace(/:\w+/, id))
      // What only the platform may open is the page of /403 here.
      await lookAt(page, path, found)
    }
  }
  expect(found).toEqual([])
  expect(unseen).toEqual([])
})
