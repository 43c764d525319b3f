/** A stretch of time in which a device is taken; an overdue one lasts until now. */
interface Stretch {
  readonly fromTime: string
  readonly toTime: string
  readonly isOverdue?: boolean
}

/** A stretch on the line of its device: its edges in percent of the line, and the lane that it lies in. */
export interface PlacedBar<T> {
  readonly span: T
  readonly left: number
  readonly right: number
  readonly lane: number
}

/** The least width of a bar in percent: 24 pixels, the least target of a pointer, on the narrowest line of 600. */
export const leastWidth = 4

/**
 * Places stretches on a line that begins at moment `begin` and is `length` long, in milliseconds. A short one is drawn `leastWidth` wide; bars that would lie over
 * each other come into lanes of their own.
 */
export function placeBars<T extends Stretch>(spans: readonly T[], begin: number, length: number, now = Date.now()): PlacedBar<T>[] {
  const share = (moment: number): number => Math.min(100, Math.max(0, ((moment - begin) / length) * 100))
  const ends: number[] = []
  return spans
    .toSorted((a, b) => Date.parse(a.fromTime) - Date.parse(b.fromTime))
    .map((span) => {
      const end = Date.parse(span.toTime)
      const left = Math.min(share(Date.parse(span.fromTime)), 100 - leastWidth)
      const right = Math.max(share(span.isOverdue ? Math.max(now, end) : end), left + leastWidth)
      const free = ends.findIndex((edge) => edge <= left)
      const lane = free < 0 ? ends.length : free
      ends[lane] = right
      return { span, left, right, lane }
    })
}
