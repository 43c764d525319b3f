import { mostCellText } from '../cells/cell.ts'
import { ImportRefusal } from '../import-refusal.ts'
import { mostColumns } from './workbook-parts.ts'

const [quote, lineFeed, carriageReturn] = [34, 10, 13]

/**
 * The rows of a text table: the first `mostColumns` fields of each, each cut to the length of a spreadsheet cell. Reads every character
 * once. `onBeyond` is called with the index of each non-empty field after those. Throws for an unclosed quotation mark, because all
 * following lines would become one field.
 */
export function* csvRows(text: string, separator: string, onBeyond?: (at: number) => void): Generator<string[]> {
  const mark = separator.charCodeAt(0)
  let row: string[] = []
  let line = 1
  let at = 0
  let column = 0
  const put = (field: string): void => {
    if (column < mostColumns) row.push(field.slice(0, mostCellText))
    else if (field.trim() !== '') onBeyond?.(column)
    column++
  }
  while (at < text.length) {
    let field = ''
    if (text.charCodeAt(at) === quote) {
      const begun = line
      for (at++; ; ) {
        const end = text.indexOf('"', at)
        if (end < 0)
          throw new ImportRefusal(
            `第 ${begun} 行的引号没有成对，无法分清后面的行；请改正后重新导入`,
            `A quotation mark in row ${begun} is never closed, so the rows below it cannot be told apart. Correct it and import again`,
          )
        if (field.length < mostCellText) field += text.slice(at, end)
        at = end + 1
        if (text.charCodeAt(at) !== quote) break
        if (field.length < mostCellText) field += '"'
        at++
      }
    }
    const from = at
    let code = text.charCodeAt(at)
    while (at < text.length && code !== mark && code !== lineFeed && code !== carriageReturn) code = text.charCodeAt(++at)
    put(from === at ? field : field + text.slice(from, Math.min(at, from + mostCellText)))
    if (at < text.length && code === mark) {
      at++
      // A separator at the very end is followed by an empty field.
      if (at === text.length) put('')
      else continue
    } else if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at += 2
    else at++
    yield row
    row = []
    column = 0
    line++
  }
}
