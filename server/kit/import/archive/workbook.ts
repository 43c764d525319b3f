import { ImportRefusal } from '../import-refusal.ts'
import { type BookPictures, type Floating, floatingOf, picturesOf } from './cell-pictures.ts'
import { type CellStyle, cellStyles } from './cell-styles.ts'
import { sharedTexts } from './shared-texts.ts'
import { mostOf, readPart } from './workbook-parts.ts'
import { eachAttribute } from './xml-reader.ts'
import { pieces, tooLarge, type ZipPart, zipParts } from './zip-parts.ts'

/** Maximum number of sheets that are read; further ones are only counted. */
export const mostSheets = 300
/** Days between 1900 and 1904: workbooks of old Macintosh programs count from 1904. */
const from1904 = 1462

export interface WorkSheet {
  readonly name: string
  readonly isHidden: boolean
  /** Days to add to the serial dates of this workbook. */
  readonly laterDays: number
  readonly part: ZipPart
  /** Shared texts by index; read once for all sheets. */
  texts(): Promise<readonly string[]>
  /** Cell styles by index. */
  styles(): Promise<readonly CellStyle[]>
  /** The pictures that cells of the workbook show. */
  pictures(): Promise<BookPictures>
  /** The pictures that lie over this sheet. */
  floating(): Promise<Floating>
}

const attributesOf = (tag: string): Map<string, string> => {
  const found = new Map<string, string>()
  eachAttribute(tag, (name, value) => found.set(name, value))
  return found
}

/** `worksheets/sheet1.xml` -> `xl/worksheets/sheet1.xml` */
const pathOf = (target: string): string => {
  if (target.startsWith('/')) return target.slice(1)
  const path = ['xl']
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}

interface Links {
  /** Paths of parts by their id in the workbook. */
  readonly byId: ReadonlyMap<string, string>
  /** Path of the part of a kind, such as `styles`. */
  readonly byKind: ReadonlyMap<string, string>
}

async function linksOf(part: ZipPart): Promise<Links> {
  const byId = new Map<string, string>()
  const byKind = new Map<string, string>()
  await readPart(part, mostOf.facts, {
    open(name, tag) {
      if (name !== 'Relationship') return
      const of = attributesOf(tag)
      const path = pathOf(of.get('Target') ?? '')
      byId.set(of.get('Id') ?? '', path)
      const kind = (of.get('Type') ?? '').split('/').at(-1)!
      if (!byKind.has(kind)) byKind.set(kind, path)
    },
  })
  return { byId, byKind }
}

interface Book {
  readonly laterDays: number
  readonly sheets: readonly { readonly name: string; readonly id: string; readonly isHidden: boolean }[]
}

/** The main part of the workbook: its date system, and the sheets, hidden ones last. */
async function bookOf(part: ZipPart): Promise<Book> {
  let laterDays = 0
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  await readPart(part, mostOf.facts, {
    open(name, tag) {
      if (name === 'workbookPr') {
        const since = attributesOf(tag).get('date1904')
        if (since === '1' || since === 'true') laterDays = from1904
      }
      if (name !== 'sheet') return
      const of = attributesOf(tag)
      const state = of.get('state')
      sheets.push({ name: of.get('name') ?? '', id: of.get('id') ?? '', isHidden: state === 'hidden' || state === 'veryHidden' })
    },
  })
  return { laterDays, sheets: sheets.sort((one, other) => Number(one.isHidden) - Number(other.isHidden)) }
}

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let kept: Promise<T> | undefined
  return () => (kept ??= work())
}

/**
 * The sheets, visible ones first, up to three hundred, and the number of further ones. First checks the unpacked size of all parts. A part that
 * several sheets refer to is read once, as the first of them.
 */
export async function sheetsOf(bytes: Uint8Array): Promise<{ sheets: WorkSheet[]; behind: number }> {
  const parts = zipParts(bytes)
  const book = parts.get('xl/workbook.xml')
  const linked = parts.get('xl/_rels/workbook.xml.rels')
  if (!book || !linked) {
    throw new ImportRefusal(
      '这不是 Excel 工作簿（.xlsx），请另存为 .xlsx 或 .csv 后再导入',
      'This is not an Excel workbook (.xlsx). Save it as .xlsx or .csv first',
    )
  }
  const { byId, byKind } = await linksOf(linked)
  const { laterDays, sheets } = await bookOf(book)
  const [textsPath, stylesPath] = [byKind.get('sharedStrings') ?? '', byKind.get('styles') ?? '']
  const mostOfPart = (path: string): number => (path === textsPath ? mostOf.texts : path === stylesPath ? mostOf.styles : mostOf.sheet)
  let left: number = mostOf.whole
  for (const [path, part] of parts)
    for await (const piece of pieces(part, Math.min(left, mostOfPart(path)))) {
      left -= piece.length
      if (left < 0) throw tooLarge()
    }
  const [textsPart, stylesPart] = [parts.get(textsPath), parts.get(stylesPath)]
  const texts = once(async () => (textsPart ? sharedTexts(textsPart) : []))
  const styles = once(async () => (stylesPart ? cellStyles(stylesPart) : []))
  const pictures = once(() => picturesOf(parts))
  const found = new Map<ZipPart, WorkSheet>()
  for (const { name, id, isHidden } of sheets) {
    const part = parts.get(byId.get(id) ?? '')
    if (part && !found.has(part))
      found.set(part, { name, isHidden, laterDays, part, texts, styles, pictures, floating: once(() => floatingOf(parts, part.name)) })
  }
  const all = [...found.values()]
  return { sheets: all.slice(0, mostSheets), behind: Math.max(0, all.length - mostSheets) }
}
