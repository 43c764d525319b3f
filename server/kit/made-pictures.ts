import type { Readable } from 'node:stream'
import type Sharp from 'sharp'
import type { Metadata } from 'sharp'
import { Refusal } from '#contract/kit/errors.ts'
import { type ContentStore, copyName, thumbName } from './content-store.ts'
import type { Made, Source } from './heic.ts'
import { queue, threads } from './thread.ts'

/** Pixels of the longer side of a thumbnail. */
const side = 320
/** The most pixels of a picture that gets a thumbnail. */
const mostPixels = 200_000_000
/** The most memory of one that has to be held whole, and what a pixel of it takes at least. */
const mostHeldBytes = 200_000_000
const leastBytes = 4
const bytesOfDepth: Readonly<Record<string, number>> = { uchar: 1, ushort: 2 }
const mostSeconds = 10
/** Maximum number of pictures in the queue. */
const mostWaiting = 200

const thumbnailTypes = new Set(['jpeg', 'png', 'gif', 'webp'].map((name) => `image/${name}`))

/** Whether a picture is shown as a JPEG copy, since browsers cannot show it. */
export const isCopied = (type: string): boolean => type === 'image/heic'

/** Loaded with the first picture: the library brings 20 MB of native code. */
async function library(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** How sharp says that its time is over. */
const tookTooLong = /timeout: \d+% complete/

/** The bytes that a picture takes while it is drawn: few where it is drawn while it is read. */
function heldBytes({ format, isProgressive, width, height, channels, depth }: Metadata): number {
  const isRead = (format === 'jpeg' || format === 'png') && !isProgressive
  return isRead ? 0 : width * height * Math.max(leastBytes, channels * (bytesOfDepth[depth] ?? leastBytes))
}

async function draw(sharp: typeof Sharp, bytes: Buffer): Promise<Buffer> {
  const options = { limitInputPixels: mostPixels, failOn: 'error', animated: false } as const
  if (heldBytes(await sharp(bytes, options).metadata()) > mostHeldBytes) throw new Error('too large to be held in memory')
  return sharp(bytes, options)
    .timeout({ seconds: mostSeconds })
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 72 })
    .toBuffer()
}

/** Reads a whole content. Throws a Refusal on an error or a timeout, because others wait in the queue. */
export async function wholeContent(content: Readable): Promise<Buffer> {
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

const making = new Map<string, Promise<Buffer>>()
const inTurn = queue()

/** How often a picture is tried whose making was broken off by a want of time or memory, and how long after the last time. */
const mostTries = 3
const againAfterMs = 5 * 60_000

interface Tried {
  readonly times: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What is kept of a picture that was tried and not finished, in place of what will be made of it. */
const triedForm = /^tried (\d) (\d{1,15})$/
const keptTry = ({ times, at }: Tried): Buffer => Buffer.from(times < mostTries ? `tried ${times} ${at}` : '')

function triedOf(kept: Buffer | undefined): Tried | undefined {
  const found = kept && kept.length < 32 ? triedForm.exec(kept.toString('latin1')) : undefined
  return found ? { times: Number(found[1]), at: Number(found[2]) } : undefined
}

/** Making was broken off: a slow machine or a full memory says nothing about the picture. */
class BrokenOff extends Error {}

/**
 * What is made of a content under a name, from the store or made now and stored; undefined if it cannot be made. Created on first view, because most
 * pictures are never viewed; one at a time, to bound memory. `make` answers an empty buffer for what cannot be decoded, so that it is not tried again,
 * and throws `BrokenOff` for what may be tried again later.
 */
async function madeOnce(contents: ContentStore, tenantId: string, name: string, make: () => Promise<Buffer>): Promise<Buffer | undefined> {
  const key = `${tenantId}/${name}`
  const kept = making.has(key) ? undefined : await contents.made(tenantId, name)
  const tried = triedOf(kept)
  if (kept && (!tried || Date.now() < tried.at + againAfterMs)) return kept.length > 0 && !tried ? kept : undefined
  // Another request may have started it in the meantime.
  let made = making.get(key)
  if (!made) {
    if (making.size >= mostWaiting) throw new Refusal('busy')
    made = inTurn(async () => {
      try {
        const bytes = await make()
        await contents.put(tenantId, name, bytes)
        return bytes
      } catch (error) {
        if (!(error instanceof BrokenOff)) throw error
        await contents.put(tenantId, name, keptTry({ times: (tried?.times ?? 0) + 1, at: Date.now() }))
        return Buffer.alloc(0)
      }
    }).finally(() => making.delete(key))
    making.set(key, made)
  }
  const bytes = await made
  return bytes.length > 0 ? bytes : undefined
}

/** The heap of the thread; its pixels are bounded by their number, see `jpegOf`. */
const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
const copySeconds = 30
const thread = threads<Source, Made>('picture-thread', limits)

async function copy(heic: Buffer): Promise<Buffer> {
  let jpeg: Uint8Array | undefined
  await thread(
    { heic },
    (made) => {
      jpeg = made.jpeg
    },
    AbortSignal.timeout(copySeconds * 1000),
  )
  return jpeg ? Buffer.from(jpeg) : Buffer.alloc(0)
}

/** The JPEG copy of a picture that browsers cannot show (HEIC), upright and without camera facts; undefined if it cannot be decoded. */
export const copyOf = (contents: ContentStore, tenantId: string, sha256: string): Promise<Buffer | undefined> =>
  madeOnce(contents, tenantId, copyName(sha256), async () => {
    const bytes = await wholeContent(await contents.read(tenantId, sha256))
    return copy(bytes).catch(() => {
      throw new BrokenOff()
    })
  })

/**
 * A WebP thumbnail of at most 320 pixels a side, upright and without camera facts; undefined if it is no picture or cannot be decoded
 * within the limits.
 */
export async function thumbnailOf(contents: ContentStore, tenantId: string, sha256: string, type: string): Promise<Buffer | undefined> {
  if (!thumbnailTypes.has(type) && !isCopied(type)) return undefined
  const jpeg = isCopied(type) ? await copyOf(contents, tenantId, sha256) : undefined
  if (isCopied(type) && !jpeg) return undefined
  return madeOnce(contents, tenantId, thumbName(sha256), async () => {
    const bytes = jpeg ?? (await wholeContent(await contents.read(tenantId, sha256)))
    // Loaded outside the `catch` below: a failure of the library must not mark the picture as broken.
    const sharp = await library()
    return draw(sharp, bytes).catch((error: unknown) => {
      if (tookTooLong.test(String(error))) throw new BrokenOff()
      return Buffer.alloc(0)
    })
  })
}
