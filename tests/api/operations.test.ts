import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { moduleNames } from '#contract/kit/entity/entity.ts'
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

const metricsOf = (of: FastifyInstance, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  of.inject({ url: '/metrics', remoteAddress, headers: { host: '127.0.0.1:8080', ...headers } })

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
    const line = 'http_requests_total{method="GET",route="/api/eam/device/detail",status="4xx"}'
    const before = counted((await metricsOf(app)).body, line)
    await app.inject('/api/eam/device/detail?id=01900000-0000-7000-8000-00000000abcd')
    // The figures are collected once a second at most.
    const { body, headers } = await vi.waitFor(async () => {
      const answer = await metricsOf(app)
      expect(counted(answer.body, line)).toBe(before + 1)
      return answer
    }, 10_000)
    expect(headers['content-type']).toContain('text/plain')
    expect(body).not.toContain('00000000abcd')
    expect(body).toMatch(/^database_connections\{state="open"\} \d+$/m)
  })

  test('the series of /metrics have a bound', async () => {
    const { paths } = (await app.inject('/api/openapi.json')).json() as { paths: Record<string, object> }
    const addresses = Object.keys(paths).length
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'] as const
    for (const path of Object.keys(paths).slice(0, 40))
      for (const method of methods) await app.inject({ method: method as 'GET', url: path.replace(/\{\w+\}/g, String(Math.random())) })
    for (let n = 0; n < 20; n++) await app.inject(`/nowhere/${n}`)
    const body = await vi.waitFor(async () => {
      const answer = (await metricsOf(app)).body
      expect(answer).toContain('method="other",route="page"')
      return answer
    }, 10_000)
    const lines = body.split('\n')
    const series = (name: string) => lines.filter((line) => line.startsWith(name))
    // Of durations one histogram of 13 lines for each module, of requests a line for each address and class.
    const found = new Set(series('http_request_duration_seconds_count').map((line) => /area="(\w+)"/.exec(line)?.[1]))
    expect([...found].filter((module) => !['core', 'page', ...(moduleNames as readonly string[])].includes(module ?? ''))).toEqual([])
    expect(series('http_request_duration_seconds').length).toBe(found.size * 13)
    expect(series('http_requests_total').every((line) => /status="[1-5]xx"/.test(line))).toBe(true)
    expect(series('http_requests_total').length).toBeLessThan(addresses * 4)
    expect(body).not.toContain('nowhere')
  })

  test('/metrics answers other machines only with the token', async () => {
    expect((await metricsOf(app, {}, '10.0.0.9')).statusCode).toBe(404)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-host', 'via'])
      expect([name, (await metricsOf(app, { [name]: '10.0.0.9' })).statusCode]).toEqual([name, 404])
    const token = 'a-token-of-some-length'
    const guarded = await buildApp({
      settings: readSettings({ NODE_ENV: 'test', RATE_LIMIT: '0', LOG_LEVEL: 'silent', METRICS_TOKEN: token }),
      pool: started.pool,
    })
    const ask = async (authorization?: string) =>
      (await guarded.inject({ url: '/metrics', remoteAddress: '10.0.0.9', headers: authorization ? { authorization } : {} })).statusCode
    expect([await ask(), await ask('Bearer wrong'), await ask(`Bearer ${token}`)]).toEqual([404, 404, 200])
    // Prometheus may use any name of this machine.
    expect((await metricsOf(guarded, { host: 'ward.example.org', authorization: `Bearer ${token}` })).statusCode).toBe(200)
    await guarded.close()
  })

  test('/metrics refuses host names that DNS rebinding could use', async () => {
    const status = async (host: string) => (await metricsOf(app, { host })).statusCode
    for (const host of [
      'evil.example',
      'evil.example:8080',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '127.0.0.1@evil.example',
      '10.0.0.9',
    ])
      expect([host, await status(host)]).toEqual([host, 404])
    for (const host of ['127.0.0.1:8080', 'localhost', 'LOCALHOST:80', '[::1]:8080'])
      expect([host, await status(host)]).toEqual([host, 200])
  })

  test('/metrics and /ready do the work once for a hundred concurrent requests', async () => {
    // Another test may have asked within the second.
    const fresh = await buildApp({ settings: readSettings({ NODE_ENV: 'test', RATE_LIMIT: '0', LOG_LEVEL: 'silent' }), pool: started.pool })
    const collect = vi.spyOn(Registry.prototype, 'metrics')
    const connect = vi.spyOn(started.pool, 'connect')
    const asks = Array.from({ length: 100 }, () => metricsOf(fresh))
    expect(new Set((await Promise.all(asks)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(collect).toHaveBeenCalledTimes(1)
    connect.mockClear()
    const ready = await Promise.all(Array.from({ length: 100 }, () => fresh.inject('/ready')))
    expect(new Set(ready.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(connect).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
    await fresh.close()
  })
})
