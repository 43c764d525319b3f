import { expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { openFigures, openGroups } from '#contract/kit/figures/measure.ts'
import { bandsOf, everyPeriod, meet, meetOrNone, wantedOf } from '#contract/kit/figures/measure-groups.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { measures } from '#contract/registry.ts'
import { filterNames } from '#src/kit/list/search/filters.ts'

test('ages are counted to the day, also from a 29 February', () => {
  const bands = bandsOf({ by: 'enableDate', as: 'age', bounds: [1, 3] }, device.fields.enableDate, '2028-02-29')
  expect(bands.map(({ key, zh, en, wanted }) => [key, zh, en, wanted])).toEqual([
    ['under1', '1 年以下', 'Under 1 year', { enableDate_ge: '2027-03-01' }],
    ['1to3', '1–3 年', '1–3 years', { enableDate_ge: '2025-03-01', enableDate_le: '2027-02-28' }],
    ['from3', '3 年以上', '3 years and more', { enableDate_le: '2025-02-28' }],
  ])
})

test('bands of money leave no cent between them', () => {
  const bands = bandsOf({ by: 'originalValue', as: 'band', bounds: [10_000, 1_000_000] }, device.fields.originalValue, '2026-11-22')
  expect(bands.map(({ zh, en, wanted }) => [zh, en, wanted])).toEqual([
    ['1 万元以下', 'Under 10,000 CNY', { originalValue_le: '9999.99' }],
    ['1 万–100 万元', '10,000–1,000,000 CNY', { originalValue_ge: '10000', originalValue_le: '999999.99' }],
    ['100 万元以上', '1,000,000 CNY and more', { originalValue_ge: '1000000' }],
  ])
})

test('a month or year is asked for from its first day to the last moment of its last', () => {
  const { enableDate } = device.fields
  const moment = { kind: 'time', zh: '时间', en: 'Time' } as const
  expect(wantedOf({ by: 'enableDate', as: 'month' }, enableDate, '2024-02', '')).toEqual({
    enableDate_ge: '2024-02-01',
    enableDate_le: '2024-02-29',
  })
  expect(wantedOf({ by: 'at', as: 'year' }, moment, '2024', '')).toEqual({ at_ge: '2024-01-01', at_le: '2024-12-31 23:59:59.999' })
  expect(wantedOf({ by: 'at', as: 'month' }, moment, null, '')).toEqual({ at: '_none' })
})

test('filters that meet ask for what both ask for, or for nothing at all', () => {
  expect(meet({ a: 'x,y' }, { a: 'y,z', b: '1' })).toEqual({ a: 'y', b: '1' })
  expect(meet({ a: 'x' }, { a: 'y' })).toBeUndefined()
  expect(meet({ d_ge: '2024-01-01', d_le: '2024-06-30' }, { d_ge: '2024-03-01', d_le: '2024-12-31' })).toEqual({
    d_ge: '2024-03-01',
    d_le: '2024-06-30',
  })
  expect(meet({ n_ge: '9' }, { n_ge: '10' })).toEqual({ n_ge: '10' })
  expect(meet({ a: '_some' }, { a: 'x' })).toEqual({ a: 'x' })
  expect(meet({ a: 'x' }, { a: '_some' })).toEqual({ a: 'x' })
  expect(meet({ a: '_none' }, { a: '_some' })).toBeUndefined()
  expect(meet({ a: '_some' }, { a: '_none' })).toBeUndefined()
  expect(meet({ a: '_some' }, { a: 'x,_none' })).toEqual({ a: 'x' })
})

test('filters of which no row fits both ask for none', () => {
  expect(meetOrNone({ a: 'x' }, { a: 'x,y' })).toEqual({ a: 'x' })
  expect(meetOrNone({ a: 'x' }, { a: 'y' })).toEqual({ a: 'y', createTime_dategt: '2199-12-31' })
})

test('a week begins on Monday', () => {
  expect(everyPeriod(['2024-12-23', '2025-01-13'], 'week')).toEqual(['2024-12-23', '2024-12-30', '2025-01-06', '2025-01-13'])
  const moment = { kind: 'time', zh: '时间', en: 'At' } as const
  expect(wantedOf({ by: 'at', as: 'week' }, moment, '2024-12-30', '')).toEqual({ at_ge: '2024-12-30', at_le: '2025-01-05 23:59:59.999' })
})

test('no month or year between two is left out, and a wrong century stretches nothing', () => {
  expect(everyPeriod(['2024-11', '2025-02'], 'month')).toEqual(['2024-11', '2024-12', '2025-01', '2025-02'])
  expect(everyPeriod(['2020', '2023'], 'year')).toEqual(['2020', '2021', '2022', '2023'])
  expect(everyPeriod(['1001-01', '2025-02'], 'month')).toEqual(['1001-01', '2025-02'])
  expect(everyPeriod([], 'year')).toEqual([])
})

test('fields that a tenant hides are neither grouped by nor looked at', () => {
  const view = viewOf(
    device,
    ['fundSource', 'originalValue'].map((fieldCode) => ({ fieldCode, isShow: 0, alias: null, fieldAssociation: null })),
  )
  expect(openGroups(deviceCards, viewOf(device))).toEqual(Object.keys(deviceCards.groups))
  expect(openGroups(deviceCards, view)).not.toEqual(expect.arrayContaining(['fundSource']))
  expect(openFigures(deviceCards, view)).toEqual(['count', 'intact'])
})

test.each(measures.map((of) => [of.name, of] as const))('every filter that %s leads to is one that the page of its list reads', (_, of) => {
  const known = filterNames(viewOf(of.of))
  const wires = [
    ...Object.values(of.groups).flatMap((grouping) => {
      const field = of.of.fields[grouping.by]!
      const keys =
        grouping.as === 'age' || grouping.as === 'band' ? bandsOf(grouping, field, '2026-11-22').map(({ key }) => key) : ['2024-02']
      return [null, ...keys].flatMap((key) => Object.keys(wantedOf(grouping, field, key, '2026-11-22')))
    }),
    ...(of.needs ?? []).map((name) => wireName(name, of.of.fields[name]!)),
    ...Object.keys(of.where ?? {}),
    ...Object.values(of.figures).flatMap((figure) => [
      ...Object.keys(figure.where ?? {}),
      ...(figure.kind === 'ratio' ? Object.keys({ ...figure.part, ...figure.after }) : []),
    ]),
  ]
  expect([...new Set(wires)].filter((wire) => !known.has(wire))).toEqual([])
})
