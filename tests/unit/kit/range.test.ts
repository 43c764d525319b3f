import { expect, test } from 'vitest'
import { entity } from '#contract/kit/entity/entity.ts'
import type { Refusal } from '#contract/kit/errors.ts'
import { decimal, integer, money, text } from '#contract/kit/fields/field.ts'
import { parse } from '#contract/kit/fields/parse.ts'
import { refuseBeyond } from '#server/kit/read/range.ts'

const order = entity('order', {
  zh: '单',
  en: 'Order',
  module: 'asset',
  title: 'name',
  table: 'tenant',
  fields: {
    name: text({ zh: '名称', en: 'Name', max: 9 }),
    totalCost: money({ zh: '总费用', en: 'Total' }),
    pieces: integer({ zh: '件数', en: 'Pieces' }),
    rate: decimal({ zh: '比率', en: 'Rate', scale: 4 }),
  },
})
/** Code, data and sentence of the refusal; undefined where there is none. */
const said = (set: Record<string, unknown>): unknown => {
  try {
    refuseBeyond(order, Object.entries(set))
  } catch (error) {
    return [(error as Refusal).code, (error as Refusal).data, (error as Refusal).parameters.problems]
  }
  return undefined
}

test('a figure that its column cannot hold is refused by the name of its field', () => {
  expect(said({ total_cost: '100000000000000.00' })).toEqual([
    'bad_input',
    [{ field: 'totalCost', rule: 'too_big' }],
    { zh: '总费用不能大于 99999999999999', en: 'Total must not be more than 99999999999999' },
  ])
  expect(said({ pieces: 2_147_483_648 })).toMatchObject([
    'bad_input',
    [{ field: 'pieces', rule: 'too_big' }],
    { en: 'Pieces must not be more than 2147483647' },
  ])
  expect(said({ rate: -1e12 })).toMatchObject([
    'bad_input',
    [{ field: 'rate', rule: 'too_small' }],
    { en: 'Rate must not be less than -999999999999' },
  ])
  expect(said({ total_cost: '99999999999999.99', pieces: 2_147_483_647, rate: 999_999_999_999.5, name: 'x', other: null })).toBeUndefined()
})

test('an input of a decimal is bound by what its column holds', () => {
  expect(parse({ rate: order.fields.rate }, { rate: 1e12 }).problems).toMatchObject([
    { field: 'rate', rule: 'too_big', limit: 999_999_999_999 },
  ])
  expect(parse({ rate: order.fields.rate }, { rate: 999_999_999_999 }).problems).toEqual([])
})
