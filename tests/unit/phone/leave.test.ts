import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { readShared, takeShare } from '#src/data/shared-photos.ts'
import { leavePhone } from '#src/kit/phone-leave.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('photos that were shared with a phone do not wait for whoever signs in next', async () => {
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
  await leavePhone()
  expect(await readShared()).toEqual([])
})
