import { crc32 } from 'node:zlib'

/** The tag of the orientation in camera facts (Exif 2.3, table 4), and the upright value. */
const orientationTag = 0x0112
const upright = 1

/** The orientation that camera facts (a TIFF block) name, 1 to 8; 1 if they name none. */
function orientationOf(tiff: Buffer): number {
  const isLittle = tiff[0] === 0x49
  const short = (at: number): number => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
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

/** Camera facts that name the orientation alone. */
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

/** The end of coded data that begins at `at`: the next marker that is no filler and no restart. */
function endOfScan(bytes: Buffer, at: number): number {
  for (let next = bytes.indexOf(0xff, at); next >= 0; next = bytes.indexOf(0xff, next + 1)) {
    const code = bytes[next + 1]
    if (code !== undefined && code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return next
  }
  return bytes.length
}

/** Keeps what draws the picture: of the application segments the JFIF head, the colours (ICC, Adobe) and the orientation. What follows the picture goes. */
function plainJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) throw new Error('no marker')
    const code = bytes[at + 1]!
    if (code === 0xff) {
      at++
      continue
    }
    if (code === 0xd9) {
      kept.push(bytes.subarray(at, at + 2))
      break
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const head = bytes.toString('latin1', at + 4, at + 16)
    const isOfCamera = code === 0xe1 && head.startsWith(exif)
    const isDrawn = code < 0xe0 || code > 0xef || code === 0xe0 || code === 0xee || (code === 0xe2 && head.startsWith('ICC_PROFILE'))
    if (isOfCamera) {
      const facts = Buffer.concat([Buffer.from(exif, 'latin1'), factsOf(orientationOf(bytes.subarray(at + 10, end)))])
      const size = Buffer.from([0xff, 0xe1, 0, facts.length + 2])
      kept.push(size, facts)
    } else if (isDrawn && code !== 0xfe) kept.push(bytes.subarray(at, end))
    at = end
    if (code === 0xda) {
      const next = endOfScan(bytes, at)
      kept.push(bytes.subarray(at, next))
      at = next
    }
  }
  return Buffer.concat(kept)
}

/** Chunks of a PNG that hold words, times and camera facts. */
const wordy = new Set(['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf'])

function plainPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new Error('no chunk')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!wordy.has(type)) kept.push(bytes.subarray(at, end))
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

/** The flag of a packet of words (XMP) in the head of a WebP. */
const packetFlag = 0x04

function plainWebp(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  const last = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at + 8 <= last; ) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (at + 8 + size > last) throw new Error('no chunk')
    const type = bytes.toString('latin1', at, at + 4)
    const chunk = Buffer.from(bytes.subarray(at, end))
    if (type === 'VP8X') chunk[8] = chunk[8]! & ~packetFlag
    if (type === 'EXIF') {
      const given = chunk.subarray(8, 8 + size)
      const facts = factsOf(orientationOf(given.toString('latin1', 0, 6) === exif ? given.subarray(6) : given))
      const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
      head.writeUInt32LE(facts.length, 4)
      kept.push(head, facts)
    } else if (type !== 'XMP ') kept.push(chunk)
    at = end
  }
  const body = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

const plain: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': plainJpeg,
  'image/png': plainPng,
  'image/webp': plainWebp,
}

/** Whether pictures of a type may hold where they were taken. */
export const mayNamePlace = (type: string): boolean => type in plain

/**
 * A picture without what the camera wrote beside it (where and when it was taken, by whom, a film of the moment), for others to download. The pixels are
 * not coded again, and it stands as before. A picture whose structure cannot be read is returned as it is: no program can show it either.
 */
export function plainPicture(bytes: Buffer, type: string): Buffer {
  try {
    return plain[type]?.(bytes) ?? bytes
  } catch {
    return bytes
  }
}
