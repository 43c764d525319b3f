import type { Cell } from './cell.ts'
import type { SheetRow } from './sheet-rows.ts'
import { mostColumns, mostOf } from './workbook-parts.ts'
import { pieces, type ZipPart } from './zip-parts.ts'

/** A cell that stands for those below it. */
export interface Merge {
  readonly fromRow: number
  readonly toRow: number
  readonly column: number
}

const mostMerges = 100_000
const mark = 'mergeCell '
/** Longest such tag that is read, in characters. */
const mostTag = 300
const range = /\sref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/

/** `AB` -> 27 */
export const columnAt = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The cells of a sheet that stand for those below them, by the row they stand in; they are named behind the rows, so it is read to its end. */
export async function mergesOf(part: ZipPart): Promise<ReadonlyMap<number, readonly Merge[]>> {
  const found = new Map<number, Merge[]>()
  let count = 0
  let tail = ''
  for await (const piece of pieces(part, mostOf.sheet)) {
    const text = tail + piece.toString('latin1')
    // A tag at the end of the piece is read with the next one, so that it is whole.
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

/** Gives the rows below the first of a merged cell its value; rows come in their order. In one column one merged cell is open at a time. */
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
