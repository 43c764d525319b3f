import { dayMs } from '#contract/kit/time/day.ts'
import { type ZipEntry, zipStream } from '../files/zip-stream.ts'
import { escapeFormulaInWorkbook } from './escape-formula.ts'
import { amountOf, type SheetCell, type SheetColumn, type SheetRow } from './sheet-cell.ts'

/** Limits of spreadsheets: rows per sheet, characters per cell. */
const [mostRows, mostText] = [1_048_576, 32_767]
/** Number of first rows that determine the column widths. */
const sampled = 100
/** Characters per piece of a sheet. */
const pieceSize = 65_536

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The styles of cells by index. Text cells have the format of text, so that typing in one does not turn it into a number or formula. */
const style = { heading: 1, date: 2, time: 3, money: 4, text: 5, lines: 6, year: 7 } as const
const formats = { date: 164, time: 165, money: 4, text: 49, year: 1 } as const
const format = (id: number, more = ''): string =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}`
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="${formats.date}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${formats.time}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF4"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="${formats.text}" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>${format(formats.date, '/>')}${format(formats.time, '/>')}${format(formats.money, '/>')}${format(formats.text, '/>')}${format(formats.text, ' applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf>')}${format(formats.year, '/>')}</cellXfs></styleSheet>`

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapedMarks = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks[mark]!)

// Characters that no workbook can hold; a text that looks like an escape is escaped itself.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
const unkept = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu

/** Escapes a text for the XML of a workbook and drops characters that no workbook can store. */
export const sheetText = (text: string): string =>
  escapedMarks(
    text
      .slice(0, mostText)
      .replace(unkept, '')
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'),
  ).replaceAll('\r', '_x000D_')

/** `27` -> `AB`. */
function letters(column: number): string {
  let text = ''
  for (let at = column + 1; at > 0; at = Math.floor((at - 1) / 26)) text = String.fromCharCode(65 + ((at - 1) % 26)) + text
  return text
}

const written = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/
/** Spreadsheets count a 29 February 1900, which did not exist: earlier days would be off by one. */
const firstDay = Date.parse('1900-03-01T00:00:00Z')

/** The day with serial number 0. */
const dayZero = Date.parse('1899-12-30T00:00:00Z')

/** The serial number of a day or time; undefined before `firstDay`. */
function serialOf(value: string | Date): number | undefined {
  const parts = value instanceof Date ? null : written.exec(value)
  const moment = value instanceof Date ? value.getTime() : parts ? Date.parse(`${parts[1]}T${parts[2] ?? '00:00:00'}Z`) : Number.NaN
  return moment >= firstDay ? (moment - dayZero) / dayMs : undefined
}

const numberCell = (at: string, value: number, as: number): string => `<c r="${at}"${as ? ` s="${as}"` : ''}><v>${value}</v></c>`

function cellXml(at: string, value: SheetCell, kind: SheetColumn['kind']): string {
  if (value === null || value === '') return ''
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`
  if (typeof value === 'number')
    return Number.isFinite(value) ? numberCell(at, value, kind === 'money' ? style.money : kind === 'year' ? style.year : 0) : ''
  if (value instanceof Date || kind === 'date' || kind === 'time') {
    const serial = serialOf(value)
    if (serial !== undefined) return numberCell(at, serial, kind === 'time' || !Number.isInteger(serial) ? style.time : style.date)
  }
  const amount = kind === 'money' && typeof value === 'string' ? amountOf(value) : undefined
  if (amount !== undefined) return numberCell(at, amount, style.money)
  const text = value instanceof Date ? value.toISOString() : escapeFormulaInWorkbook(value)
  return textCell(at, text, text.includes('\n') ? style.lines : style.text)
}

const textCell = (at: string, text: string, as: number): string =>
  `<c r="${at}" s="${as}" t="inlineStr"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`

const rowXml = (number: number, cells: readonly string[]): string => {
  const filled = cells.join('')
  return filled === '' ? '' : `<row r="${number}">${filled}</row>`
}

/** Width of a text in digits; Chinese characters count as two. */
const widthOf = (text: string): number => [...text.slice(0, 80)].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : 1), 0)

const [least, most] = [9, 48]
/** Minimum width in digits by kind of cell format. */
const usual: Readonly<Record<NonNullable<SheetColumn['kind']>, number>> = { number: 0, year: 0, money: 14, date: 11, time: 20 }

/** Width of each column from its heading, including the filter button, and the first rows. */
function columnsXml(columns: readonly SheetColumn[], rows: readonly SheetRow[]): string {
  const widths = columns.map(({ heading, kind }, at) => {
    const cells = rows.map((row) =>
      Math.max(
        0,
        ...String(row[at] ?? '')
          .split('\n')
          .map(widthOf),
      ),
    )
    return Math.min(most, Math.max(least, widthOf(heading) + 4, kind ? usual[kind] : 0, ...cells.map((width) => width + 2)))
  })
  return `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`
}

const frozen =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** Reads the rows of a sheet one by one; the first ones may be read ahead. */
function reader(rows: AsyncIterable<SheetRow> | Iterable<SheetRow>) {
  const from = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  const ahead: SheetRow[] = []
  let isEnd = false
  const pull = async (): Promise<SheetRow | undefined> => {
    const one = isEnd ? undefined : await from.next()
    if (one && !one.done) return one.value
    isEnd = true
    return undefined
  }
  const look = async (count: number): Promise<readonly SheetRow[]> => {
    while (ahead.length < count) {
      const row = await pull()
      if (!row) break
      ahead.push(row)
    }
    return ahead
  }
  return { look, next: async () => ahead.shift() ?? (await pull()), close: async () => void (isEnd || (await from.return?.())) }
}

/** A sheet of a workbook: its name and its last row. */
interface Written {
  readonly name: string
  readonly rows: number
}

/**
 * A workbook as a stream in bounded memory. With `columns`, the first row holds the headings, is frozen and has filters, and widths follow
 * the first rows; without, the rows are written as they are. Text is not escaped, because a text cell computes nothing. Rows beyond the
 * limit of a sheet go into further sheets.
 */
export function xlsxStream(
  name: string,
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  columns?: readonly SheetColumn[],
): AsyncGenerator<Uint8Array> {
  const sheets: Written[] = []
  const source = reader(rows)
  const nameOf = (index: number): string => (index === 0 ? name : `${name.slice(0, 27)}_${index + 1}`)
  async function* sheet(index: number): AsyncGenerator<string> {
    const first = columns ? await source.look(sampled) : []
    let piece = `${declaration}<worksheet xmlns="${main}">${columns ? frozen : ''}<sheetFormatPr defaultRowHeight="15"/>${columns ? columnsXml(columns, first) : ''}<sheetData>`
    let number = 0
    if (columns)
      piece += rowXml(
        ++number,
        columns.map(({ heading }, at) => textCell(`${letters(at)}1`, heading, style.heading)),
      )
    while (number < mostRows) {
      const row = await source.next()
      if (!row) break
      number++
      piece += rowXml(
        number,
        row.map((value, at) => cellXml(`${letters(at)}${number}`, value, columns?.[at]?.kind)),
      )
      if (piece.length < pieceSize) continue
      yield piece
      piece = ''
    }
    sheets[index] = { name: nameOf(index), rows: number }
    yield `${piece}</sheetData>${columns?.length ? `<autoFilter ref="A1:${letters(columns.length - 1)}${Math.max(1, number)}"/>` : ''}</worksheet>`
  }
  async function* parts(): AsyncGenerator<ZipEntry> {
    try {
      let index = 0
      do {
        yield { path: `xl/worksheets/sheet${index + 1}.xml`, pieces: sheet(index) }
        index++
      } while ((await source.look(1)).length > 0)
      yield { path: 'xl/styles.xml', pieces: [styles] }
      yield { path: 'xl/workbook.xml', pieces: [workbookXml(sheets, columns)] }
      yield* facts(sheets)
    } finally {
      await source.close()
    }
  }
  return zipStream(parts())
}

function workbookXml(sheets: readonly Written[], columns: readonly SheetColumn[] | undefined): string {
  const names = sheets
    .map(({ name }, index) => `<sheet name="${escapedMarks(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')
  const filters = columns?.length
    ? `<definedNames>${sheets.map(({ name, rows }, index) => `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escapedMarks(name.replaceAll("'", "''"))}'!$A$1:$${letters(columns.length - 1)}$${Math.max(1, rows)}</definedName>`).join('')}</definedNames>`
    : ''
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names}</sheets>${filters}</workbook>`
}

/** The parts of the package that link the sheets. */
function* facts(sheets: readonly Written[]): Generator<ZipEntry> {
  const relations = (all: readonly (readonly [type: string, target: string])[]): string =>
    `${declaration}<Relationships xmlns="${packaged}/relationships">${all.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`
  yield {
    path: 'xl/_rels/workbook.xml.rels',
    pieces: [
      relations([...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const), ['styles', 'styles.xml']]),
    ],
  }
  yield { path: '_rels/.rels', pieces: [relations([['officeDocument', 'xl/workbook.xml']])] }
  const part = (path: string, type: string): string => `<Override PartName="/${path}" ContentType="${types}.${type}+xml"/>`
  yield {
    path: '[Content_Types].xml',
    pieces: [
      `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${sheets.map((_, index) => part(`xl/worksheets/sheet${index + 1}.xml`, 'worksheet')).join('')}</Types>`,
    ],
  }
}
