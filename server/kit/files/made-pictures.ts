import type { Readable } from 'node:stream'
import type Sharp from 'sharp'
import type { Metadata } from 'sharp'
import { Refusal } from '#contract/kit/errors.ts'
import { queue, threads } from '../jobs/thread.ts'
import { type ContentStore, copyName, thumbName } from './content-store.ts'
import type { Made, Source } from './heic.ts'

/** Pixels of a thumbnail's longer side. */
const side = 320
/** Maximum pixels of a picture that gets a thumbnail. */
const mostPixels = 200_000_000
/** Maximum memory for a picture that must be decoded whole, and the minimum bytes per pixel of one. */
const mostHeldBytes = 200_000_000
const leastBytes = 4
const bytesOfDepth: Readonly<Record<string, number>> = { uchar: 1, ushort: 2 }
const mostSeconds = 10
/** Maximum number of pictures in the queue. */
const mostWaiting = 200

const thumbnailTypes = new Set(['jpeg', 'png', 'gif', 'webp'].map((name) => `image/${name}`))

/** Whether a type is displayed as a JPEG copy, because browsers cannot display it. */
export const isCopied = (type: string): boolean => type === 'image/heic'

/** Loads the library with the first picture: it contains 20 MB of native code. */
async function library(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** The timeout error message of sharp. */
const tookTooLong = /timeout: \d+% complete/

/** Bytes in memory while a picture is decoded; few for formats that are decoded as a stream. */
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

/** Maximum number of attempts after a timeout or lack of memory, and the pause between two. */
const mostTries = 3
const againAfterMs = 5 * 60_000

interface Tried {
  readonly times: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The content stored in place of the result while attempts remain. */
const triedForm = /^tried (\d) (\d{1,15})$/
const keptTry = ({ times, at }: Tried): Buffer => Buffer.from(times < mostTries ? `tried ${times} ${at}` : '')

function triedOf(kept: Buffer | undefined): Tried | undefined {
  const found = kept && kept.length < 32 ? triedForm.exec(kept.toString('latin1')) : undefined
  return found ? { times: Number(found[1]), at: Number(found[2]) } : undefined
}

/** Thrown when computing was aborted: a slow machine or full memory does not mean that the picture is broken. */
class BrokenOff extends Error {}

/**
 * Returns a derived content (`name`) from the store, or computes and stores it; undefined if it cannot be computed. Computed on first view,
 * because most pictures are never viewed; one at a time, to bound memory. `make` returns an empty buffer for a picture that cannot be
 * decoded, so that it is not retried, and throws `BrokenOff` if it may be retried later.
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

/** The thread's heap limits; `jpegOf` limits its pixels by their number. */
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

/** The JPEG copy of a picture that browsers cannot show (HEIC), upright and without camera metadata; undefined if it cannot be decoded. */
export const copyOf = (contents: ContentStore, tenantId: string, sha256: string): Promise<Buffer | undefined> =>
  madeOnce(contents, tenantId, copyName(sha256), async () => {
    const bytes = await wholeContent(await contents.read(tenantId, sha256))
    return copy(bytes).catch(() => {
      throw new BrokenOff()
    })
  })

/**
 * A WebP thumbnail of at most 320 pixels a side, upright and without camera metadata; undefined if it is no picture or cannot be decoded
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

/** Whether a picture can be shown within the limits, which is found out by drawing it small: one that is cut off, or that takes too much, cannot. */
export function isDrawable(bytes: Buffer, type: string): Promise<boolean> {
  if (isCopied(type))
    return copy(bytes).then(
      (jpeg) => jpeg.length > 0,
      () => false,
    )
  if (!thumbnailTypes.has(type)) return Promise.resolve(false)
  return inTurn(async () => {
    const sharp = await library()
    return draw(sharp, bytes).then(
      () => true,
      () => false,
    )
  })
}
