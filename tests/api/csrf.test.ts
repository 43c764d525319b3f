import { beforeAll, describe, expect, test } from 'vitest'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { calls } from '#contract/registry.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home } from '#tests/harness/hospitals.ts'
import { askToken, byPassword } from './token-request.ts'

let cookie: string
let token: string
const app = await appForFile()
beforeAll(async () => {
  const answer = await askToken(app, byPassword('equipment_manager'))
  cookie = answer.cookie
  token = answer.body.access_token
})

/** A call as a browser makes it; returns status and code of the error. */
const call = async (path: string, headers: Record<string, string>, method = 'POST', body: unknown = { partName: '甲', quantity: 1 }) => {
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: { ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
    body: method === 'POST' ? JSON.stringify(body) : undefined,
  })
  return `${response.status} ${((await response.json()) as { error?: string }).error ?? ''}`.trim()
}
const parts = async () => Number((await app.sql('select count(*) as n from device_part where tenant_id = $1', [home.tenant]))[0]!.n)
const submit = '/eam/deviceparts/submit'
const refused = '403 cross_site'

describe('a writing call by cookie', () => {
  test('without our own header is refused and writes nothing', async () => {
    const before = await parts()
    expect(await call(submit, { cookie })).toBe(refused)
    expect(await call(submit, { cookie, origin: app.url })).toBe(refused)
    expect(await parts()).toBe(before)
  })

  test.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://127.0.0.1.evil.example', 'file://', 'nonsense'])(
    'from the origin %s is refused',
    async (origin) => {
      const before = await parts()
      expect(await call(submit, { cookie, 'x-eam-client': 'web', origin })).toBe(refused)
      expect(await parts()).toBe(before)
    },
  )

  test('with our header, from our origin or none, is served', async () => {
    expect(await call(submit, { cookie, 'x-eam-client': 'web', origin: app.url })).toBe('200')
    expect(await call(submit, { cookie, 'x-eam-client': 'web' })).toBe('200')
  })

  test('an empty token header does not turn a cookie into a token', async () => {
    for (const header of ['', 'bearer ', 'bearer', 'bearer x'])
      expect(await call(submit, { cookie, 'blade-auth': header })).toMatch(/^40[13] /)
  })

  test('that is a GET is refused the same way', async () => {
    const paths = calls.filter(({ method, writes }) => method === 'GET' && writes).flatMap((of) => pathsOf(of))
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) {
      expect(await call(path, { cookie }, 'GET')).toBe(refused)
      expect(await call(path, { cookie, 'x-eam-client': 'web', origin: 'https://evil.example' }, 'GET')).toBe(refused)
    }
    expect(await call('/blade-user/info', { cookie }, 'GET')).toBe('200')
  })

  test('of the outbox and of the session is refused the same way', async () => {
    for (const path of [
      '/sync/push',
      '/osm/session/lock',
      '/osm/session/unlock',
      '/blade-auth/logout',
      '/blade-auth/oauth/logout',
      '/eam/device/seal',
      '/eam/check/scan',
      '/osm/industry-config/tenant-update',
    ])
      expect([path, await call(path, { cookie })]).toEqual([path, refused])
  })
})

describe('a writing call by token', () => {
  test('needs no header of ours, from wherever it comes', async () => {
    expect(await call(submit, { 'blade-auth': `bearer ${token}` })).toBe('200')
    expect(await call(submit, { 'blade-auth': `bearer ${token}`, origin: 'https://foreign.example' })).toBe('200')
    expect(await call(submit, { 'blade-auth': token })).toBe('200')
  })
})

describe('the token calls by cookie', () => {
  const refresh = (headers: Record<string, string>) =>
    askToken(app, { tenantId: home.tenant, grant_type: 'refresh_token' }, { headers, path: '/blade-auth/oauth/token/refresh' })

  test('another site renews no session', async () => {
    const foreign: Record<string, string>[] = [{ cookie }, { cookie, 'x-eam-client': 'web', origin: 'https://evil.example' }]
    for (const headers of foreign) expect((await refresh(headers)).body.error).toBe('cross_site')
    expect((await refresh({ 'x-eam-client': 'web' })).status).toBe(401)
  })

  test('another site changes no tenant and opens no session', async () => {
    const change = { grant_type: 'switch_token', tenantId: home.tenant }
    expect((await askToken(app, change, { headers: { cookie } })).body.error).toBe('cross_site')
    expect((await askToken(app, change, { headers: { cookie, 'x-eam-client': 'web', origin: 'https://evil.example' } })).body.error).toBe(
      'cross_site',
    )
    expect((await askToken(app, byPassword('keeper'), { headers: { origin: 'https://evil.example' } })).body.error).toBe('cross_site')
  })

  test('our own page renews its session', async () => {
    const { cookie: old } = await askToken(app, byPassword('equipment_manager'))
    const answer = await refresh({ cookie: old, 'x-eam-client': 'web', origin: app.url })
    expect(answer.status).toBe(200)
    expect(await call(submit, { cookie: answer.cookie, 'x-eam-client': 'web' })).toBe('200')
    expect(await call(submit, { cookie: old, 'x-eam-client': 'web' })).toBe('401 signed_out')
  })
})
