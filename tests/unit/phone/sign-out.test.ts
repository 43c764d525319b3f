import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { CacheDb, openCache } from '#src/data/cache/cache-db.ts'
import { type Person, useSession } from '#src/data/session.ts'
import { readShared, takeShare } from '#src/data/shared-photos.ts'
import { settleSignOut, signOutOfPhone, signOutSettled } from '#src/kit/phone/sign-out.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ person: undefined })
})

const ann = { tenantId: 't1', user_id: 'ann', realName: 'Ann', rights: [] as readonly string[] } as Person

test('photos that were shared with a phone do not wait for the next person to sign in', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, success: true, data: null, msg: '' }))
  vi.stubGlobal(
    'Response',
    class extends Response {
      static override redirect = (_: string, status: number) => new Response(null, { status })
    },
  )
  const body = new FormData()
  body.append('photos', new File(['x'], 'a.jpg', { type: 'image/jpeg' }))
  let kept: Promise<Response> | undefined
  takeShare({
    request: new Request('http://localhost/m/share', { method: 'POST', body }),
    respondWith: (answer) => {
      kept = answer
    },
  })
  await kept
  expect(await readShared()).toHaveLength(1)
  await signOutOfPhone()
  expect(await readShared()).toEqual([])
})

test('signing out while the stores are still being opened leaves no rows behind', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, success: true, data: null, msg: '' }))
  const cache = await openCache({ tenantId: 't1', userId: 'ann' })
  await cache.rows.put({ gen: 1, entity: 'device', id: '1', scopes: ['a'], row: {} })
  cache.close()
  useSession.setState({ person: ann })
  await signOutOfPhone()
  const again = new CacheDb('eam-cache-t1-ann')
  expect(await again.rows.count()).toBe(0)
  again.close()
})

test('a sign-out whose answer was lost on a network that is there is told to the server later', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', { onLine: true })
  const asked = vi.fn(async (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', asked)
  useSession.setState({ person: ann })
  await signOutOfPhone()
  expect(asked).toHaveBeenCalledOnce()
  asked.mockImplementation(async () => Response.json({ code: 200, success: true, data: null, msg: '' }))
  settleSignOut()
  await signOutSettled()
  expect(asked).toHaveBeenCalledTimes(2)
  settleSignOut()
  await signOutSettled()
  expect(asked).toHaveBeenCalledTimes(2)
})
