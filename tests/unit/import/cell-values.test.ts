import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { escapeFormula } from '#server/kit/export/escape-formula.ts'
import { type Cell, noValue } from '#server/kit/import/cells/cell.ts'
import { cellValue, dayOf, isMonthFirst } from '#server/kit/import/cells/cell-values.ts'
import { saidCurrency } from '#server/kit/import/cells/currencies.ts'
import { asTyped, isFault, isMistaken, withoutControl } from '#server/kit/import/cells/typed-text.ts'

const read = (field: keyof typeof device.fields, cell: Exclude<Cell, null>) => cellValue(device.fields[field], cell, false)

describe('a day', () => {
  test.each([
    ['31/01/2020', '2020-01-31'],
    ['1/4/2025', '2025-04-01'],
    ['13-04-2025', '2025-04-13'],
    ['2020-01-31', '2020-01-31'],
    ['2020/1/3', '2020-01-03'],
    ['2020.1.3', '2020-01-03'],
    ['２０２０年１月３日', '2020-01-03'],
    ['2020年1月', '2020-01-01'],
    ['20200131', '2020-01-31'],
    ['2020-01-31 08:30:00', '2020-01-31'],
    [43861, '2020-01-31'],
    [20200131, '2020-01-31'],
    ['43861', '2020-01-31'],
    ['2024-03-04T16:00:00.000Z', '2024-03-05'],
    ['2024-03-04T15:59:59Z', '2024-03-04'],
    ['2024-03-04 20:00:00+00', '2024-03-05'],
    ['2024-03-04 20:00:00+0000', '2024-03-05'],
    ['2024-03-05T00:30:00+08:00', '2024-03-05'],
    ['2024-03-05T07:00:00', '2024-03-05'],
    ['2024/3/5 下午4:30', '2024-03-05'],
    ['3/5/2024 4:30 PM', '2024-05-03'],
    ['5-Mar-2024', '2024-03-05'],
    ['05-Mar-24', '2024-03-05'],
    ['March 5, 2024', '2024-03-05'],
    ['5th September 2024', '2024-09-05'],
    [43861.75, '2020-01-31'],
    [new Date('2020-01-31T00:00:00Z'), '2020-01-31'],
  ] as const)('%s is %s', (cell, day) => {
    expect(dayOf(cell as Cell)).toBe(day)
  })

  test.each(['31/02/2020', '2020-13-01', 'soon', '0', 0, -5, 4e6, '32/01/2020', 2020, 2020.1, '2020', 12, 20201331])(
    '%s is none',
    (cell) => {
      expect(dayOf(cell as Cell)).toBeUndefined()
    },
  )

  test('with the month first is known by the whole column', () => {
    expect(isMonthFirst(['01/02/2020', '12/31/2020', null])).toBe(true)
    expect(isMonthFirst(['01/02/2020', '31/12/2020'])).toBe(false)
    expect(isMonthFirst(['12/31/2020', '31/12/2020'])).toBe(false)
    expect(isMonthFirst(['01/02/2020', 43861, null])).toBeUndefined()
    expect(dayOf('12/31/2020', true)).toBe('2020-12-31')
  })
})

describe('a cell', () => {
  test('of a serial that the spreadsheet damaged is left empty with a warning', () => {
    for (const cell of ['1.20214E+11', '5.70034E+12', '9.91e+11', 1.20214e16])
      expect(read('sn', cell)).toMatchObject({ grade: 'warning', words: { en: expect.stringContaining('damaged') } })
    expect(read('sn', 120214000001)).toEqual({ value: '120214000001' })
    expect(read('sn', '12E5')).toEqual({ value: '12E5' })
    expect(read('sn', '560034-EM18A05070007')).toEqual({ value: '560034-EM18A05070007' })
  })

  test('of an amount may have a sign of currency and thousands', () => {
    for (const cell of ['¥12,500.50', '￥ 12500.50', '12,500.50 元', 12500.5, '１２５００.５０'])
      expect(['12500.50', '12500.5']).toContain((read('originalValue', cell) as { value: unknown }).value)
    expect(read('originalValue', 0.1 + 0.2)).toEqual({ value: '0.3' })
    expect(read('originalValue', '99999999999999.99')).toEqual({ value: '99999999999999.99' })
    expect(read('originalValue', Number('99999999999999.99'))).toMatchObject({ grade: 'error' })
  })

  test('of an amount may be in ten thousands, by its own unit or that of its heading', () => {
    const inTenThousands = (cell: string | number) => cellValue(device.fields.originalValue, cell, false, { yuan: 10_000 })
    for (const cell of ['12.35万', '12.35 万元', '１２.３５万元整', '人民币12.35万元'])
      expect(read('originalValue', cell)).toEqual({ value: '123500' })
    for (const cell of [12.35, '12.35', '12.35万元', '123,500元']) expect(inTenThousands(cell)).toEqual({ value: '123500' })
    expect([1.13, '0.07', '1.001万'].map(inTenThousands)).toEqual([{ value: '11300' }, { value: '700' }, { value: '10010' }])
    expect(read('originalValue', '1,234,567.50')).toEqual({ value: '1234567.50' })
  })

  test('of an amount with a comma that separates no thousands is not guessed at', () => {
    for (const cell of ['12,5', '1.234,56', '1,23,456']) expect(read('originalValue', cell)).toEqual({ value: cell })
  })

  test('of text has letters and digits of one width, and what an export kept from being a formula as it was', () => {
    expect(read('sn', 'ＳＮ－００１２（甲）')).toEqual({ value: 'SN－0012（甲）' })
    expect(read('sn', '0012')).toEqual({ value: '0012' })
    for (const text of ['-A12', '=1+1', '+86 138', '@home']) expect(read('sn', escapeFormula(text))).toEqual({ value: text })
    expect(read('sn', "'quoted'")).toEqual({ value: "'quoted'" })
    expect(read('deviceName', '\u202d监护仪\u202c')).toEqual({ value: '监护仪' })
    expect(read('useDept', escapeFormula('-1层'))).toEqual({ value: '-1层' })
  })

  test('of a choice is its word in either language or its value', () => {
    for (const cell of ['Ⅱ类', 'Class II', 'II', 'ii', ' II类 ']) expect(read('riskLevel', cell)).toEqual({ value: 'II' })
    expect(read('riskLevel', 'IV')).toMatchObject({ grade: 'error', words: { zh: '不在可选范围内：Ⅰ类、Ⅱ类、Ⅲ类' } })
  })

  test('of a flag is a word for yes or no', () => {
    for (const cell of ['是', 'Yes', 'Y', 1, true, '√']) expect(read('isMeasure', cell)).toEqual({ value: 1 })
    for (const cell of ['否', 'no', 0, false]) expect(read('isMeasure', cell)).toEqual({ value: 0 })
  })

  test('of a rate may be a percentage', () => {
    expect(read('residualRate', '5%')).toEqual({ value: 0.05 })
  })

  test('with a formula that has no result is refused', () => {
    expect(read('deviceName', noValue)).toMatchObject({ grade: 'error', words: { zh: expect.stringContaining('公式') } })
  })

  test('that shows an error of the spreadsheet, or what it made of a code, is known as such', () => {
    for (const cell of ['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', ' #NULL! ', '########', '#SPILL!'])
      expect(isFault(cell)).toBe(true)
    for (const cell of ['#1', 'N/A#', '#REF', '##']) expect(isFault(cell), cell).toBe(cell === '#REF')
    for (const cell of [new Date(0), true, 'TRUE', '5-Mar', 'Mar-05', '3月5日', '2024/3/5', '05-Mar-24'])
      expect(isMistaken(cell)).toBe(true)
    for (const cell of ['SN-2024', '2024-03-05', '3-5', 305, 'TRUE-1', '12/2024']) expect(isMistaken(cell)).toBe(false)
  })

  test('that a file marks as text is what was typed, without control characters', () => {
    const typed = { '="0016"': '0016', '="a""b"': 'a"b', "'0017": '0017', '’0018': '0018', "'SN-01": 'SN-01' }
    for (const [text, is] of Object.entries(typed)) expect(asTyped(text)).toBe(is)
    for (const text of ['=1+1', "'quoted'", "'s-Gravenhage", '="a"&"b"', "'-1"]) expect(asTyped(text)).toBe(text)
    expect(withoutControl('a\u0007b\u0000\u001dc\td\ne\u0085', false)).toBe('abc\td\ne')
    expect(withoutControl('01\u001d21\u0007', true)).toBe('01\u001d21')
  })

  test('of one line keeps one line', () => {
    expect(read('deviceName', '输液\n泵\u2028甲')).toEqual({ value: '输液 泵 甲' })
  })
})

describe('the cell of a currency column', () => {
  test.each([
    ['', undefined],
    ['人民币', undefined],
    ['人民币（元）', undefined],
    ['CNY ¥', undefined],
    ['￥', undefined],
    ['元', undefined],
    ['USD', 'USD'],
    ['JPY ¥', 'JPY'],
    ['日元（￥）', 'JPY'],
    ['美 元', 'XXX'],
    ['THB', 'THB'],
    ['别的', 'XXX'],
  ])('%s says %s', (cell, code) => {
    expect(saidCurrency(cell)?.code).toBe(code)
  })
})
