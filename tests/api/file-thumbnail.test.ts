import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { other } from '#tests/harness/hospitals.ts'
import { factsOf, photo, picture, send, upload } from '#tests/harness/pictures.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const keeper = await app.as('keeper')

const small = (client: Client, id: string) => client.file(`/file/${id}`, { size: 'thumb' })

/** A sound black PNG of 110 kB that has 900 million pixels. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((side / 8 + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF of one colour that has 196 million pixels in 36 bytes. */
function hugeGif(side: number): Buffer {
  const head = Buffer.from('GIF89a....\x80\0\0\0\0\0\xff\xff\xff,........\0', 'latin1')
  for (const at of [6, 8, 24, 26]) head.writeUInt16LE(side, at)
  head.writeUInt32LE(0, 20)
  return Buffer.concat([head, Buffer.from([2, 2, 0x44, 0x01, 0, 0x3b])])
}

/** A lossless WebP of one colour of 81 million pixels, in 36 bytes. */
const hugeWebp = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
  .webp({ lossless: true, effort: 0 })
  .toBuffer()

describe('the thumbnail of a file', () => {
  test('is a WebP of 320 pixels, upright, without camera metadata; with an ETag', async () => {
    const turned = await sharp(await photo(1200, 800))
      .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'SecretCamera' } } })
      .jpeg()
      .toBuffer()
    const file = upload(turned)
    await send(app, keeper, file)
    const { status, bytes, headers } = await small(keeper, file.id)
    expect(status).toBe(200)
    const found = await sharp(bytes).metadata()
    expect([found.format, found.width, found.height, found.exif, found.orientation]).toEqual(['webp', 213, 320, undefined, undefined])
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const tag = String(headers.get('etag'))
    const ask = (size: string) =>
      fetch(`${app.url}/api/file/${file.id}?size=${size}`, { headers: { ...keeper.headers, 'if-none-match': tag } }).then(
        (one) => one.status,
      )
    expect([await ask('thumb'), await ask('full'), await ask('huge')]).toEqual([304, 200, 400])
  })

  test('is seen only by those who may see the record', async () => {
    const admin = await app.as('administrator')
    const file = upload(await photo(400, 300))
    await send(app, keeper, file)
    expect((await small(keeper, file.id)).status).toBe(200)
    for (const client of [admin, await app.as('administrator', other)]) expect((await small(client, file.id)).status).toBe(404)
    expect((await fetch(`${app.url}/api/file/${file.id}?size=thumb`)).status).toBe(401)
    const { card, report } = repairs(app, admin)
    await report(keeper, await card(), { images: [file.id] })
    for (const [role, status] of [
      ['administrator', 200],
      ['engineer', 200],
      ['virtual', 404],
    ] as const)
      expect((await small(await app.as(role), file.id)).status).toBe(status)
  })

  test.each([
    ['a paper', Buffer.from('%PDF-1.7\nwords'), 'x.pdf'],
    ['a broken picture of an iPhone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'x.heic'],
    ['a broken picture', picture(3000), 'x.jpg'],
    ['a picture that would fill the memory', bomb(30_000), 'x.png'],
    ['a GIF that has to be held whole', hugeGif(14_000), 'x.gif'],
    ['a WebP that has to be held whole', hugeWebp, 'x.webp'],
  ])('is not made of %s: the file is kept, memory is too, and it is tried once', async (_, bytes, name) => {
    const file = upload(bytes, { facts: factsOf(bytes, name) })
    expect((await send(app, keeper, file)).data.complete).toBe(true)
    const before = process.memoryUsage().rss
    for (const _time of [1, 2]) expect((await small(keeper, file.id)).status).toBe(404)
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000)
    const { status, bytes: whole } = await keeper.file(`/file/${file.id}`)
    expect([status, Buffer.from(whole).equals(bytes)]).toEqual([200, true])
  })

  test('is made of 108 million pixels without holding them', async () => {
    const file = upload(
      await sharp({ create: { width: 12_000, height: 9000, channels: 3, background: '#3a6' } })
        .jpeg({ quality: 40 })
        .toBuffer(),
    )
    await send(app, keeper, file)
    const before = process.memoryUsage().rss
    const { bytes } = await small(keeper, file.id)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })
    expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000)
  })

  test('is created once the library is available again: a missing library does not mark the picture as broken', async () => {
    const file = upload(await photo(500, 400))
    await send(app, keeper, file)
    vi.doMock('sharp', () => Promise.reject(new Error('no such library')))
    expect((await small(keeper, file.id)).status).toBe(500)
    vi.doUnmock('sharp')
    expect((await small(keeper, file.id)).status).toBe(200)
  })

  test('is created once for concurrent requests', async () => {
    const files = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const file = upload(await photo(640 + n, 480))
        await send(app, keeper, file)
        return file
      }),
    )
    const answers = await Promise.all([...files, ...files, ...files].map(({ id }) => small(keeper, id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(files.length)
  })
})

describe('a picture that others download', () => {
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '121/1 29/1 0/1' }
  const taken = sharp(Buffer.from('<svg width="80" height="40"><rect width="40" height="40" fill="red"/></svg>'))
    .withExif({ IFD0: { Make: 'SecretCamera', Artist: '王某' }, IFD3: gps })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>SecretPlace</place></x:xmpmeta>')
    .withIccProfile('p3')
  const whole = async (bytes: Buffer, name: string) => {
    const file = upload(bytes, { facts: factsOf(bytes, name) })
    await send(app, keeper, file)
    const answer = await keeper.file(`/file/${file.id}`)
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length))
    return { ...answer, bytes: Buffer.from(answer.bytes) }
  }
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

  test.each(['jpeg', 'png', 'webp'] as const)('says nothing of the camera and its place, and looks the same: %s', async (format) => {
    const bytes = await taken.clone().toFormat(format).toBuffer()
    const before = await sharp(bytes).metadata()
    expect([before.exif, before.xmp].map((one) => one !== undefined)).toEqual([true, true])
    const { bytes: given, headers } = await whole(bytes, `x.${format}`)
    expect(headers.get('content-type')).toBe(`image/${format}`)
    expect(given.toString('latin1')).not.toContain('Secret')
    const after = await sharp(given).metadata()
    expect([after.xmp, after.icc?.length]).toEqual([undefined, before.icc?.length])
    expect(after.exif?.length ?? 0).toBeLessThan(40)
    expect((await pixels(given)).equals(await pixels(bytes))).toBe(true)
  })

  test.each(['jpeg', 'webp'] as const)('stands as it was taken: %s', async (format) => {
    const turned = await taken.clone().withMetadata({ orientation: 6 }).toFormat(format).toBuffer()
    expect(await sharp((await whole(turned, `x.${format}`)).bytes).metadata()).toMatchObject({ orientation: 6, width: 80, height: 40 })
  })

  test('holds nothing behind its end: no film of the moment, no second picture', async () => {
    const bytes = await taken.clone().jpeg({ progressive: true }).toBuffer()
    const { bytes: given } = await whole(Buffer.concat([bytes, Buffer.from('ftypmp4 SecretFilm'), bytes]), 'x.jpg')
    expect(given.toString('latin1')).not.toContain('Secret')
    expect((await pixels(given)).equals(await pixels(bytes))).toBe(true)
  })

  const chunkOf = (type: string, data: string): Buffer => {
    const body = Buffer.from(type + data, 'latin1')
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }

  test.each<[string, string, () => Promise<Buffer>]>([
    [
      'a JPEG with bytes between its segments, which decoders pass over',
      'x.jpg',
      async () => {
        const bytes = await taken.clone().jpeg().toBuffer()
        const behind = 2 + 2 + bytes.readUInt16BE(4)
        return Buffer.concat([bytes.subarray(0, behind), Buffer.from('\0 Secret bytes'), bytes.subarray(behind)])
      },
    ],
    [
      'a JPEG that is cut off between two of its scans',
      'x.jpg',
      async () => {
        const bytes = await taken.clone().jpeg({ progressive: true }).toBuffer()
        return bytes.subarray(0, bytes.lastIndexOf(Buffer.from([0xff, 0xc4])) + 3)
      },
    ],
    [
      'a PNG with a chunk that no standard names',
      'x.png',
      async () => {
        const bytes = await taken.clone().png().toBuffer()
        return Buffer.concat([bytes.subarray(0, 33), chunkOf('geOo', 'SecretPlace'), bytes.subarray(33)])
      },
    ],
    [
      'a PNG that is cut off',
      'x.png',
      async () => {
        const bytes = await taken.clone().png({ compressionLevel: 0 }).toBuffer()
        return bytes.subarray(0, bytes.lastIndexOf('IDAT') + 40)
      },
    ],
    [
      'a GIF with remarks and a packet of words',
      'x.gif',
      async () => {
        const bytes = await taken.clone().gif().toBuffer()
        const at = bytes.indexOf(Buffer.from([0x21, 0xf9]))
        const remark = Buffer.from('!\xfe\x06Secret\0!\xff\x0bXMP DataXMP\x0bSecretPlace\0', 'latin1')
        return Buffer.concat([bytes.subarray(0, at), remark, bytes.subarray(at)])
      },
    ],
  ])('%s says nothing of its place either, and what there is of it looks the same', async (_, name, made) => {
    const bytes = await made()
    expect(bytes.toString('latin1')).toContain('Secret')
    const { bytes: given } = await whole(bytes, name)
    expect(given.toString('latin1')).not.toContain('Secret')
    // What the library does not draw at all, browsers still may.
    const drawn = (one: Buffer) =>
      sharp(one, { failOn: 'none' })
        .raw()
        .toBuffer()
        .catch(() => undefined)
    const [before, after] = [await drawn(bytes), await drawn(given)]
    expect(before === undefined || after?.equals(before)).toBe(true)
  })

  test('a HEIC of which no copy can be made says nothing of its place, is a line of no log, and stays as long as it was', async () => {
    const heic = Buffer.from(await readFile(new URL('../fixtures/iphone.heic', import.meta.url)))
    // The fixture: 194 bytes of the picture at 431, 316 of camera facts at 625.
    heic.fill(0xff, 431, 625)
    heic.write('SecretPlace', 700)
    const told = vi.spyOn(process.stdout, 'write')
    const { bytes, headers } = await whole(heic, 'x.heic')
    const lines = told.mock.calls.map(([line]) => String(line))
    told.mockRestore()
    expect(lines.filter((line) => /could not|failed/i.test(line))).toEqual([])
    expect([headers.get('content-type'), headers.get('etag'), bytes.length]).toEqual(['image/heic', null, heic.length])
    expect(bytes.subarray(625, 941).every((byte) => byte === 0)).toBe(true)
    expect(bytes.subarray(0, 625).equals(heic.subarray(0, 625))).toBe(true)
  })

  test('is a JPEG where browsers cannot show it, upright and small as well', async () => {
    const heic = await readFile(new URL('../fixtures/iphone.heic', import.meta.url))
    const file = upload(heic, { facts: factsOf(heic, '铭牌.HEIC') })
    await send(app, keeper, file)
    const { headers, bytes } = await keeper.file(`/file/${file.id}`)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(decodeURIComponent(String(headers.get('content-disposition')))).toContain('铭牌.HEIC.jpg')
    const copy = sharp(bytes)
    expect(await copy.metadata()).toMatchObject({ width: 400, height: 640 })
    expect((await copy.metadata()).exif).toBeUndefined()
    // The red corner at the top left of the picture that was turned by 270 degrees.
    const corner = async (left: number, top: number) => [
      ...(await copy.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ]
    const [red, , blue] = await corner(390, 10)
    expect(red).toBeGreaterThan(blue!)
    const thumb = await small(keeper, file.id)
    expect(await sharp(thumb.bytes).metadata()).toMatchObject({ format: 'webp', width: 200, height: 320 })
  })
})
