import { expect, test } from 'vitest'
import { byName } from '#contract/kit/text/by-name.ts'
import { namesInOrder } from '#tests/fixtures/names-in-order.ts'

test('names are in order of pinyin, numbers in them of their value', () => {
  expect(namesInOrder.toReversed().sort(byName)).toEqual(namesInOrder)
})
