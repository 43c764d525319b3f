import { Buffer } from 'node:buffer'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { partText, zipParts } from '#server/kit/import/archive/zip-parts.ts'

interface Packed {
  readonly packed: Uint8Array
  /** What the archive says it unpacks to, true or not. */
  readonly size: number
}

/** A part that declares a small size and unpacks to this many mebibytes of one text. */
export function bombOf(mebibytes: number, text = ' '): Packed {
  // Blocks that need nothing of those before them are packed once and repeated.
  const block = deflateRawSync(Buffer.alloc(1024 * 1024, text), { finishFlush: constants.Z_FULL_FLUSH })
  return { packed: Buffer.concat([...Array.from({ length: mebibytes }, () => block), deflateRawSync(Buffer.alloc(0))]), size: 900 }
}

/** A copy of a zip with some parts rewritten, some replaced as they are, and some left out. */
export async function zipOf(
  bytes: Uint8Array,
  rewrite: Readonly<Record<string, (text: string) => string>>,
  replace: Readonly<Record<string, Packed>> = {},
  omit: readonly string[] = [],
): Promise<Uint8Array> {
  const heads: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  const put = (name: string, packed: Uint8Array, size: number): void => {
    const title = Buffer.from(name)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(size, 22)
    head.writeUInt16LE(title.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(title.length, 28)
    entry.writeUInt32LE(at, 42)
    heads.push(head, title, Buffer.from(packed))
    entries.push(entry, title)
    at += 30 + title.length + packed.length
  }
  for (const part of zipParts(bytes).values()) {
    if (omit.includes(part.name) || part.name in replace) continue
    const text = partText(part, 1e8)
    const content = Buffer.from(rewrite[part.name]?.(text) ?? text)
    put(part.name, deflateRawSync(content), content.length)
  }
  for (const [name, { packed, size }] of Object.entries(replace)) put(name, packed, size)
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length / 2, 8)
  end.writeUInt16LE(entries.length / 2, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...heads, directory, end]))
}

/** A file of an archive as a test writes it: what is said of it may be untrue. */
export interface Entry {
  readonly name: string | Buffer
  readonly content: Uint8Array
  /** Names are UTF-8 (0x800), the content is encrypted (1). */
  readonly flags?: number
  /** Bytes that the archive says. */
  readonly size?: number
  readonly crc?: number
}

/** A ZIP archive of these entries, in their order; names of text are UTF-8 and marked so. */
export function archiveOf(entries: readonly Entry[]): Buffer {
  const [parts, list]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const { name, content, flags = typeof name === 'string' ? 0x800 : 0, size = content.length, crc = crc32(content) } of entries) {
    const [title, packed] = [Buffer.from(name as string), deflateRawSync(content)]
    const facts = Buffer.alloc(26)
    for (const [index, value] of [20, flags, 8, 0, 0x21].entries()) facts.writeUInt16LE(value, index * 2)
    facts.writeUInt32LE(crc, 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(size, 18)
    facts.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), facts, title, packed])
    parts.push(part)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, place, title]))
    at += part.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}
