import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, press, rows, shownText, type, until } from '#tests/harness/desk.tsx'
import { found, gate, noDialog, scan, sent } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const person = (account: string) => app.signIn('100001', account, 'ward2026')

interface Card {
  readonly id: string
  readonly deviceName: string
  readonly deviceCode: string
  readonly qrToken: string
}
const someCard = async (client: Client): Promise<Card> => {
  const query = { size: '1', eamStatus: 'in_use', filingStatus: 'filed' }
  const { records } = (await client.get<Page<Card>>('/eam/device/list', query)).data
  return (await client.get<Card>('/eam/device/detail', { id: records[0]!.id })).data
}
const box = () => byRole('combobox', /全局搜索|Search everything, menu search included/)
const section = (name: string) => {
  const group = byRole('group', name)
  return group ? byRoleAll('option', undefined, group) : []
}
const status = (): string => byRole('dialog')?.querySelector('[role="status"]')?.textContent ?? ''
/** Opens the search from the page and answers its field. */
const openSearch = async (): Promise<HTMLElement> => {
  press('k', document.body, { ctrlKey: true })
  return until(() => document.activeElement === box() && box(), 'the field of the search')
}
const opened = (card: Card) => until(() => location.pathname === `/eam/device/${card.id}`, 'the page of the card')
/** Waits until the shell is there, which hears the keys. */
const banner = () => until(() => document.querySelector('.eam-logo'), 'the shell')

test('Ctrl+K finds records by the keyboard alone and says how many; what was opened comes first the next time', async () => {
  const client = await person('manager')
  const card = await someCard(client)
  await openDesk(app, client, '/wel/dashboard')
  await banner()
  type(await openSearch(), card.deviceCode)
  await until(() => section('设备卡')[0]?.textContent?.includes(card.deviceName), 'the card')
  await until(() => /\d+ 条结果/.test(status()), 'how many there are')
  expect(box()!.getAttribute('aria-activedescendant')).toMatch(/.+/)
  press('Enter', box())
  await opened(card)
  await noDialog()
  const again = await openSearch()
  await until(() => section('最近打开').length > 0, 'what was opened')
  press('Enter', again)
  await noDialog()
  await opened(card)
})

test('[SHELL-SEARCH-2] [SHELL-SEARCH-3] [SHELL-SEARCH-4] [SHELL-SEARCH-5] the section of the menu knows leaves by the beginning of their names', async () => {
  await openDesk(app, await person('manager'), '/wel/dashboard', 'en')
  await banner()
  const field = await openSearch()
  const menu = () => section('Menu search').map((option) => option.textContent)
  type(field, 'dEVICE CARD')
  await until(() => menu().length === 1, 'the page')
  expect(menu()).toEqual(['Device cards'])
  // Each search that finds nothing follows one that has found.
  for (const inside of ['evice card', 'Equipment']) {
    type(field, inside)
    await until(() => menu().length === 0, 'no page')
    type(field, 'Device card')
    await until(() => menu().length === 1, 'the page')
    expect(menu()).toEqual(['Device cards'])
  }
  press('Escape', field)
  await noDialog()
})

test('answers to an earlier keyword are never shown, however late they come', async () => {
  const desk = await openDesk(app, await person('manager'), '/wel/dashboard')
  await banner()
  const held = gate()
  const isEarlier = (path: string) => path.startsWith(`/eam/device/list?keyword=${encodeURIComponent('监护')}&`)
  let answered = 0
  desk.answer(({ path }, ask) => (isEarlier(path) ? held.open.then(ask).finally(() => void answered++) : undefined))
  const field = await openSearch()
  await sent(
    desk,
    () => type(field, '监护'),
    ({ path }) => isEarlier(path),
  )
  await until(() => section('维修工单').length > 0 || section('位置').length > 0 || shownText().includes('正在搜索'), 'other answers')
  type(field, '呼吸')
  await until(() => section('设备卡')[0]?.textContent?.includes('呼吸'), 'the later answers')
  held.letGo()
  await until(() => answered > 0, 'the earlier answer')
  await desk.settled()
  expect(section('设备卡').filter((option) => option.textContent?.includes('监护'))).toEqual([])
  expect(section('设备卡')[0]!.textContent).toContain('呼吸')
})

test('Enter before the answers have come opens the first of them, as soon as all are there', async () => {
  const client = await person('manager')
  const keyword = '呼吸机'
  const { records } = (await client.get<Page<Card>>('/eam/device/list', { keyword, size: '1' })).data
  const desk = await openDesk(app, client, '/wel/dashboard')
  await banner()
  const held = gate()
  desk.answer(({ path }, ask) => (path.startsWith('/eam/device/list?keyword=') ? held.open.then(ask) : undefined))
  const field = await openSearch()
  type(field, keyword)
  press('Enter', field)
  await until(() => status().includes('正在搜索'), 'the search under way')
  expect(location.pathname).toBe('/wel/dashboard')
  held.letGo()
  await opened(records[0]!)
})

test('a scanned label opens its card at once, in the search and from any page', async () => {
  const client = await person('manager')
  const card = await someCard(client)
  const desk = await openDesk(app, client, '/wel/dashboard')
  await banner()
  scan(`http://old-host/m/c/${card.qrToken}`, await openSearch())
  await opened(card)
  await noDialog()
  for (const code of [card.deviceCode, 'NO-SUCH-CODE-1']) {
    await desk.go('/eam/device')
    await until(() => rows().length > 0, 'rows')
    scan(code)
    if (code === card.deviceCode) await opened(card)
  }
  await until(() => byRole('dialog')?.textContent?.includes('没有编码为“NO-SUCH-CODE-1”的设备或位置'), 'that there is none')
})

test('a slash leads to the search of the list, and to the search of everything where there is no list', async () => {
  const desk = await openDesk(app, await person('manager'), '/')
  await until(() => location.pathname.endsWith('dashboard'), 'the home page')
  await banner()
  press('/', document.body)
  const field = await until(() => document.activeElement === box() && box(), 'the field of the search')
  expect((field as HTMLInputElement).value).toBe('')
  press('Escape', field)
  await noDialog()
  await desk.go('/eam/device')
  await until(() => rows().length > 0, 'rows')
  press('/', document.body)
  const own = await found('textbox', '搜索', () => document.querySelector('.eam-toolbar'))
  await until(() => document.activeElement === own, 'the focus in the search of the list')
  expect(byRole('dialog')).toBeUndefined()
})

test('people and places open where they are kept; without a right a kind is not asked for', async () => {
  await openDesk(app, await person('admin'), '/wel/dashboard')
  await banner()
  type(await openSearch(), 'keeper')
  click(await until(() => section('用户')[0], 'the person'))
  await until(() => /^\/system\/user\?open=/.test(location.pathname + location.search), 'the page of people')
  await until(() => byRole('dialog')?.textContent?.includes('王护士'), 'the person in the record')
  const other = await openDesk(app, await person('provider'), '/wel/dashboard')
  await banner()
  type(await openSearch(), 'keeper')
  await until(() => /条结果|没有找到/.test(status()), 'what was found')
  expect(other.requests.filter(({ path }) => /blade[-/]user\/(user-)?list/.test(path))).toEqual([])
  expect(rows()).toEqual([])
})
