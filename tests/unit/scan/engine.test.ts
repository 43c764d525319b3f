import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { prepareZXingModule, readBarcodes, ZXING_WASM_SHA256 } from 'zxing-wasm/reader'
import { frameDecoder } from '#src/kit/scan/engine/choose-engine.ts'
import type { Decoded, EngineName, Frame, OpenEngine } from '#src/kit/scan/engine/engine.ts'
import { type CodeFormat, codeFormats, ofLibrary, ofNative, ofZxing } from '#src/kit/scan/engine/formats.ts'
import { readOptions } from '#src/kit/scan/engine/read-options.ts'
import { darkModules, testCodes, testText } from '#src/kit/scan/engine/self-test.ts'
import { decodedOf } from '#src/kit/scan/engine/zxing-result.ts'

const formats = Object.keys(codeFormats) as CodeFormat[]
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))

beforeAll(async () => {
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

test('the wasm that is served is the one that the program was made for', () => {
  expect(createHash('sha256').update(wasm).digest('hex')).toBe(ZXING_WASM_SHA256)
})

/** The test picture as the browser draws it. */
function pictureOf(format: CodeFormat): ImageData {
  const { width: modules, rows } = testCodes[format]
  const isLinear = !rows.includes(' ')
  const [width, height] = [modules * 4 + 80, (isLinear ? 80 : rows.split(' ').length * 4) + 80]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const { x, y } of darkModules(format))
    for (let dy = 0; dy < (isLinear ? 80 : 4); dy++)
      for (let dx = 0; dx < 4; dx++)
        data.fill(0, ((40 + y * 4 + dy) * width + 40 + x * 4 + dx) * 4, ((40 + y * 4 + dy) * width + 40 + x * 4 + dx) * 4 + 3)
  return { data, width, height, colorSpace: 'srgb' } as ImageData
}

describe('the pictures that a detector is tested with', () => {
  test.each(formats)('%s says what it should, with any other formats searched for', async (format) => {
    for (const effort of ['fast', 'thorough'] as const) {
      const found = decodedOf(await readBarcodes(pictureOf(format), readOptions(formats, effort)))
      expect(found.map(({ text, format: read }) => [text, read])).toEqual([[testText, format]])
      expect(found[0]?.corners).toHaveLength(4)
      expect(found[0]?.gs1).toBe(false)
    }
  })
})

test('formats have one name here, under any name of a decoder', () => {
  for (const format of formats) {
    expect(ofNative(codeFormats[format].native)).toBe(format)
    expect(ofLibrary(codeFormats[format].library)).toBe(format)
    expect(ofZxing(format, 'x')).toBe(format)
  }
  expect(ofZxing('MicroQRCode', 'QRCode')).toBe('QRCode')
  expect(ofZxing('Code39Ext', 'Code39')).toBe('Code39')
  expect(ofZxing('EAN8', 'EANUPC')).toBeUndefined()
  expect(ofNative('aztec')).toBeUndefined()
})

const frame = { x: 0, y: 0, width: 1, height: 1 } as Frame
const code: Decoded = { text: 'A', format: 'QRCode', corners: [] }

type Play = 'works' | 'fails' | 'absent'

/** Scripted engines, and the calls made to them. */
function engines(plays: Record<EngineName, Play>) {
  const opened: EngineName[] = []
  const opener =
    (name: EngineName): OpenEngine =>
    async () => {
      opened.push(name)
      if (plays[name] === 'absent') throw new Error(`no ${name}`)
      return {
        name,
        decode: async () => {
          if (plays[name] === 'fails') throw new Error(`${name} failed`)
          return [code]
        },
      }
    }
  return { opened, plays, open: { native: opener('native'), wasm: opener('wasm'), library: opener('library') } }
}

describe('the engine of a phone', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    })
    return () => vi.unstubAllGlobals()
  })

  test('the native one where it passes its test, else zxing, else the one of the library', async () => {
    for (const [plays, expected] of [
      [{ native: 'works', wasm: 'works', library: 'works' }, 'native'],
      [{ native: 'absent', wasm: 'works', library: 'works' }, 'wasm'],
      [{ native: 'absent', wasm: 'absent', library: 'works' }, 'library'],
    ] as const) {
      localStorage.setItem('eam-phoneScanEngine', '')
      const decoder = frameDecoder(['QRCode'], false, engines(plays).open)
      expect(await decoder.decodeFrom(frame, 'fast')).toEqual([code])
      expect(decoder.engine()).toBe(expected)
    }
  })

  test('codes of makers are read by zxing, which tells symbology and GS1', async () => {
    const decoder = frameDecoder(['QRCode'], true, engines({ native: 'works', wasm: 'works', library: 'works' }).open)
    await decoder.decodeFrom(frame, 'fast')
    expect(decoder.engine()).toBe('wasm')
  })

  test('three failures in a row change it, two do not', async () => {
    const lab = engines({ native: 'fails', wasm: 'works', library: 'works' })
    const decoder = frameDecoder(['QRCode'], false, lab.open)
    await decoder.decodeFrom(frame, 'fast')
    await decoder.decodeFrom(frame, 'fast')
    lab.plays.native = 'works'
    await decoder.decodeFrom(frame, 'fast')
    lab.plays.native = 'fails'
    for (let time = 0; time < 2; time++) expect(await decoder.decodeFrom(frame, 'fast')).toEqual([])
    expect(decoder.engine()).toBe('native')
    expect(await decoder.decodeFrom(frame, 'fast')).toEqual([])
    expect(await decoder.decodeFrom(frame, 'fast')).toEqual([code])
    expect(decoder.engine()).toBe('wasm')
  })

  test('what worked is remembered and begun with next time', async () => {
    const lab = engines({ native: 'absent', wasm: 'works', library: 'works' })
    await frameDecoder(['QRCode'], false, lab.open).decodeFrom(frame, 'fast')
    await frameDecoder(['QRCode'], false, lab.open).decodeFrom(frame, 'fast')
    expect(lab.opened).toEqual(['native', 'wasm', 'wasm'])
  })

  test('the last resort is not remembered, as zxing may only have been out of reach', async () => {
    const lab = engines({ native: 'absent', wasm: 'absent', library: 'works' })
    await frameDecoder(['QRCode'], false, lab.open).decodeFrom(frame, 'fast')
    await frameDecoder(['QRCode'], false, lab.open).decodeFrom(frame, 'fast')
    expect(lab.opened).toEqual(['native', 'wasm', 'library', 'native', 'wasm', 'library'])
  })

  test('without any engine there are no codes and no error', async () => {
    const decoder = frameDecoder(['QRCode'], false, engines({ native: 'absent', wasm: 'absent', library: 'absent' }).open)
    expect(await decoder.decodeFrom(frame, 'fast')).toEqual([])
    expect(decoder.engine()).toBeUndefined()
  })
})
