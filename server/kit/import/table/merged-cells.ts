import { mostColumns, mostOf } from '../archive/workbook-parts.ts'
import { pieces, type ZipPart } from '../archive/zip-parts.ts'
import type { Cell } from '../cells/cell.ts'
import type { SheetRow } from './sheet-rows.ts'

/** A merged cell over several rows of a column. */
export interface Merge {
  readonly fromRow: number
  readonly toRow: number
  readonly column: number
}

const mostMerges = 100_000
const mark = 'mergeCell '
/** Maximum length of such a tag, in characters. */
const mostTag = 300
const range = /\sref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/

/** `AB` -> 27 */
export const columnAt = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The merged cells of a sheet by their first row. They are listed after the rows, so the part is read to its end. */
export async function mergesOf(part: ZipPart): Promise<ReadonlyMap<number, readonly Merge[]>> {
  const found = new Map<number, Merge[]>()
  let count = 0
  let tail = ''
  for await (const piece of pieces(part, mostOf.sheet)) {
    const text = tail + piece.toString('latin1')
    // A tag at the end of a piece is read together with the next piece, so that it is complete.
    const last = text.length - mostTag
    let at = text.indexOf(mark)
    for (; at >= 0 && at < last; at = text.indexOf(mark, at + mark.length)) see(text.slice(at, at + mostTag))
    tail = text.slice(at < 0 ? Math.max(last, 0) : at)
  }
  for (let at = tail.indexOf(mark); at >= 0; at = tail.indexOf(mark, at + mark.length)) see(tail.slice(at, at + mostTag))
  return found

  function see(tag: string): void {
    const end = tag.indexOf('>')
    const [, left = '', top = '', , bottom = ''] = range.exec(end < 0 ? tag : tag.slice(0, end)) ?? []
    const [fromRow, toRow, column] = [Number(top), Number(bottom), columnAt(left)]
    if (left === '' || toRow <= fromRow || column >= mostColumns || count === mostMerges) return
    count++
    const here = found.get(fromRow)
    if (here) here.push({ fromRow, toRow, column })
    else found.set(fromRow, [{ fromRow, toRow, column }])
  }
}

/**
 * Copies the value of a merged cell into the rows below its first; rows must come in order. A column has one open merged cell at a time.
 */
export function filledDown(merges: ReadonlyMap<number, readonly Merge[]>): (row: SheetRow) => void {
  const open = new Map<number, { toRow: number; value: Cell }>()
  return ({ number, cells }) => {
    for (const [column, { toRow, value }] of open) {
      if (toRow < number) open.delete(column)
      else if (value !== null && (cells[column] ?? null) === null) {
        while (cells.length < column) cells.push(null)
        cells[column] = value
      }
    }
    for (const { column, toRow } of merges.get(number) ?? []) open.set(column, { toRow, value: cells[column] ?? null })
  }
}
