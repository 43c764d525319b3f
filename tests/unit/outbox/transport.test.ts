import { describe, expect, it } from 'vitest'
import {
  CLIENT_HEADER,
  EPOCH_HEADER,
  PULL_PATH,
  PULL_QUERY_MAX,
  PUSH_PATH,
  SYNC_SCHEMA,
  TENANT_HEADER,
  USER_HEADER,
} from '#contract/sync/sync.ts'
import { BLOBS_PATH } from '#contract/sync/sync-blobs.ts'
import { BUNDLE_PATH } from '#contract/sync/sync-bundle.ts'
import { httpTransport } from '#src/data/outbox/send/http-transport.ts'
import { askServer, readAnswer, retryAfter } from '#src/data/outbox/settle/our-answer.ts'
import { ann } from './lab.ts'

const serverTime = '2026-01-05T08:00:00.000+00:00'
const push = { results: [], serverTime, epoch: 'e1' }
const pull = { scopes: [], changes: [], cursors: {}, horizon: '7', epoch: 'e1', serverTime }
const bundle = { ids: { heads: ['a'], tails: '' }, versions: [1], columns: [], horizon: '7', epoch: 'e1', serverTime, next: null }
const part = { complete: true, parts: [1] }
const file = {
  opId: 'op1',
  fileId: 'f 1',
  facts: { name: 'a.jpg', type: 'image/jpeg', size: 3, sha256: 'h' },
  part: 1,
  bytes: new ArrayBuffer(3),
}

/** A server that gives every request the same answer, and what it was asked. */
const answering = (data: unknown, status = 200, headers: Record<string, string> = {}) => {
  const seen: { url: string; init: RequestInit }[] = []
  const fetcher = (async (url: string, init: RequestInit) => {
    seen.push({ url, init })
    const text = JSON.stringify(status === 200 ? { code: 200, data } : data)
    return new Response(init.method === 'HEAD' ? null : text, { status, headers: { [EPOCH_HEADER]: 'e1', ...headers } })
  }) as typeof fetch
  return { seen, transport: httpTransport(fetcher), fetcher }
}

const calls = {
  push: (data: unknown, status?: number) => answering(data, status).transport.push({ deviceId: 'd', schema: SYNC_SCHEMA, ops: [] }, ann),
  pull: (data: unknown, status?: number) => answering(data, status).transport.pull({ cursors: {}, limit: 9 }, ann),
  bundle: (data: unknown, status?: number) => answering(data, status).transport.bundle!({ feed: 's#device', after: null, rows: 5 }, ann),
  filePart: (data: unknown, status?: number) => answering(data, status).transport.filePart(file, ann),
}
const wholes = { push, pull, bundle, filePart: part } as const

describe.each(Object.keys(wholes) as (keyof typeof wholes)[])('an answer to %s', (name) => {
  const whole = wholes[name]

  it('is taken when it is whole, and a refusal is handed on', async () => {
    expect(await calls[name](whole)).toMatchObject({ kind: 'answer', answer: whole })
    expect(await calls[name]({ error: 'busy', msg: '忙' }, 503)).toEqual({ kind: 'status', http: 503, code: 'busy', msg: '忙' })
  })

  it('is none when any part of it is missing or of another kind', async () => {
    for (const data of [null, 'text', []]) expect(await calls[name](data)).toEqual({ kind: 'lost' })
    for (const field of Object.keys(whole)) {
      const { [field]: _, ...rest } = whole as Record<string, unknown>
      expect(await calls[name](rest), `without ${field}`).toEqual({ kind: 'lost' })
      if (field !== 'next')
        expect(await calls[name]({ ...whole, [field]: field === 'epoch' ? 7 : 'x' }), `wrong ${field}`).toEqual({ kind: 'lost' })
    }
  })
})

it('an answer whose time or horizon cannot be read is none', async () => {
  for (const name of ['push', 'pull', 'bundle'] as const)
    expect(await calls[name]({ ...wholes[name], serverTime: 'soon' }), name).toEqual({ kind: 'lost' })
  for (const name of ['pull', 'bundle'] as const)
    for (const horizon of ['x', '', '7x', 'x7', '-7'])
      expect(await calls[name]({ ...wholes[name], horizon }), `${name} ${horizon}`).toEqual({ kind: 'lost' })
  for (const ids of [{ heads: ['a'] }, { tails: '' }, { heads: 'a', tails: '' }, { heads: ['a'], tails: 1 }])
    expect(await calls.bundle({ ...bundle, ids })).toEqual({ kind: 'lost' })
  expect(await calls.bundle({ ...bundle, next: 'a' })).toMatchObject({ kind: 'answer' })
})

describe('a request', () => {
  it('is made as the person, uncached, with JSON where it has a body', async () => {
    const { seen, transport } = answering(push)
    await transport.push({ deviceId: 'd', schema: SYNC_SCHEMA, ops: [] }, ann)
    expect(seen[0]).toMatchObject({
      url: PUSH_PATH,
      init: { method: 'POST', credentials: 'include', redirect: 'error', cache: 'no-store' },
    })
    expect(seen[0]!.init.headers).toEqual({
      Authorization: `Basic ${btoa('web:web_secret')}`,
      'Tenant-Id': 't1',
      [CLIENT_HEADER]: 'web',
      [USER_HEADER]: 'ann',
      [TENANT_HEADER]: 't1',
      'Content-Type': 'application/json',
    })
    expect(JSON.parse(String(seen[0]!.init.body))).toEqual({ deviceId: 'd', schema: SYNC_SCHEMA, ops: [] })
    expect(seen[0]!.init.signal).toBeInstanceOf(AbortSignal)
  })

  it('for changes carries its cursors in the address, or in its body once they are too long for one', async () => {
    const { seen, transport } = answering(pull)
    await transport.pull({ cursors: { 'dept:1': '5.2' }, limit: 9 }, ann)
    expect(seen[0]!.url.startsWith(`${PULL_PATH}?`)).toBe(true)
    expect(seen[0]!.init).toMatchObject({ method: 'GET', body: undefined })
    expect(seen[0]!.init.headers).not.toHaveProperty('Content-Type')
    await transport.pull({ cursors: { ['x'.repeat(PULL_QUERY_MAX)]: '5.2' }, limit: 9 }, ann)
    expect(seen[1]).toMatchObject({ url: PULL_PATH, init: { method: 'POST', body: expect.stringContaining('5.2') } })
  })

  it('for a pack names it in the address', async () => {
    const { seen, transport } = answering(bundle)
    await transport.bundle!({ feed: 's#device', after: 'a1', rows: 5 }, ann)
    expect(seen[0]!.url.startsWith(`${BUNDLE_PATH}?`)).toBe(true)
    expect(Object.fromEntries(new URLSearchParams(seen[0]!.url.split('?')[1]))).toMatchObject({ after: 'a1', rows: '5' })
    expect(seen[0]!.init.method).toBe('GET')
  })

  it('with a part of a photo is named by its op, and carries the bytes as they are', async () => {
    const { seen, transport } = answering(part)
    expect(await transport.filePart(file, ann)).toEqual({ kind: 'answer', answer: part, epoch: 'e1' })
    expect(seen[0]!.url.startsWith(`${BLOBS_PATH}/f%201?`)).toBe(true)
    expect(seen[0]!.init).toMatchObject({ method: 'PUT', body: file.bytes })
    expect(seen[0]!.init.headers).toMatchObject({ 'Content-Type': 'application/octet-stream', 'Idempotency-Key': 'op1' })
  })

  it('is lost when it cannot be made', async () => {
    const broken = httpTransport((() => Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch)
    expect(await broken.fileState('f1', ann)).toEqual({ kind: 'lost' })
    expect(await broken.filePart(file, ann)).toEqual({ kind: 'lost' })
    expect(await broken.renew(ann)).toBe('lost')
  })
})

describe('the state of a photo', () => {
  const stateBy = async (status: number, headers: Record<string, string> = {}) =>
    answering(null, status, headers).transport.fileState('f1', ann)

  it('is asked by a HEAD; answers that hold for a part as well are handed on', async () => {
    const { seen, transport } = answering(null)
    await transport.fileState('f1', ann)
    expect(seen[0]).toMatchObject({ url: `${BLOBS_PATH}/f1`, init: { method: 'HEAD' } })
    for (const http of [401, 408, 425, 426, 429, 500, 599]) expect(await stateBy(http), `${http}`).toEqual({ kind: 'status', http })
    for (const http of [400, 403, 499])
      expect(await stateBy(http), `${http}`).toEqual({ kind: 'answer', answer: { complete: false, parts: [] }, epoch: 'e1' })
  })
})

describe('a renewal', () => {
  const renewed = (data: unknown, status = 200) => answering(data, status).transport.renew(ann)

  it('counts for this person of this tenant; a busy server is asked again', async () => {
    const { seen, transport } = answering({ user_id: 'ann', tenant_id: 't1' })
    expect(await transport.renew(ann)).toBe('renewed')
    expect(seen[0]).toMatchObject({ init: { method: 'POST' } })
    expect(seen[0]!.url).toContain('grant_type=refresh_token')
    expect(await renewed({ user_id: 'ann', tenant_id: 't2' })).toBe('refused')
    expect(await renewed({ user_id: 'bob', tenant_id: 't1' })).toBe('refused')
    expect(await renewed(null)).toBe('refused')
    for (const http of [429, 500, 503]) expect(await renewed({}, http), `${http}`).toBe('lost')
    for (const http of [400, 401, 428, 430, 499]) expect(await renewed({}, http), `${http}`).toBe('refused')
  })
})

describe('what is read of an answer', () => {
  const read = (body: string | null, status: number, headers: Record<string, string> = { [EPOCH_HEADER]: 'e1' }) =>
    readAnswer(new Response(body, { status, headers }))

  it('is the data of the envelope, or the whole body where there is none', async () => {
    expect(await read('{"data":null}', 200)).toEqual({ kind: 'data', data: null })
    expect(await read('{"user_id":"ann"}', 200)).toEqual({ kind: 'data', data: { user_id: 'ann' } })
    expect(await read('null', 200)).toEqual({ kind: 'lost' })
    expect(await read('no json', 200)).toEqual({ kind: 'lost' })
  })

  it('is the status alone where a refusal has no body; 429 and 5xx count although a proxy gave them', async () => {
    expect(await read('no json', 404)).toEqual({ kind: 'status', http: 404 })
    expect(await read('null', 404)).toEqual({ kind: 'status', http: 404 })
    for (const http of [429, 500, 502]) expect(await read('x', http, {}), `${http}`).toEqual({ kind: 'status', http })
    for (const http of [200, 400, 428, 430, 499]) expect(await read('{}', http, {}), `${http}`).toEqual({ kind: 'lost' })
  })

  it('says how long to wait: never less than nothing, in whole seconds', () => {
    expect(retryAfter('0')).toBe(0)
    expect(retryAfter('-5')).toBe(0)
    expect(retryAfter(' ')).toBeUndefined()
    expect(retryAfter('Mon, 05 Jan 2026 08:00:01 GMT', Date.UTC(2026, 0, 5, 7, 59, 59, 500))).toBe(2)
    expect(retryAfter('Mon, 05 Jan 2026 07:00:00 GMT', Date.UTC(2026, 0, 5, 8))).toBe(0)
    expect(retryAfter('Infinity')).toBeUndefined()
  })

  it('is lost when nothing comes in time', async () => {
    const silent = ((_: string, { signal }: RequestInit) =>
      new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))) as typeof fetch
    expect(await askServer({ path: '/x', method: 'GET', identity: ann, limitMs: 5 }, silent)).toEqual({ kind: 'lost' })
  })
})
