import { crc32 } from 'node:zlib'
import { withoutHeicMetadata } from './plain-heic.ts'

/** The orientation tag in Exif metadata (Exif 2.3, table 4), and its value for upright. */
const orientationTag = 0x0112
const upright = 1

/** The orientation from Exif metadata (a TIFF block), 1 to 8; 1 if absent. */
function orientationOf(tiff: Buffer): number {
  const isLittle = tiff[0] === 0x49
  const short = (at: number): number => (at < 0 || at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  if (tiff.length < 8) return upright
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let n = 0; n < short(directory); n++) {
    const entry = directory + 2 + n * 12
    if (entry + 12 > tiff.length) break
    const found = short(entry + 8)
    if (short(entry) === orientationTag) return found >= 1 && found <= 8 ? found : upright
  }
  return upright
}

/** Exif metadata with nothing but the orientation. */
function factsOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

const exif = 'Exif\0\0'

/** The end of the entropy-coded data that begins at `at`: the next marker that is neither fill nor restart. */
function endOfScan(bytes: Buffer, at: number): number {
  for (let next = bytes.indexOf(0xff, at); next >= 0; next = bytes.indexOf(0xff, next + 1)) {
    const code = bytes[next + 1]
    if (code !== undefined && code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return next
  }
  return bytes.length
}

/** Whether a segment affects the pixels: of the application segments only JFIF and colours (ICC, Adobe), no comments. */
const isDrawn = (code: number, head: string): boolean =>
  code === 0xe0 || code === 0xee || (code === 0xe2 && head.startsWith('ICC_PROFILE')) || ((code < 0xe0 || code > 0xef) && code !== 0xfe)

/** Markers without a length: restarts and starts, which do not belong between segments. */
const isAlone = (code: number): boolean => code <= 0x01 || (code >= 0xd0 && code <= 0xd8)

/**
 * Keeps the segments that affect the pixels, and the orientation. Drops bytes outside segments, which decoders skip, and everything after
 * the picture. Returns bytes without picture or metadata unchanged.
 */
function plainJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let [isPicture, isHiding] = [false, false]
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 2 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const code = bytes[at + 1]!
    if (code === 0xff) {
      at++
      continue
    }
    if (isAlone(code)) {
      at += 2
      continue
    }
    if (code === 0xd9) {
      kept.push(bytes.subarray(at, at + 2))
      break
    }
    if (at + 4 > bytes.length) break
    const end = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2))
    const head = bytes.toString('latin1', at + 4, at + 16)
    if (!isDrawn(code, head)) isHiding = true
    if (code === 0xe1 && head.startsWith(exif)) {
      const facts = Buffer.concat([Buffer.from(exif, 'latin1'), factsOf(orientationOf(bytes.subarray(at + 10, end)))])
      kept.push(Buffer.from([0xff, 0xe1, 0, facts.length + 2]), facts)
    } else if (isDrawn(code, head)) kept.push(bytes.subarray(at, end))
    at = end
    if (code === 0xda) {
      isPicture = true
      const next = endOfScan(bytes, at)
      kept.push(bytes.subarray(at, next))
      at = next
    }
  }
  return isPicture || isHiding ? Buffer.concat(kept) : bytes
}

/** PNG chunks for pixels, colours, size and frames. All others may contain texts, times and places. */
const drawnChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)

function plainPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (drawnChunks.has(type)) kept.push(bytes.subarray(at, end))
    else if (type === 'eXIf') {
      const facts = factsOf(orientationOf(bytes.subarray(at + 8, end - 4)))
      const chunk = Buffer.alloc(facts.length + 12)
      chunk.writeUInt32BE(facts.length, 0)
      chunk.write(type, 4, 'latin1')
      facts.copy(chunk, 8)
      chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
      kept.push(chunk)
    }
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}

/** WebP chunks for pixels. */
const drawnParts = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])

/** The XMP flag in the header of a WebP. */
const packetFlag = 0x04

function plainWebp(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  const last = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at + 8 <= last; ) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    const type = bytes.toString('latin1', at, at + 4)
    const chunk = Buffer.from(bytes.subarray(at, Math.min(end, last)))
    if (type === 'VP8X' && size > 0) chunk[8] = chunk[8]! & ~packetFlag
    if (type === 'EXIF') {
      const given = chunk.subarray(8, 8 + size)
      const facts = factsOf(orientationOf(given.toString('latin1', 0, 6) === exif ? given.subarray(6) : given))
      const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
      head.writeUInt32LE(facts.length, 4)
      kept.push(head, facts)
    } else if (drawnParts.has(type)) kept.push(chunk)
    at = end
  }
  const body = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

/** Whether a GIF application block affects the display: loop count, colours. */
const isShown = (head: string): boolean => ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'].includes(head)

/** Keeps the frames of a GIF and their display settings, drops comments. */
function plainGif(bytes: Buffer): Buffer {
  const tableOf = (flags: number | undefined): number => (flags !== undefined && flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const endOfBlocks = (from: number): number => {
    let at = from
    for (let size = bytes[at]; size; size = bytes[at]) at += size + 1
    return at + 1
  }
  const first = 13 + tableOf(bytes[10])
  const kept: Buffer[] = [bytes.subarray(0, first)]
  for (let at = first; at < bytes.length; ) {
    const begin = at
    const kind = bytes[at]
    if (kind === 0x2c) at = endOfBlocks(at + 11 + tableOf(bytes[at + 9]))
    else if (kind === 0x21) at = endOfBlocks(at + 2)
    else break
    const label = kind === 0x21 ? bytes[begin + 1] : undefined
    const isRemark = label === 0xfe || (label === 0xff && !isShown(bytes.toString('latin1', begin + 3, begin + 14)))
    if (!isRemark) kept.push(bytes.subarray(begin, at))
  }
  return Buffer.concat([...kept, Buffer.from([0x3b])])
}

const plain: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': plainJpeg,
  'image/png': plainPng,
  'image/webp': plainWebp,
  'image/gif': plainGif,
  'image/heic': withoutHeicMetadata,
}

/** Whether files of a type may contain the place where they were taken. */
export const mayNamePlace = (type: string): boolean => Object.hasOwn(plain, type)

/**
 * A picture without camera metadata (place, time, owner, motion clip), for downloads by others. The pixels are not re-encoded and the
 * orientation is kept. A truncated or damaged picture keeps its readable part, because viewers display that part too.
 */
export const withoutMetadata = (bytes: Buffer, type: string): Buffer => plain[type]?.(bytes) ?? bytes
