import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { takeLock } from '#server/runtime/lock.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the lock of a data folder', () => {
  test('says where the holder answers, and is free again after its end', async () => {
    const lock = await takeLock(folder)
    await expect(takeLock(folder)).rejects.toThrow(/already starting \(process \d+/)
    await lock.announce('http://127.0.0.1:4321')
    await expect(takeLock(folder)).rejects.toThrow(/already runs at http:\/\/127\.0\.0\.1:4321 \(process \d+/)
    await lock.release()
    await (await takeLock(folder)).release()
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    ['of a process that is gone', { pid: 2_147_483_646, birth: 'x' }],
    ['of an earlier process with the number of a living one', { pid: process.pid, birth: 'x' }],
    ['that was cut short', '{"pid":'],
  ])('a lock %s counts for nothing, and of many starts one gets it', async (_name, stale) => {
    await writeFile(join(folder, 'running.json'), typeof stale === 'string' ? stale : JSON.stringify(stale))
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => takeLock(folder)))
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'))).toMatchObject({ pid: process.pid })
    expect(await readdir(folder)).toEqual(['running.json'])
  })
})
