import type { PlateBox, PlateLine } from '../nameplate/plate-types.ts'
import { plain } from '../nameplate/plate-values.ts'

/** Lines of a text layer or of a recognised picture below this score are noise. */
const NOISE = 0.5

/** A piece of text on a paper; columns of one row are pieces of their own. */
export interface Piece {
  readonly text: string
  readonly score: number
  readonly box: PlateBox
}

const middle = ({ y, height }: PlateBox): number => y + height / 2
const right = ({ x, width }: PlateBox): number => x + width

/** The pieces of a paper by rows, from top to bottom and left to right. */
export function rowsOf(lines: readonly PlateLine[]): Piece[][] {
  const pieces = lines
    .filter(({ text, score }) => score >= NOISE && text.trim() !== '')
    .map(({ text, score, box }): Piece => ({ text: plain(text).replaceAll('\u00a0', ' ').trim(), score, box }))
    .sort((a, b) => middle(a.box) - middle(b.box))
  const rows: Piece[][] = []
  for (const piece of pieces) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (first && Math.abs(middle(first.box) - middle(piece.box)) < 0.6 * Math.min(first.box.height, piece.box.height)) row.push(piece)
    else rows.push([piece])
  }
  for (const row of rows) row.sort((a, b) => a.box.x - b.box.x)
  return rows
}

/** A label as forms print it: with blanks between its characters where they spread them out. */
export const labelForm = (labels: readonly string[]): RegExp =>
  new RegExp(
    labels
      .map((label) => (/^\p{sc=Han}+$/u.test(label) ? [...label].join('\\s*') : label.replaceAll(' ', '\\s*')))
      .map((label) => (/^[a-z]/i.test(label) ? `(?<![a-z])${label}` : label))
      .join('|'),
    'iu',
  )

/** Where a value may stand that a label announces. */
export interface Place {
  readonly text: string
  readonly score: number
  /** Whether it stands behind its label in the same piece or row. */
  readonly isBeside: boolean
}

/** The places of a paper behind each occurrence of a label: the rest of its piece, the pieces to its right, and the one below. */
export function placesAfter(rows: readonly (readonly Piece[])[], label: RegExp): Place[][] {
  return rows.flatMap((row, at) =>
    row.flatMap((piece, column) => {
      const found = label.exec(piece.text)
      if (!found) return []
      const rest = piece.text.slice(found.index + found[0].length).replace(/^[\s:：.,;()（）]*(?:[A-Za-z][A-Za-z .]*[:：])?\s*/u, '')
      const beside = row.slice(column + 1).map(({ text, score }): Place => ({ text, score, isBeside: true }))
      const below = rows[at + 1]
        ?.filter(({ box }) => box.x < right(piece.box) && right(box) > piece.box.x)
        .map(({ text, score }): Place => ({ text, score, isBeside: false }))
      return [[...(rest ? [{ text: rest, score: piece.score, isBeside: true }] : []), ...beside, ...(below ?? [])]]
    }),
  )
}
