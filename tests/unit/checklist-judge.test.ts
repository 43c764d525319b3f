import { describe, expect, test } from 'vitest'
import { giveCodes, itemProblems, itemsOf, type WrittenItem } from '#contract/entities/checklist/items.ts'
import { filesIn, findingOf, judge, mergedAnswers, readAnswers } from '#contract/entities/checklist/judge.ts'

const file = '018f0000-0000-7000-8000-000000000001'
const other = '018f0000-0000-7000-8000-000000000002'

const written: readonly WrittenItem[] = [
  { itemCode: '1', itemText: '开机自检通过', itemKind: 'yesNo', isRequired: 1 },
  { itemCode: '2', itemText: '接地电阻', itemKind: 'number', isRequired: 1, unit: 'Ω', upperLimit: '0.3' },
  { itemCode: '3', itemText: '温度', itemKind: 'number', unit: '℃', lowerLimit: 18, upperLimit: 26 },
  { itemCode: '4', itemText: '电池', itemKind: 'choice', options: '良好、老化，失效', abnormalAnswers: '失效、老化' },
  { itemCode: '5', itemText: '失效原因', itemKind: 'text', isRequired: 1, shownItem: '4', shownAnswer: '失效' },
  { itemCode: '6', itemText: '漏水', itemKind: 'yesNo', abnormalAnswers: '是' },
  { itemCode: '7', itemText: '照片', itemKind: 'photo', shownItem: '6', shownAnswer: '是', isRequired: 1 },
  { itemCode: '8', itemText: '签名', itemKind: 'signature' },
]
const items = itemsOf(written)
const verdictsOf = (answers: Record<string, unknown>) =>
  Object.fromEntries(judge(items, answers).entries.map(({ code, verdict }) => [code, verdict]))
const problemsOf = (...more: WrittenItem[]): string[] => itemProblems(itemsOf(more)).map(({ zh }) => zh)

describe('items of a template', () => {
  test('keep only what belongs to their kind', () => {
    expect(items[0]).toMatchObject({ abnormal: ['no'], unit: null, options: [] })
    expect(items[1]).toMatchObject({ unit: 'Ω', lower: null, upper: 0.3 })
    expect(items[3]).toMatchObject({ options: ['良好', '老化', '失效'], abnormal: ['失效', '老化'] })
    expect(items[5]).toMatchObject({ abnormal: ['yes'] })
    expect(items[6]).toMatchObject({ shownItem: '6', shownAnswer: 'yes' })
    expect(itemsOf([{ itemCode: 'a', itemText: '说明', itemKind: 'text', unit: 'Ω', lowerLimit: 9, upperLimit: 1 }])[0]).toMatchObject({
      unit: null,
      lower: null,
      upper: null,
    })
    expect(itemProblems(items)).toEqual([])
  })

  test('get the next free code where they have none', () => {
    const drafts: Record<string, unknown>[] = [{ itemCode: null }, { itemCode: '1' }, { itemCode: ' ' }, { itemCode: 'A' }, {}]
    giveCodes(drafts)
    expect(drafts.map((one) => one.itemCode)).toEqual(['2', '1', '3', 'A', '4'])
  })

  test('are refused with a sentence each', () => {
    const number = { itemCode: 'a', itemText: '压力', itemKind: 'number', lowerLimit: 5, upperLimit: 4 }
    expect(problemsOf(number)).toEqual(['第 1 项“压力”的下限大于上限'])
    expect(problemsOf({ ...number, upperLimit: 5 })).toEqual([])
    expect(problemsOf({ itemCode: 'a', itemText: '电池', itemKind: 'choice', options: '好' })).toEqual(['第 1 项“电池”至少需要两个选项'])
    expect(problemsOf({ itemCode: 'a', itemText: '漏水', itemKind: 'yesNo', abnormalAnswers: '也许' })).toEqual([
      '第 1 项“漏水”的异常答案“也许”不可选',
    ])
    const one = { itemCode: 'a', itemText: '甲', itemKind: 'yesNo' }
    const two = { itemCode: 'b', itemText: '乙', itemKind: 'yesNo' }
    expect(problemsOf(one, { ...two, itemCode: 'a' })).toEqual(['第 2 项“乙”的编号“a”重复'])
    const circle = '的显示条件只能引用前面的项目，不能循环'
    expect(problemsOf({ ...one, shownItem: 'a', shownAnswer: '是' })).toEqual([`第 1 项“甲”${circle}`])
    expect(problemsOf({ ...one, shownItem: 'b', shownAnswer: '是' }, { ...two, shownItem: 'a', shownAnswer: '是' })).toEqual([
      `第 1 项“甲”${circle}`,
    ])
    expect(problemsOf(one, { ...two, shownItem: 'c', shownAnswer: '是' })).toEqual(['第 2 项“乙”的条件项目“c”不存在'])
    expect(problemsOf(one, { ...two, shownItem: 'a' })).toEqual(['第 2 项“乙”的显示条件须同时填写项目和答案'])
    expect(problemsOf(one, { ...two, shownItem: 'a', shownAnswer: '或许' })).toEqual(['第 2 项“乙”的条件答案“或许”不可选'])
    expect(problemsOf({ ...one, itemKind: 'text' }, { ...two, shownItem: 'a', shownAnswer: '是' })).toEqual([
      '第 2 项“乙”的条件项目须为是否或选项',
    ])
  })
})

describe('answers', () => {
  test('fit their items or are named', () => {
    const good = { 1: 'yes', 2: '0.25', 3: 20, 4: '良好', 5: ' 受潮 ', 7: [file], 8: other }
    expect(readAnswers(items, good)).toEqual({ answers: { ...good, 2: 0.25, 5: '受潮' }, problems: [] })
    const bad = { 1: '是', 2: 'x', 3: Number.NaN, 4: '不错', 5: 'x'.repeat(1001), 7: ['x'], 8: [file], 9: 'yes' }
    expect(readAnswers(items, bad).problems.map(({ zh }) => zh)).toEqual([
      ...['开机自检通过', '接地电阻', '温度', '电池', '失效原因', '照片', '签名'].map((text) => `“${text}”的答案无效`),
      '检查表没有编号为“9”的项目',
    ])
    expect(readAnswers(items, { 1: null, 5: '', 7: [] })).toEqual({ answers: { 1: null, 5: null, 7: null }, problems: [] })
  })

  test('are put over stored ones, and null removes one', () => {
    expect(mergedAnswers({ 1: 'yes', 2: 0 }, { 1: null, 3: 20 })).toEqual({ 2: 0, 3: 20 })
    expect(filesIn(items, { 1: 'yes', 7: [file, other], 8: other })).toEqual([file, other])
  })
})

describe('the judge', () => {
  test('finds what is asked, abnormal and missing', () => {
    expect(verdictsOf({})).toEqual({ 1: 'missing', 2: 'missing', 3: 'empty', 4: 'empty', 6: 'empty', 8: 'empty' })
    expect(verdictsOf({ 1: 'yes', 2: 0.3, 3: 26, 4: '良好', 6: 'no', 8: file })).toEqual({
      ...{ 1: 'normal', 2: 'normal', 3: 'normal', 4: 'normal', 6: 'normal', 8: 'noted' },
    })
    expect(verdictsOf({ 1: 'no', 2: 0.31, 3: 17.9, 4: '失效', 6: 'yes' })).toEqual({
      ...{ 1: 'abnormal', 2: 'abnormal', 3: 'abnormal', 4: 'abnormal', 5: 'missing', 6: 'abnormal', 7: 'missing', 8: 'empty' },
    })
    const { abnormal, missing } = judge(items, { 1: 'yes', 2: 0, 4: '失效', 5: '受潮' })
    expect([abnormal.map(({ code }) => code), missing]).toEqual([['4'], []])
  })

  test('does not ask an item below one that is not asked', () => {
    const chain = itemsOf([
      { itemCode: '1', itemText: '甲', itemKind: 'yesNo' },
      { itemCode: '2', itemText: '乙', itemKind: 'yesNo', shownItem: '1', shownAnswer: '是' },
      { itemCode: '3', itemText: '丙', itemKind: 'text', isRequired: 1, shownItem: '2', shownAnswer: '是' },
    ])
    const codes = (answers: Record<string, unknown>) => judge(chain, answers).entries.map(({ code }) => code)
    expect(codes({ 1: 'no', 2: 'yes', 3: 'x' })).toEqual(['1'])
    expect(codes({ 1: 'yes', 2: 'yes' })).toEqual(['1', '2', '3'])
  })

  test('says a finding with unit and limits', () => {
    const { abnormal } = judge(items, { 1: 'no', 2: 0.5, 3: 30, 4: '老化' })
    expect(abnormal.map((entry) => findingOf(entry, 'zh'))).toEqual([
      '开机自检通过: 否',
      '接地电阻: 0.5 Ω (≤ 0.3)',
      '温度: 30 ℃ (≥ 18, ≤ 26)',
      '电池: 老化',
    ])
    expect(findingOf(abnormal[0]!, 'en')).toBe('开机自检通过: no')
  })
})
