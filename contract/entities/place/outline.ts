import type { Words } from '../../kit/words.ts'

/** A point of a picture: shares of its width and height, 0 to 1 from the upper left. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** How many corners an outline has. */
export const corners = { least: 3, most: 50 } as const

const number = String.raw`(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)`
const written = new RegExp(`^${number},${number}$`)

/** The corners of an outline as it is kept, such as `0.1,0.2 0.5,0.2 0.5,0.6`; undefined for a text that is none. */
export function pointsOf(outline: string): readonly Point[] | undefined {
  const parts = outline.trim().split(/\s+/)
  if (!parts.every((part) => written.test(part))) return undefined
  return parts.map((part) => {
    const [x, y] = part.split(',').map(Number) as [number, number]
    return { x, y }
  })
}

const short = (share: number): string => String(Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000)

/** An outline as it is kept; points beside the picture come to its edge. */
export const outlineOf = (points: readonly Point[]): string => points.map(({ x, y }) => `${short(x)},${short(y)}`).join(' ')

const turn = (a: Point, b: Point, c: Point): number => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
const liesOn = (a: Point, b: Point, c: Point): boolean =>
  turn(a, b, c) === 0 && Math.min(a.x, b.x) <= c.x && c.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= c.y && c.y <= Math.max(a.y, b.y)

/** Whether two edges have a point in common. */
const meet = (a: Point, b: Point, c: Point, d: Point): boolean =>
  (turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)) ||
  liesOn(a, b, c) ||
  liesOn(a, b, d) ||
  liesOn(c, d, a) ||
  liesOn(c, d, b)

/** Whether an edge runs back over the one before it. */
const foldsBack = (a: Point, b: Point, c: Point): boolean => liesOn(a, b, c) || liesOn(b, c, a)

/** Whether edges of a closed outline cross or touch each other elsewhere than at their common corners. */
export function crossesItself(points: readonly Point[]): boolean {
  const count = points.length
  const at = (index: number): Point => points[index % count]!
  return points.some((from, index) => {
    if (foldsBack(from, at(index + 1), at(index + 2))) return true
    for (let other = index + 2; other < count; other++)
      if ((other + 1) % count !== index && meet(from, at(index + 1), at(other), at(other + 1))) return true
    return false
  })
}

/** Why corners make no outline of a room; undefined when they do. */
export function outlineFault(points: readonly Point[] | undefined): Words | undefined {
  if (!points) return { zh: '轮廓须由 0 到 1 之间的坐标组成', en: 'An outline has coordinates between 0 and 1' }
  if (points.length < corners.least)
    return { zh: `轮廓至少要有 ${corners.least} 个点`, en: `An outline has ${corners.least} points at least` }
  if (points.length > corners.most) return { zh: `轮廓最多 ${corners.most} 个点`, en: `An outline has ${corners.most} points at most` }
  if (crossesItself(points)) return { zh: '轮廓的边不能相交', en: 'The edges of an outline may not cross' }
  return undefined
}

/** Where the name of a room stands: the middle of its corners. */
export const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
