import { expect, it } from 'vitest'
import { canClose, closed, homePath, opened, type Tab, trimmed } from '#src/app/desk/tabs/tab.ts'
import { clearTabs, labelTab, openTab, useTabs } from '#src/app/desk/tabs/tabs.ts'

const tab = (value: string, usedAt = 0, query = ''): Tab => ({
  label: '',
  value,
  params: {},
  query,
  meta: { usedAt, generation: 0 },
  group: value,
})
const home = tab(homePath)

it('[SHELL-TAB-1] a page opens as a tab with label, value, params, query, meta and group', () => {
  clearTabs()
  openTab({ value: '/eam/device/7', params: { id: '7' }, query: '?tab=life', group: '/eam/device' })
  labelTab('/eam/device/7', '监护仪')
  expect(useTabs.getState().tabs).toEqual([
    {
      label: '监护仪',
      value: '/eam/device/7',
      params: { id: '7' },
      query: '?tab=life',
      meta: { usedAt: expect.any(Number), generation: 0 },
      group: '/eam/device',
    },
  ])
})

it('[SHELL-TAB-10] adding an open tab only activates it, with its new query', () => {
  const tabs = opened(opened([home], tab('/a', 1, '?x=1')), tab('/a', 2, '?x=2'))
  expect(tabs.map((one) => one.value)).toEqual([homePath, '/a'])
  expect(tabs[1]).toMatchObject({ query: '?x=2', meta: { usedAt: 2 } })
})

it('[SHELL-TAB-11] the last remaining tab cannot be closed', () => {
  expect(closed([tab('/a')], '/a', '/a').tabs).toHaveLength(1)
})

it('[SHELL-TAB-12] the home tab cannot be closed (deviation: no setting opens another first page)', () => {
  expect(canClose([home, tab('/a')], homePath)).toBe(false)
  expect(canClose([home, tab('/a')], '/a')).toBe(true)
})

it('[SHELL-TAB-13] closing the shown tab shows its neighbour, closing another one changes nothing', () => {
  const tabs = [home, tab('/a'), tab('/b')]
  expect(closed(tabs, '/a', '/a').show).toBe('/b')
  expect(closed(tabs, '/b', '/b').show).toBe('/a')
  expect(closed(tabs, '/a', '/b').show).toBe('/b')
})

it('the least recently used tabs go first, and those that must stay do not', () => {
  const tabs = [home, tab('/a', 1), tab('/dirty', 0), tab('/b', 2), tab('/c', 3)]
  const left = trimmed(tabs, (one) => one.value === homePath || one.value === '/dirty', 3)
  expect(left.map((one) => one.value)).toEqual([homePath, '/dirty', '/c'])
})
