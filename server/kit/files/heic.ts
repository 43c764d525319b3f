import type { HeifImage } from 'libheif-js/wasm-bundle.js'

/** A picture in HEIC, the format of iPhones. */
export interface Source {
  readonly heic: Uint8Array
}

/** Its copy as JPEG; undefined if it cannot be decoded or has too many pixels. */
export interface Made {
  readonly jpeg: Uint8Array | undefined
}

/** Maximum number of pixels. Decoding takes about ten bytes per pixel; iPhones produce 12, 24 and 48 million. */
const mostPixels = 50_000_000

function pixelsOf(image: HeifImage, width: number, height: number): Promise<Uint8ClampedArray | undefined> {
  return new Promise((done) => {
    image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (shown) => done(shown?.data))
  })
}

/** The first picture of a HEIC file as JPEG, upright, without camera metadata. Run it in a thread: decoding takes about a second. */
export async function jpegOf({ heic }: Source): Promise<Uint8Array | undefined> {
  const [{ default: heif }, { default: sharp }] = await Promise.all([import('libheif-js/wasm-bundle.js'), import('sharp')])
  const images = new heif.HeifDecoder().decode(heic)
  const [image] = images
  try {
    if (!image) return undefined
    const [width, height] = [image.get_width(), image.get_height()]
    if (width * height > mostPixels) return undefined
    const pixels = await pixelsOf(image, width, height)
    if (!pixels) return undefined
    sharp.concurrency(1)
    return await sharp(pixels, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 88 })
      .toBuffer()
  } finally {
    for (const one of images) one.free()
  }
}
