import { expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { location } from '#contract/entities/place/location.ts'
import { type ListFacts, lists, via } from '#contract/kit/entity/list.ts'
import { calls, entities } from '#contract/registry.ts'
import { wrongLists } from './list-laws.ts'

const words = { zh: '变体', en: 'Variant', path: 'planted' } as const
type Facts = ListFacts<keyof typeof device.fields & string>
const caught = (facts: Partial<Facts>): string[] =>
  wrongLists([lists(device, { planted: { ...words, kind: 'page', ...facts } as Facts }).planted], entities)

test('named lists name only what exists', () => {
  expect(wrongLists(calls, entities)).toEqual([])
})

test.each<[string, Partial<Facts>]>([
  ['holds eamStatus: broken', { where: { eamStatus: 'broken' } }],
  ['holds isShared: yes', { where: { isShared: 'yes' } }],
  ['holds useDept: 1', { where: { useDept: '1' } }],
  ['holds location: _own', { where: { location: '_own' } }],
  ['needs card, which it does not take', { need: ['card'] }],
  ['joins brand', { joined: { brand: via('location', location, 'level') } }],
  ['joins level', { joined: { level: via('brand', location, 'level') } }],
  ['hangs below useDept', { below: { by: 'useDept' } }],
  ['counts by undefined', { kind: 'count' }],
  ['counts by brand', { kind: 'count', by: 'brand' }],
  ['spreads brand', { kind: 'count', by: 'useDept', each: 'brand' }],
  ['adds up brand', { kind: 'count', by: 'useDept', sum: 'brand' }],
])('“%s” is caught', (what, facts) => {
  expect(caught(facts)).toEqual([`device.planted ${what}`])
})

test('a variant with the name or the URL of a verb is refused with both', () => {
  expect(() => lists(device, { page: { ...words, kind: 'page', path: 'other' } })).toThrow(
    'the list device.page (/eam/device/other) is the verb page of device',
  )
  expect(() => lists(device, { planted: { ...words, kind: 'page', path: 'page-query' } })).toThrow(
    '(/eam/device/page-query) is the verb page of device',
  )
  // Where the entity does not use the verb, the name is free.
  expect(lists(location, { page: { ...words, kind: 'page', path: 'page' } }).page).toMatchObject({
    name: 'location.page',
    path: ['/eam/plc/location/page'],
  })
})
