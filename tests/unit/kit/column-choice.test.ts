import { expect, it } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { chosen, moved, noChoice, ordered, resized, toggled } from '#src/kit/list/columns/column-choice.ts'
import { columnsQuery, listFields, usualChoice } from '#src/kit/list/columns/columns.tsx'

const names = ['a', 'b', 'c']

it('a hidden column is gone until it is shown again, in its old place', () => {
  const without = toggled(names, noChoice, 'b')
  expect(chosen(names, without)).toEqual(['a', 'c'])
  expect(chosen(names, toggled(names, without, 'b'))).toEqual(names)
})

it('the last column cannot be hidden', () => {
  const one = { ...noChoice, hidden: ['a', 'b'] }
  expect(chosen(names, toggled(names, one, 'c'))).toEqual(['c'])
})

it('a column moves and stops at the ends', () => {
  expect(ordered(names, moved(names, noChoice, 'a', 1))).toEqual(['b', 'a', 'c'])
  expect(ordered(names, moved(names, noChoice, 'a', -1))).toEqual(names)
  expect(ordered(names, moved(names, noChoice, 'c', 5))).toEqual(names)
})

it('a remembered order survives columns that come and go', () => {
  const choice = { ...noChoice, order: ['c', 'gone', 'a'] }
  expect(ordered(['a', 'b', 'c'], choice)).toEqual(['c', 'a', 'b'])
})

it('widths stay usable', () => {
  expect(resized(noChoice, 'a', 3).widths.a).toBe(60)
  expect(resized(noChoice, 'a', 9999).widths.a).toBe(800)
})

it('[SHELL-FIELDCFG-1] the column choice offers no field that the hospital hides', () => {
  const view = viewOf(device, [{ fieldCode: 'brand', isShow: 0, alias: null, fieldAssociation: null }])
  expect(Object.keys(listFields(view))).not.toContain('brand')
  expect(Object.keys(listFields(viewOf(device)))).toContain('brand')
})

it('a person who chose nothing sees the listed fields; others are asked for by wire name', () => {
  const view = viewOf(device)
  const shown = chosen(Object.keys(listFields(view)), usualChoice(view))
  expect(shown).toContain('useDept')
  expect(shown).not.toContain('brand')
  expect(shown).not.toContain('createTime')
  expect(columnsQuery(view, ['useDept', 'brand', 'createTime'])).toBe('useDeptId,brand')
})
