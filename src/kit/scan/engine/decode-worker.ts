import { prepareZXingModule, readBarcodes, ZXING_WASM_SHA256 } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { DecodeAnswer, DecodeAsked } from './decode-messages.ts'
import { readOptions } from './read-options.ts'
import { decodedOf } from './zxing-result.ts'

const say = (answer: DecodeAnswer): void => self.postMessage(answer)
const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Loads zxing from our own server. A wasm file of another version fails silently in every call, so its hash is checked first. */
async function load(): Promise<void> {
  const response = await fetch(wasmUrl)
  if (!response.ok) throw new Error(`${wasmUrl}: ${response.status}`)
  const wasmBinary = await response.arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', wasmBinary))
  const sum = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (sum !== ZXING_WASM_SHA256) throw new Error(`the wasm is ${sum}, this program needs ${ZXING_WASM_SHA256}`)
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

let canvas: OffscreenCanvas | undefined

/** Pixels of a picture; reuses the canvas for frames of the same size. */
function pixelsOf(picture: ImageBitmap | ImageData): ImageData {
  if (picture instanceof ImageData) return picture
  const { width, height } = picture
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas in the worker')
  // Transparent areas become white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0)
  picture.close()
  return context.getImageData(0, 0, width, height)
}

const ready = load().then(
  () => say({ type: 'ready' }),
  (error: unknown) => say({ type: 'unfit', why: sentence(error) }),
)

self.addEventListener('message', ({ data }: MessageEvent<DecodeAsked>) => {
  const answer = async (): Promise<void> => {
    await ready
    const results = await readBarcodes(pixelsOf(data.picture), readOptions(data.formats, data.effort))
    say({ type: 'found', id: data.id, codes: decodedOf(results) })
  }
  answer().catch((error: unknown) => say({ type: 'failed', id: data.id, why: sentence(error) }))
})
