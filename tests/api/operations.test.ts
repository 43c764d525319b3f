import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { readSettings } from '#server/settings.ts'
import { startApp, type TestApp } from '#tests/harness/app-for-test.ts'

let started: TestApp
let app: FastifyInstance
beforeAll(async () => {
  started = await startApp()
  app = started.app
})
afterAll(() => started.stop())

/** How often a line of the metrics was counted; 0 when it is not there. */
const counted = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length) ?? 0,
  )

describe('what operators ask', () => {
  test('/health and /ready answer without a session and say nothing of the data', async () => {
    const alive = await app.inject('/health')
    expect(alive.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d/) })
    const ready = await app.inject('/ready')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }])
  })

  test('/ready says no when the database does not answer, /health still yes', async () => {
    const pool = openPool(started.database.appUrl, 2)
    const cut = await buildApp({ settings: readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }), pool })
    await pool.end()
    expect((await cut.inject('/ready')).statusCode).toBe(503)
    expect((await cut.inject('/health')).statusCode).toBe(200)
    await cut.close()
  })

  test('/metrics counts calls by their declared address, never by an id', async () => {
    const line = 'http_requests_total{method="GET",route="/api/eam/device/detail",status="401"}'
    const before = counted((await app.inject('/metrics')).body, line)
    await app.inject('/api/eam/device/detail?id=01900000-0000-7000-8000-00000000abcd')
    const { body, headers } = await app.inject('/metrics')
    expect(headers['content-type']).toContain('text/plain')
    expect(counted(body, line)).toBe(before + 1)
    expect(body).not.toContain('00000000abcd')
    expect(body).toMatch(/^database_connections\{state="open"\} \d+$/m)
  })

  test('/metrics answers other machines only with the token', async () => {
    expect((await app.inject({ url: '/metrics', remoteAddress: '10.0.0.9' })).statusCode).toBe(404)
    expect((await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.9' } })).statusCode).toBe(404)
    const token = 'a-token-of-some-length'
    const guarded = await buildApp({
      settings: readSettings({ NODE_ENV: 'test', RATE_LIMIT: '0', LOG_LEVEL: 'silent', METRICS_TOKEN: token }),
      pool: started.pool,
    })
    const ask = async (authorization?: string) =>
      (await guarded.inject({ url: '/metrics', remoteAddress: '10.0.0.9', headers: authorization ? { authorization } : {} })).statusCode
    expect([await ask(), await ask('Bearer wrong'), await ask(`Bearer ${token}`)]).toEqual([404, 404, 200])
    await guarded.close()
  })
})
