import { meant } from './acceptance.ts'
import { frameDecoder } from './engine/choose-engine.ts'
import type { Decoded } from './engine/engine.ts'
import { type CodeFormat, codeFormats, usualFormats } from './engine/formats.ts'
import type { Hit } from './hit.ts'

/** Longest side in pixels of the first look at a photo: small is fast. */
const usualSide = 1600
/** Sizes of further looks, relative to the first. Linear codes are found at other sizes than matrix codes, so most are larger. */
const further = [1.25, 1.6, 2, 0.8]

/** The scales at which a photo is looked at, in order; `longest`: its longest side in pixels. Full size finds small codes. */
export function scalesOf(longest: number): number[] {
  const first = Math.min(1, usualSide / longest)
  return [first, ...(first < 1 ? [1] : []), ...further.map((one) => first * one)]
}

/**
 * The first code that counts in several looks at the same picture: a QR code or Data Matrix at once, a linear code when two looks read the same, since its
 * check digit holds by chance in one of ten wrong reads.
 */
export async function agreedCode(
  scales: readonly number[],
  look: (scale: number) => Promise<Decoded | undefined>,
): Promise<Decoded | undefined> {
  const seen = new Set<string>()
  for (const scale of scales) {
    const code = await look(scale)
    if (!code) continue
    if (!codeFormats[code.format].isLinear || seen.has(code.text)) return code
    seen.add(code.text)
  }
  return undefined
}

/** The code in a photo; undefined when there is none. Rejects when the file is not a picture. */
export async function hitInPhoto(file: Blob, formats: readonly CodeFormat[] = usualFormats, isUdi = false): Promise<Hit | undefined> {
  const decoder = frameDecoder(formats, isUdi)
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const code = await agreedCode(scalesOf(Math.max(whole.width, whole.height)), async (scale) => {
      const [width, height] = [Math.round(whole.width * scale), Math.round(whole.height * scale)]
      const source = await createImageBitmap(whole, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' })
      const codes = await decoder.decodeFrom({ source, x: 0, y: 0, width, height }, 'thorough')
      source.close()
      return meant(codes, width, height)
    })
    if (!code) return undefined
    const { text, format, aim, gs1 } = code
    return { text, format, ...(aim ? { aim } : {}), ...(gs1 === undefined ? {} : { gs1 }), source: 'photo', at: performance.now() }
  } finally {
    whole.close()
  }
}
