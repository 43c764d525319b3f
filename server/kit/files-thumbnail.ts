import type { Readable } from 'node:stream'
import type Sharp from 'sharp'
import { Refusal } from '#contract/kit/errors.ts'
import { type ContentStore, thumbName } from './content-store.ts'

/** Pixels of the longer side. */
const side = 320
/** A picture with more pixels, or one that takes longer, stays without a small one: unpacked it would take 200 MB and more. */
const mostPixels = 50_000_000
const mostSeconds = 10
/** Pictures that may wait for their turn. */
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

/** All of a content. Throws a Refusal when it does not come: others wait for their turn. */
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
  // Outside of what a picture is blamed for.
  const sharp = await library()
  // A picture that cannot be drawn stays as it is; that is kept too, or everybody who looks would have it tried again.
  const small = await draw(sharp, bytes).catch(() => Buffer.alloc(0))
  await contents.put(tenantId, thumbName(sha256), small)
  return small
}

const making = new Map<string, Promise<Buffer>>()
let tail: Promise<unknown> = Promise.resolve()

/**
 * A WebP of at most 320 pixels a side, upright and without camera metadata; undefined when it is no picture or cannot be decoded.
 * Made on first view, since a photo takes 30 ms and most are never viewed; one at a time, so that memory is bounded.
 */
export async function thumbnailOf(contents: ContentStore, tenantId: string, sha256: string, type: string): Promise<Buffer | undefined> {
  if (!thumbnailTypes.has(type)) return undefined
  const key = `${tenantId}/${sha256}`
  let small = making.get(key) ?? (await contents.thumb(tenantId, sha256))
  if (!small) {
    // Another request may have begun while the store answered.
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
