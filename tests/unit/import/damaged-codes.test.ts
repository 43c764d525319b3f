import { describe, expect, test } from 'vitest'
import { importFacts } from '#contract/imports.ts'
import { isPlain } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { isCodeLike } from '#server/kit/import/archive/sheet-cells.ts'
import type { Cell } from '#server/kit/import/cells/cell.ts'
import { codeReader } from '#server/kit/import/cells/damaged-codes.ts'

const lost = (...cells: Cell[]): unknown[] => {
  const of = codeReader(cells)
  return cells.filter((cell) => of.lost(cell) !== undefined)
}
/** The cells that go in with a warning of which the English words contain `part`. */
const doubted = (part: string, ...cells: Cell[]): unknown[] => {
  const of = codeReader(cells)
  return cells.filter((cell) => of.doubt(cell)?.en.includes(part))
}
const cut = (...cells: Cell[]): unknown[] => doubted('zeros', ...cells)

describe('a column of codes', () => {
  test('has none that is a date among codes', () => {
    const dates = ['2-Mar', 'Mar-05', '3月5日', '2016/5/1', new Date(Date.UTC(2016, 4, 1))]
    expect(lost('SN-1', ...dates, '3-5', null)).toEqual(dates)
    expect(lost('2016/5/1')).toEqual(['2016/5/1'])
  })

  test('may be one of whole dates alone, such as lots, with a warning', () => {
    const dates = ['2016/5/1', '2016/5/2', new Date(Date.UTC(2016, 4, 3))]
    expect(lost(...dates, null, ' ')).toEqual([])
    expect(doubted('a date like the whole column', ...dates, null, ' ')).toEqual(dates)
    expect(doubted('a date', ...dates, 'SN-1')).toEqual([])
    // A day without its year is no date that anyone enters.
    expect(lost(...dates, '2-Mar')).toHaveLength(4)
  })

  test('may have numbers whose last digits were replaced by zeros, unless a long one has kept its digits', () => {
    expect(cut('1234567890123450', '123456789012345000000', '123456789012345', '100000')).toEqual([
      '1234567890123450',
      '123456789012345000000',
    ])
    expect(cut('1234567890123450', '1234567890123456')).toEqual([])
    expect(cut('A234567890123450', 1234567890123450)).toEqual([])
  })
})

test('every field of an import that is named a number or a code is read as one', () => {
  const missing = Object.entries(importFacts).flatMap(([target, { codes }]) =>
    Object.entries(entityNamed(target).fields).flatMap(([name, field]) =>
      field.kind === 'text' &&
      !field.readOnly &&
      isPlain(field) &&
      /(?:号|编码|代码|账号|RFID|UDI.*)$/i.test(field.zh) &&
      !isCodeLike(name, field, codes)
        ? [`${target}.${name}`]
        : [],
    ),
  )
  expect(missing).toEqual([])
  // Declared by the field alone: no facts of the import are needed.
  const { deviceCode, sn, deviceName } = entityNamed('device').fields
  expect([deviceCode!, sn!, deviceName!].map((field) => isCodeLike('any', field))).toEqual([true, true, false])
})
