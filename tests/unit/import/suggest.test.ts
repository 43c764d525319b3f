import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { suggestionFor } from '#contract/kit/fields/suggest-value.ts'

describe('what a value that could not be read probably means', () => {
  test.each([
    ['二类', 'Ⅱ类'],
    ['2类', 'Ⅱ类'],
    ['Class III', 'Ⅲ类'],
    ['Ⅰ', 'Ⅰ类'],
    ['其他', undefined],
  ])('%s as a risk class is %s', (value, means) => {
    expect(suggestionFor(device.fields.riskLevel, value)).toBe(means)
  })

  test.each([
    ['长期', ''],
    ['2020年', '2020-01-01'],
    ['约2015', '2015-01-01'],
    ['soon', undefined],
  ])('%s as a day is %s', (value, means) => {
    expect(suggestionFor(device.fields.enableDate, value)).toBe(means)
  })

  test('a text is not guessed', () => {
    expect(suggestionFor(device.fields.sn, '2020年')).toBeUndefined()
  })
})
