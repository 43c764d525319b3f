import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { ImportRefusal } from '../import-refusal.ts'

export interface ZipPart {
  readonly name: string
  readonly method: number
  readonly packed: Uint8Array
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const mostParts = 5000

/** The error for a damaged file. */
export const damaged = () => new ImportRefusal('文件已损坏，无法读取', 'The file is damaged and cannot be read')

/** The error for a file that becomes larger than any real workbook when unpacked. */
export const tooLarge = () => new ImportRefusal('文件解压后过大，已拒绝读取', 'The file is too large when unpacked, so it was not read')

/** The parts of a ZIP file by name, still compressed. Throws if it is damaged, protected by a password or split. */
export function zipParts(bytes: Uint8Array): Map<string, ZipPart> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && end > bytes.length - 65_558 && view.getUint32(end, true) !== endMark) end--
  if (end < 0 || view.getUint32(end, true) !== endMark) throw damaged()
  const count = view.getUint16(end + 10, true)
  if (count > mostParts) throw tooLarge()
  const parts = new Map<string, ZipPart>()
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryMark) throw damaged()
    const flags = view.getUint16(at + 8, true)
    const size = view.getUint32(at + 20, true)
    const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [number, number, number]
    const local = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + lengths[0]))
    if (flags & 1) throw new ImportRefusal('文件有密码保护，请去掉密码后再导入', 'The file is protected by a password. Remove it first')
    if (local + 30 > bytes.length) throw damaged()
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    if (start + size > bytes.length) throw damaged()
    parts.set(name, { name, method: view.getUint16(at + 10, true), packed: bytes.subarray(start, start + size) })
    at += 46 + lengths[0] + lengths[1] + lengths[2]
  }
  return parts
}

/** A small part as text; throws if it has more than `most` bytes. */
export function partText(part: ZipPart, most: number): string {
  if (part.method === 0) {
    if (part.packed.length > most) throw tooLarge()
    return new TextDecoder().decode(part.packed)
  }
  try {
    return new TextDecoder().decode(inflateRawSync(part.packed, { maxOutputLength: most }))
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
  }
}

const pieceBytes = 256 * 1024

/** The unpacked content of a part in pieces of 256 KiB; throws as soon as it exceeds `most` bytes. */
export async function* pieces(part: ZipPart, most: number): AsyncGenerator<Buffer> {
  if (part.method === 0) {
    if (part.packed.length > most) throw tooLarge()
    const { buffer, byteOffset, length } = part.packed
    for (let at = 0; at < length; at += pieceBytes) yield Buffer.from(buffer, byteOffset + at, Math.min(pieceBytes, length - at))
    return
  }
  if (part.method !== 8) throw damaged()
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  inflate.end(part.packed)
  let total = 0
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      total += piece.length
      if (total > most) throw tooLarge()
      yield piece
    }
  } catch (error) {
    throw error instanceof ImportRefusal ? error : damaged()
  } finally {
    inflate.destroy()
  }
}

/** The text of a part (UTF-8) as a stream. Throws as `pieces` does. */
export async function* textOf(part: ZipPart, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of pieces(part, most)) yield decoder.decode(piece, { stream: true })
}
