import { formatUnit, unitWord } from './money-units.ts'
import { mostOf, readPart } from './workbook-parts.ts'
import { eachAttribute } from './xml-reader.ts'
import type { ZipPart } from './zip-parts.ts'

/** As many as spreadsheets keep. */
const mostStyles = 65_536
/** Longest format of numbers, in characters. */
const mostFormat = 255

/** Formats with a number of their own whose numbers are days or times; those from 27 on are Chinese and Japanese. */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a format such as `yyyy"年"m"月"` or `[$-804]h:mm` writes numbers as days or times. */
export function isDayFormat(format: string): boolean {
  const signs = format
    .slice(0, mostFormat)
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .toLowerCase()
  return !/^\s*(?:general|g\/)/.test(signs) && /[ydhs]|mm/.test(signs)
}

/** What the format of a cell says of its number. */
export interface CellStyle {
  readonly isDay: boolean
  /** The unit of money that it is shown in, as people write it behind a number; undefined for yuan. */
  readonly unit: string | undefined
}

const styleOf = (format: string): CellStyle => {
  const unit = formatUnit(format.slice(0, mostFormat))
  return { isDay: isDayFormat(format), unit: unit && unitWord(unit) }
}

/** The styles of cells by their number. Refuses a part that is too large. */
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
  return formats.map((id) => own.get(id) ?? { isDay: isBuiltInDay(id), unit: undefined })
}
