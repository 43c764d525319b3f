import type { PlateLine } from '#contract/codes/nameplate/plate-types.ts'
import { decodeCharacters } from './decode-characters.ts'
import { type LineBox, leanOf, levelled, linesInMap, sizeOf } from './line-boxes.ts'
import { halfTurned, type Pixels, planes, quarterTurned, within } from './pixels.ts'

/** Values of a model and their extents. */
export interface Values {
  readonly data: Float32Array
  readonly dims: readonly number[]
}

/** The three models that read text: where lines are, whether one is upside down, and what it says. */
export interface TextModels {
  detect: (input: Values) => Promise<Values>
  direct: (input: Values) => Promise<Values>
  recognise: (input: Values) => Promise<Values>
  readonly characters: readonly string[]
}

/** What was read, and the picture in which it stands upright. */
export interface ReadLines {
  readonly lines: readonly PlateLine[]
  /** Corners of each line in `picture`. */
  readonly boxes: readonly LineBox[]
  readonly picture: Pixels
  /** By how many quarters, clockwise, the taken picture was turned. */
  readonly turns: number
}

/** Longest side of the picture in which lines are looked for. */
const DETECTING_SIDE = 1120
const STEP = 32
/** Most lines that a plate has; of more the largest are read. */
const MOST_LINES = 80
/** Lines that vote on whether the picture is upside down. */
const VOTERS = 6

const mean = [0.485, 0.456, 0.406]
const deviation = [0.229, 0.224, 0.225]

async function findLines(picture: Pixels, models: TextModels): Promise<LineBox[]> {
  const size = within(picture.width, picture.height, DETECTING_SIDE)
  const scale = picture.width / size.width
  const [width, height] = [size.width, size.height].map((side) => Math.max(STEP, Math.ceil(side / STEP) * STEP)) as [number, number]
  const at = (x: number, y: number) => [x * scale, y * scale] as const
  const data = planes(
    picture,
    { width, height },
    at,
    scale > 1.3 ? 2 : 1,
    (byte, channel) => (byte / 255 - mean[channel]!) / deviation[channel]!,
  )
  const map = await models.detect({ data, dims: [1, 3, height, width] })
  return linesInMap(map.data, width, height, scale).filter(([[x, y]]) => x < picture.width && y < picture.height)
}

/** Cuts a line out of a picture for a model: level, at the model's height. */
function cutOut(picture: Pixels, box: LineBox, height: number, limits: { least: number; most: number }): Values {
  const size = sizeOf(box)
  const width = Math.max(8, Math.min(limits.most, Math.round((size.width * height) / Math.max(1, size.height))))
  const padded = Math.max(limits.least, Math.ceil(width / 8) * 8)
  const [a, b, c, d] = box
  const at = (x: number, y: number) => {
    const [u, v] = [x / width, y / height]
    const place = (axis: 0 | 1) => (1 - v) * ((1 - u) * a[axis] + u * b[axis]) + v * ((1 - u) * d[axis] + u * c[axis])
    return [place(0), place(1)] as const
  }
  const perSide = Math.min(3, Math.max(1, Math.round(size.height / height)))
  const data = planes(picture, { width, height, padded }, at, perSide, (byte) => byte / 127.5 - 1)
  return { data, dims: [1, 3, height, padded] }
}

/** Whether most of the largest lines stand on their heads. */
async function isUpsideDown(picture: Pixels, boxes: readonly LineBox[], models: TextModels): Promise<boolean> {
  const voters = [...boxes].sort((x, y) => sizeOf(y).width - sizeOf(x).width).slice(0, VOTERS)
  let vote = 0
  for (const box of voters) {
    const { data } = await models.direct(cutOut(picture, box, 48, { least: 192, most: 192 }))
    vote += data[1]! - data[0]!
  }
  return vote > 0
}

async function recognise(picture: Pixels, boxes: readonly LineBox[], models: TextModels): Promise<PlateLine[]> {
  const lean = leanOf(boxes)
  const lines: PlateLine[] = []
  for (const box of boxes) {
    const answer = await models.recognise(cutOut(picture, box, 48, { least: 160, most: 1920 }))
    const { text, scores } = decodeCharacters(answer.data, answer.dims[1] ?? 1, models.characters)
    const score = scores.length === 0 ? 0 : scores.reduce((sum, one) => sum + one, 0) / scores.length
    lines.push({ text, score, scores, box: levelled(box, lean) })
  }
  return lines
}

const isTall = (box: LineBox): boolean => sizeOf(box).height > 1.5 * sizeOf(box).width
const sumOf = (boxes: readonly LineBox[]): number => boxes.reduce((sum, box) => sum + Math.max(sizeOf(box).width, sizeOf(box).height), 0)
const scoreOf = (lines: readonly PlateLine[]): number => lines.reduce((sum, { score, text }) => sum + score * text.length, 0)
const lengthOf = (lines: readonly PlateLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0)

/** Mean score below which the other way up is tried as well. */
const DOUBTFUL = 0.7

/** Reads the lines of a picture, whichever way up it was taken. */
export async function readLines(taken: Pixels, models: TextModels): Promise<ReadLines> {
  let picture = taken
  let turns = 0
  let boxes = await findLines(picture, models)
  const tall = boxes.filter(isTall)
  if (sumOf(tall) > sumOf(boxes) / 2) {
    picture = quarterTurned(picture)
    turns = 1
    boxes = await findLines(picture, models)
  }
  boxes = boxes
    .filter((box) => !isTall(box))
    .sort((x, y) => sizeOf(y).height * sizeOf(y).width - sizeOf(x).height * sizeOf(x).width)
    .slice(0, MOST_LINES)
  if (boxes.length === 0) return { lines: [], boxes: [], picture, turns }
  const turned = (): [Pixels, LineBox[]] => [
    halfTurned(picture),
    boxes.map((box) => {
      const [a, b, c, d] = box.map(([x, y]) => [picture.width - x, picture.height - y] as const) as unknown as LineBox
      return [c, d, a, b]
    }),
  ]
  if (await isUpsideDown(picture, boxes, models)) {
    ;[picture, boxes] = turned()
    turns += 2
  }
  const lines = await recognise(picture, boxes, models)
  if (scoreOf(lines) >= DOUBTFUL * lengthOf(lines)) return { lines, boxes, picture, turns }
  const [otherPicture, otherBoxes] = turned()
  const others = await recognise(otherPicture, otherBoxes, models)
  return scoreOf(others) / Math.max(1, lengthOf(others)) > scoreOf(lines) / Math.max(1, lengthOf(lines))
    ? { lines: others, boxes: otherBoxes, picture: otherPicture, turns: (turns + 2) % 4 }
    : { lines, boxes, picture, turns }
}
