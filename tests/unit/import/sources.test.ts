import { Buffer } from 'node:buffer'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { importFacts } from '#contract/imports.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { interpretedCell } from '#server/kit/import/archive/sheet-cells.ts'
import { type Cell, noValue } from '#server/kit/import/cells/cell.ts'
import { byLooks, looksOf } from '#server/kit/import/cells/looks.ts'
import { layoutOf, namesOf } from '#server/kit/import/table/headings.ts'
import type { Layout } from '#server/kit/import/table/layout.ts'
import { mergesOf } from '#server/kit/import/table/merged-cells.ts'
import { type Source, sourcesOf } from '#server/kit/import/table/source-rows.ts'
import { gb18030 } from '#tests/harness/gb18030.ts'
import { bombOf, zipOf } from '#tests/harness/zip.ts'

const names = namesOf(viewOf(device), importFacts.device, new Map())
const first = async (bytes: Uint8Array): Promise<Source> => (await sourcesOf(bytes))[0]!()
const rowsOf = async (bytes: Uint8Array) => {
  const rows: [number, unknown[]][] = []
  for await (const row of (await first(bytes)).rows()) rows.push([row.number, [...row.cells]])
  return rows
}
const text = (of: string) => new TextEncoder().encode(of)
const fields = (layout: Layout) => layout.columns.map(({ field }) => field)
describe('a text table', () => {
  test('is read in UTF-8 with and without a mark, UTF-16 and GB18030', async () => {
    const table = '设备名称,科室\n呼吸机,重症医学科\n'
    for (const bytes of [text(table), text(`\ufeff${table}`), gb18030(table), Buffer.from(`\ufeff${table}`, 'utf16le')])
      expect(await rowsOf(bytes)).toEqual([
        [1, ['设备名称', '科室']],
        [2, ['呼吸机', '重症医学科']],
      ])
  })

  test('may be separated by tabs or semicolons, with quotes and line ends inside', async () => {
    expect((await rowsOf(text('a;b\n"1;2";"x\ny"\n')))[1]).toEqual([2, ['1;2', 'x\ny']])
    expect((await rowsOf(text('a\tb\n1\t2\n')))[1]).toEqual([2, ['1', '2']])
    const listed = '名称,科室,备注\n泵,骨科,主机;探头;电源;线\n灯,骨科,灯头;灯臂;底座\n'
    expect((await rowsOf(text(listed)))[1]).toEqual([2, ['泵', '骨科', '主机;探头;电源;线']])
  })
})

describe('headings', () => {
  const layout = async (table: string) => (await layoutOf(await first(text(table)), names)).layout

  test('are known in Chinese and English, by aliases and with marks', async () => {
    expect(fields(await layout('设备名称 *,规格型号,出厂编号：,使用科室\n'))).toEqual(['deviceName', 'deviceModel', 'sn', 'useDept'])
    expect(fields(await layout('Device *,MODEL,Serial_No.,Department\n'))).toEqual(['deviceName', 'deviceModel', 'sn', 'useDept'])
    expect(fields(await layout('NO,Name,SERIAL,MANUFACTURER,Price\n'))).toEqual([null, 'deviceName', 'sn', 'manufacturer', 'originalValue'])
  })

  test('may name the unit of money or stand in both languages at once, after those that name a field outright', async () => {
    expect(fields(await layout('设备名称 Device,规格型号/Model,出厂编号（S/N）,金额（元）\n'))).toEqual([
      'deviceName',
      'deviceModel',
      'sn',
      'originalValue',
    ])
    expect(fields(await layout('名称,金额（万元）,原值,科室 Ward 3\n'))).toEqual(['deviceName', null, 'originalValue', null])
    const leftOut = namesOf(viewOf(device), importFacts.device, new Map([['金额元', '']]))
    expect(fields((await layoutOf(await first(text('名称,金额(元)\n')), leftOut)).layout)).toEqual(['deviceName', null])
  })

  test('are known behind words such as 设备, in brackets, with units, as one of several names', async () => {
    expect(fields(await layout('资产名称,设备原值[元],购置金额（万元）,Location (Department),Brand / Manufacturer\n'))).toEqual([
      'deviceName',
      'originalValue',
      null,
      'useDept',
      'manufacturer',
    ])
    expect(fields(await layout('Item Name,Acquisition Value,Quantity,Log Number,设备状态\n'))).toEqual([
      'deviceName',
      'originalValue',
      '#quantity',
      'assetTagNo',
      'eamStatus',
    ])
  })

  test('of a group do not name the columns below that have names of their own', async () => {
    expect(fields(await layout('使用情况,,\n内部号,设备名称,科室\n1,泵,骨科\n'))).toEqual([null, 'deviceName', 'useDept'])
  })

  test('that may mean several things are understood by what their cells hold, and by those beside them', async () => {
    const layoutBy = async (table: string) =>
      (await layoutOf(await first(text(table)), names, byLooks(looksOf(viewOf(device), importFacts.device), names, importFacts.device)))
        .layout
    const states = ['Alabama', 'OK', 'TX', 'NY', 'CA']
    expect(
      fields(await layoutBy(`State,Item Name,Agency Name,Ship Date\n${states.map((one) => `${one},Pump,Police,2020-01-02`).join('\n')}\n`)),
    ).toEqual(['location', 'deviceName', 'useDept', 'purchaseDate'])
    expect(fields(await layoutBy('Name,City,State,Dept\nPump,Perth,WAU,4A\n'))).toEqual(['deviceName', null, 'location', 'useDept'])
    expect(fields(await layoutBy('Name,State,Dept\nPump,Active,4A\nPump,Retired,4A\nPump,Fair,4A\n'))).toEqual([
      'deviceName',
      'eamStatus',
      'useDept',
    ])
    expect(fields(await layoutBy('Name,State,Status\nPump,TX,Active\n'))).toEqual(['deviceName', 'location', 'eamStatus'])
    expect(fields(await layoutBy('Name,Type,Model\nLP 15,Defibrillator,15\n'))).toEqual(['deviceName', 'assetsCategory', 'deviceModel'])
    expect(fields(await layoutBy('Name,Type\nPump,SE-1200\nPump,F3\n'))).toEqual(['deviceName', 'deviceModel'])
    expect(fields(await layoutBy('名称,单价,数量,原值\n泵,100,3,300\n'))).toEqual([
      'deviceName',
      '#unitPrice',
      '#quantity',
      'originalValue',
    ])
  })

  test('that say nothing are understood by what their cells hold', async () => {
    const bytes = text('甲,乙,丙,科室\nⅡ类,a,在用,骨科\nⅢ类,b,停用,骨科\nN/A,c,在库,骨科\nⅡ类,d,在用,骨科\n')
    const view = viewOf(device)
    const { layout: own } = await layoutOf(await first(bytes), names, byLooks(looksOf(view, importFacts.device), names))
    expect(fields(own)).toEqual(['riskLevel', null, 'eamStatus', 'useDept'])
  })

  test('stand below a title, and in two lines', async () => {
    const title = await layout('市一医院设备台账,,\n,,\n名称,型号,科室\n泵,M1,骨科\n')
    expect([title.headingRows, fields(title)]).toEqual([[3], ['deviceName', 'deviceModel', 'useDept']])
    const two = await layout('名称,价值,,科室\n,原值,购置日期,\n泵,1,2020-01-01,骨科\n')
    expect([two.headingRows, fields(two)]).toEqual([
      [1, 2],
      ['deviceName', 'originalValue', 'purchaseDate', 'useDept'],
    ])
    const spanned = await layout('设备,,归口,,使用,\n名称,型号,部门,责任人,部门,日期\n泵,M1,设备科,李工,骨科,2020-01-01\n')
    expect([spanned.headingRows, fields(spanned)]).toEqual([
      [2],
      ['deviceName', 'deviceModel', 'manageDept', 'keeper', 'useDept', 'enableDate'],
    ])
    const both = await layout('设备名称,规格型号,科室\nDevice,Model,Department\n泵,M1,骨科\n')
    expect([both.headingRows, fields(both)]).toEqual([
      [1, 2],
      ['deviceName', 'deviceModel', 'useDept'],
    ])
  })

  test('stand for each field once, and for what this hospital chose before', async () => {
    expect(fields(await layout('名称,设备名称,科室\n'))).toEqual([null, 'deviceName', 'useDept'])
    expect(fields(await layout('名称,品名,科室\n'))).toEqual(['deviceName', null, 'useDept'])
    // The label of a field goes before what else it is called, with a unit too, and a price of one piece comes last.
    expect(fields(await layout('名称,单价,原值(元)\n'))).toEqual(['deviceName', null, 'originalValue'])
    expect(fields(await layout('名称,单价（元）,数量,金额\n'))).toEqual(['deviceName', null, '#quantity', 'originalValue'])
    expect(fields(await layout('名称,单价（元）\n'))).toEqual(['deviceName', 'originalValue'])
    const chosen = namesOf(
      viewOf(device),
      importFacts.device,
      new Map([
        ['院内编号', 'assetsCode'],
        ['科室', ''],
      ]),
    )
    const { layout: own } = await layoutOf(await first(text('名称,院内编号,科室\n')), chosen)
    expect(fields(own)).toEqual(['deviceName', 'assetsCode', null])
  })
})

describe('a workbook', () => {
  const sheet = (rows: (string | number | null)[][], more: object = {}) => writeXlsx({ sheets: [{ name: '台账', rows, ...more }] })

  test('gives the rows below a merged cell its value, and only those', async () => {
    const bytes = await sheet(
      [
        ['科室', '名称'],
        ['骨科', '泵'],
        [null, '灯'],
        [null, '床'],
        [null, '无科室'],
      ],
      { merges: [{ startRow: 1, startCol: 0, endRow: 3, endCol: 0 }] },
    )
    expect((await rowsOf(bytes)).map(([, cells]) => cells[0])).toEqual(['科室', '骨科', '骨科', '骨科', null])
  })

  test('gives the results of formulas, and tells those without one', async () => {
    const bytes = await sheet([['名称', '原值']], {
      cells: new Map([
        ['1,0', { value: '泵', formula: 'A1', formulaResult: '泵' }],
        ['1,1', { value: null, formula: 'SUM(B3:B4)' }],
      ]),
    })
    expect((await rowsOf(bytes))[1]).toEqual([2, ['泵', noValue]])
  })

  test.each([
    ['"$"#,##0.00', '5000 美元'],
    ['$#,##0;[Red]-$#,##0', '5000 美元'],
    ['\\$#,##0.00', '5000 美元'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '5000 美元'],
    ['[$$-409]#,##0.00', '5000 美元'],
    ['[$USD] #,##0.00', '5000 美元'],
    ['#,##0.00" US dollars"', '5000 美元'],
    ['#,##0.00\\ [$€-407]', '5000 欧元'],
    ['[$HK$-C04]#,##0', '5000 港元'],
    ['[$£-809]#,##0.00', '5000 英镑'],
    ['[$¥-411]#,##0', '5000 日元'],
    ['[$￥-ja-JP]#,##0', '5000 日元'],
    ['[$R$-416] #,##0.00', '5000 外币'],
    ['#,##0\\ [$kr-41D]', '5000 外币'],
    ['"₹"#,##0', '5000 外币'],
    ['#,##0.00"万元"', '5000万元'],
    ['[$¥-804]#,##0.00', 5000],
    ['"¥"#,##0.00;[Red]"¥"-#,##0.00', 5000],
    ['[$RMB] #,##0', 5000],
    ['[$CNY-804]#,##0', 5000],
    ['#,##0.00"元"', 5000],
    ['0!.0,"万元"', 5000],
    ['0.00,,"百万元"', 5000],
    ['0"."0000"万元"', 5000],
    ['[>=10000]0.0"万";0', 5000],
    ['[$-804]General', 5000],
    ['[Red]#,##0.00_ ', 5000],
    ['0"台"', 5000],
  ])('tells what money the format %s shows: %s', async (numFmt, shown) => {
    const bytes = await sheet([['原值']], { cells: new Map([['1,0', { value: 5000, style: { numFmt } }]]) })
    const [, cells] = (await rowsOf(bytes))[1]!
    expect(interpretedCell(device.fields.originalValue, cells[0] as Cell)).toBe(shown)
  })

  test('keeps no signs that the database cannot', async () => {
    expect(await rowsOf(await sheet([['名_x0000_称', '甲_xD800_乙']]))).toEqual([[1, ['名称', '甲乙']]])
  })

  test('finds its merged cells in every chunk of the part', async () => {
    const part = (content: string) => ({ name: 's', method: 0, packed: text(content) })
    const all = (merges: Awaited<ReturnType<typeof mergesOf>>) => [...merges.values()].flat()
    const far = await mergesOf(
      part(`${' '.repeat(256 * 1024 - 20)}<mergeCells><mergeCell ref="A1:A3"/><mergeCell ref="C2:D9"/></mergeCells>`),
    )
    expect(all(far)).toEqual([
      { fromRow: 1, toRow: 3, column: 0 },
      { fromRow: 2, toRow: 9, column: 2 },
    ])
    expect(all(await mergesOf(part('<mergeCell ref="A1:B1"/><mergeCell ref="XFD1:XFD9"/>')))).toEqual([])
  })

  test('whose sheet claims a million rows costs what it holds', async () => {
    const bytes = await sheet([['名称'], ['泵']])
    const rows = await rowsOf(
      await zipOf(bytes, {
        'xl/worksheets/sheet1.xml': (xml) => xml.replace(/<dimension[^>]*>|(<sheetData>)/, '<dimension ref="A1:XFD1048576"/>$1'),
      }),
    )
    expect(rows).toHaveLength(2)
  })

  test('that unpacks into more than a workbook of people is refused before it is read', async () => {
    const bytes = await sheet([['名称'], ['泵']])
    const bomb = await zipOf(bytes, {}, { 'xl/sharedStrings.xml': bombOf(200) })
    const before = process.memoryUsage().rss
    await expect(sourcesOf(bomb)).rejects.toMatchObject({ words: { zh: expect.stringContaining('过大') } })
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024)
  })

  test('that is none is refused with what to do', async () => {
    const refused = (bytes: Uint8Array) => expect(sourcesOf(bytes)).rejects
    await refused(new Uint8Array()).toMatchObject({ words: { zh: '文件是空的' } })
    await refused(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1)).toMatchObject({ words: { zh: expect.stringContaining('.xls') } })
    await refused(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0)).toMatchObject({ words: { zh: expect.stringContaining('不是表格') } })
    await refused(text('PK\u0003\u0004 nothing more')).toMatchObject({ words: { zh: expect.stringContaining('损坏') } })
    await refused(await zipOf(await sheet([['a']]), {}, {}, ['xl/workbook.xml'])).toMatchObject({
      words: { zh: expect.stringContaining('工作簿') },
    })
    const cut = await sheet([['名称'], ['泵']])
    await refused(cut.subarray(0, cut.length - 40)).toMatchObject({ words: { zh: expect.stringContaining('损坏') } })
  })
})
