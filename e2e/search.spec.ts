import { expect, type Page } from '@playwright/test'
import { openList, rows, signIn, signOut } from './harness/desk-page.ts'
import { openDesk } from './harness/office.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'

const box = (page: Page) => page.getByRole('combobox', { name: /全局搜索/ })
const section = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('option')
/** Keys as fast as a reader sends them. */
const scan = async (page: Page, code: string): Promise<void> => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

interface Card {
  readonly id: string
  readonly deviceName: string
  readonly deviceCode: string
  readonly qrToken: string
}
const someCard = async (url: string): Promise<Card> => {
  const desk = await openDesk(url, { tenant: '100001', user: 'manager', password: 'ward2026' })
  const { records } = await desk.get<{ records: Card[] }>('/eam/device/list', { size: '1', eamStatus: 'in_use', filingStatus: 'filed' })
  return desk.get<Card>('/eam/device/detail', { id: records[0]!.id })
}

test('Ctrl+K finds records by the keyboard alone and says how many; what was opened comes first the next time', async ({
  page,
  server,
}) => {
  const card = await someCard(server.url)
  await signIn(page, 'manager')
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await box(page).fill(card.deviceCode)
  await expect(section(page, '设备卡').first()).toContainText(card.deviceName)
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(/\d+ 条结果/)
  await expect(box(page)).toHaveAttribute('aria-activedescendant', /.+/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/eam/device/${card.id}$`))
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(section(page, '最近打开').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/eam/device/${card.id}$`))
})

test('[SHELL-SEARCH-2] [SHELL-SEARCH-3] [SHELL-SEARCH-4] [SHELL-SEARCH-5] the section of the menu knows leaves by the beginning of their names', async ({
  page,
}) => {
  await signIn(page, 'manager')
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.keyboard.press('Control+k')
  const menu = section(page, 'Menu search')
  const field = page.getByRole('combobox', { name: 'Search everything, menu search included' })
  await field.fill('dEVICE CARD')
  await expect(menu).toHaveText(['Device cards'])
  // Each search that finds nothing follows one that has found.
  for (const inside of ['evice card', 'Equipment']) {
    await field.fill(inside)
    await expect(menu).toHaveCount(0)
    await field.fill('Device card')
    await expect(menu).toHaveText(['Device cards'])
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('answers to an earlier keyword are never shown, however late they come', async ({ page }) => {
  await signIn(page, 'manager')
  let letGo = (): void => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(/device\/list\?keyword=%E7%9B%91%E6%8A%A4&/, async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await box(page).fill('监护')
  await expect(section(page, '维修工单').or(section(page, '位置')).or(page.getByText('正在搜索')).first()).toBeVisible()
  await box(page).fill('呼吸')
  await expect(section(page, '设备卡').first()).toContainText('呼吸')
  letGo()
  await page.waitForTimeout(300)
  await expect(section(page, '设备卡').filter({ hasText: '监护' })).toHaveCount(0)
  await expect(section(page, '设备卡').first()).toContainText('呼吸')
})

test('Enter before the answers have come opens the first of them, as soon as all are there', async ({ page, server }) => {
  const card = await someCard(server.url)
  await signIn(page, 'manager')
  let letGo = (): void => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route('**/api/eam/device/list?keyword=*', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await box(page).fill(card.deviceCode)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('正在搜索')
  letGo()
  await expect(page).toHaveURL(new RegExp(`/eam/device/${card.id}$`))
})

test('a scanned label opens its card at once, in the search and from any page', async ({ page, server }) => {
  const card = await someCard(server.url)
  await signIn(page, 'manager')
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await scan(page, `http://old-host/m/c/${card.qrToken}`)
  await expect(page).toHaveURL(new RegExp(`/eam/device/${card.id}$`))
  await openList(page, '/eam/device')
  await page.locator('.eam-logo').click()
  await reads(page, card.deviceCode)
  await expect(page).toHaveURL(new RegExp(`/eam/device/${card.id}$`))
  await openList(page, '/eam/device')
  await page.locator('.eam-logo').click()
  await reads(page, 'NO-SUCH-CODE-1')
  await expect(page.getByRole('dialog')).toContainText('没有编码为“NO-SUCH-CODE-1”的设备或位置')
})

test('a slash leads to the search of the list, and to the search of everything where there is no list', async ({ page }) => {
  await signIn(page, 'manager')
  await expect(page).toHaveURL(/dashboard$/)
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await openList(page, '/eam/device')
  await page.keyboard.press('/')
  await expect(page.locator('.eam-toolbar input').first()).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('people and places open where they are kept; without a right a kind is not asked for, and the next person sees nothing of it', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.keyboard.press('Control+k')
  await box(page).fill('keeper')
  await section(page, '用户').first().click()
  await expect(page).toHaveURL(/\/system\/user\?open=/)
  await expect(page.locator('.ant-drawer-open, .eam-record').first()).toContainText('王护士')
  await page.keyboard.press('Escape')
  await signOut(page)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await signIn(page, 'provider')
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('group', { name: '最近打开' })).toHaveCount(0)
  await box(page).fill('keeper')
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(/条结果|没有找到/)
  expect(asked.filter((url) => /blade[-/]user\/(user-)?list/.test(url))).toEqual([])
  await expect(rows(page)).toHaveCount(0)
})
