import { describe, expect, it } from 'vitest'
import { exportOps } from '#src/data/outbox/export-ops.ts'
import { crc32, zip } from '#src/data/outbox/zip.ts'
import { ann, lab, photo } from './lab.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** The files of a ZIP as its index lists them. */
const unzip = async (archive: Blob): Promise<Map<string, Uint8Array>> => {
  const view = new DataView(await archive.arrayBuffer())
  const all = new Uint8Array(view.buffer)
  const end = view.byteLength - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const files = new Map<string, Uint8Array>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const size = view.getUint32(at + 20, true)
    const nameLength = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    expect(view.getUint32(local, true)).toBe(0x04034b50)
    const content = all.slice(local + 30 + nameLength, local + 30 + nameLength + size)
    expect(crc32(content)).toBe(view.getUint32(at + 16, true))
    files.set(new TextDecoder().decode(all.slice(at + 46, at + 46 + nameLength)), content)
    at += 46 + nameLength
  }
  return files
}

describe('the archive of waiting records', () => {
  it('has the checksum that every ZIP program knows', () => {
    expect(crc32(bytes('123456789'))).toBe(0xcbf43926)
  })

  it('dates its files as clocks of the hospital show it', async () => {
    const view = new DataView(await zip([{ name: 'a', bytes: bytes('') }], new Date('2026-12-31T16:01:02Z')).arrayBuffer())
    const [time, date] = [view.getUint16(10, true), view.getUint16(12, true)]
    expect([date >> 9, (date >> 5) & 15, date & 31]).toEqual([2027 - 1980, 1, 1])
    expect([time >> 11, (time >> 5) & 63, time & 31]).toEqual([0, 1, 1])
  })

  it('keeps names in any script and contents of any size, empty ones too', async () => {
    const files = await unzip(
      zip([
        { name: '照片/监护仪.jpg', bytes: bytes('x'.repeat(70_000)) },
        { name: 'empty', bytes: bytes('') },
      ]),
    )
    expect([...files].map(([name, content]) => [name, content.length])).toEqual([
      ['照片/监护仪.jpg', 70_000],
      ['empty', 0],
    ])
  })

  it('holds what was written, why it waits and the photos, and names a photo that cannot be read', async () => {
    const { write, store, db, find } = await lab()
    const id = await write({}, ann, [photo('f1', 20), photo('f2', 30)])
    await db.blobs.delete('f2')
    const op = await find(id)
    const files = await unzip(await exportOps(store, op ? [op] : []))
    expect([...files.keys()]).toEqual(['records.json', 'photos/f1.jpg'])
    const { records } = JSON.parse(new TextDecoder().decode(files.get('records.json'))) as { records: unknown[] }
    expect(records).toMatchObject([{ id, kind: 'note.add', state: 'pending', photos: ['f1', 'f2'], missingPhotos: ['f2'] }])
  })
})
