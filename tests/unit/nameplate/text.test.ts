import { describe, expect, test } from 'vitest'
import { sizeInHead } from '#src/kit/nameplate/picture-size.ts'
import { charactersOf, decodeCharacters } from '#src/kit/nameplate/text/decode-characters.ts'
import { leanOf, levelled, linesInMap, sizeOf } from '#src/kit/nameplate/text/line-boxes.ts'
import { halfTurned, type Pixels, planes, quarterTurned, within } from '#src/kit/nameplate/text/pixels.ts'
import { readLines, type TextModels } from '#src/kit/nameplate/text/read-lines.ts'
import { photo } from '#tests/harness/pictures.ts'

describe('characters', () => {
  const characters = charactersOf('A\nB\r\n')
  /** Steps with the best class of each, and its probability. */
  const steps = (...best: readonly (readonly [of: number, score?: number])[]): Float32Array => {
    const data = new Float32Array(best.length * 4)
    for (const [step, [of, score = 0.5]] of best.entries()) data[step * 4 + of] = score
    return data
  }

  test('the dictionary has an empty character before and a blank after it', () => expect(characters).toEqual(['', 'A', 'B', ' ']))

  test('repeats count once with their best score; an empty step separates', () => {
    const read = decodeCharacters(steps([1, 0.5], [1, 0.75], [0], [1, 0.25], [2], [3]), 6, characters)
    expect(read).toEqual({ text: 'AAB ', scores: [0.75, 0.25, 0.5, 0.5] })
    expect(decodeCharacters(steps([0], [0]), 2, characters)).toEqual({ text: '', scores: [] })
  })
})

describe('lines in a map', () => {
  const [width, height] = [120, 60]
  const map = (inside: (x: number, y: number) => number): Float32Array =>
    Float32Array.from({ length: width * height }, (_, at) => inside(at % width, Math.floor(at / width)))

  test('each patch is a line, larger than its core; faint and tiny ones are none', () => {
    const found = linesInMap(
      map((x, y) => {
        if (x >= 10 && x < 70 && y >= 10 && y < 16) return 0.9
        if (x >= 10 && x < 50 && y >= 40 && y < 46) return 0.9
        if (x >= 90 && x < 110 && y >= 10 && y < 16) return 0.4
        return x === 100 && y === 50 ? 1 : 0
      }),
      width,
      height,
      2,
    )
    expect(found).toHaveLength(2)
    const [first] = found
    expect(sizeOf(first!).width).toBeGreaterThan(120)
    expect(sizeOf(first!).height).toBeGreaterThan(12)
    // The middle stays where it was, in pixels of the picture.
    expect((first![0][0] + first![2][0]) / 2).toBeCloseTo(80)
    expect((first![0][1] + first![2][1]) / 2).toBeCloseTo(26)
  })

  test('a leaning line keeps its direction and is level in the turned picture', () => {
    const lean = 0.2
    const found = linesInMap(
      map((x, y) => {
        const [u, v] = [(x - 60) * Math.cos(lean) + (y - 30) * Math.sin(lean), (y - 30) * Math.cos(lean) - (x - 60) * Math.sin(lean)]
        return Math.abs(u) < 40 && Math.abs(v) < 5 ? 0.9 : 0
      }),
      width,
      height,
      1,
    )
    expect(found).toHaveLength(1)
    expect(leanOf(found)).toBeCloseTo(lean, 1)
    const { width: level, height: high } = levelled(found[0]!, leanOf(found))
    expect(level / high).toBeGreaterThan(3)
  })
})

describe('pixels', () => {
  /** Red counts the pixels. */
  const counted = (width: number, height: number): Pixels => ({
    width,
    height,
    data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => (at % 4 === 0 ? at / 4 : at % 4 === 3 ? 255 : 0)),
  })
  const reds = ({ data }: Pixels) => [...data].filter((_, at) => at % 4 === 0)

  test('a quarter and a half turn', () => {
    const turned = quarterTurned(counted(3, 2))
    expect([turned.width, turned.height, reds(turned)]).toEqual([2, 3, [3, 0, 4, 1, 5, 2]])
    expect(reds(halfTurned(counted(3, 2)))).toEqual([5, 4, 3, 2, 1, 0])
  })

  test('large pictures get smaller, small ones stay', () => {
    expect(within(8000, 5000, 1920)).toEqual({ width: 1920, height: 1200 })
    expect(within(640, 480, 1920)).toEqual({ width: 640, height: 480 })
    expect(within(20_000, 1, 1920)).toEqual({ width: 1920, height: 1 })
  })

  test('planes hold blue, green and red, each the mean of what it covers', () => {
    const picture = { width: 2, height: 1, data: Uint8ClampedArray.from([100, 20, 0, 255, 200, 40, 0, 255]) }
    const values = planes(
      picture,
      { width: 1, height: 1 },
      (x, y) => [x * 2, y],
      2,
      (byte) => byte,
    )
    expect([...values].map(Math.round)).toEqual([0, 30, 150])
  })
})

describe('whichever way up', () => {
  const black: Pixels = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4) }
  /** Finds one line; it says `A` upright and `B` on its head, with these scores. */
  const models = (isTurned: boolean, upright: number, onHead: number): TextModels & { asked: number } => {
    const own = {
      asked: 0,
      characters: ['', 'A', 'B', ' '],
      detect: async ({ dims }: { dims: readonly number[] }) => {
        const [width, height] = [dims[3]!, dims[2]!]
        const isText = (at: number) => at % width > 8 && at % width < 50 && Math.abs(Math.floor(at / width) - 30) < 4
        return { data: Float32Array.from({ length: width * height }, (_, at) => (isText(at) ? 1 : 0)), dims }
      },
      direct: async () => ({ data: Float32Array.of(isTurned ? 0 : 1, isTurned ? 1 : 0), dims: [1, 2] }),
      recognise: async () => {
        own.asked++
        const isFirst = own.asked === 1
        return { data: Float32Array.of(0, isFirst ? upright : 0, isFirst ? 0 : onHead, 0), dims: [1, 1, 4] }
      },
    }
    return own
  }

  test('a picture that the lines call upside down is turned and read once', async () => {
    const own = models(true, 0.9, 0)
    const { lines, picture } = await readLines({ ...black, data: new Uint8ClampedArray(black.data).fill(7, 0, 4) }, own)
    expect(lines.map(({ text }) => text)).toEqual(['A'])
    expect([...picture.data.slice(-4)]).toEqual([7, 7, 7, 7])
  })

  test('a doubtful text is tried the other way up, and the better one counts', async () => {
    expect((await readLines(black, models(false, 0.5, 0.8))).lines.map(({ text }) => text)).toEqual(['B'])
    expect((await readLines(black, models(false, 0.5, 0.3))).lines.map(({ text }) => text)).toEqual(['A'])
    const sure = models(false, 0.9, 1)
    await readLines(black, sure)
    expect(sure.asked).toBe(1)
  })

  test('no line, no text', async () => {
    const none: TextModels = { ...models(false, 1, 1), detect: async ({ dims }) => ({ data: new Float32Array(dims[2]! * dims[3]!), dims }) }
    expect((await readLines(black, none)).lines).toEqual([])
  })
})

describe('size of a picture by its head', () => {
  test('JPEG, PNG and WebP', async () => {
    const { default: sharp } = await import('sharp')
    const made = sharp({ create: { width: 70, height: 50, channels: 3, background: '#345' } })
    for (const kind of ['jpeg', 'png', 'webp'] as const)
      expect(sizeInHead(new Uint8Array(await made.clone().toFormat(kind).toBuffer())), kind).toEqual({ width: 70, height: 50 })
    expect(sizeInHead(new Uint8Array(await photo(321, 123)))).toEqual({ width: 321, height: 123 })
  })

  test('what is no picture has none', () => {
    expect(sizeInHead(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
    expect(sizeInHead(new Uint8Array())).toBeUndefined()
    expect(sizeInHead(Uint8Array.of(0xff, 0xd8, 0xff))).toBeUndefined()
  })
})
