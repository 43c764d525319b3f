import { lazy } from 'react'
import { expect, test } from 'vitest'
import { dayWord } from '#contract/kit/home.ts'
import { ageText } from '#src/features/service/age-text.ts'
import { arranged, type HomePanel, isShown, panelsFor } from '#src/kit/home/home-panels.ts'

const Panel = lazy(async () => ({ default: () => null }))
const panel = (name: string, more: Partial<HomePanel> = {}): HomePanel => ({
  name,
  zh: name,
  en: name,
  order: 100,
  columns: 4,
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
