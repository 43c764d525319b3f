import { ImportRefusal } from './import-refusal.ts'
import { eachPiece, partText, type ZipPart, zipParts } from './zip-parts.ts'

/** Mebibytes that the parts of a workbook may have once unpacked, each and together: rows are read one by one, shared texts stand in memory. */
const mostOf = { whole: 1024, sheet: 384, texts: 128, small: 16 } as const
const mib = 1024 * 1024
/** Workbooks of old Macintosh programs count days from 1904. */
const from1904 = 1462

export interface Merge {
  readonly fromRow: number
  readonly toRow: number
  readonly column: number
}

export interface WorkSheet {
  /** Place among all sheets, hidden ones included. */
  readonly index: number
  readonly name: string
  /** Days between the day that people's spreadsheets count from and that of this workbook. */
  readonly laterDays: number
  readonly part: ZipPart
}

const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescaped = (text: string): string => text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name]!)

/** The sheets that a person sees, after every part that would be read was found to be of a bearable size. */
export async function sheetsOf(bytes: Uint8Array): Promise<WorkSheet[]> {
  const parts = zipParts(bytes)
  const book = parts.get('xl/workbook.xml')
  const links = parts.get('xl/_rels/workbook.xml.rels')
  if (!book || !links) {
    throw new ImportRefusal(
      '这不是 Excel 工作簿（.xlsx），请另存为 .xlsx 或 .csv 后再导入',
      'This is not an Excel workbook (.xlsx). Save it as .xlsx or .csv first',
    )
  }
  // Any part may be named as the one that holds texts or styles, so all are measured.
  let left = mostOf.whole * mib
  for (const [name, part] of parts) {
    const most = /^xl\/sharedStrings\.xml$/i.test(name) ? mostOf.texts : /^xl\/styles\.xml$/i.test(name) ? mostOf.small : mostOf.sheet
    await eachPiece(part, Math.min(left, most * mib), (piece) => {
      left -= piece.length
    })
  }
  const targets = new Map(
    [...partText(links, mostOf.small * mib).matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target')?.replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  )
  const bookText = partText(book, mostOf.small * mib)
  const laterDays = /<(?:\w+:)?workbookPr\b[^>]*\sdate1904="(?:1|true)"/.test(bookText) ? from1904 : 0
  return [...bookText.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].flatMap(([tag], index) => {
    const part = parts.get(targets.get(attribute(tag, '\\w+:id')) ?? '')
    const state = attribute(tag, 'state')
    return part && state !== 'hidden' && state !== 'veryHidden'
      ? [{ index, name: unescaped(attribute(tag, 'name') ?? ''), laterDays, part }]
      : []
  })
}

export const columnAt = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** `27` -> `AB`. */
export const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

// A formula that was saved without what it came to. Bounded, so that a sheet made of beginnings takes no longer than others.
const bareFormula =
  /<c\b[^<>]{0,200}?\sr="([A-Z]{1,3}\d{1,7})"[^<>]{0,200}>\s{0,50}<f\b(?:[^<>]{0,500}\/>|[^<>]{0,500}>[^<]*<\/f>)\s{0,50}(?:<v\s{0,9}\/>|<v>\s{0,50}<\/v>)?\s{0,50}<\/c>/g
const merged = /<mergeCell\b[^<>]{0,200}?\sref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g
const overlap = 8192

/** What the rows of a sheet do not tell: cells that stand for those below them, and formulas without a value. Bounds the size of the sheet. */
export async function marksOf(sheet: WorkSheet): Promise<{ merges: Merge[]; bare: ReadonlySet<string> }> {
  const merges = new Map<string, Merge>()
  const bare = new Set<string>()
  let tail = ''
  await eachPiece(sheet.part, mostOf.sheet * mib, (piece) => {
    const text = tail + piece.toString('latin1')
    if (text.includes('<f')) for (const [, ref] of text.matchAll(bareFormula)) if (bare.size < 100_000) bare.add(ref!)
    if (text.includes('<mergeCell'))
      for (const [, left, top, , bottom] of text.matchAll(merged)) {
        if (top !== bottom && merges.size < 100_000)
          merges.set(`${left}${top}`, { fromRow: Number(top), toRow: Number(bottom), column: columnAt(left!) })
      }
    tail = text.slice(-overlap)
  })
  return { merges: [...merges.values()], bare }
}
