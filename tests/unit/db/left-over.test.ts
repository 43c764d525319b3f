import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { isAlive, stopLeftOver } from '#server/db/cluster/left-over.ts'

let folder: string
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a killed server leaves the way free once its sessions have ended', async () => {
  folder = await mkdtemp(join(tmpdir(), 'left-over-'))
  const file = join(folder, 'postmaster.pid')
  // The server itself is gone: no process has this id.
  await writeFile(file, `2147483645\n${folder}\n`)
  const session = spawn('cat', { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] })
  await once(session, 'spawn')
  const ended = once(session, 'exit')
  let isClear = false
  const cleared = stopLeftOver(folder).finally(() => {
    isClear = true
  })
  while (!(await readFile(file, 'utf8')).startsWith('2147483646\n')) await turn()
  // What followed the change of the file at once would be done by now.
  for (let turns = 0; turns < 100; turns++) await turn()
  expect(isClear).toBe(false)
  session.stdin.end()
  expect(await cleared).toBe(false)
  // The process is gone, though Node may tell of it later.
  expect(isAlive(session.pid!)).toBe(false)
  await ended
})
