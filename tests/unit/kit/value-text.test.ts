import { expect, it } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { role } from '#contract/entities/identity/role.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { withUnit } from '#contract/kit/figures/measure-units.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { lengthText, momentText, moneyText, textOf } from '#src/kit/value-text.ts'

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

it('a moment is shown as clocks of the hospital show it, wherever the reader is', () => {
  expect(momentText('2026-12-31T15:59:00Z', 'zh')).toBe('2026-12-31 23:59')
  expect(momentText('2026-12-31T16:00:00Z', 'zh')).toBe('2027-01-01 00:00')
  expect(momentText('2026-12-31T16:00:00Z', 'en')).toBe('1 Jan 2027, 00:00')
  const now = new Date('2026-12-31T16:30:00Z')
  expect(shortTime('2026-12-31T16:00:00Z', 'zh', now)).toBe('00:00')
  expect(shortTime('2026-12-31T15:59:00Z', 'zh', now)).toBe('2026/12/31 23:59')
})

it('a length of time is said in minutes, then in hours, then in days; where its number stands alone the label has the unit', () => {
  const said = (language: 'zh' | 'en') => [-3, 59.9, 60, 47 * 60 + 59, 48 * 60, 75 * 60].map((minutes) => lengthText(minutes, language))
  expect(said('zh')).toEqual(['0 分钟', '59 分钟', '1 小时 0 分', '47 小时 59 分', '2 天 0 小时', '3 天 3 小时'])
  expect(said('en')).toEqual(['0 min', '59 min', '1 h 0 min', '47 h 59 min', '2 d 0 h', '3 d 3 h'])
  const { waitedMinutes } = repairOrder.fields
  expect(textOf('waitedMinutes', waitedMinutes, { waitedMinutes: 75 * 60 }, 'zh')).toBe('3 天 3 小时')
  expect([withUnit(waitedMinutes, 'zh'), withUnit(waitedMinutes, 'en')]).toEqual(['等待时长（分钟）', 'Waited (minutes)'])
})

it('a text that the program wrote itself is said in the language of the reader, one of a hospital stays', () => {
  const said = (roleName: string, language: 'zh' | 'en') => textOf('roleName', role.fields.roleName, { roleName }, language)
  expect(said('工程师', 'en')).toBe('Engineer')
  expect(said('工程师', 'zh')).toBe('工程师')
  expect(said('我院工程师', 'en')).toBe('我院工程师')
})
