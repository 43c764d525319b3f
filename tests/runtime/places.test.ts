import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canRead } from '#server/db/cluster/process-user.ts'
import { type Clone, makeClone, serverPid } from './clone.ts'

const isRoot = process.getuid?.() === 0
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const withClone = async (work: (clone: Clone) => Promise<void>) => {
  const clone = await makeClone()
  try {
    await work(clone)
  } finally {
    await clone.remove()
  }
}

describe('places', () => {
  /** For tests whose data lies outside of it and that change nothing in it. */
  let shared: Clone
  beforeAll(async () => {
    shared = await makeClone()
  })
  afterAll(() => shared.remove())

  // Only root's PostgreSQL runs as another user, who cannot read packages that root installed with umask 077: the database programs are copied then.
  test('umask 077, also of the packages: starts, and no other user may read the data or the passwords', () =>
    withClone(async (clone) => {
      if (isRoot) await clone.closeBinaries()
      const program = await clone.start({}, { umask: '077' })
      await program.url
      const data = join(clone.folder, '.data')
      expect(await modeOf(join(data, 'postgres'))).toBe('700')
      expect(await modeOf(join(data, 'run'))).toBe('700')
      expect(await modeOf(join(data, 'secrets.json'))).toBe('600')
      if (isRoot) expect((await readdir(data)).some((name) => name.startsWith('postgresql-18'))).toBe(true)
      expect(await program.end('SIGINT')).toBe(0)
    }))

  test('a folder deeper than a socket path may be', async () => {
    const deep = join(dirname(shared.folder), 'd'.repeat(60), 'e'.repeat(60))
    await mkdir(deep, { recursive: true })
    await chmod(dirname(deep), 0o755)
    await chmod(deep, 0o755)
    const program = await shared.start({ DATA_DIR: join(deep, 'data') })
    await program.url
    expect(await serverPid(join(deep, 'data'))).toBeDefined()
    expect(await program.end('SIGTERM')).toBe(0)
  })

  // Only root's PostgreSQL runs as another user.
  test.runIf(isRoot)('root, in a folder others may not enter: data goes to /var/lib/wardkeeper and no mode is changed', () =>
    withClone(async (clone) => {
      const parent = dirname(clone.folder)
      await chmod(parent, 0o700)
      const before = existsSync('/var/lib/wardkeeper') ? await readdir('/var/lib/wardkeeper') : []
      const program = await clone.start({}, { umask: '077' })
      try {
        await program.url
        const moved = /\/var\/lib\/wardkeeper\/[0-9a-f]{16}/.exec(program.said())?.[0]
        expect(moved).toBeDefined()
        expect(await serverPid(moved ?? '')).toBeDefined()
        expect(await modeOf(parent)).toBe('700')
        const second = await clone.start()
        expect(await second.ended).toBe(1)
        expect(second.said()).toContain(`already runs at ${await program.url}`)
      } finally {
        await program.end('SIGTERM')
        for (const name of existsSync('/var/lib/wardkeeper') ? await readdir('/var/lib/wardkeeper') : []) {
          if (!before.includes(name)) await rm(join('/var/lib/wardkeeper', name), { recursive: true })
        }
      }
    }),
  )

  // Only root can become another user.
  test.runIf(isRoot)('an ordinary user with umask 077', (context) =>
    withClone(async (clone) => {
      const nobody = { uid: Number(execFileSync('id', ['-u', 'nobody'])), gid: Number(execFileSync('id', ['-g', 'nobody'])) }
      // The clone borrows this installation's packages; installed by root with umask 077 no other user can read them.
      if (!canRead({ name: 'nobody', ...nobody }, join(clone.folder, 'node_modules', 'fastify', 'package.json')))
        context.skip('the packages here are closed to other users')
      execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, clone.folder])
      await chown(clone.folder, nobody.uid, nobody.gid)
      const program = await clone.start({}, { ...nobody, umask: '077' })
      await program.url
      expect((await stat(join(clone.folder, '.data', 'postgres'))).uid).toBe(nobody.uid)
      expect(await program.end('SIGINT')).toBe(0)
    }),
  )

  // Only root can mount a small disk.
  test.runIf(isRoot)('no disk space: one message, no partial data', async (context) => {
    const disk = await mkdtemp(join(tmpdir(), 'wardkeeper-disk-'))
    try {
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=755', 'none', disk]).status !== 0)
        context.skip('this machine mounts nothing')
      const program = await shared.start({ DATA_DIR: join(disk, 'data') })
      expect(await program.ended).toBe(1)
      expect(program.said().trim()).toMatch(
        /^The disk that holds \S+ is full: at least \d+ MB must be free there, or set DATA_DIR to a folder on another disk\.$/,
      )
      expect(existsSync(join(disk, 'data', 'postgres'))).toBe(false)
    } finally {
      spawnSync('umount', [disk])
      await rm(disk, { recursive: true, force: true })
    }
  })
})
