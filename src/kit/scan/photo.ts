import { meant } from './acceptance.ts'
import { frameDecoder } from './choose-engine.ts'
import { type CodeFormat, usualFormats } from './formats.ts'
import type { Hit } from './hit.ts'

/** Longest sides in pixels at which a photo is decoded, in order: small is fast, full size finds small codes. */
const sides = [1600, Number.POSITIVE_INFINITY]

/** The code in a photo; undefined when there is none. Rejects when the file is not a picture. */
export async function hitInPhoto(file: Blob, formats: readonly CodeFormat[] = usualFormats, isUdi = false): Promise<Hit | undefined> {
  const decoder = frameDecoder(formats, isUdi)
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const longest = Math.max(whole.width, whole.height)
  try {
    for (const side of sides) {
      if (side !== sides[0] && longest <= (sides[0] as number)) break
      const scale = Math.min(1, side / longest)
      const [width, height] = [Math.round(whole.width * scale), Math.round(whole.height * scale)]
      const source = await createImageBitmap(whole, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' })
      const codes = await decoder.decodeFrom({ source, x: 0, y: 0, width, height }, 'thorough')
      source.close()
      const code = meant(codes, width, height)
      if (!code) continue
      const { text, format, aim, gs1 } = code
      return { text, format, ...(aim ? { aim } : {}), ...(gs1 === undefined ? {} : { gs1 }), source: 'photo', at: performance.now() }
    }
    return undefined
  } finally {
    whole.close()
  }
}
