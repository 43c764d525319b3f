import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { archiveFiles, unpacked } from '#server/kit/import/archive/archive.ts'
import { splitZip, UnreadableZip } from '#src/features/import/split-zip.ts'
import { archiveOf } from '#tests/harness/zip.ts'

const fileOf = (bytes: Uint8Array): File => new File([new Uint8Array(bytes)], '照片.zip')

describe('a large archive', () => {
  test('is sent as small ones with the same files, the table first', async () => {
    const entries = [
      ...Array.from({ length: 6 }, (_, at) => ({ name: `甲/ZC-${at}.jpg`, content: randomBytes(500) })),
      { name: '大.jpg', content: randomBytes(40_000) },
      { name: '台账.csv', content: Buffer.from('设备名称,编号\n泵,1\n') },
    ]
    const whole = archiveOf(entries)
    const parts = await splitZip(fileOf(whole), 1200)
    expect(parts.length).toBeGreaterThan(1)
    const files = (await Promise.all(parts.map(async (part) => archiveFiles(new Uint8Array(await part.arrayBuffer()))))).flat()
    expect(files[0]!.path).toEqual(['台账.csv'])
    expect(files.map(({ path }) => path.join('/')).sort()).toEqual(entries.map(({ name }) => name).sort())
    for (const file of files) {
      const content = entries.find(({ name }) => name === file.path.join('/'))!.content
      expect(file.size).toBe(content.length)
      // What has room in no part is named alone.
      expect((await unpacked(file))?.equals(content)).toBe(file.path[0] === '大.jpg' ? undefined : true)
    }
    for (const part of parts) expect(part.size).toBeLessThanOrEqual(1200)
  })

  test('that is none is told', async () => {
    await expect(splitZip(fileOf(Buffer.alloc(5000)), 1200)).rejects.toBeInstanceOf(UnreadableZip)
  })
})
