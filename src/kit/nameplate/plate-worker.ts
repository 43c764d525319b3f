import * as runtime from 'onnxruntime-web/wasm'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import zxingUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { usualFormats } from '#src/kit/scan/engine/formats.ts'
import { readOptions } from '#src/kit/scan/engine/read-options.ts'
import { loadPack, PackMissing } from './pack.ts'
import { sizeInHead } from './picture-size.ts'
import type { PlateAnswer, PlateAsked, PlateFault } from './plate-messages.ts'
import { type LineBox, sizeOf } from './text/line-boxes.ts'
import { type Pixels, WORKING_SIDE, within } from './text/pixels.ts'
import { readLines, type TextModels } from './text/read-lines.ts'
import { openTextModels } from './text/text-models.ts'

/** Larger pictures take more memory to decode than a phone gives. */
const MOST_PIXELS = 120_000_000
const HEAD_BYTES = 512 * 1024

const say = (answer: PlateAnswer): void => self.postMessage(answer)

class Fault extends Error {
  constructor(
    readonly fault: PlateFault,
    why: string,
  ) {
    super(why)
  }
}

let models: Promise<TextModels> | undefined

async function open(onShare: (share: number) => void): Promise<TextModels> {
  const { runtime: wasm, detection, direction, recognition, dictionary } = await loadPack(onShare)
  runtime.env.wasm.numThreads = 1
  runtime.env.wasm.wasmBinary = wasm.buffer
  return openTextModels(runtime, { detection, direction, recognition, dictionary: new TextDecoder().decode(dictionary) })
}

/** Decodes a picture upright and no larger than lines are cut from; a large one is never held whole by the program. */
async function pixelsOf(file: Blob): Promise<{ pixels: Pixels; canvas: OffscreenCanvas }> {
  const head = sizeInHead(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (head && head.width * head.height > MOST_PIXELS) throw new Fault('tooLarge', `${head.width} x ${head.height}`)
  const small = head && within(head.width, head.height, WORKING_SIDE)
  const isSmaller = small && small.width < (head?.width ?? 0)
  // One side alone keeps the proportions, also where the camera turned the picture.
  const options: ImageBitmapOptions = {
    imageOrientation: 'from-image',
    ...(isSmaller ? { resizeWidth: Math.max(small.width, small.height), resizeQuality: 'high' as const } : {}),
  }
  const bitmap = await createImageBitmap(file, options).catch((error: unknown) => {
    throw new Fault('noPicture', String(error))
  })
  const { width, height } = within(bitmap.width, bitmap.height, WORKING_SIDE)
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Fault('unfit', 'no canvas')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const { data } = pen.getImageData(0, 0, width, height)
  return { pixels: { data, width, height }, canvas }
}

let decoder: Promise<unknown> | undefined

/** Codes in the picture. Without a decoder the text is read alone. */
async function codesIn({ data, width, height }: Pixels): Promise<string[]> {
  try {
    decoder ??= Promise.resolve(
      prepareZXingModule({
        overrides: { locateFile: (path: string, folder: string) => (path.endsWith('.wasm') ? zxingUrl : folder + path) },
        fireImmediately: true,
      }),
    )
    await decoder
    const found = await readBarcodes(new ImageData(new Uint8ClampedArray(data), width, height), readOptions(usualFormats, 'thorough'))
    return [...new Set(found.flatMap(({ text }) => (text ? [text] : [])))]
  } catch {
    decoder = undefined
    return []
  }
}

/** The pieces of the picture with its lines, with a margin. */
async function piecesOf(picture: Pixels, boxes: readonly LineBox[], canvas: OffscreenCanvas): Promise<Blob[]> {
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(picture.data), picture.width, picture.height), 0, 0)
  const pieces: Blob[] = []
  for (const box of boxes) {
    const [xs, ys] = [box.map(([x]) => x), box.map(([, y]) => y)]
    const margin = sizeOf(box).height * 0.3
    const [x, y] = [Math.max(0, Math.min(...xs) - margin), Math.max(0, Math.min(...ys) - margin)]
    const [right, bottom] = [Math.min(picture.width, Math.max(...xs) + margin), Math.min(picture.height, Math.max(...ys) + margin)]
    const piece = new OffscreenCanvas(Math.max(1, Math.round(right - x)), Math.max(1, Math.round(bottom - y)))
    piece.getContext('2d')?.drawImage(canvas, x, y, right - x, bottom - y, 0, 0, piece.width, piece.height)
    pieces.push(await piece.convertToBlob({ type: 'image/jpeg', quality: 0.8 }))
  }
  return pieces
}

async function read({ id, file }: PlateAsked): Promise<void> {
  if (typeof OffscreenCanvas !== 'function') throw new Fault('unfit', 'no canvas in the worker')
  const { pixels, canvas } = await pixelsOf(file)
  models ??= open((share) => say({ type: 'loading', id, share })).catch((error: unknown) => {
    models = undefined
    throw error instanceof PackMissing ? new Fault('noPack', error.message) : new Fault('unfit', String(error))
  })
  const ready = await models
  say({ type: 'reading', id })
  const codes = await codesIn(pixels)
  const { lines, boxes, picture, turns } = await readLines(pixels, ready)
  const { width, height } = picture
  say({ type: 'read', id, reading: { lines, codes, pieces: await piecesOf(picture, boxes, canvas), picture: { width, height, turns } } })
}

self.addEventListener('message', ({ data }: MessageEvent<PlateAsked>) => {
  read(data).catch((error: unknown) =>
    say({
      type: 'failed',
      id: data.id,
      fault: error instanceof Fault ? error.fault : 'unfit',
      why: error instanceof Error ? error.message : String(error),
    }),
  )
})
