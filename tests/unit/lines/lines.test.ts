import { describe, expect, test } from 'vitest'
import type { LineFacts } from '#contract/kit/entity/entity.ts'
import { amountOf, parseLines, repeatedLines, totalOf, totalsOf } from '#contract/kit/entity/lines.ts'
import { decimal, integer, link, money, text } from '#contract/kit/fields/field.ts'
import { headersOf } from '#server/kit/import/rows/line-rows.ts'

const words = { zh: '明细', en: 'Lines' }
const line: LineFacts = { entity: 'x', by: 'y', as: 'lines', max: 3, once: ['item'], totals: { count: [], sum: ['quantity', 'price'] } }
const fields = {
  item: text({ zh: '品名', en: 'Item', required: true, max: 5 }),
  quantity: integer({ zh: '数量', en: 'Quantity', min: 1 }),
  price: money({ zh: '单价', en: 'Price' }),
}
const sum = money({ zh: '总额', en: 'Sum' })

describe('totals of lines', () => {
  test('lose no cent, round each line half away from zero, and leave out lines with a missing factor', () => {
    const tenths = Array.from({ length: 10 }, () => ({ quantity: 1, price: '0.10' }))
    expect(totalOf(sum, ['quantity', 'price'], tenths)).toBe('1.00')
    expect(totalOf(sum, ['quantity', 'price'], [{ quantity: 3, price: '0.335' }, { quantity: 1 }, { price: '5.00' }])).toBe('1.01')
    expect(totalOf(sum, ['quantity', 'price'], [{ quantity: -1, price: '0.005' }])).toBe('-0.01')
    expect(totalOf(sum, ['price'], [{ price: 'x' }, { price: '' }, { price: null }])).toBe('0.00')
    expect(amountOf(sum, ['quantity', 'price'], { quantity: 2, price: '1.5' })).toBe('3.00')
    expect(amountOf(sum, ['quantity', 'price'], { quantity: 2 })).toBe(null)
  })

  test('are numbers where their field is one, counts without factors, and null where they cannot be stored', () => {
    expect(totalOf(integer({ ...words }), ['quantity'], [{ quantity: 2 }, { quantity: '3' }])).toBe(5)
    expect(totalOf(decimal({ ...words, scale: 3 }), ['quantity'], [{ quantity: 0.0005 }, { quantity: 1.25 }])).toBe(1.251)
    expect(totalsOf(line, { count: integer(words), sum }, [{}, {}])).toEqual({ count: 2, sum: '0.00' })
    expect(totalOf(sum, ['quantity', 'price'], [{ quantity: 100_000, price: '99999999999999.00' }])).toBe(null)
    expect(totalOf(integer(words), ['quantity'], [{ quantity: 2_147_483_647 }, { quantity: 1 }])).toBe(null)
  })
})

describe('lines as they are read', () => {
  test('name their place in every problem; saved ones say only what changes', () => {
    const id = '01900000-0000-7000-8000-000000000001'
    const found = parseLines(line, fields, words, [{ id, quantity: 0 }, { item: '太长的品名啊' }, { quantity: 1, x: 1 }])
    expect(found.problems.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'lines.0.quantity too_small',
      'lines.1.item too_long',
      'lines.2.item required',
      'lines.2.x unknown',
    ])
    expect(parseLines(line, fields, words, [{ id, price: null }]).lines).toEqual([{ id, value: { price: null } }])
  })

  test('are limited, and needed where declared', () => {
    const rules = (facts: LineFacts, raw: unknown) => parseLines(facts, fields, words, raw).problems.map(({ rule, limit }) => [rule, limit])
    expect(rules(line, [{}, {}, {}, {}])).toEqual([['too_many', 3]])
    expect(rules(line, 'x')).toEqual([['not_list', undefined]])
    expect(rules(line, null)).toEqual([])
    expect(rules({ ...line, required: true }, [])).toEqual([['required', undefined]])
  })

  test('that repeat a line above are told at the later one', () => {
    const named = repeatedLines(line, fields, [{ item: 'a' }, { item: '' }, { item: 'b' }, { item: '' }, { item: 'a' }])
    expect(named.map(({ field, rule }) => [field, rule])).toEqual([['lines.4.item', 'twice']])
    const linked = { user: link({ zh: '人', en: 'Person', to: 'user' }) }
    expect(repeatedLines({ ...line, once: ['user'] }, linked, [{ userId: 'u' }, { userId: 'u' }])[0]?.field).toBe('lines.1.userId')
  })
})

test('rows of a sheet belong to the header above while its cells are blank or the same', () => {
  const rows = [
    ['甲', '1'],
    ['', ''],
    ['甲', '1'],
    ['甲', ''],
    ['乙', '1'],
    ['', ''],
    ['甲', '1'],
  ]
  expect(headersOf(rows)).toEqual([0, 0, 0, 0, 4, 4, 6])
  // An empty row keeps those apart that say the same, and cuts no lines off that leave the header blank.
  expect(headersOf(rows, (index) => index === 1 || index === 5)).toEqual([0, 0, 0, 0, 4, 4, 6])
  const repeated = [['甲'], ['甲'], ['甲'], ['']]
  expect(headersOf(repeated, (index) => index >= 2)).toEqual([0, 0, 2, 2])
})
