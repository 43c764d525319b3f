import { describe, expect, it } from 'vitest'
import { EPOCH_HEADER, PUSH_PATH, SYNC_SCHEMA, TENANT_HEADER, USER_HEADER } from '#contract/sync/sync.ts'
import { COMPLETE_HEADER, PARTS_HEADER } from '#contract/sync/sync-blobs.ts'
import { httpTransport } from '#src/data/outbox/send/http-transport.ts'
import { retryAfter } from '#src/data/outbox/settle/our-answer.ts'
import { ann } from './lab.ts'

const json = { 'content-type': 'application/json' }
const ours = { ...json, [EPOCH_HEADER]: 'e1' }
const data = { results: [], serverTime: '2026-01-05T08:00:00.000+00:00', epoch: 'e1' }
const request = { deviceId: 'd', schema: SYNC_SCHEMA, ops: [] }

const pushing = (answer: () => Response | Promise<Response>) => {
  const seen: { url: string; init: RequestInit }[] = []
  const fetcher = (async (url: string, init: RequestInit) => {
    seen.push({ url, init })
    return answer()
  }) as typeof fetch
  return { seen, push: () => httpTransport(fetcher).push(request, ann), renew: () => httpTransport(fetcher).renew(ann) }
}

describe('what counts as an answer of our server', () => {
  it('an envelope with our epoch header does', async () => {
    const { push, seen } = pushing(() => new Response(JSON.stringify({ code: 200, success: true, msg: '', data }), { headers: ours }))
    expect(await push()).toEqual({ kind: 'answer', answer: data })
    expect(seen[0]?.url).toBe(PUSH_PATH)
    expect(seen[0]?.init).toMatchObject({ method: 'POST', credentials: 'include', redirect: 'error' })
    expect(seen[0]?.init.headers).toMatchObject({ [USER_HEADER]: 'ann', [TENANT_HEADER]: 't1' })
  })

  it.each([
    [503, {}, { kind: 'status', http: 503 }],
    [401, {}, { kind: 'status', http: 401 }],
    [404, {}, { kind: 'lost' }],
    [404, { [EPOCH_HEADER]: 'e1' }, { kind: 'answer', answer: { complete: false, parts: [] }, epoch: 'e1' }],
    [200, { [EPOCH_HEADER]: 'e1', [PARTS_HEADER]: '1,3' }, { kind: 'answer', answer: { complete: false, parts: [1, 3] }, epoch: 'e1' }],
    [200, { [EPOCH_HEADER]: 'e1', [COMPLETE_HEADER]: '1' }, { kind: 'answer', answer: { complete: true, parts: [] }, epoch: 'e1' }],
  ])('a HEAD for a photo that is answered by %i and %o says what of it is there', async (status, headers, state) => {
    const fetcher = (async () => new Response(null, { status, headers: headers as Record<string, string> })) as unknown as typeof fetch
    expect(await httpTransport(fetcher).fileState('f1', ann)).toEqual(state)
  })

  it.each([
    ['[F4] a captive portal: 200 text/html', () => new Response('<html>sign in</html>', { headers: { 'content-type': 'text/html' } })],
    ['[F4] a portal that answers JSON', () => new Response(JSON.stringify({ data }), { headers: json })],
    ['[F4] a portal that forbids', () => new Response('no', { status: 403 })],
    ['[F3] an answer cut in its middle', () => new Response('{"code":200,"data":{"resu', { headers: ours })],
    ['[F3] an answer of another shape', () => new Response(JSON.stringify({ code: 200, data: { ok: 1 } }), { headers: ours })],
    ['[F4] a redirect or no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s does not: nothing is done, everything is tried again', async (_name, answer) => {
    expect(await pushing(answer).push()).toEqual({ kind: 'lost' })
  })

  it('a refusal carries its code and how long to wait', async () => {
    const body = JSON.stringify({ code: 503, success: false, msg: '服务器繁忙', data: null, error: 'busy' })
    const { push } = pushing(() => new Response(body, { status: 503, headers: { ...ours, 'retry-after': '7' } }))
    expect(await push()).toEqual({ kind: 'status', http: 503, code: 'busy', msg: '服务器繁忙', retryAfterS: 7 })
  })

  it('a renewal counts only for the same person', async () => {
    const answer = (user_id: string) => () => new Response(JSON.stringify({ user_id, tenant_id: 't1' }), { headers: ours })
    expect(await pushing(answer('ann')).renew()).toBe('renewed')
    expect(await pushing(answer('bob')).renew()).toBe('refused')
    expect(await pushing(() => new Response('{}', { status: 400, headers: ours })).renew()).toBe('refused')
    expect(await pushing(() => new Response('{}', { status: 400 })).renew()).toBe('lost')
    expect(await pushing(() => new Response('{}', { status: 502 })).renew()).toBe('lost')
  })

  it('reads Retry-After in seconds and as a date', () => {
    expect(retryAfter('120')).toBe(120)
    expect(retryAfter('Mon, 05 Jan 2026 08:01:00 GMT', Date.UTC(2026, 0, 5, 8))).toBe(60)
    expect(retryAfter(null)).toBeUndefined()
    expect(retryAfter('soon')).toBeUndefined()
  })
})
