import type { Readable } from 'node:stream'
import type Sharp from 'sharp'
import { Refusal } from '#contract/kit/errors.ts'
import { type ContentStore, thumbName } from './content-store.ts'

/** Pixels of the longer side. */
const side = 320
/** Pictures with more pixels, or that take longer, get no thumbnail: decoding them takes 200 MB or more. */
const mostPixels = 50_000_000
const mostSeconds = 10
/** Maximum number of pictures in the queue. */
const mostWaiting = 200

const thumbnailTypes = new Set(['jpeg', 'png', 'gif', 'webp'].map((name) => `image/${name}`))

/** Loaded with the first picture: the library brings 20 MB of native code. */
async function library(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

const draw = (sharp: typeof Sharp, bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
    .timeout({ seconds: mostSeconds })
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 72 })
    .toBuffer()

/** Reads a whole content. Throws a Refusal on an error or a timeout, because others wait in the queue. */
async function whole(content: Readable): Promise<Buffer> {
  const late = setTimeout(() => content.destroy(new Error('late')), mostSeconds * 1000)
  const pieces: Buffer[] = []
  try {
    for await (const piece of content) pieces.push(piece as Buffer)
  } catch {
    throw new Refusal('busy')
  } finally {
    clearTimeout(late)
  }
  return Buffer.concat(pieces)
}

async function make(contents: ContentStore, tenantId: string, sha256: string): Promise<Buffer> {
  const bytes = await whole(await contents.read(tenantId, sha256))
  // Loaded outside the `catch` below: a failure of the library must not mark the picture as broken.
  const sharp = await library()
  // An empty thumbnail records that the picture cannot be decoded, so that it is not tried again on every view.
  const small = await draw(sharp, bytes).catch(() => Buffer.alloc(0))
  await contents.put(tenantId, thumbName(sha256), small)
  return small
}

const making = new Map<string, Promise<Buffer>>()
let tail: Promise<unknown> = Promise.resolve()

/**
 * A WebP thumbnail of at most 320 pixels a side, upright and without camera metadata; undefined if it is no picture or cannot be decoded.
 * Created on first view, because a photo takes 30 ms and most are never viewed; one at a time, to bound memory.
 */
export async function thumbnailOf(contents: ContentStore, tenantId: string, sha256: string, type: string): Promise<Buffer | undefined> {
  if (!thumbnailTypes.has(type)) return undefined
  const key = `${tenantId}/${sha256}`
  let small = making.get(key) ?? (await contents.thumb(tenantId, sha256))
  if (!small) {
    // Another request may have started it in the meantime.
    small = making.get(key)
    if (!small) {
      if (making.size >= mostWaiting) throw new Refusal('busy')
      const begun = tail.then(() => make(contents, tenantId, sha256)).finally(() => making.delete(key))
      making.set(key, begun)
      tail = begun.catch(() => undefined)
      small = begun
    }
  }
  const bytes = await small
  return bytes.length > 0 ? bytes : undefined
}
