import { lazy } from 'react'
import { expect, test } from 'vitest'
import { dayWord } from '#contract/kit/entity/home.ts'
import { defaultRoles, rightsIn } from '#contract/roles.ts'
import '#src/app/desk/modules.ts'
import { homeProcessed, homeWarnings } from '#contract/calls/insight/home.ts'
import { ageText } from '#src/features/service/age-text.ts'
import { arranged, type HomePanel, hasCounts, isShown, panelsFor } from '#src/kit/home/home-panels.ts'

const Panel = lazy(async () => ({ default: () => null }))
const panel = (name: string, more: Partial<HomePanel> = {}): HomePanel => ({
  name,
  zh: name,
  en: name,
  order: 100,
  columns: 4,
  shows: 'list',
  needs: [],
  Panel,
  ...more,
})
const names = (panels: readonly HomePanel[]): string => panels.map(({ name }) => name).join()

test('panels follow from rights: several roles see the union, and the platform its own', () => {
  const all = [
    panel('work', { needs: ['order.list', 'order.work'] }),
    panel('ward', { needs: ['order.list'], lacks: ['order.work'] }),
    panel('log', { needs: ['log.list'], in: 'all' }),
    panel('tenants', { in: 'platform' }),
  ]
  const of = (rights: string[], isPlatform = false) => names(panelsFor(new Set(rights), isPlatform, all))
  expect(of(['order.list'])).toBe('ward')
  expect(of(['order.list', 'order.work', 'log.list'])).toBe('work,log')
  expect(of(['order.list', 'order.work', 'log.list'], true)).toBe('log,tenants')
  expect(of([])).toBe('')
})

test('a panel is left out before the first paint where its call has no counts for it, and stays where the call failed', () => {
  const answers = new Map([
    [homeProcessed, []],
    [homeWarnings, [{ code: 'asset.warranty' }]],
  ] as never)
  const isThere = (counts?: HomePanel['counts'], known = answers) =>
    hasCounts(panel('one', counts ? { counts } : {}), (of) => known.get(of as never) as never)
  expect(isThere()).toBe(true)
  expect(isThere({ of: homeProcessed })).toBe(false)
  expect(isThere({ of: homeWarnings })).toBe(true)
  expect(isThere({ of: homeWarnings, code: 'asset.warranty' })).toBe(true)
  expect(isThere({ of: homeWarnings, code: 'platform.rights' })).toBe(false)
  expect(isThere({ of: homeProcessed }, new Map())).toBe(true)
})

/** How many of twelve columns each row of the grid fills; a panel takes the first gap that it fits, as `grid-auto-flow: dense` has it. */
function rowsOf(panels: readonly HomePanel[]): number[] {
  const filled: number[] = []
  for (const { columns } of panels) {
    const at = filled.findIndex((row) => row + columns <= 12)
    if (at < 0) filled.push(columns)
    else filled[at]! += columns
  }
  return filled
}

test('who looks after the access log and no devices has its panels first; panels fill their rows', () => {
  const shownTo = (role: keyof typeof defaultRoles) =>
    panelsFor(new Set(rightsIn('100001', defaultRoles[role])), false).filter((one) => isShown(one, { panels: [], hidden: [] }))
  const audit = ['platform.rights', 'platform.exports']
  // An auditor works on nothing and asks for nothing: these panels have no counts, and are left out.
  const auditor = shownTo('auditor').filter(({ name }) => !['home.processed', 'home.apply', 'home.help'].includes(name))
  expect(auditor.slice(0, 2).map(({ name }) => name)).toEqual(audit)
  expect(rowsOf(auditor).filter((row) => row < 12)).toEqual([])
  for (const role of ['administrator', 'equipment_manager'] as const) {
    const panels = shownTo(role).map(({ name }) => name)
    expect(panels.indexOf(audit[0]!), role).toBeGreaterThan(panels.indexOf('home.devices'))
  }
  for (const role of ['administrator', 'equipment_manager', 'engineer', 'keeper'] as const)
    expect(
      rowsOf(shownTo(role)).filter((row) => row < 12),
      role,
    ).toEqual([])
})

test('an arrangement orders what it names; what it does not know stands where it usually does', () => {
  const all = [panel('a'), panel('b'), panel('c'), panel('d')]
  expect(names(arranged(all, { panels: [], hidden: [] }))).toBe('a,b,c,d')
  expect(names(arranged(all, { panels: ['c', 'gone', 'a'], hidden: [] }))).toBe('c,d,a,b')
  expect(names(arranged(all, { panels: ['d', 'c', 'b', 'a'], hidden: [] }))).toBe('d,c,b,a')
})

test('hidden panels are not shown, and extra ones only to who asked for them', () => {
  const [usual, extra] = [panel('a'), panel('x', { isExtra: true })]
  expect(isShown(usual, { panels: [], hidden: [] })).toBe(true)
  expect(isShown(usual, { panels: ['a'], hidden: ['a'] })).toBe(false)
  expect(isShown(extra, { panels: [], hidden: [] })).toBe(false)
  expect(isShown(extra, { panels: ['x'], hidden: [] })).toBe(true)
})

test('days of filters are counted over months, and other values stay', () => {
  expect(dayWord('_today', '2026-11-22')).toBe('2026-11-22')
  expect(dayWord('_today-22', '2026-11-22')).toBe('2026-10-31')
  expect(dayWord('_today+60', '2026-11-22')).toBe('2027-01-21')
  expect(dayWord('_todayish', '2026-11-22')).toBe('_todayish')
})

test('an age is told in its largest unit', () => {
  const at = Date.parse('2026-11-22T10:00:00Z')
  const ago = (minutes: number) => ageText(new Date(at - minutes * 60_000).toISOString(), at, 'zh')
  expect([ago(0), ago(5), ago(61), ago(3000)]).toEqual(['刚刚', '5 分钟前', '1 小时前', '2 天前'])
})
