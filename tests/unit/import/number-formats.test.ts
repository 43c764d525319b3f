import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { shownIn } from '#server/kit/import/archive/number-formats.ts'
import { interpretedCell } from '#server/kit/import/archive/sheet-cells.ts'
import { pictureCell } from '#server/kit/import/cells/cell.ts'
import { sourcesOf } from '#server/kit/import/table/source-rows.ts'
import { zipOf } from '#tests/harness/zip.ts'

describe('a number is shown as its format says', () => {
  test.each([
    ['000000', 12345, '012345'],
    ['"ZC-"0000', 7, 'ZC-0007'],
    ['\\Z\\C\\-0000', 7, 'ZC-0007'],
    ['!N000', 7, 'N007'],
    ['000-0000-0000', 13800138000, '138-0013-8000'],
    ['00\\.00', 1234, '12.34'],
    ['0000"号"', 16, '0016号'],
    ['#,##0', 1234567, '1,234,567'],
    ['#,##0.00', 1234.5, '1,234.50'],
    ['0,000', 12, '0,012'],
    ['0.00', 5, '5.00'],
    ['0.0#', 5.25, '5.25'],
    ['0.0#', 5.2, '5.2'],
    ['#.##', 0.5, '.5'],
    ['#.##', 5, '5'],
    ['0%', 0.05, '5%'],
    ['0.00%', 0.12345, '12.35%'],
    ['# ?/?', 1.75, '1 3/4'],
    ['# ??/??', 0.3125, '5/16'],
    ['# ?/8', 2.5, '2 4/8'],
    ['?/?', 1.5, '3/2'],
    ['0;-0;"无"', 0, '无'],
    ['0;(0)', -3, '(3)'],
    ['0', -3, '-3'],
    ['[Red]"-"000;[Blue]000', -3, '003'],
    ['[<100]"A"000;"B"0000', 7, 'A007'],
    ['[<100]"A"000;"B"0000', 700, 'B0700'],
    ['0;0;0;@', 12, '12'],
    ['General', 120214000001, '120214000001'],
    ['"No."General', 12, 'No.12'],
    ['_-000_-', 7, '007'],
    ['* 000', 7, '007'],
    ['[$-804]000', 7, '007'],
    ['0,', 12000, '12'],
    ['"X"', 5, 'X'],
    ['0.00E+00', 120214000001, undefined],
  ] as const)('%s: %d is %s', (format, value, text) => {
    expect(shownIn(format, value)).toBe(text)
  })
})

describe('a workbook', () => {
  const cellsOf = async (numFmt: string, value: number) => {
    const bytes = await writeXlsx({ sheets: [{ name: '台账', cells: new Map([['0,0', { value, style: { numFmt } }]]) }] })
    const source = await (await sourcesOf(bytes))[0]!()
    for await (const { cells } of source.rows()) return cells[0]!
    throw new Error('no row')
  }
  const { sn, originalValue, residualRate } = device.fields

  test('gives texts the number as shown, and amounts and numbers the number', async () => {
    expect(interpretedCell(sn, await cellsOf('000000', 12345))).toBe('012345')
    expect(interpretedCell(originalValue, await cellsOf('#,##0.0', 1234.56))).toBe(1234.56)
    expect(interpretedCell(residualRate, await cellsOf('0%', 0.05))).toBe(0.05)
    expect(interpretedCell(sn, await cellsOf('0', 1.20214e16))).toBe(1.20214e16)
  })

  test('knows pictures in cells, whichever program put them there', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: '台账', rows: [['A', 'B', 'C', 'D', 'E']] }] })
    const cells = [
      '<c r="A1" t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v></c>',
      '<c r="B1" t="e"><f>_xlfn.DISPIMG("ID_2",1)</f><v>#NAME?</v></c>',
      '<c r="C1" t="e" vm="3"><v>#VALUE!</v></c>',
      '<c r="D1" t="str"><f>_xlfn.IMAGE("https://h/x.png")</f><v></v></c>',
      '<c r="E1" t="inlineStr"><is><t>=DISPIMG("ID_5",1)</t></is></c>',
    ].join('')
    const drawn = await zipOf(bytes, { 'xl/worksheets/sheet1.xml': (xml) => xml.replace(/(<row[^>]*>).*<\/row>/s, `$1${cells}</row>`) })
    const source = await (await sourcesOf(drawn))[0]!()
    for await (const row of source.rows()) expect(row.cells).toEqual(Array.from({ length: 5 }, () => pictureCell))
  })
})
