import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { readSettings } from '#server/settings.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { picture, send, upload } from '#tests/harness/pictures.ts'
import { askToken, byPassword } from './token-request.ts'

const app = await appForFile()
const client = await app.as('administrator')

const places = ['/', '/m/', '/api/docs', '/api/eam/device/list', '/api/nothing', '/health']
const directives = (policy: string | null): Map<string, string[]> =>
  new Map(
    (policy ?? '').split(';').map((one) => {
      const [name = '', ...sources] = one.trim().split(' ')
      return [name, sources]
    }),
  )

describe('every answer', () => {
  test.each(places)('%s carries the security headers', async (place) => {
    const { headers } = await fetch(`${app.url}${place}`, { headers: { ...client.headers, accept: 'text/html' } })
    const policy = directives(headers.get('content-security-policy'))
    expect(policy.get('default-src')).toEqual(["'self'"])
    expect(policy.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"])
    expect(policy.get('script-src-attr')).toEqual(["'none'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'self'"])
    expect(policy.get('form-action')).toEqual(["'self'"])
    expect(policy.get('frame-ancestors')).toEqual(["'self'"])
    // Nothing is fetched from, or sent to, another server; the menu may name pages of other programs, shown in a frame of their own.
    expect(policy.get('frame-src')).toEqual(["'self'", 'https:', 'http:'])
    policy.delete('frame-src')
    expect([...policy.values()].flat().filter((source) => /^(https?:|\*|wss?:)/.test(source))).toEqual([])
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/^camera=\(self\), microphone=\(self\), geolocation=\(\)/),
    })
    expect(headers.get('x-powered-by')).toBe(null)
    expect(headers.get('server')).toBe(null)
    expect(headers.get('access-control-allow-origin')).toBe(null)
  })

  test.each([...places.slice(2), '/api/docs.js', '/api/openapi.json', '/api/eam/device/export?format=csv', '/metrics'])(
    '%s says in which letters its text is written',
    async (place) => {
      const { headers } = await fetch(`${app.url}${place}`, { headers: client.headers })
      expect(headers.get('content-type')).toMatch(/^(text|application)\/[\w.+-]+;.*charset=utf-8/i)
    },
  )

  test('sends HSTS where the address is HTTPS, and only there', async () => {
    expect((await fetch(`${app.url}/`)).headers.get('strict-transport-security')).toBe(null)
    const pool = openPool(app.database.appUrl, 2)
    const env = { NODE_ENV: 'test', RATE_LIMIT: '0', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://eam.example.org', DATA_DIR: app.dataDir }
    const behind = await buildApp({ settings: readSettings(env), pool })
    try {
      expect((await behind.inject('/')).headers['strict-transport-security']).toBe('max-age=31536000')
    } finally {
      await behind.close()
    }
    // The server's own certificate authority may be replaced: a browser that insists on HTTPS would then be locked out for a year.
    const local = await buildApp({ settings: readSettings(env), pool, localAuthority: true })
    try {
      expect((await local.inject('/')).headers['strict-transport-security']).toBe(undefined)
    } finally {
      await local.close()
      await pool.end()
    }
  })
})

describe('caching', () => {
  test('answers of calls are not cached, refusals neither', async () => {
    for (const path of ['/eam/device/list', '/blade-user/info', '/eam/device/export?format=csv', '/eam/device/detail?id=x', '/sync/pull']) {
      const response = await fetch(`${app.url}/api${path}`, { headers: client.headers })
      await response.arrayBuffer()
      expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store'])
    }
    const signIn = await fetch(`${app.url}/api/osm/auth/oauth/token`, { method: 'POST' })
    expect(signIn.headers.get('cache-control')).toBe('no-store')
  })

  test('a picture is revalidated on every request, and no script in it runs', async () => {
    const sent = upload(picture())
    expect((await send(app, client, sent)).status).toBe(200)
    const { headers, status } = await fetch(`${app.url}/api/file/${sent.id}`, { headers: client.headers })
    expect([status, headers.get('cache-control'), headers.get('content-security-policy')]).toEqual([
      200,
      'private, no-cache',
      "default-src 'none'; sandbox",
    ])
    expect(headers.get('content-disposition')).toMatch(/^inline; filename/)
  })
})

describe('cookies', () => {
  test('are SameSite, HttpOnly and limited to a path', async () => {
    const { cookies } = await askToken(app, byPassword('keeper'))
    const [access, refresh, marker] = ['eam-access', 'eam-refresh', 'eam-session'].map((name) => cookies.get(name) ?? '')
    for (const line of [access, refresh]) expect(line).toMatch(/HttpOnly/)
    for (const line of cookies.values()) expect(line).toMatch(/SameSite=Strict/)
    for (const line of cookies.values()) expect(line).not.toMatch(/Domain=/i)
    expect(access).toMatch(/Path=\/api(;|$)/)
    expect(refresh).toMatch(/Path=\/api\/blade-auth\/oauth\/token(;|$)/)
    // The one that scripts read holds no secret.
    const mark = /^eam-session=([\w-]{12});/.exec(String(marker))?.[1] ?? ''
    expect(mark, marker).not.toBe('')
    for (const line of [access, refresh]) expect(line).not.toContain(mark)
  })

  test('are not Secure when an untrusted client claims HTTPS', async () => {
    const { cookies } = await askToken(app, byPassword('keeper'), {
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
    })
    expect(cookies.get('eam-access')).not.toMatch(/Secure/)
  })
})
