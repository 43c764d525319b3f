import { describe, expect, test } from 'vitest'
import { itemsOf, type WrittenItem } from '#contract/entities/checklist/items.ts'
import {
  abnormalFirst,
  answersToSend,
  dueGroupOf,
  fillingOf,
  isChanged,
  limitsOf,
  openEntries,
} from '#src/features/checklist/fill-model.ts'

const file = '018f0000-0000-7000-8000-000000000001'
const written: readonly WrittenItem[] = [
  { itemCode: '1', section: '功能', itemText: '自检通过', itemKind: 'yesNo', isRequired: 1 },
  { itemCode: '2', section: '功能', itemText: '现象', itemKind: 'text', isRequired: 1, shownItem: '1', shownAnswer: '否' },
  { itemCode: '3', section: '安全', itemText: '接地电阻', itemKind: 'number', isRequired: 1, unit: 'Ω', upperLimit: 0.3 },
  { itemCode: '4', section: '功能', itemText: '电池', itemKind: 'choice', options: '良好、老化', abnormalAnswers: '老化' },
  { itemCode: '5', itemText: '照片', itemKind: 'photo' },
]
const items = itemsOf(written)
const shown = (answers: Record<string, unknown>) =>
  fillingOf(items, answers).sections.map(({ name, entries }) => `${name}:${entries.map(({ code }) => code).join()}`)
const codes = (of: readonly { code: string }[]) => of.map(({ code }) => code).join()

describe('a checklist being filled in', () => {
  test('stands in its sections in order; an item that depends on an answer comes and goes with it', () => {
    expect(shown({})).toEqual(['功能:1', '安全:3', '功能:4', ':5'])
    expect(shown({ 1: 'no' })).toEqual(['功能:1,2', '安全:3', '功能:4', ':5'])
    expect(shown({ 1: 'yes', 2: '黑屏' })).toEqual(['功能:1', '安全:3', '功能:4', ':5'])
  })

  test('is judged while it is typed, digits as text included', () => {
    expect(codes(fillingOf(items, { 3: '0.31' }).abnormal)).toBe('3')
    expect(codes(fillingOf(items, { 3: '0.3' }).abnormal)).toBe('')
    expect(codes(fillingOf(items, { 1: 'no', 4: '老化' }).abnormal)).toBe('1,4')
  })

  test('names what is missing, and counts what is answered among what is asked', () => {
    const begun = fillingOf(items, { 1: 'no' })
    expect([codes(begun.missing), begun.asked, begun.answered]).toEqual(['2,3', 5, 1])
    const done = fillingOf(items, { 1: 'no', 2: '黑屏', 3: 0.2 })
    expect([codes(done.missing), done.asked, done.answered]).toEqual(['', 5, 3])
  })

  test('takes no answer that does not fit its item, and says so where the item is asked', () => {
    const typed = fillingOf(items, { 3: '0.', 1: 'yes' })
    expect([...typed.problems].map(([code, { zh }]) => `${code} ${zh}`)).toEqual(['3 “接地电阻”的答案无效'])
    expect(codes(openEntries(typed))).toBe('3')
    expect(codes(openEntries(fillingOf(items, { 1: 'no', 4: '没有' })))).toBe('2,3,4')
    expect(fillingOf(items, { 2: 7, 1: 'yes' }).problems.size).toBe(0)
  })
})

test('a finished checklist shows the abnormal entries first, each part in its order', () => {
  const { sections } = fillingOf(items, { 1: 'yes', 3: 0.5, 4: '老化' })
  expect(codes(abnormalFirst(sections.flatMap(({ entries }) => entries)))).toBe('3,4,1,5')
})

test('a draft says every answer that fits, and null for one that is cleared', () => {
  const stored = { 1: 'yes', 3: 0.2, 4: '良好' }
  expect(answersToSend(items, stored, { 1: 'no', 3: '0.25', 4: '', 5: [file] })).toEqual({ 1: 'no', 3: 0.25, 4: null, 5: [file] })
  expect(answersToSend(items, stored, { 1: 'yes', 3: 'viel', 4: '良好', 5: [] })).toEqual({ 1: 'yes', 4: '良好' })
})

test('what is typed as it is stored is no change', () => {
  expect(isChanged(items, { 3: 0.2, 5: null }, { 3: '0.2', 5: [] })).toBe(false)
  expect(isChanged(items, { 3: 0.2 }, { 3: '0.3' })).toBe(true)
  expect(isChanged(items, { 5: [file] }, {})).toBe(true)
})

test('limits are said with their unit', () => {
  const said = (lower: number | null, upper: number | null, unit: string | null = null) => limitsOf({ lower, upper, unit })?.zh
  expect([said(18, 26, '℃'), said(20, null), said(null, 0.3, 'Ω'), said(null, null, 'Ω')]).toEqual([
    '允许 18 ~ 26 ℃',
    '允许 ≥ 20',
    '允许 ≤ 0.3 Ω',
    undefined,
  ])
})

test('an open checklist is overdue, due today or later', () => {
  expect(['2026-05-01', '2026-05-02', '2026-05-03', null].map((day) => dueGroupOf(day, '2026-05-02'))).toEqual([
    'overdue',
    'today',
    'later',
    'later',
  ])
})
