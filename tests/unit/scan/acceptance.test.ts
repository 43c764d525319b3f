import { describe, expect, test } from 'vitest'
import { Acceptance, meant } from '#src/kit/scan/acceptance.ts'
import type { Decoded } from '#src/kit/scan/engine/engine.ts'
import { agreedCode, scalesOf } from '#src/kit/scan/photo.ts'
import { shownPart } from '#src/kit/scan/shown-part.ts'

const qr = (text: string) => ({ text, format: 'QRCode' }) as const
const line = (text: string) => ({ text, format: 'Code128' }) as const

test('a matrix code is accepted at once, a linear one when two reads within half a second agree', () => {
  const acceptance = new Acceptance()
  expect(acceptance.accepts(qr('A'), 0)).toBe(true)
  expect(acceptance.accepts({ text: 'D', format: 'DataMatrix' }, 1)).toBe(true)
  expect(acceptance.accepts(line('B'), 10)).toBe(false)
  expect(acceptance.accepts(line('B'), 510)).toBe(true)
  expect(acceptance.accepts(line('C'), 1000)).toBe(false)
  expect(acceptance.accepts(line('C'), 1501)).toBe(false)
  expect(acceptance.accepts(line('C'), 1600)).toBe(true)
})

test('a misread between two reads of a linear code delays it, and is never reported', () => {
  const acceptance = new Acceptance()
  const reported = ['B', 'X', 'B', 'Y', 'B', 'B'].filter((text, at) => acceptance.accepts(line(text), at * 100))
  expect(reported).toEqual(['B'])
})

test('the same text is ignored until it was away for two seconds', () => {
  const acceptance = new Acceptance()
  expect(acceptance.accepts(qr('A'), 0)).toBe(true)
  expect(acceptance.accepts(qr('A'), 1999)).toBe(false)
  expect(acceptance.accepts(qr('B'), 2000)).toBe(true)
  expect(acceptance.accepts(qr('A'), 3998)).toBe(false)
  expect(acceptance.accepts(qr('A'), 5998)).toBe(true)
})

test('of several codes ours is chosen, else the one in the middle', () => {
  const at = (text: string, x: number, y: number): Decoded => ({
    text,
    format: 'QRCode',
    corners: [
      { x: x - 10, y: y - 10 },
      { x: x + 10, y: y - 10 },
      { x: x + 10, y: y + 10 },
      { x: x - 10, y: y + 10 },
    ],
  })
  const makers = at('(01)', 640, 360)
  expect(meant([at('edge', 100, 100), makers], 1280, 720)).toBe(makers)
  const ours = at('https://h.example/m/c/0123456789ab', 1200, 700)
  expect(meant([makers, ours], 1280, 720)).toBe(ours)
  expect(meant([{ text: 'nowhere', format: 'QRCode', corners: [] }, at('somewhere', 20, 20)], 1280, 720)?.text).toBe('somewhere')
  expect(meant([], 1280, 720)).toBeUndefined()
})

test('the shown part of a video that covers its place, in pixels of the video', () => {
  const video = { videoWidth: 1280, videoHeight: 720 }
  expect(shownPart(video, { clientWidth: 390, clientHeight: 390 })).toEqual({ x: 280, y: 0, width: 720, height: 720 })
  expect(shownPart(video, { clientWidth: 390, clientHeight: 100 })).toEqual({ x: 0, y: 196, width: 1280, height: 328 })
  expect(shownPart({ videoWidth: 720, videoHeight: 1280 }, { clientWidth: 390, clientHeight: 390 })).toEqual({
    x: 0,
    y: 280,
    width: 720,
    height: 720,
  })
  expect(shownPart(video, null)).toEqual({ x: 0, y: 0, width: 1280, height: 720 })
})

describe('looks at a photo', () => {
  const look = (reads: readonly (Decoded['text'] | undefined)[], format: Decoded['format']) => {
    const left = [...reads]
    return agreedCode(
      reads.map((_, at) => at + 1),
      async () => {
        const text = left.shift()
        return text === undefined ? undefined : { text, format, corners: [] }
      },
    )
  }
  const ean = '9074932437075'

  test('count a linear code that two of them read, and no other', async () => {
    expect(await look([ean, undefined, undefined], 'EAN13')).toBeUndefined()
    expect(await look([ean, '0023942431015', undefined, '0023942431015'], 'EAN13')).toMatchObject({ text: '0023942431015' })
    expect(await look([undefined, 'A'], 'DataMatrix')).toMatchObject({ text: 'A' })
  })

  test('begin small, and include the full size of a large photo', () => {
    expect(scalesOf(1000)[0]).toBe(1)
    expect(scalesOf(4000).slice(0, 2)).toEqual([0.4, 1])
  })
})
