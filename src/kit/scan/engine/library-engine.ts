import { type Decoded, type OpenEngine, onCanvas } from './engine.ts'
import { codeFormats, ofLibrary } from './formats.ts'

/** The decoder of html5-qrcode, for phones without wasm. Finds fewer codes, one per frame. */
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
      // The decoder throws when there is no code.
      const result = await decoder.decodeAsync(canvas).catch(() => undefined)
      const format = result?.format && ofLibrary(result.format.format)
      return result && format ? [{ text: result.text, format, corners: [] }] : []
    },
  }
}
