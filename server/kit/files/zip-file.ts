import { Buffer } from 'node:buffer'
import { crc32, deflateRawSync } from 'node:zlib'

/** Flag: names are UTF-8. */
const utf8 = 0x0800
/** 1 January 1980, the first day of the format: a constant, so that the same files give the same bytes. */
const day = 0x0021

/** A ZIP archive of small text files, each with its path. */
export function zipFile(files: readonly { readonly path: string; readonly text: string }[]): Buffer {
  const [parts, entries]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const { path, text } of files) {
    const [name, plain] = [Buffer.from(path), Buffer.from(text)]
    const packed = deflateRawSync(plain)
    const facts = Buffer.alloc(26)
    ;[20, utf8, 8, 0, day].forEach((value, index) => {
      facts.writeUInt16LE(value, index * 2)
    })
    facts.writeUInt32LE(crc32(plain), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(plain.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed])
    parts.push(part)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, place, name]))
    at += part.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end])
}
