import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { importFacts } from '#contract/imports.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { Findings } from '#server/kit/import/findings.ts'
import { readRows } from '#server/kit/import/rows/read-rows.ts'
import { layoutOf, namesOf } from '#server/kit/import/table/headings.ts'
import { sourcesOf } from '#server/kit/import/table/source-rows.ts'
import { bombOf, zipOf } from '#tests/harness/zip.ts'

// Work that grows with the square of these sizes takes minutes to days: a test that ends has shown that it grows with them.
const mib = 1024 * 1024
// On a machine that others load as well.
const timeout = 60_000
const filled = (sign: string, length: number): string => sign.repeat(Math.floor(length / sign.length))

const view = viewOf(device)
const names = namesOf(view, importFacts.device, new Map())
const bookPath = 'xl/workbook.xml'
const linksPath = 'xl/_rels/workbook.xml.rels'
const sheetPath = 'xl/worksheets/sheet1.xml'
const workbook = await writeXlsx({
  sheets: [
    {
      name: '台账',
      rows: [
        ['设备名称', '科室'],
        ['泵', '骨科'],
      ],
    },
  ],
})
const csv = (text: string): Uint8Array => new TextEncoder().encode(text)
const damaged = '文件已损坏，无法读取'
const tooLarge = '文件解压后过大，已拒绝读取'

/** Reads a file as an import does; returns the texts of its names, or the sentence that refuses it. */
async function outcome(bytes: Uint8Array): Promise<unknown> {
  try {
    const [open] = await sourcesOf(bytes)
    const source = await open!()
    const { layout } = await layoutOf(source, names)
    const findings = new Findings()
    const rows = await readRows(source, layout, view, importFacts.device, findings, () => {})
    return rows.map(({ draft, names: links }) => [draft.deviceName, links.useDept])
  } catch (error) {
    const { words } = error as { words?: { zh: string } }
    if (!words) throw error
    return words.zh
  }
}

describe('a workbook', () => {
  test.each([
    [bookPath, '<workbookPr '],
    [bookPath, '<workbookPr\n'],
    [bookPath, '<sheet '],
    [bookPath, '<x:sheet a="'],
    [linksPath, '<Relationship '],
    [linksPath, "<Relationship Id='"],
    [bookPath, '<!--'],
    [bookPath, '<![CDATA['],
  ])('whose part %s is a mebibyte of %j is refused with a sentence', async (path, sign) => {
    expect(await outcome(await zipOf(workbook, { [path]: () => filled(sign, mib) }))).toBe(damaged)
  })

  test.each([bookPath, linksPath])('is refused where its part %s is larger than a mebibyte', async (path) => {
    const padded = (bytes: number) => zipOf(workbook, { [path]: (xml) => xml + ' '.repeat(bytes - Buffer.byteLength(xml)) })
    expect(await outcome(await padded(mib))).toEqual([['泵', '骨科']])
    expect(await outcome(await padded(mib + 1))).toBe(tooLarge)
  })

  test.each(["<c a='xx", '<!--xxxx', '<![CDATA[xxxxxxx', '<c aaaaa'])(
    'whose sheet is 64 mebibytes of %j is refused',
    { timeout },
    async (sign) => {
      expect(await outcome(await zipOf(workbook, {}, { [sheetPath]: bombOf(64, sign) }))).toBe(damaged)
    },
  )

  test('with a cell in the last column of every row has the columns that are read, and no more', { timeout }, async () => {
    const far = '<row><c r="XFD1"><v>1</v></c></row>'.padEnd(64)
    expect(await outcome(await zipOf(workbook, {}, { [sheetPath]: bombOf(16, far) }))).toEqual([])
    const kept = await zipOf(workbook, { [sheetPath]: (xml) => xml.replaceAll('</row>', '<c r="XFD1"><v>1</v></c></row>') })
    const source = await (await sourcesOf(kept))[0]!()
    const widths: number[] = []
    for await (const { cells } of source.rows()) widths.push(cells.length)
    expect(widths).toEqual([2, 2])
  })

  test('with millions of rows in a part that is not packed is read row by row', { timeout }, async () => {
    const xml = new TextEncoder().encode(`<worksheet><sheetData>${filled('<row/>', 18 * mib)}</sheetData></worksheet>`)
    expect(await outcome(stored(await zipOf(workbook, {}, {}, [sheetPath]), sheetPath, xml))).toBe(damaged)
  })

  test('that ends within its rows is refused, and is not taken for a shorter one', async () => {
    for (const end of ['</row>', '</sheetData>'])
      expect(await outcome(await zipOf(workbook, { [sheetPath]: (xml) => xml.slice(0, xml.lastIndexOf(end)) }))).toBe(damaged)
  })

  test('that declares entities of its own is refused', async () => {
    const declared = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    expect(await outcome(await zipOf(workbook, { [sheetPath]: (xml) => xml.replace('<worksheet', `${declared}<worksheet`) }))).toBe(damaged)
  })
})

describe('a text table', () => {
  test('with ten million marks on one letter is read as it is', { timeout }, async () => {
    const marked = `a${'\u0301\u0316'.repeat(2_400_000)}`
    const [[name]] = (await outcome(csv(`设备名称,科室,${marked}\n${marked},骨科\n`))) as [[unknown]]
    expect(name).toBeUndefined()
  })

  test('with one field of megabytes keeps as much of it as a cell holds', async () => {
    const source = await (await sourcesOf(csv(`设备名称,科室\n${filled('x', 4 * mib)},"${filled('""', 4 * mib)}"\n`)))[0]!()
    const lengths: number[][] = []
    for await (const { cells } of source.rows()) lengths.push(cells.map((cell) => String(cell).length))
    expect(lengths).toEqual([
      [4, 2],
      [32_767, 32_767],
    ])
  })

  test('with a quotation mark that is never closed is refused with its row, and loses none silently', async () => {
    expect(await outcome(csv(`设备名称,科室\n泵,骨科\n"灯,骨科\n${'床,内科\n'.repeat(300_000)}`))).toMatch(/^第 3 行的引号没有成对/)
  })

  test('with 16,384 columns is read as far as columns go', async () => {
    const wide = `${'设备名称,科室'}${','.repeat(16_382)}\n${`泵,骨科${',x'.repeat(16_382)}\n`.repeat(200)}`
    expect(await outcome(csv(wide))).toEqual(Array.from({ length: 200 }, () => ['泵', '骨科']))
  })
})

/** A zip with one more part, which is not packed. */
function stored(zip: Uint8Array, path: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(zip)
  const end = bytes.length - 22
  const [count, at] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  const name = Buffer.from(path)
  const head = Buffer.alloc(30)
  const entry = Buffer.alloc(46)
  for (const [of, from] of [
    [head, 0],
    [entry, 2],
  ] as const) {
    of.writeUInt32LE(from === 0 ? 0x04034b50 : 0x02014b50, 0)
    of.writeUInt32LE(content.length, 18 + from)
    of.writeUInt32LE(content.length, 22 + from)
    of.writeUInt16LE(name.length, 26 + from)
  }
  entry.writeUInt32LE(at, 42)
  const last = Buffer.from(bytes.subarray(end))
  last.writeUInt16LE(count + 1, 8)
  last.writeUInt16LE(count + 1, 10)
  last.writeUInt32LE(at + head.length + name.length + content.length, 16)
  return new Uint8Array(Buffer.concat([bytes.subarray(0, at), head, name, content, bytes.subarray(at, end), entry, name, last]))
}
