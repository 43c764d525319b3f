import { describe, expect, test } from 'vitest'
import type { Cell } from '#server/kit/import/cells/cell.ts'
import { totalWord } from '#server/kit/import/table/total-words.ts'
import { totalsIn } from '#server/kit/import/table/totals.ts'

describe('the words of a total', () => {
  test.each([
    '合计',
    '合 计：',
    '总计',
    '小计',
    '共计',
    '本页合计',
    '本页小计',
    '累计',
    '合计（台）',
    '合计金额',
    '金额合计',
    '总金额合计',
    '合计数',
    '总计：',
    '共3台',
    '共 3 台',
    '共计3台（套）',
    '合计：3台',
    '总共12件，金额120,000元',
    '合计3台12000元',
    '合计：3台，原值合计120000.00元',
    '合计人民币（大写）：壹万贰仟元整',
    '承前页',
    '过次页',
    '续下页',
    '以上共 3 台',
    '以上合计',
    '页计',
    '小计（3）',
    '资产汇总',
    '转下页',
    '接上页',
    'Total',
    'TOTAL:',
    'Grand Total',
    'Sub-total',
    'Subtotal',
    'Page total',
    'Total value',
    'Total: 3 items',
    '42 items in total',
    'Totals',
    '3 records',
    '共有 42 条记录',
  ])('%s is a total', (text) => {
    expect(totalWord(text)).toEqual({ kind: 'total' })
  })

  test.each([
    '以下空白',
    '（以下空白）',
    '——以下空白——',
    '本页以下空白',
    '第 1 页 共 3 页',
    '第1页/共3页',
    'Page 1 of 3',
    '*** END ***',
    '=== END ===',
    '----- 完 -----',
    'End of list',
  ])('%s ends a page', (text) => {
    expect(totalWord(text)).toEqual({ kind: 'end' })
  })

  test.each([
    ['骨科小计', '骨科'],
    ['骨科合计：', '骨科'],
    ['骨科（3台）小计', '骨科'],
    ['Orthopaedics total', 'orthopaedics'],
    ['Total for Orthopaedics', 'orthopaedics'],
    ['Subtotal - Ward 3', 'ward 3'],
  ])('%s is one of a group', (text, of) => {
    expect(totalWord(text)).toMatchObject({ kind: 'group', of })
  })

  test.each([
    '总胆红素分析仪',
    '合计机',
    '小计算器',
    '共2通道监护仪',
    'Total protein analyzer',
    'Total station',
    '累计剂量仪',
    '总有机碳分析仪',
    '共聚焦显微镜',
    '合计'.repeat(50),
    '',
  ])('%s is none', (text) => {
    expect(totalWord(text)).toBeUndefined()
  })
})

test('a hostile text costs no more than another', () => {
  for (const text of ['1', '台套', '1,', '3台', '总', '合计', '(1', '小计总', 'total '])
    for (const start of ['共', '合计', '合计(', 'total ']) expect(totalWord(`${start}${text.repeat(80).slice(0, 70)}，x`)).toBeUndefined()
})

describe('rows of totals', () => {
  // Columns: number of the line, department, name, serial, pieces, value.
  const grades = (rows: readonly (readonly Cell[])[], needsTitle = true) => {
    const grade = totalsIn({ title: 2, groups: new Set([1]), needsTitle })
    return rows.map((cells, at) => grade({ number: at + 2, cells }))
  }

  test('are known by their word wherever it stands, and by the sum of the rows above', () => {
    expect(
      grades([
        [1, '骨科', '泵', 'S-1', 1, 1000],
        [2, '骨科', '灯', 'S-2', 1, 500.5],
        [null, null, '骨科小计', null, 2, 1500.5],
        [3, '内科', '床', 'S-3', 1, 200],
        ['内科合计：', null, null, null, '1台', '200元'],
        ['合计', null, null, null, 3, 1700.5],
        [null, null, null, null, 3, 1700.5],
      ]),
    ).toEqual([undefined, undefined, 'sure', undefined, 'sure', 'sure', 'sure'])
  })

  test('of a group that nothing above speaks of are asked about', () => {
    expect(
      grades([
        [1, '骨科', '泵', 'S-1', 1, 1000],
        [null, null, '流量累计', null, 1, 300],
      ]),
    ).toEqual([undefined, 'likely'])
  })

  test('are no devices whose names hold such a word, or that have more than a name', () => {
    expect(
      grades([
        [1, '骨科', '总胆红素分析仪', 'S-1', 1, 1000],
        [2, '骨科', '合计机', 'S-2', 1, 1000],
        [3, '骨科', '血细胞累计', 'S-X', 1, 300],
        [4, '骨科', '合计', 'S-Y', 1, 300],
        [5, '骨科', '泵', '共3台', 1, 300],
      ]),
    ).toEqual([undefined, undefined, undefined, 'likely', undefined])
  })

  test('are not guessed from sums where lines have no title of their own', () => {
    expect(
      grades(
        [
          [1, null, '泵', null, 1, 1000],
          [null, null, null, null, 1, 500],
          [null, null, null, null, 2, 1500],
        ],
        false,
      ),
    ).toEqual([undefined, undefined, undefined])
  })
})
