import { Agent, request as ask } from 'node:http'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, signInAt } from '#tests/harness/client.ts'
import { type Clone, makeClone, type Program } from './clone.ts'
import { demoServer } from './demo-data.ts'

let clone: Clone
let server: Awaited<ReturnType<typeof demoServer>>
let superuser: pg.Pool
let superUrl: string
let env: Record<string, string>

beforeAll(async () => {
  clone = await makeClone()
  server = await demoServer(clone)
  superUrl = server.superUrl
  superuser = new pg.Pool({ connectionString: superUrl, max: 3 })
  env = { ...server.env, DEMO: 'on', ADMIN_PASSWORD: '', RATE_LIMIT: '0' }
})
afterAll(async () => {
  await clone.remove()
  await superuser.end()
  await server.stop()
})

interface Reply {
  readonly status: number
  readonly connection: string | undefined
}

/** One request on a connection that is kept; rejects when no whole answer comes. */
const send = (agent: Agent, url: string, client: Client, body?: object): Promise<Reply> =>
  new Promise((done, fail) => {
    const text = body && JSON.stringify(body)
    const headers = {
      ...client.headers,
      ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
    }
    const sent = ask(url, { agent, method: text ? 'POST' : 'GET', headers }, (response) => {
      response.resume()
      response.once('error', fail)
      response.once('end', () => done({ status: response.statusCode ?? 0, connection: response.headers.connection }))
    })
    sent.once('error', fail)
    sent.end(text)
  })

interface Seen {
  readonly written: string[]
  readonly replies: Reply[]
  /** Why people had to stop, other than the refused connection. */
  readonly broken: string[]
}

/** Writes and reads by turns, until it is refused. */
async function work(url: string, client: Client, seen: Seen): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (;;) {
      const deviceName = `停机 ${v7()}`
      const written = await send(agent, `${url}/api/eam/device/submit`, client, { deviceName })
      seen.replies.push(written)
      if (written.status !== 200) throw new Error(`a write was answered with ${written.status}`)
      seen.written.push(deviceName)
      seen.replies.push(await send(agent, `${url}/api/eam/device/list?current=1&size=10`, client))
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ECONNREFUSED') seen.broken.push(String(error))
  } finally {
    agent.destroy()
  }
}

const until = async (is: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await is())) await new Promise((done) => setTimeout(done, 10))
}
const ready = async (url: string): Promise<number> => (await fetch(`${url}/ready`, { headers: { connection: 'close' } })).status

const stop = async (program: Program): Promise<{ code: number | null; ms: number }> => {
  const begun = Date.now()
  const code = await program.end('SIGTERM')
  return { code, ms: Date.now() - begun }
}

describe('SIGTERM', () => {
  test('fifty people who write and read: accepted requests are answered and stored, no others', async () => {
    const program = await clone.start(env)
    const url = await program.url
    const client = await signInAt(url, '100001', 'manager')
    const seen: Seen = { written: [], replies: [], broken: [] }
    const people = Array.from({ length: 50 }, () => work(url, client, seen))
    await until(() => seen.written.length > 200 || seen.broken.length > 0)
    const before = seen.replies.length
    const { code } = await stop(program)
    await Promise.all(people)

    expect(code).toBe(0)
    expect(seen.broken).toEqual([])
    expect(seen.replies.flatMap(({ status }) => (status === 200 ? [] : [status]))).toEqual([])
    // They continued after the signal until the last answer of each told them to close the connection.
    expect(seen.replies.length).toBeGreaterThan(before)
    expect(seen.replies.filter(({ connection }) => connection === 'close')).toHaveLength(50)
    const { rows } = await superuser.query(`select device_name from device where device_name like '停机 %'`)
    expect(rows.map((row) => row.device_name).sort()).toEqual([...seen.written].sort())
    expect(program.said()).not.toMatch(/"level":(50|60)/)
  })

  test('/ready fails while requests are still answered; work that takes too long is handed back; clients that do not read are dropped', async () => {
    const program = await clone.start({ ...env, STOP_DELAY: '1', STOP_GRACE: '1' })
    const url = await program.url
    const client = await signInAt(url, '100001', 'manager')
    const held = new pg.Client({ connectionString: superUrl })
    await held.connect()
    await held.query('begin; lock table federated_guest in access exclusive mode')
    await superuser.query(`insert into background_job (tenant_id, id, kind, subject, status, input, language, rights)
      values ('000000', gen_random_uuid(), 'timed.purge', 'held', 'waiting', '{}', 'zh', '{}')`)
    const job = async () => (await superuser.query(`select status, attempt, lost from background_job where subject = 'held'`)).rows[0]
    await until(async () => (await job())?.status === 'working')
    // Asks for a long answer and reads none of it.
    const still = ask(`${url}/api/eam/device/export?format=csv`, { headers: client.headers })
    still.once('error', () => {})
    still.end()

    expect(await ready(url)).toBe(200)
    const left = stop(program)
    await until(async () => (await ready(url)) === 503)
    expect((await client.get('/eam/device/list')).status).toBe(200)
    const { code, ms } = await left
    expect(code).toBe(0)
    expect(ms).toBeGreaterThan(1000)
    expect(ms).toBeLessThan(15_000)
    expect(await job()).toEqual({ status: 'waiting', attempt: 1, lost: 0 })
    await held.end()
  })
})
