/** A point of a picture. */
export type Place = readonly [x: number, y: number]

/** A line of text in a picture: its corners in reading order, from the upper left clockwise. */
export type LineBox = readonly [Place, Place, Place, Place]

/** Probability from which a point belongs to text, and the mean that a line needs. */
const POINT = 0.3
const LINE = 0.55
/** Share of its area to circumference by which a line is larger than its core, which the model marks. */
const LARGER = 1.6
const LEAST_SIDE = 3

/** The convex hull of points that are sorted by x, then y. */
function hullOf(points: readonly Place[]): Place[] {
  const cross = (o: Place, a: Place, b: Place): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
  const half = (some: readonly Place[]): Place[] => {
    const kept: Place[] = []
    for (const point of some) {
      while (kept.length >= 2 && cross(kept[kept.length - 2]!, kept[kept.length - 1]!, point) <= 0) kept.pop()
      kept.push(point)
    }
    return kept.slice(0, -1)
  }
  return points.length < 3 ? [...points] : [...half(points), ...half([...points].reverse())]
}

interface Rectangle {
  /** Direction of its upper side. */
  readonly angle: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The smallest rectangle around a hull, at any angle; its upper side leans less than an eighth of a turn. */
function rectangleAround(hull: readonly Place[]): Rectangle | undefined {
  let best: Rectangle | undefined
  for (let i = 0; i < hull.length; i++) {
    const [a, b] = [hull[i]!, hull[(i + 1) % hull.length]!]
    // The angle of the side, taken to the nearest level one.
    const quarter = Math.PI / 2
    const raw = Math.atan2(b[1] - a[1], b[0] - a[0])
    const angle = raw - Math.round(raw / quarter) * quarter
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
    for (const [x, y] of hull) {
      const [u, v] = [x * cos + y * sin, y * cos - x * sin]
      left = Math.min(left, u)
      right = Math.max(right, u)
      top = Math.min(top, v)
      bottom = Math.max(bottom, v)
    }
    const [u, v] = [(left + right) / 2, (top + bottom) / 2]
    if (!best || (right - left) * (bottom - top) < best.width * best.height)
      best = { angle, x: u * cos - v * sin, y: u * sin + v * cos, width: right - left, height: bottom - top }
  }
  return best
}

function cornersOf({ angle, x, y, width, height }: Rectangle, grown: number, scale: number): LineBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corner = (sideX: number, sideY: number): Place => {
    const [u, v] = [sideX * (width / 2 + grown), sideY * (height / 2 + grown)]
    return [(x + u * cos - v * sin) * scale, (y + u * sin + v * cos) * scale]
  }
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

/**
 * The lines in the map of a detection model, which says for each point how likely it is text. `scale`: pixels of the picture for one point. Neighbouring
 * points are one line; what is tiny or unlikely is none.
 */
export function linesInMap(map: Float32Array, width: number, height: number, scale: number): LineBox[] {
  const seen = new Uint8Array(width * height)
  const boxes: LineBox[] = []
  const waiting: number[] = []
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || map[start]! < POINT) continue
    seen[start] = 1
    waiting.push(start)
    // The leftmost and rightmost point of each row are all that the hull needs.
    const ends = new Map<number, [left: number, right: number]>()
    let [sum, count] = [0, 0]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      sum += map[at]!
      count += 1
      const row = ends.get(y)
      if (!row) ends.set(y, [x, x])
      else {
        row[0] = Math.min(row[0], x)
        row[1] = Math.max(row[1], x)
      }
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const [nx, ny] = [x + dx, y + dy]
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue
          const next = ny * width + nx
          if (seen[next] || map[next]! < POINT) continue
          seen[next] = 1
          waiting.push(next)
        }
    }
    if (sum / count < LINE) continue
    const points = [...ends].flatMap(([y, [left, right]]): Place[] => [
      [left, y],
      [left, y + 1],
      [right + 1, y],
      [right + 1, y + 1],
    ])
    points.sort((a, b) => a[0] - b[0] || a[1] - b[1])
    const around = rectangleAround(hullOf(points))
    if (!around || Math.min(around.width, around.height) < LEAST_SIDE) continue
    const grown = (around.width * around.height * LARGER) / (2 * (around.width + around.height))
    boxes.push(cornersOf(around, grown, scale))
  }
  return boxes
}

const length = ([ax, ay]: Place, [bx, by]: Place): number => Math.hypot(bx - ax, by - ay)

/** Width and height of a line, along its text. */
export const sizeOf = ([a, b, c, d]: LineBox): { width: number; height: number } => ({
  width: (length(a, b) + length(d, c)) / 2,
  height: (length(a, d) + length(b, c)) / 2,
})

/** By how much the lines of a picture lean, in radians: the median of the long ones. */
export function leanOf(boxes: readonly LineBox[]): number {
  const angles = boxes
    .filter((box) => sizeOf(box).width > 2 * sizeOf(box).height)
    .map(([a, b]) => Math.atan2(b[1] - a[1], b[0] - a[0]))
    .sort((a, b) => a - b)
  return angles[Math.floor(angles.length / 2)] ?? 0
}

/** The upright rectangle around a line in the picture turned back by `lean`. */
export function levelled(box: LineBox, lean: number): { x: number; y: number; width: number; height: number } {
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)]
  const turned = box.map(([x, y]): Place => [x * cos + y * sin, y * cos - x * sin])
  const [xs, ys] = [turned.map(([x]) => x), turned.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
