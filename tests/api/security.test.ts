import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { registerGuest } from '#contract/calls/identity/registration.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import { calls, entities, machines } from '#contract/registry.ts'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { hashPassword } from '#server/features/identity/factors/password.ts'
import { readSettings } from '#server/settings.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { digest, home, password } from '#tests/harness/hospitals.ts'
import { workOf } from '#tests/harness/work-of.ts'
import { askToken, byPassword } from './token-request.ts'

const app = await appForFile()

/** The same data behind other settings. */
const behind = async (env: Record<string, string>, work: (url: string) => Promise<void>): Promise<void> => {
  const pool = openPool(app.database.appUrl, 4)
  const other = await buildApp({ settings: readSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: app.dataDir, ...env }), pool })
  try {
    await work(await other.listen({ host: '127.0.0.1', port: 0 }))
  } finally {
    await other.close()
    await pool.end()
  }
}

describe('too many requests', () => {
  const statuses = async (count: number, ask: (at: number) => Promise<{ status: number }>): Promise<Record<number, number>> => {
    const found: Record<number, number> = {}
    for (let at = 0; at < count; at++) {
      const { status } = await ask(at)
      found[status] = (found[status] ?? 0) + 1
    }
    return found
  }

  test('of an address are refused with a message; sign-in has a quarter of the limit, with any forged address or token', async () => {
    await behind({ RATE_LIMIT: '40' }, async (url) => {
      const wrong = (at: number) =>
        askToken({ url }, byPassword(`nobody${at}`, { password: digest('wrong') }), {
          headers: { 'x-forwarded-for': `10.0.0.${at}`, 'blade-auth': `bearer 100002.${String(at).padStart(40, 'a')}` },
        })
      expect(await statuses(14, wrong)).toEqual({ 400: 10, 429: 4 })
      const { body } = await wrong(20)
      expect(body).toMatchObject({ error: 'too_many_requests', error_description: '请求过于频繁，请稍后再试' })
      const made = (at: number) =>
        fetch(`${url}/api/eam/device/list`, { headers: { 'blade-auth': `bearer 100002.${String(at).padStart(40, 'b')}` } })
      const found = await statuses(45, made)
      expect(found[429]).toBeGreaterThanOrEqual(5)
      expect((await fetch(`${url}/health`)).status).toBe(200)
    })
  })

  test('of a public call are counted together over all of its addresses', async () => {
    await behind({ RATE_LIMIT: '40' }, async (url) => {
      expect(pathsOf(registerGuest).length).toBeGreaterThan(1)
      const asked = (at: number) =>
        fetch(`${url}/api${pathsOf(registerGuest)[at % pathsOf(registerGuest).length]}`, { method: 'POST', body: new URLSearchParams() })
      expect(await statuses(14, asked)).toEqual({ 400: 10, 429: 4 })
      // Another call has a count of its own.
      expect((await fetch(`${url}/api/blade-auth/oauth/captcha`)).status).toBe(200)
    })
  })

  test('of one person do not use up those of another at the same address', async () => {
    await behind({ RATE_LIMIT: '30' }, async (url) => {
      const tokens = [await app.as('keeper'), await app.as('head')].map(({ headers }) => headers)
      const ask = (headers: Readonly<Record<string, string>>) => fetch(`${url}/api/blade-user/info`, { headers: { ...headers } })
      for (const headers of tokens) expect((await ask(headers)).status).toBe(200)
      expect((await statuses(32, () => ask(tokens[0]!)))[429]).toBeGreaterThan(0)
      expect((await ask(tokens[1]!)).status).toBe(200)
    })
  })

  test('count by the address a trusted proxy names', async () => {
    await behind({ RATE_LIMIT: '8', TRUST_PROXY: '127.0.0.1' }, async (url) => {
      const from = (address: string) => fetch(`${url}/api/blade-auth/oauth/captcha`, { headers: { 'x-forwarded-for': address } })
      expect((await statuses(4, () => from('10.1.1.1')))[429]).toBe(2)
      expect((await from('10.1.1.2')).status).toBe(200)
    })
  })
})

test('a forged client address does not reach the log', async () => {
  await behind({ RATE_LIMIT: '0', TRUST_PROXY: 'on' }, async (url) => {
    for (const address of ['10.9.8.7', `=cmd|${'x'.repeat(2000)}`])
      expect((await askToken({ url }, byPassword('auditor'), { headers: { 'x-forwarded-for': address } })).status).toBe(200)
  })
  const of = (table: string) => app.sql(`select distinct address from ${table} where address is distinct from '127.0.0.1'`)
  for (const table of ['access_log', 'session'])
    expect((await of(table)).map((row) => row.address).filter((one) => one === null || !/^[\d.:]+$/.test(String(one)))).toEqual([null])
  expect((await of('session')).map((row) => row.address)).toContain('10.9.8.7')
})

test('an unknown account is refused as slowly as a known one', async () => {
  const time = async (account: string): Promise<number> => {
    const began = performance.now()
    expect((await askToken(app, byPassword(account, { password: digest('wrong') }))).body.error).toBe('wrong_password')
    return performance.now() - began
  }
  // The people of the tests have hashes that are quick to check; this one has that of the program.
  await app.sql('update person set password_hash = $1 where id = (select person_id from app_user where tenant_id = $2 and account = $3)', [
    await hashPassword(digest(password)),
    home.tenant,
    'auditor',
  ])
  await time('nobody0')
  // The minimum of many runs is the work itself, without other load on this machine; an answer that skips the work stays far below it.
  const [known, unknown]: [number[], number[]] = [[], []]
  const ratio = () => Math.min(...unknown) / Math.min(...known)
  for (let at = 0; at < 6 || (at < 60 && !(ratio() > 0.5 && ratio() < 2)); at++) {
    await app.sql('delete from sign_in_attempt')
    known.push(await time('auditor'))
    unknown.push(await time(`nobody${at}`))
  }
  expect(ratio()).toBeGreaterThan(0.5)
  expect(ratio()).toBeLessThan(2)
})

/** A path exactly as it is written; fetch would tidy it. */
const raw = (path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string; location: string | undefined }> =>
  new Promise((done, fail) => {
    const { port } = new URL(app.url)
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.on('end', () => done({ status: response.statusCode!, text, location: response.headers.location }))
    })
      .on('error', fail)
      .end()
  })

describe('addresses', () => {
  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/../../../package.json',
    '/assets/..%5c..%5cpackage.json',
    '/m/..%2f..%2f..%2fpackage.json',
    '//etc/passwd',
    '/%00/package.json',
    '/.env',
    '/.git/config',
    '/server/main.js',
    '/.data/secrets.json',
  ])('%s leads to no file outside of the pages', async (path) => {
    const { status, text } = await raw(path)
    expect(text).not.toMatch(/"wardkeeper"|root:|\[core\]|password/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  test('nothing redirects a browser to another host, with any Host header', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/..',
      '/\\evil.example',
      '/login?redirect=//evil.example',
      '/m',
      '/m/..//evil.example',
      '/api//evil',
    ])
      expect([path, (await raw(path, { host: 'evil.example', accept: 'text/html' })).location]).toEqual([path, undefined])
    const { text } = await raw('/api/openapi.json', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(text).not.toContain('evil.example')
  })
})

const inner = (fields: FieldMap): Field[] =>
  Object.values(fields).flatMap((field) => [field, ...(field.kind === 'items' ? inner(field.fields) : [])])

test('no pattern of a field takes long, with any input', async () => {
  const fields = [
    ...entities.map((of) => of.fields),
    ...calls.map((of) => of.input),
    ...machines.flatMap((on) => Object.values(on.steps).map((step) => step.input)),
  ].flatMap(inner)
  const patterns = [...new Set(fields.flatMap((field) => (field.kind === 'text' && field.pattern ? [field.pattern] : [])))]
  expect(patterns.length).toBeGreaterThan(5)
  const letters = ['a', '0', '-', '@', ' ', '.', 'aA0', '0-', 'a@', 'a.a@', '长']
  for (const pattern of patterns) {
    const work = workOf(() => {
      for (const letter of letters) new RegExp(pattern, 'u').test(`${letter.repeat(20_000)}\n!`)
    })
    expect([pattern, (await work) < 1000]).toEqual([pattern, true])
  }
})
