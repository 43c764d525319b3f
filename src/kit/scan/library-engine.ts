import { type Decoded, type OpenEngine, onCanvas } from './engine.ts'
import { codeFormats, ofLibrary } from './formats.ts'

/** The decoder that html5-qrcode brings, for phones that run no wasm. It finds fewer codes, one per frame. */
export const openLibraryEngine: OpenEngine = async (formats) => {
  const [{ ZXingHtml5QrcodeDecoder }, { BaseLoggger }] = await Promise.all([
    import('html5-qrcode/esm/zxing-html5-qrcode-decoder.js'),
    import('html5-qrcode/esm/core.js'),
  ])
  const decoder = new ZXingHtml5QrcodeDecoder(
    formats.map((format) => codeFormats[format].library),
    false,
    new BaseLoggger(false),
  )
  return {
    name: 'library',
    decode: async (frame): Promise<readonly Decoded[]> => {
      const canvas = onCanvas(frame)
      // It says "no code" by throwing.
      const result = await decoder.decodeAsync(canvas).catch(() => undefined)
      const format = result?.format && ofLibrary(result.format.format)
      return result && format ? [{ text: result.text, format, corners: [] }] : []
    },
  }
}
