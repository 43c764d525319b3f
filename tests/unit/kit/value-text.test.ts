import { expect, it } from 'vitest'
import { device } from '#contract/entities/asset/device.ts'
import { moneyText, textOf } from '#src/kit/value-text.ts'

const { fields } = device

it('money has the sign, two decimals and every cent of a long amount', () => {
  expect(moneyText('1234.5', 'zh')).toBe('¥1,234.50')
  expect(moneyText('99999999999999.99', 'en')).toBe('¥99,999,999,999,999.99')
})

it('values speak the language of the person', () => {
  const row = { useDeptId: 'x', useDeptName: '重症医学科', eamStatus: 'in_use', isMeasure: 1, purchaseDate: '2026-01-31' }
  expect(textOf('useDept', fields.useDept, row, 'en')).toBe('重症医学科')
  expect(textOf('eamStatus', fields.eamStatus, row, 'zh')).toBe('在用')
  expect(textOf('eamStatus', fields.eamStatus, row, 'en')).toBe('In use')
  expect(textOf('isMeasure', fields.isMeasure, row, 'zh')).toBe('是')
  expect(textOf('purchaseDate', fields.purchaseDate, row, 'zh')).toBe('2026-01-31')
  expect(textOf('purchaseDate', fields.purchaseDate, row, 'en')).toBe('31 Jan 2026')
})

it('no value is empty text, never "null"', () => {
  expect(textOf('brand', fields.brand, { brand: null }, 'zh')).toBe('')
  expect(textOf('useDept', fields.useDept, {}, 'en')).toBe('')
})
