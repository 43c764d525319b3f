/** Where a fact stands in a photo: shares of its width and height, after the photo was turned. */
export interface Piece {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The places of facts in a photo, and by how many quarters of a turn, clockwise, it was turned before. */
export interface Pieces {
  readonly turns: number
  readonly of: Readonly<Record<string, Piece | undefined>>
}

const share = (value: number): number => Math.round(Math.max(0, Math.min(1, value)) * 1000)

/** Writes places as a short text, in thousandths: `0;sn 120 300 400 50`. */
export const piecesText = ({ turns, of }: Pieces): string =>
  [
    String(turns),
    ...Object.entries(of).flatMap(([name, at]) => (at ? [[name, ...[at.x, at.y, at.width, at.height].map(share)].join(' ')] : [])),
  ].join(';')

/** Reads such a text; what is no place is left out. */
export function piecesOf(text: string | null | undefined): Pieces {
  const [turns, ...rest] = (text ?? '').split(';')
  const of: Record<string, Piece> = {}
  for (const one of rest) {
    const [name, ...numbers] = one.split(' ')
    const [x, y, width, height] = numbers.map((number) => Number(number) / 1000)
    if (name && width && height && x !== undefined && y !== undefined && [x, y].every(Number.isFinite)) of[name] = { x, y, width, height }
  }
  return { turns: (Number(turns) || 0) & 3, of }
}
