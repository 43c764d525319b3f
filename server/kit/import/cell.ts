export type Cell = string | number | boolean | Date | null

export interface SourceRow {
  /** As the spreadsheet counts: 1 is the first. */
  readonly number: number
  readonly cells: readonly Cell[]
}

/** What a cell holds whose formula was never worked out. */
export const noValue = '\u0000formula'

/** Longest text of a cell that is read, in characters: the most that spreadsheets keep, and more than any field takes. */
export const mostCellText = 32_767

// Workbooks can write them, the database keeps neither.
const hasUnkept = (text: string): boolean => text.includes('\u0000') || /[\ud800-\udfff]/.test(text)

const escaped = /_x([0-9A-Fa-f]{4})_/g

/** The text of a cell as it was typed, without what the database cannot keep, as a copy that keeps nothing else of its file in memory. */
export function cellTextOf(written: string): string {
  const cut = written.slice(0, mostCellText)
  const text = cut.includes('_x') ? cut.replace(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : cut
  const kept = hasUnkept(text) ? text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '') : text
  return kept.length < 13 ? kept : Buffer.from(kept, 'utf8').toString('utf8')
}

/** Gathers the pieces of one text, no more of them than are read. */
export const withPiece = (text: string, piece: string): string => (text.length < mostCellText ? text + piece : text)
