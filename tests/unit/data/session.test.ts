// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markerCookie } from '#contract/sync/sync.ts'
import { tokenTime } from '#src/data/renewal.ts'
import { keep, kept, siteKey } from '#src/data/stored.ts'

interface Sent {
  readonly path: string
  readonly query: Record<string, string>
  readonly headers: Headers
  readonly body: Record<string, unknown> | undefined
  readonly credentials: RequestCredentials | undefined
}
const sent: Sent[] = []
let pairs = 0
const nurse = { user_id: 'n', tenantId: '100001', realName: '护士', rights: [] }

/** The program of a page that has just been opened. */
const opened = async () => {
  vi.resetModules()
  return import('#src/data/session.ts')
}
const to = (path: string): Sent[] => sent.filter((one) => one.path.endsWith(path))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://desk')
    sent.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
      credentials: init.credentials,
    })
    // The server marks each pair of tokens.
    // biome-ignore lint/suspicious/noDocumentCookie: the browser takes the header of an answer in the same way
    if (url.pathname.includes('/oauth/token')) document.cookie = `${markerCookie}=pair${++pairs}`
    return new Response(JSON.stringify({ code: 200, success: true, data: nurse }), { headers: { 'x-eam-epoch': 'e1' } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('[SHELL-AUTH-1] [SHELL-PERM-6] a log-in sends tenant and captcha as headers, and no department or role (deviation)', async () => {
  const { signIn } = await opened()
  await signIn({ tenantId: '100001', account: 'nurse', password: 'ward2026', captcha: { key: 'K', code: 'C' } })
  const [asked] = to('/oauth/token')
  const header = (name: string) => asked!.headers.get(name)
  expect(['Tenant-Id', 'Captcha-Key', 'Captcha-Code', 'Dept-Id', 'Role-Id'].map(header)).toEqual(['100001', 'K', 'C', null, null])
  expect(asked!.body).toMatchObject({ grant_type: 'captcha', password: createHash('sha256').update('ward2026').digest('hex') })
})

it('[SHELL-REFRESH-2] the watch renews once when the token is tokenTime old, and not before', async () => {
  vi.useFakeTimers()
  keep('person', nurse)
  keep('tokenAt', { at: Date.now(), tokens: document.cookie.split('=')[1] ?? '' })
  const { watchSession } = await opened()
  watchSession()
  await vi.advanceTimersByTimeAsync((tokenTime - 1) * 1000)
  expect(to('/token/refresh')).toEqual([])
  await vi.advanceTimersByTimeAsync(11_000)
  expect(to('/token/refresh')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(to('/token/refresh')).toHaveLength(1)
})

it('[SHELL-REFRESH-3] of two tabs whose token has grown old the second uses what the first got, also before it hears of it', async () => {
  vi.useFakeTimers()
  let last: Promise<unknown> = Promise.resolve()
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, work: () => Promise<unknown>) => {
        last = last.then(work)
        return last
      },
    },
  })
  keep('person', nurse)
  const { tokensHeld } = await import('#src/data/renewal.ts')
  const old = { at: Date.now() - tokenTime * 1000, tokens: tokensHeld() }
  keep('tokenAt', old)
  // What a tab of another process has stored is seen after the lock is free.
  const storage = globalThis.localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === `${siteKey}tokenAt` ? JSON.stringify({ content: old }) : storage.getItem(key)),
    setItem: () => {},
  })
  for (const tab of [await opened(), await opened()]) tab.watchSession()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(to('/token/refresh')).toHaveLength(1)
  vi.stubGlobal('localStorage', storage)
  // The first may have been closed before it noted anything: the second does.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(to('/token/refresh')).toHaveLength(1)
  expect(kept('tokenAt')).toMatchObject({ tokens: tokensHeld() })
})

it('[SHELL-AUTH-2] each way to a token names its grant of the list; client and dummy grants have no caller (deviation), the social one is sent by the way back from a provider', async () => {
  const { signIn, switchTenant, signInByToken } = await opened()
  const { renew, tokensHeld } = await import('#src/data/renewal.ts')
  const given = { tenantId: '100001', account: 'nurse', password: 'ward2026' }
  await signIn(given)
  await signIn({ ...given, captcha: { key: 'K', code: 'C' } })
  await renew(tokensHeld())
  await switchTenant('100002')
  await signInByToken('100001', 'R')
  const grants = sent.flatMap(({ path, query, body }) => (path.includes('/oauth/token') ? [body?.grant_type ?? query.grant_type] : []))
  expect(grants).toEqual(['password', 'captcha', 'refresh_token', 'switch_token', 'switch_token'])
})

it('[SHELL-AUTH-5] a log-in takes tenant, user name, password, type, key and code; department and role are chosen afterwards (deviation)', async () => {
  const { signIn } = await opened()
  await signIn({ tenantId: '100001', account: 'nurse', password: 'ward2026', captcha: { key: 'K', code: 'C' } })
  const [asked] = to('/oauth/token')
  const hashed = createHash('sha256').update('ward2026').digest('hex')
  expect(asked!.body).toMatchObject({ tenantId: '100001', username: 'nurse', password: hashed, type: 'account' })
  expect(['Captcha-Key', 'Captcha-Code'].map((name) => asked!.headers.get(name))).toEqual(['K', 'C'])
  expect(Object.keys(asked!.body!).filter((name) => /dept|role/i.test(name))).toEqual([])
})

it('[SHELL-ENT-SESSION] the session holds the person with tenant, roles and rights, and the lock; tokens and menus are not in it (deviation)', async () => {
  const { useSession } = await opened()
  expect(Object.keys(useSession.getState()).sort()).toEqual(['isLocked', 'person'])
  const { one } = await import('#contract/calls/identity/session.ts').then(({ userInfo }) => ({ one: userInfo.answers.shape }))
  const told = Object.keys((one as { fields: object }).fields)
  expect(told).toEqual(expect.arrayContaining(['tenantId', 'tenantName', 'user_id', 'account', 'realName', 'roleId', 'roleName', 'rights']))
  expect(told.filter((name) => /token/i.test(name))).toEqual([])
})

it('[SHELL-REFRESH-1] the age of the token is looked at every ten seconds', async () => {
  vi.useFakeTimers()
  keep('person', nurse)
  let looks = 0
  vi.resetModules()
  vi.doMock('#src/data/renewal.ts', async (original) => ({ ...(await original<object>()), dueTokens: () => void looks++ }))
  const { watchSession } = await import('#src/data/session.ts')
  vi.doUnmock('#src/data/renewal.ts')
  watchSession()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(looks).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(looks).toBe(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(looks).toBe(3)
})

it('[SHELL-AUTH-6] a renewal sends grant and tenant; the refresh token travels as a cookie, department and role do not (deviation)', async () => {
  keep('tenantId', '100001')
  vi.resetModules()
  const { renew, tokensHeld } = await import('#src/data/renewal.ts')
  expect(await renew(tokensHeld())).toBe(true)
  expect(sent).toMatchObject([{ query: { grant_type: 'refresh_token' }, credentials: 'include', body: undefined }])
  expect(sent[0]!.headers.get('tenant-id')).toBe('100001')
  expect(Object.keys(sent[0]!.query)).toEqual(['grant_type'])
})

it('[SHELL-SES-4] [SHELL-SES-5] [SHELL-ENT-USER-1] the person is asked for and kept as the server tells it, and no token with it (deviation)', async () => {
  const { signIn, person } = await opened()
  await signIn({ tenantId: '100001', account: 'nurse', password: 'ward2026' })
  expect(to('/blade-user/info')).toHaveLength(1)
  expect(kept('tenantId')).toBe('100001')
  expect(person()).toEqual(nurse)
  expect(kept('person')).toEqual(nurse)
  expect(Object.keys({ ...localStorage }).filter((key) => /access|refresh/i.test(key))).toEqual([])
})

it('[SHELL-ENT-PERM] each right that the server names is held, and no other (deviation)', async () => {
  keep('person', { ...nurse, rights: ['device.list', 'device.submit'] })
  const { useRight } = await opened()
  const { createElement } = await import('react')
  const { renderToStaticMarkup } = await import('react-dom/server')
  const held = (right: string): string => renderToStaticMarkup(createElement(() => createElement('i', null, String(useRight(right)))))
  expect(['device.list', 'device.submit', 'device.remove', 'device'].map(held)).toEqual([
    '<i>true</i>',
    '<i>true</i>',
    '<i>false</i>',
    '<i>false</i>',
  ])
})

it('[SHELL-PERM-5] a person who changes the tenant goes on there', async () => {
  const { signIn, switchTenant, person } = await opened()
  await signIn({ tenantId: '100001', account: 'nurse', password: 'ward2026' })
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push({ path: address, query: {}, headers: new Headers(), body: undefined, credentials: undefined })
    return new Response(JSON.stringify({ code: 200, data: { ...nurse, tenantId: '100002' } }))
  })
  await switchTenant('100002')
  expect(sent.at(-2)!.path).toMatch(/\/oauth\/token\?tenantId=100002&grant_type=switch_token/)
  expect([person()?.tenantId, kept('tenantId')]).toEqual(['100002', '100002'])
})
