import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive. */
export interface ZipEntry {
  readonly path: string
  readonly pieces: AsyncIterable<string> | Iterable<string>
}

/** Flags: names are UTF-8; sizes and checksum follow the contents. */
const flags = 0x0808
/** 1 January 1980, the first day of the format: a constant, so that the same rows give the same bytes. */
const day = 0x0021
const mostBytes = 0xffffffff

/** Little-endian numbers, each with its length in bytes. */
function bytesOf(...numbers: readonly (readonly [value: number, length: number])[]): Buffer {
  const all = Buffer.alloc(numbers.reduce((sum, [, length]) => sum + length, 0))
  let at = 0
  for (const [value, length] of numbers) at = all.writeUIntLE(value, at, length)
  return all
}

/**
 * A ZIP archive as a stream in bounded memory: each entry is read after the previous ones are sent. Throws if the archive exceeds 4 GB, the
 * limit of the format.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const list: Buffer[] = []
  let sent = 0
  const counted = (piece: Buffer): Buffer => {
    sent += piece.length
    if (sent > mostBytes) throw new Error('the archive is larger than 4 GB')
    return piece
  }
  for await (const { path, pieces } of entries) {
    const name = Buffer.from(path)
    const from = sent
    yield counted(
      Buffer.concat([
        Buffer.from('PK\x03\x04'),
        bytesOf([20, 2], [flags, 2], [8, 2], [0, 2], [day, 2], [0, 6], [0, 6]),
        bytesOf([name.length, 2], [0, 2]),
        name,
      ]),
    )
    let [crc, size, packed] = [0, 0, 0]
    async function* contents() {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece, 'utf8')
        crc = crc32(bytes, crc)
        size += bytes.length
        yield bytes
      }
    }
    const deflate = createDeflateRaw()
    const read = pipeline(Readable.from(contents()), deflate)
    // The loop below throws the error; if the consumer stops early, the rows are closed first.
    const closed = read.catch(() => undefined)
    try {
      for await (const piece of deflate) {
        packed += (piece as Buffer).length
        yield counted(piece as Buffer)
      }
    } finally {
      await closed
    }
    if (size > mostBytes) throw new Error('a part of the archive is larger than 4 GB')
    const sizes = bytesOf([crc, 4], [packed, 4], [size, 4])
    yield counted(Buffer.concat([Buffer.from('PK\x07\x08'), sizes]))
    list.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        bytesOf([20, 2], [20, 2], [flags, 2], [8, 2], [0, 2], [day, 2]),
        sizes,
        bytesOf([name.length, 2], [0, 6], [0, 4], [0, 2], [from, 4]),
        name,
      ]),
    )
  }
  const all = Buffer.concat(list)
  const end = bytesOf([0, 4], [list.length, 2], [list.length, 2], [all.length, 4], [sent, 4], [0, 2])
  yield Buffer.concat([all, Buffer.from('PK\x05\x06'), end])
}
