import type { DecodeAnswer, DecodeAsked } from './decode-messages.ts'
import { type Decoded, type Effort, type Frame, type OpenEngine, onCanvas } from './engine.ts'
import type { CodeFormat } from './formats.ts'

interface Waiting {
  readonly done: (codes: readonly Decoded[]) => void
  readonly fail: (error: Error) => void
}

interface Decoder {
  ask(picture: ImageBitmap | ImageData, formats: readonly CodeFormat[], effort: Effort): Promise<readonly Decoded[]>
}

function startWorker(): Promise<Decoder> {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0
  const ask: Decoder['ask'] = (picture, formats, effort) =>
    new Promise((done, fail) => {
      last += 1
      waiting.set(last, { done, fail })
      const asked: DecodeAsked = { id: last, picture, formats, effort }
      worker.postMessage(asked, picture instanceof ImageData ? [picture.data.buffer] : [picture])
    })
  return new Promise((done, fail) => {
    const end = (error: Error): void => {
      worker.terminate()
      for (const one of waiting.values()) one.fail(error)
      waiting.clear()
      fail(error)
    }
    worker.addEventListener('error', (event) => end(new Error(event.message || 'the decoding worker did not start')))
    worker.addEventListener('message', ({ data }: MessageEvent<DecodeAnswer>) => {
      if (data.type === 'ready') return done({ ask })
      if (data.type === 'unfit') return end(new Error(data.why))
      const one = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.type === 'found') one?.done(data.codes)
      else one?.fail(new Error(data.why))
    })
  })
}

let running: Promise<Decoder> | undefined

/** Starts the worker once and keeps it for the life of the page, so that the camera reopens without delay. */
function decoder(): Promise<Decoder> {
  running ??= startWorker().catch((error: unknown) => {
    running = undefined
    throw error
  })
  return running
}

// Transfers the frame without a copy if the worker can draw; otherwise reads the pixels here.
const pictureOf = async (frame: Frame): Promise<ImageBitmap | ImageData> => {
  const { source, x, y, width, height } = frame
  if (typeof OffscreenCanvas === 'function') return createImageBitmap(source, x, y, width, height)
  const pixels = onCanvas(frame).getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, width, height)
  if (!pixels) throw new Error('no canvas')
  return pixels
}

/** zxing compiled to wasm, in a worker. Reports symbology and GS1. */
export const openWasmEngine: OpenEngine = async (formats) => {
  const { ask } = await decoder()
  return { name: 'wasm', decode: async (frame, effort) => ask(await pictureOf(frame), formats, effort) }
}
