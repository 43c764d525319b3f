import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import type { Words } from '#contract/kit/words.ts'
import { type CellRow, leftEmpty, type Mapped, withLabel } from '../archive/sheet-cells.ts'
import { type Cell, placeOf } from '../cells/cell.ts'
import { nameKey } from '../cells/cell-values.ts'
import type { Findings } from '../findings.ts'
import { cellText } from './headings.ts'
import type { Layout } from './layout.ts'

/** Ditto marks, which repeat the cell above. */
const ditto = /^(?:同上|同前|〃|″|"|''|ditto|do\.)$/i

const dittoWords: Words = { zh: '写作同上，取上一行的内容', en: 'repeats the cell above' }
const noDitto: Words = { zh: '不能与上一行相同', en: 'cannot be that of the row above' }
const fillWords: Words = {
  zh: '只写在每组的第一行，下面各行沿用',
  en: 'stands in the first row of each group and holds for the rows below',
}
const emptyWords: Words = {
  zh: '在前面各行写过，这里留空；如果只写在每组的第一行，可以选择沿用',
  en: 'is empty below rows that have it; if it stands in the first row of each group, it can hold for those below',
}

const isEmpty = (cell: Cell | undefined): boolean => cell === null || cell === undefined || cellText(cell) === ''

/** Consecutive rows of the same sheet. */
function bySheet(rows: readonly CellRow[]): CellRow[][] {
  const sheets = new Map<number, CellRow[]>()
  for (const row of rows) {
    const { sheet } = placeOf(row.number)
    const some = sheets.get(sheet)
    if (some) some.push(row)
    else sheets.set(sheet, [row])
  }
  return [...sheets.values()]
}

/** Minimum number of empty cells below a name that raises the question. */
const fewest = 2

/**
 * Whether a column names its groups in their first rows only: the first row has a name, no name repeats, and most cells are empty; false if
 * only the first row has a name. Undefined for every other column.
 */
function isGrouped(rows: readonly CellRow[], index: number): boolean | undefined {
  const names = rows.flatMap(({ cells }) => (isEmpty(cells[index]) ? [] : [nameKey(cellText(cells[index]))]))
  const blanks = rows.length - names.length
  if (names.length === 0 || blanks < Math.max(fewest, names.length) || isEmpty(rows[0]!.cells[index]) || new Set(names).size < names.length)
    return undefined
  return names.length > 1
}

/**
 * Fills cells that refer to the cell above: ditto marks such as `同上`, and group names that stand in their first row only. Asks the person
 * in uncertain cases and reports all of it.
 */
export function filledCells(
  rows: readonly CellRow[],
  mapped: readonly Mapped[],
  { asked }: Layout,
  facts: ImportFacts,
  findings: Findings,
): readonly CellRow[] {
  const once = new Set(facts.same.map(([first]) => first))
  const groupAt = mapped.findIndex(({ name }) => name === facts.sheetName)
  return bySheet(rows).flatMap((sheet) => {
    const grouped = groupAt < 0 ? undefined : isGrouped(sheet, groupAt)
    const isFilled = grouped !== undefined && (asked?.blanks ? asked.blanks === 'fill' : grouped)
    let above: readonly Cell[] = []
    return sheet.map((row) => {
      let cells = row.cells
      const put = (index: number, cell: Cell): void => {
        cells = [...cells.slice(0, index), cell, ...cells.slice(index + 1)]
      }
      for (const [index, { at, name, field }] of mapped.entries()) {
        const cell = cells[index] ?? null
        if (typeof cell === 'string' && ditto.test(cell.trim())) {
          const isOnce = once.has(name)
          put(index, isOnce ? null : (above[index] ?? null))
          const words = withLabel(field, isOnce ? leftEmpty(noDitto, false) : dittoWords)
          if (isOnce) findings.add({ row: row.number, at, field: name, grade: 'warning', words, value: cell })
          else findings.count({ at, field: name, grade: 'note', words, value: cellText(above[index]) })
        } else if (index === groupAt && grouped !== undefined && isEmpty(cell) && !isEmpty(above[index])) {
          findings.raised.blanks++
          if (isFilled) findings.raised.filled++
          if (isFilled) put(index, above[index]!)
          const value = isFilled ? cellText(above[index]) : ''
          findings.add({
            row: row.number,
            at,
            field: name,
            grade: 'warning',
            words: withLabel(field, isFilled ? fillWords : emptyWords),
            value,
          })
        }
      }
      above =
        isFilled || groupAt < 0 || !isEmpty(cells[groupAt])
          ? cells
          : cells.map((cell, index) => (index === groupAt ? (above[index] ?? null) : cell))
      return cells === row.cells ? row : { ...row, cells }
    })
  })
}
