import { formatUnit, unitWord } from '../cells/money-units.ts'
import { builtInFormats } from './number-formats.ts'
import { mostOf, readPart } from './workbook-parts.ts'
import { eachAttribute } from './xml-reader.ts'
import type { ZipPart } from './zip-parts.ts'

/** The maximum number of styles in spreadsheet programs. */
const mostStyles = 65_536
/** Maximum length of a number format, in characters. */
const mostFormat = 255

/** Built-in number formats of dates and times; those from 27 on are Chinese and Japanese. */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a format such as `yyyy"年"m"月"` or `[$-804]h:mm` shows numbers as dates or times. */
export function isDayFormat(format: string): boolean {
  const signs = format
    .slice(0, mostFormat)
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .toLowerCase()
  return !/^\s*(?:general|g\/)/.test(signs) && /[ydhs]|mm/.test(signs)
}

/** What a cell's number format says about its number. */
export interface CellStyle {
  readonly isDay: boolean
  /** The format, if it displays the number differently. */
  readonly format: string | undefined
  /** The currency unit of the format, as written after a number; undefined for yuan. */
  readonly unit: string | undefined
}

const styleOf = (written: string): CellStyle => {
  const format = written.slice(0, mostFormat)
  const unit = formatUnit(format)
  const isPlain = /^(?:\[[^\]]*\])?(?:general|g\/通用格式|@)$/i.test(format)
  return { isDay: isDayFormat(written), format: isPlain ? undefined : format, unit: unit && unitWord(unit) }
}

const builtIn = (id: number): CellStyle =>
  isBuiltInDay(id) ? { isDay: true, format: undefined, unit: undefined } : styleOf(builtInFormats[id] ?? 'General')

/** The cell styles by index. Throws if the part is too large. */
export async function cellStyles(part: ZipPart): Promise<CellStyle[]> {
  const own = new Map<number, CellStyle>()
  const formats: number[] = []
  let areCells = false
  await readPart(part, mostOf.styles, {
    open(name, tag) {
      if (name === 'cellXfs') areCells = true
      else if (name === 'numFmt' && own.size < mostStyles) {
        let [id, format] = [Number.NaN, '']
        eachAttribute(tag, (attribute, value) => {
          if (attribute === 'numFmtId') id = Number(value)
          else if (attribute === 'formatCode') format = value
        })
        own.set(id, styleOf(format))
      } else if (name === 'xf' && areCells && formats.length < mostStyles) {
        let id = 0
        eachAttribute(tag, (attribute, value) => {
          if (attribute === 'numFmtId') id = Number(value)
        })
        formats.push(id)
      }
    },
    close(name) {
      if (name === 'cellXfs') areCells = false
    },
  })
  return formats.map((id) => own.get(id) ?? builtIn(id))
}
