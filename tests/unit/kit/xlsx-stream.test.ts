import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { unescapeFormula } from '#server/kit/export/escape-formula.ts'
import type { SheetColumn, SheetRow } from '#server/kit/export/sheet-cell.ts'
import { workbookStream } from '#server/kit/export/workbook.ts'
import { ShownNumber } from '#server/kit/import/cells/cell.ts'
import { sourcesOf } from '#server/kit/import/table/source-rows.ts'

const workbook = async (rows: Iterable<SheetRow>, columns?: readonly SheetColumn[]) =>
  new Uint8Array(await buffer(workbookStream('台账', rows, columns)))

/** The text of one part of a workbook, found by the list at its end. */
function partOf(bytes: Uint8Array, path: string): string {
  const file = Buffer.from(bytes)
  const at = file.readUInt32LE(file.length - 6)
  for (let entry = at; file.readUInt32LE(entry) === 0x02014b50; entry += 46 + file.readUInt16LE(entry + 28)) {
    if (file.toString('utf8', entry + 46, entry + 46 + file.readUInt16LE(entry + 28)) !== path) continue
    const from = file.readUInt32LE(entry + 42)
    const start = from + 30 + file.readUInt16LE(from + 26)
    return inflateRawSync(file.subarray(start, start + file.readUInt32LE(entry + 20))).toString('utf8')
  }
  throw new Error(`no ${path}`)
}

/** The rows as an import reads them. */
async function imported(bytes: Uint8Array) {
  const [open] = await sourcesOf(bytes)
  const rows = []
  for await (const row of (await open!()).rows()) rows.push(row.cells)
  return rows
}

const columns: SheetColumn[] = [
  { heading: '名称' },
  { heading: '日期', kind: 'date' },
  { heading: '时间', kind: 'time' },
  { heading: '原值', kind: 'money' },
  { heading: '数量', kind: 'number' },
]

test('days, times and amounts are cells of their kind with a format, texts are texts', async () => {
  const rows: SheetRow[] = [
    ['-80℃超低温冰箱', '2024-02-29', '2024-02-29 23:59:58', '1234567.80', 3],
    ['=1+1', '1900-01-01', null, '70368744177664.01', 0],
    ['007', null, null, '0.05', null],
  ]
  const bytes = await workbook(rows, columns)
  const { sheets } = await readXlsx(bytes)
  expect(sheets[0]!.rows).toEqual([
    ['名称', '日期', '时间', '原值', '数量'],
    ['-80℃超低温冰箱', new Date('2024-02-29'), new Date('2024-02-29T23:59:58Z'), 1234567.8, 3],
    // Days that spreadsheets count wrong and amounts that a number does not keep stay texts.
    ['=1+1', '1900-01-01', null, '70368744177664.01', 0],
    ['007', null, null, 0.05, null],
  ])
  const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml')
  expect(sheet).not.toContain('<f')
  expect(sheet).toContain('<autoFilter ref="A1:E4"/>')
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toMatch(/<cols><col min="1" max="1" width="16" customWidth="1"\/>/)
  const formats = [...partOf(bytes, 'xl/styles.xml').matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)].map(([, id]) => Number(id))
  const formatOf = (cell: string) => formats[Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(sheet)![1])]
  expect(['A2', 'B2', 'C2', 'D2'].map(formatOf)).toEqual([49, 164, 165, 4])
  expect(await imported(bytes)).toEqual([
    ['名称', '日期', '时间', '原值', '数量'],
    ['-80℃超低温冰箱', new Date('2024-02-29'), new Date('2024-02-29T23:59:58Z'), new ShownNumber(1234567.8, '#,##0.00'), 3],
    ['=1+1', '1900-01-01', null, '70368744177664.01', 0],
    ['007', null, null, new ShownNumber(0.05, '#,##0.00')],
  ])
})

test('every text is read back as it is, by the import and by another reader', async () => {
  const signs = ['a', '1', ' ', '"', "'", '=', '+', '-', '@', '<', '&', '>', '_x0041_', '_', '\n', '\r\n', '\t', '长', '😀', '，', ']]>']
  const text = fc.array(fc.constantFrom(...signs), { maxLength: 10 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (values) => {
      const bytes = await workbook(values.map((value) => [value, 'end']))
      const read = await imported(bytes)
      expect(read.map(([cell]) => unescapeFormula(String(cell ?? '')))).toEqual(values)
    }),
    { seed: 7, numRuns: 100 },
  )
  const bytes = await workbook([['"引号"，逗号\n第二行', '😀', '00012', '@SUM(A1)']])
  expect((await readXlsx(bytes)).sheets[0]!.rows).toEqual([['"引号"，逗号\n第二行', '😀', '00012', '@SUM(A1)']])
})

test('many rows are written in bounded pieces, and rows are closed where the reader stops', async () => {
  let [given, isClosed] = [0, false]
  async function* rows(): AsyncGenerator<SheetRow> {
    try {
      for (; given < 200_000; given++) yield [`设备${given}`, '2024-01-01', null, '12.50', given]
    } finally {
      isClosed = true
    }
  }
  const stream = workbookStream('台账', rows(), columns)
  let read = 0
  for await (const piece of stream) {
    read += piece.length
    expect(piece.length).toBeLessThan(200_000)
    if (read > 100_000) break
  }
  expect(isClosed).toBe(true)
  expect(given).toBeLessThan(100_000)
})

test('an error of the rows ends the stream with it', async () => {
  async function* rows(): AsyncGenerator<SheetRow> {
    yield ['一']
    throw new Error('cancelled')
  }
  await expect(buffer(workbookStream('台账', rows()))).rejects.toThrow('cancelled')
})
