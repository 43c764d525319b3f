import { describe, expect, test } from 'vitest'
import { one } from '#contract/kit/entity/answer.ts'
import { call } from '#contract/kit/entity/call.ts'
import { entity } from '#contract/kit/entity/entity.ts'
import { machine } from '#contract/kit/entity/machine.ts'
import { errors } from '#contract/kit/errors.ts'
import { choice, items, text } from '#contract/kit/fields/field.ts'
import { rules } from '#contract/kit/fields/problem.ts'
import { groupWords, type Measure } from '#contract/kit/figures/measure.ts'
import type { Words } from '#contract/kit/words.ts'
import { menu } from '#contract/menu.ts'
import { calls, entities, machines, measures } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { defaultRoles } from '#contract/roles.ts'
import { deskEn } from '#src/words/en/desk.ts'
import { en } from '#src/words/en/en.ts'
import { phoneEn } from '#src/words/en/phone.ts'
import { deskZh } from '#src/words/zh/desk.ts'
import { phoneZh } from '#src/words/zh/phone.ts'
import { zh } from '#src/words/zh/zh.ts'
import { doubleKeys, ofCalls, ofEntities, ofList, ofMachines, ofMenu, unequalWords, wordless } from './word-laws.ts'

/** Everything that a measure says. */
const wordsOf = (of: Measure): Record<string, Words> => ({
  itself: of,
  ...Object.fromEntries(Object.keys(of.groups).map((name) => [`by ${name}`, groupWords(of, name)])),
  ...Object.fromEntries(
    Object.entries(of.figures).flatMap(([name, { formula, ...figure }]) => [
      [name, figure],
      [`${name} (formula)`, formula],
    ]),
  ),
})

describe('every label in Chinese and English', () => {
  test.each([
    ['entities, fields, choices, groups', ofEntities(entities)],
    ['states, steps, inputs', ofMachines(machines)],
    ['calls and their inputs', ofCalls(calls)],
    ['the menu', ofMenu(menu)],
    ['measures, their figures and formulas', measures.flatMap((of) => ofList(`measure ${of.name}`, wordsOf(of)))],
    ['roles', ofList('role', defaultRoles)],
    ['rights', ofList('right', Object.fromEntries(rights))],
    ['errors', ofList('error', errors)],
    ['what is wrong with a value', ofList('rule', rules)],
  ])('%s', (_, labels) => {
    expect(labels.length).toBeGreaterThan(0)
    expect(wordless(labels)).toEqual([])
  })

  const label = { zh: '物', en: 'Thing' }
  const planted = entity('planted', {
    ...label,
    en: ' ',
    module: 'asset',
    title: 'name',
    table: 'tenant',
    fields: {
      name: text({ ...label, zh: '', max: 9, group: { zh: '组', en: '' } }),
      state: choice({ ...label, of: { a: { zh: '甲', en: '' }, b: { zh: '乙', en: '乙' } } }),
    },
  })
  const flow = machine(planted, 'state', {
    go: { from: ['a'], to: 'b', zh: '走', en: '', input: { why: text({ zh: '', en: 'Why', max: 9 }) } },
  })
  const asking = call('planted.ask', {
    ...label,
    zh: '',
    module: 'asset',
    method: 'GET',
    path: '/x',
    may: 'session',
    answers: one({}),
    input: { rows: items({ ...label, max: 2, fields: { cell: text({ zh: '格', en: '', max: 9 }) } }) },
  })

  test('what lacks a language is caught, down to groups, choices and items', () => {
    expect(wordless(ofEntities([planted]))).toEqual([
      'planted: no en',
      'planted.name: no zh',
      'planted.name (group): no en',
      'planted.state=a: no en',
      'planted.state=b: Chinese in en',
    ])
    expect(wordless(ofMachines([flow]))).toEqual([
      'planted.state=a: no en',
      'planted.state=b: Chinese in en',
      'planted.go(): no en',
      'planted.go().why: no zh',
    ])
    expect(wordless(ofCalls([asking]))).toEqual(['planted.ask(): no zh', 'planted.ask().rows.cell: no en'])
    const below = { code: 'below', zh: '', en: 'Below', path: '/b', icon: 'b' }
    expect(wordless(ofMenu([{ code: 'top', zh: '上', en: 'Top', path: '/', icon: 'a', children: [below] }]))).toEqual(['menu below: no zh'])
    expect(wordless(ofList('role', { planted: { zh: '角色' } }))).toEqual(['role planted: no en'])
    expect(wordless(ofList('error', { planted: { zh: '{who}改了', en: '{what} changed' } }))).toEqual([
      'error planted: {who} in zh, {what} in en',
    ])
  })
})

describe('free words', () => {
  test.each([
    ['shared', zh, en],
    ['desk', deskZh, deskEn],
    ['phone', phoneZh, phoneEn],
  ])('%s: the same keys in both languages', (_, chinese, english) => {
    expect(unequalWords(chinese, english)).toEqual([])
  })

  test('no body hides a shared word', () => {
    expect(doubleKeys([zh, deskZh])).toEqual([])
    expect(doubleKeys([zh, phoneZh])).toEqual([])
    expect(doubleKeys([{ a: '甲' }, { a: '乙' }])).toEqual(['a'])
  })

  test('a missing key, an empty text and a blank of one language only are caught', () => {
    expect(unequalWords({ a: '甲', b: '乙', c: '{n} 条', d: ' ' }, { b: 'B', c: '{m} rows', d: 'D', e: 'E' })).toEqual([
      'a: not in en',
      'e: not in zh',
      'c: {n} in zh, {m} in en',
      'd: no zh',
    ])
  })
})
