import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAt } from '#tests/harness/client.ts'
import { openLive } from '#tests/harness/live.ts'
import { asOwner, type Clone, makeClone, serverPid } from './clone.ts'
import { fillDemo } from './demo-data.ts'

let clone: Clone
let data: string

beforeAll(async () => {
  clone = await makeClone()
  data = join(clone.folder, '.data')
})
afterAll(() => clone.remove())

describe('refused before anything is created', () => {
  const refused = async (env: Record<string, string>, sentence: RegExp) => {
    const program = await clone.start(env)
    expect(await program.ended).toBe(1)
    expect(program.said().trim()).toMatch(sentence)
    expect(program.said().trim().split('\n')).toHaveLength(1)
    expect(existsSync(join(data, 'postgres'))).toBe(false)
    expect(existsSync(join(data, 'running.json'))).toBe(false)
  }

  test('a wrong setting is named', () => refused({ PORT: 'http' }, /^PORT is "http" and must be a whole number from 1 to 65535\.$/))

  test('a taken port', async () => {
    const other = createServer()
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await refused({ PORT: String(port) }, new RegExp(`^Port ${port} is taken: stop what uses it, or leave PORT out`))
    await new Promise((done) => other.close(done))
  })

  test('an address of another machine', () => refused({ HOST: '192.0.2.1' }, /^HOST=192\.0\.2\.1 is no address of this machine/))

  test('a database that does not answer', () => {
    const url = 'postgresql://me:hidden-word@127.0.0.1:9/wardkeeper'
    return refused(
      { DATABASE_URL: url, MIGRATE_DATABASE_URL: url },
      /^The database of MIGRATE_DATABASE_URL cannot be reached \((?!.*hidden-word).*\): start the database, or correct the address\.$/,
    )
  })

  test('no demo, no terminal and no password', () =>
    refused({ NODE_ENV: 'production', ADMIN_PASSWORD: '' }, /needs a password for admin: set ADMIN_PASSWORD/))

  test('a common password', () =>
    refused({ NODE_ENV: 'production', ADMIN_PASSWORD: 'admin' }, /^ADMIN_PASSWORD is one everybody tries first/))
})

describe('life cycle', () => {
  test('start, a second start, kill -9, start again: nothing committed is lost', async () => {
    const first = await clone.start()
    const url = await first.url
    expect((await fetch(url)).status).toBeLessThan(500)
    await asOwner(data, 'create table kept (id int)')
    await asOwner(data, 'insert into kept values (42)')

    const second = await clone.start()
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain(`already runs at ${url} (process ${first.pid}`)
    expect((await fetch(url)).status).toBeLessThan(500)

    await first.end('SIGKILL')
    expect(await serverPid(data)).toBeDefined()
    const third = await clone.start()
    expect(await third.url).toBe(url)
    expect(third.said()).toContain('nothing was lost')
    expect(await asOwner(data, 'select id from kept')).toEqual([{ id: 42 }])

    expect(await third.end('SIGINT')).toBe(0)
    expect(await serverPid(data)).toBeUndefined()
    expect(existsSync(join(data, 'running.json'))).toBe(false)
  })

  test('killed together with its database it starts again, also when other processes have its process ids now', async () => {
    const program = await clone.start()
    await program.url
    const pid = await serverPid(data)
    await program.end('SIGKILL')
    process.kill(pid ?? 0, 'SIGKILL')
    // Both numbers belong to a running process that is unrelated to the program.
    const pidFile = join(data, 'postgres', 'postmaster.pid')
    await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(String(pid), String(process.pid)))
    await writeFile(join(data, 'running.json'), JSON.stringify({ pid: process.pid, birth: 'another life' }))
    const next = await clone.start()
    await next.url
    expect(await asOwner(data, 'select id from kept')).toEqual([{ id: 42 }])
    expect(await next.end('SIGTERM')).toBe(0)
  })

  test('two starts at the same moment: one runs, one is refused', async () => {
    const both = await Promise.all([clone.start(), clone.start()])
    const answers = await Promise.allSettled(both.map((program) => program.url))
    expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = both[answers.findIndex((answer) => answer.status === 'fulfilled')]
    expect(await winner?.end('SIGTERM')).toBe(0)
  })

  test('when its database is killed it starts it again, answers 503 meanwhile, and nothing that was saved is lost', async () => {
    const home = join(clone.folder, '.data-killed')
    await fillDemo(clone, home)
    const program = await clone.start({ DATA_DIR: home, DEMO: 'on', ADMIN_PASSWORD: '', RATE_LIMIT: '0' })
    const url = await program.url
    const admin = await signInAt(url, '000000', 'admin', 'admin')
    const stream = await openLive(url, admin)
    expect((await stream.next())?.event).toBe('ready')
    const saved: string[] = []
    const statuses = new Set<number>()
    let sent = 0
    const save = async (): Promise<boolean> => {
      const row = { postName: `岗位${++sent}`, postCode: `P${sent}`, category: '1' }
      const { status, data } = await admin.post<{ id: string }>('/blade-system/post/submit', row)
      statuses.add(status)
      if (status === 200) saved.push(data.id)
      return status === 200
    }
    /** Kills the database that runs. */
    const kill = async (): Promise<number> => {
      const pid = (await serverPid(home))!
      process.kill(pid, 'SIGKILL')
      return pid
    }
    /** Saves until another database runs. A connection that has not noticed the end of its own may still save. */
    const isBackAfter = async (killed: number): Promise<void> => {
      for (;;) {
        const isSaved = await save()
        const pid = await serverPid(home)
        if (isSaved && pid !== undefined && pid !== killed) return
      }
    }
    expect(await save()).toBe(true)
    // Asked while it is gone, starts and recovers.
    await isBackAfter(await kill())
    expect([...statuses].sort(), program.said()).toEqual([200, 503])
    const { records } = (await admin.get<{ records: { id: string }[] }>('/blade-system/post/list', { size: 200 })).data
    expect(records.map(({ id }) => id)).toEqual(expect.arrayContaining(saved))
    // A page whose stream has ended meanwhile opens another one and hears of changes, and jobs are worked on.
    stream.close()
    let again = await openLive(url, admin)
    while (again.status !== 200) again = await openLive(url, admin)
    expect(await save()).toBe(true)
    expect(await again.until('post')).toContain('post')
    again.close()
    expect((await admin.post('/blade-system/timed-job/run', { name: 'clearContents' })).status).toBe(200)
    type Timed = { name: string; outcome: string | null }
    const isDone = async () =>
      (await admin.get<Timed[]>('/blade-system/timed-job/list')).data.some(
        ({ name, outcome }) => name === 'clearContents' && outcome === 'done',
      )
    while (!(await isDone())) await new Promise((go) => setTimeout(go, 50))
    expect(program.said()).toContain('it is started again (1 of 3)')

    // One that ends again and again ends the program.
    for (let kills = 1; kills < 3; kills++) await isBackAfter(await kill())
    await kill()
    expect(await program.ended).toBe(1)
    expect(program.said()).toContain('PostgreSQL ends again and again')
  })

  test('a database newer than the program is refused and left as it is', async () => {
    const program = await clone.start()
    await program.url
    await asOwner(data, `insert into schema_migration select max(version) + 1, 'later', 'x' from schema_migration`)
    await program.end('SIGTERM')
    const older = await clone.start()
    expect(await older.ended).toBe(1)
    expect(older.said().trim()).toMatch(/^The database is at version \d+, newer than this program \(\d+\): start the newer program/)
    expect(await serverPid(data)).toBeUndefined()
  })
})
