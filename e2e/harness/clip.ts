import { open, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, type WriteInputBarcodeFormat, writeBarcode } from 'zxing-wasm/writer'

const width = 1280
const height = 720
const framesPerSecond = 10

/** A code in front of the camera; GS1 codes are written as `(01)…(21)…`. */
export interface ShownCode {
  readonly text: string
  readonly format: WriteInputBarcodeFormat
  readonly isGs1?: boolean
  /** Width of the code in the picture, in pixels of 1280. */
  readonly size: number
  /** Degrees to the right. */
  readonly turned?: number
}

type Picture = Uint8Array

const black: Picture = new Uint8Array(width * height).fill(16)
const empty: Picture = new Uint8Array(width * height).fill(150)

let isReady = false
const prepare = async (): Promise<void> => {
  if (isReady) return
  const file = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(file).buffer } })
  isReady = true
}

const paper = 225
const ink = 40
const heightOfLines = 0.22
const quiet = 40
const samples = [0.25, 0.75] as const

/** Draws a code in the middle of a grey picture: white paper, dark modules, every pixel the mean of four looks. */
async function draw({ text, format, isGs1, size, turned = 0 }: ShownCode): Promise<Picture> {
  const { symbol, error } = await writeBarcode(text, { format, ...(isGs1 ? { options: 'gs1' } : {}) })
  if (error) throw new Error(`${text}: ${error}`)
  const isLinear = symbol.width > 2 * symbol.height || format === 'Code128' || format === 'EAN13'
  const high = isLinear ? size * heightOfLines : size
  const shade = (x: number, y: number): number => {
    const [column, row] = [Math.floor((x / size + 0.5) * symbol.width), Math.floor((y / high + 0.5) * symbol.height)]
    if (column >= 0 && column < symbol.width && row >= 0 && row < symbol.height)
      return (symbol.data[row * symbol.width + column] as number) < 128 ? ink : paper
    return Math.abs(x) < size / 2 + quiet && Math.abs(y) < high / 2 + quiet ? paper : 150
  }
  const angle = (turned * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const picture = empty.slice()
  for (let py = 0; py < height; py++)
    for (let px = 0; px < width; px++) {
      let sum = 0
      for (const dy of samples)
        for (const dx of samples) {
          const [x, y] = [px + dx - width / 2, py + dy - height / 2]
          sum += shade(x * cos + y * sin, y * cos - x * sin)
        }
      picture[py * width + px] = sum / 4
    }
  return picture
}

/** The noise of a small sensor; always the same, so that every run sees the same pictures. */
function noisy(picture: Picture, seed: number): Picture {
  let state = seed * 2654435761 + 1
  return picture.map((value) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return value + ((state >>> 16) % 13) - 6
  })
}

/** What a clip shows one after another, each for this many seconds; the camera starts again at its end. */
export interface Scene {
  readonly show: ShownCode | 'black' | 'empty'
  readonly seconds: number
}

/** Writes a clip that Chromium takes for a camera (y4m: nothing but pictures, so no encoder is needed). */
export async function writeClip(path: string, scenes: readonly Scene[]): Promise<void> {
  await prepare()
  await using file = await open(path, 'w')
  await file.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
  const colours = new Uint8Array((width * height) / 2).fill(128)
  for (const { show, seconds } of scenes) {
    const picture = show === 'black' ? black : show === 'empty' ? empty : await draw(show)
    for (let frame = 0; frame < seconds * framesPerSecond; frame++) {
      await file.write('FRAME\n')
      await file.write(show === 'black' ? picture : noisy(picture, frame + 1))
      await file.write(colours)
    }
  }
}

/** A code as a picture file. */
export async function pictureOf({ text, format }: Pick<ShownCode, 'text' | 'format'>): Promise<Buffer> {
  await prepare()
  const { image, error } = await writeBarcode(text, { format, scale: 6 })
  if (!image) throw new Error(`${text}: ${error}`)
  return Buffer.from(await image.arrayBuffer())
}
