import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { parseGs1 } from '#contract/codes/gs1.ts'
import type { LabelContent } from '#contract/label/label-content.ts'
import { designOf, type LabelDesign, labelPresets } from '#contract/label/label-design.ts'
import { layoutLabel } from '#contract/label/label-layout.ts'
import { udiOf } from '#contract/label/label-udi.ts'
import { barsOf, matrixOf, withCodes } from '#server/features/label/codes.ts'
import { squaresOf } from '#server/features/label/squares.ts'
import { type CodeFormat, codeFormats } from '#src/kit/scan/engine/formats.ts'
import { readOptions } from '#src/kit/scan/engine/read-options.ts'
import { decodedOf } from '#src/kit/scan/engine/zxing-result.ts'

beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

const preset = (more: Partial<LabelDesign> = {}): LabelDesign => ({ ...designOf(labelPresets['70x50-codes'].values, 'device'), ...more })
const content = (more: Partial<LabelContent> = {}): LabelContent =>
  withCodes({
    ...{ id: '1', code: 'https://eam.hospital.example.org/m/c/0123456789ab', title: '多参数监护仪' },
    lines: [{ caption: '规格型号：', value: 'BeneVision N12' }],
    ...{ barcode: 'ZC-2026-000001', udi: '(01)09506000134352(11)260102(17)271231(10)AB-12(21)SN/7' },
    ...more,
  })

/** The dots of a printer, black where a layout draws. */
function printed(design: LabelDesign, of: LabelContent, dots: number): ImageData {
  const [width, height] = [Math.round(design.widthMm * dots), Math.round(design.heightMm * dots)]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const fill = (left: number, top: number, wide: number, high: number): void => {
    for (let y = top; y < top + high; y++) data.fill(0, (y * width + left) * 4, (y * width + left + wide) * 4)
    for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++) data[(y * width + x) * 4 + 3] = 255
  }
  for (const one of layoutLabel(design, of, { hospital: '', squaresOf, dot: 1 / dots }).draws) {
    const at = (mm: number): number => Math.round(mm * dots)
    if (one.kind === 'squares') {
      const side = Math.floor(one.side * dots + 1e-6)
      for (const [column, row, length] of one.runs) fill(at(one.x) + column * side, at(one.y) + row * side, length * side, side)
    }
    if (one.kind === 'bars')
      for (const [from, wide] of one.runs) fill(at(one.x) + from * at(one.module), at(one.y), wide * at(one.module), at(one.height))
  }
  return { data, width, height, colorSpace: 'srgb' } as ImageData
}

const formats = Object.keys(codeFormats) as CodeFormat[]
const read = async (picture: ImageData) => decodedOf(await readBarcodes(picture, readOptions(formats, 'thorough')))

describe('what is printed is read by the scanner', () => {
  test.each([8, 203 / 25.4, 300 / 25.4, 24])('with %s dots in a millimetre, all three codes of a label', async (dots) => {
    const found = await read(printed(preset(), content(), dots))
    expect(found.map(({ format }) => format).sort()).toEqual(['Code128', 'DataMatrix', 'QRCode'])
    expect(found.find(({ format }) => format === 'Code128')?.text).toBe('ZC-2026-000001')
    const udi = found.find(({ format }) => format === 'DataMatrix')!
    expect(udi.gs1).toBe(true)
    const reading = parseGs1(udi.text, { aim: udi.aim, gs1: udi.gs1, now: new Date('2026-11-20') })
    expect(reading).toMatchObject({ ok: true, gs1: { udiDi: '09506000134352', serial: 'SN/7', lot: 'AB-12', expiry: '2027-12-31' } })
  })

  test.each([8, 12, 24])('with %s dots bars and squares are whole dots, with their quiet zones', (dots) => {
    const design = preset()
    const { draws, troubles } = layoutLabel(design, content(), { hospital: '', squaresOf, dot: 1 / dots })
    expect(troubles).toEqual([])
    const bars = draws.find((one) => one.kind === 'bars')!
    const whole = (mm: number): void => expect(Math.abs(mm * dots - Math.round(mm * dots))).toBeLessThan(1e-6)
    for (const mm of [bars.module, bars.x]) whole(mm)
    expect(bars.module).toBeGreaterThanOrEqual(0.165)
    const last = bars.runs.at(-1)!
    const end = bars.x + (last[0] + last[1]) * bars.module
    // The margin of the label counts too.
    expect(bars.x).toBeGreaterThanOrEqual(10 * bars.module)
    expect(end + 10 * bars.module).toBeLessThanOrEqual(design.widthMm + 1e-9)
    const [, matrix] = draws.filter((one) => one.kind === 'squares')
    for (const mm of [matrix!.side, matrix!.x, matrix!.y]) whole(mm)
    // Below the bars stands what they say.
    const texts = draws.flatMap((one) => (one.kind === 'text' ? [one] : []))
    const said = texts.find(({ text }) => text === 'ZC-2026-000001')!
    expect(said.y).toBeGreaterThan(bars.y + bars.height)
    expect(said.y).toBeLessThanOrEqual(design.heightMm - design.padding + 1e-6)
  })

  test('a code that cannot be read is left out and said', () => {
    const names = (more: Partial<LabelContent>, design = preset()) =>
      layoutLabel(design, content(more), { hospital: '', squaresOf }).troubles.map(({ name }) => name)
    expect(names({ barcode: 'X'.repeat(80) })).toEqual(['barsWide'])
    expect(names({ barcode: '编号一' })).toEqual(['barsWide'])
    expect(names({}, preset({ udiSize: 5 }))).toEqual(['udiSmall'])
    expect(names({ barcode: '', udi: '' })).toEqual([])
    expect(barsOf('编号')).toBeUndefined()
    expect(matrixOf('(01)09506000134353')).toBeUndefined()
  })
})

describe('the UDI of a card', () => {
  const udiDi = '09506000134352'
  test('is its identifier with what it knows of its production, those of fixed length first', () => {
    expect(udiOf({ udiDi, udiPi: '(10)AB-12(17)271231(11)260102(21)S1', sn: 'S2' })).toBe(`(01)${udiDi}(11)260102(17)271231(10)AB-12(21)S1`)
    expect(udiOf({ udiDi, udiPi: '1126010217271231' + '10AB-12\x1d21S1' })).toBe(`(01)${udiDi}(11)260102(17)271231(10)AB-12(21)S1`)
    expect(udiOf({ udiDi: '9506000134352', sn: 'SN-7' })).toBe(`(01)${udiDi}(21)SN-7`)
    expect(udiOf({ udiDi: `(01)${udiDi}` })).toBe(`(01)${udiDi}`)
  })

  test('is none without a valid identifier, and holds nothing that no reader takes', () => {
    for (const wrong of ['', null, '09506000134353', '123', 'M123ABC']) expect(udiOf({ udiDi: wrong, sn: 'S1' })).toBe('')
    expect(udiOf({ udiDi, udiPi: '(17)271331(10)批号', sn: '编号 7' })).toBe(`(01)${udiDi}`)
  })
})
