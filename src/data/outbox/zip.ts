import { homeTime } from '#contract/kit/time/moment.ts'

/** One file of an archive. */
export interface ZipEntry {
  /** Path inside the archive, with `/`. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Flag bit for names in UTF-8. */
const FLAGS = 0x0800
const VERSION = 20

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 as used by ZIP. */
export const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] as number)
  return (crc ^ 0xffffffff) >>> 0
}

/** Date and time in the format of ZIP: without a zone, in home time. */
function dosMoment(at: Date): readonly [date: number, time: number] {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = homeTime(at.toISOString()).split(/\D/).map(Number)
  return [((year - 1980) << 9) | (month << 5) | day, (hour << 11) | (minute << 5) | (second >> 1)]
}

/** Little-endian numbers, each with its width in bytes. */
const packed = (...fields: [value: number, width: 2 | 4][]): Uint8Array<ArrayBuffer> => {
  const out = new DataView(new ArrayBuffer(fields.reduce((sum, [, width]) => sum + width, 0)))
  let at = 0
  for (const [value, width] of fields) {
    if (width === 2) out.setUint16(at, value, true)
    else out.setUint32(at, value, true)
    at += width
  }
  return new Uint8Array(out.buffer)
}

/** Builds a ZIP archive without compression, because photos are already compressed. `at`: file date, in home time. */
export const zip = (entries: readonly ZipEntry[], at = new Date()): Blob => {
  const encoder = new TextEncoder()
  const [date, time] = dosMoment(at)
  const body: Uint8Array<ArrayBuffer>[] = []
  const index: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const path = encoder.encode(name)
    const size = bytes.length
    const facts: [number, 2 | 4][] = [
      [VERSION, 2],
      [FLAGS, 2],
      [0, 2],
      [time, 2],
      [date, 2],
      [crc32(bytes), 4],
      [size, 4],
      [size, 4],
      [path.length, 2],
      [0, 2],
    ]
    const head = packed([LOCAL, 4], ...facts)
    body.push(head, path, bytes)
    index.push(packed([CENTRAL, 4], [VERSION, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), path)
    offset += head.length + path.length + size
  }
  const indexSize = index.reduce((sum, part) => sum + part.length, 0)
  const end = packed([END, 4], [0, 2], [0, 2], [entries.length, 2], [entries.length, 2], [indexSize, 4], [offset, 4], [0, 2])
  return new Blob([...body, ...index, end], { type: 'application/zip' })
}
