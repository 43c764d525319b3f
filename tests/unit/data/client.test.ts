// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storiedBuilding } from '#contract/calls/place/place.ts'
import { fileUpload } from '#contract/calls/tooling/upload.ts'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { dept } from '#contract/entities/identity/dept.ts'
import { depreciationRule } from '#contract/entities/ledger/depreciation-rule.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { importCalls } from '#contract/registry.ts'
import { markerCookie } from '#contract/sync/sync.ts'
import type { ApiError } from '#src/data/api-error.ts'
import { invoke, request } from '#src/data/client.ts'
import { submitRow } from '#src/data/hooks.ts'
import { chooseLanguage } from '#src/data/language.ts'
import { dueTokens, onSessionEnd, renew, tokensHeld, tokenTime } from '#src/data/renewal.ts'
import { keep, kept } from '#src/data/stored.ts'
import { uploadFile } from '#src/data/upload.ts'

type Answer = { status: number; body?: unknown; isForeign?: true } | Error
const asked: string[] = []
const headers: Headers[] = []
const ended = vi.fn()

/** The network: each address answers what the test lines up, the last answer again and again. */
function network(answers: Record<string, Answer[]>): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/^\/api/, '').split('?')[0]!
    asked.push(path)
    headers.push(new Headers(init.headers))
    const list = answers[path] ?? []
    const answer = list.length > 1 ? list.shift()! : list[0]!
    if (answer instanceof Error) throw answer
    return new Response(answer.body === undefined ? '' : JSON.stringify(answer.body), {
      status: answer.status,
      headers: answer.isForeign ? {} : { 'x-eam-epoch': 'e1' },
    })
  })
}

/** What the server does with each pair of tokens. */
const hold = (tokens: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the browser takes the header of an answer in the same way
  document.cookie = `${markerCookie}=${tokens}`
}

const refresh = '/blade-auth/oauth/token/refresh'
const good = { status: 200, body: { code: 200, success: true, msg: 'ok', data: { n: 1 } } }
const out = { status: 401, body: { code: 401, success: false, msg: '请先登录', error: 'signed_out' } }
const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('did not fail')),
    (error: ApiError) => error,
  )

beforeEach(() => {
  localStorage.clear()
  hold('first')
  asked.length = 0
  headers.length = 0
  ended.mockReset()
  onSessionEnd(ended)
})
afterEach(() => vi.unstubAllGlobals())

it('[SHELL-ERR-1] [SHELL-ERR-7] the code comes from the body, without one from HTTP, and the call fails', async () => {
  network({ '/a': [{ status: 200, body: { code: 400, success: false, msg: 'M' } }], '/b': [{ status: 500, body: {} }] })
  expect(await failure(request('/a'))).toMatchObject({ code: 400, message: 'M' })
  expect(await failure(request('/b'))).toMatchObject({ code: 500, error: 'unknown' })
})

it('without msg the description speaks, without both the fallback in the person’s language', async () => {
  network({ '/a': [{ status: 400, body: { code: 400, error_description: 'D' } }], '/b': [{ status: 500 }] })
  expect((await failure(request('/a'))).message).toBe('D')
  expect((await failure(request('/b'))).message).toBe('当前网络信号不稳定，请稍后再试')
  chooseLanguage('en')
  expect((await failure(request('/b'))).message).toBe('The network is unstable. Try again later')
  expect(headers.at(-1)?.get('accept-language')).toBe('en')
  chooseLanguage('zh')
})

it('the page of a captive portal is not accepted as an answer', async () => {
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>Please sign in to this network', { status: 200 }))
  expect(await failure(request('/a'))).toMatchObject({ error: 'unknown' })
})

it('[SHELL-ERR-9] a lost network just fails', async () => {
  network({ '/a': [new TypeError('Failed to fetch')] })
  expect(await failure(request('/a'))).toMatchObject({ code: 0, error: 'network' })
  expect(ended).not.toHaveBeenCalled()
})

it('[SHELL-API-6] [SHELL-CONST-4] every call carries client, tenant and our own header', async () => {
  network({ '/a': [good] })
  await request('/a')
  expect(headers[0]?.get('authorization')).toBe(`Basic ${btoa('web:web_secret')}`)
  expect(headers[0]?.get('x-eam-client')).toBe('web')
  expect(headers[0]?.get('tenant-id')).toBe('000000')
})

it('a 401 renews once for all calls and repeats them', async () => {
  network({ '/a': [out, good], '/b': [out, good], [refresh]: [{ status: 200, body: {} }] })
  expect(await Promise.all([request('/a'), request('/b')])).toEqual([{ n: 1 }, { n: 1 }])
  expect(asked.filter((path) => path === refresh)).toHaveLength(1)
  expect(ended).not.toHaveBeenCalled()
})

it('only a refused renewal ends the session; a lost or failing one does not', async () => {
  network({ '/a': [out], [refresh]: [new TypeError('Failed to fetch')] })
  await failure(request('/a'))
  network({ '/a': [out], [refresh]: [{ status: 503 }] })
  await failure(request('/a'))
  expect(ended).not.toHaveBeenCalled()
  network({ '/a': [out], [refresh]: [out] })
  expect(await failure(request('/a'))).toMatchObject({ code: 401 })
  expect(ended).toHaveBeenCalledOnce()
})

it('a call that meets the end of its session notes no tokens, and ends no session that began meanwhile', async () => {
  network({ '/a': [out], [refresh]: [out] })
  hold('')
  expect(await renew('first')).toBe(false)
  expect(ended).toHaveBeenCalledOnce()
  expect(kept('tokenAt')).toBeUndefined()
  const asking = renew('first')
  hold('second')
  expect(await asking).toBe(false)
  expect(ended).toHaveBeenCalledOnce()
})

it('a token is due at its time and not before', () => {
  expect(dueTokens(Date.now())).toBeUndefined()
  keep('tokenAt', { at: 1_000_000, tokens: 'first' })
  expect(dueTokens(1_000_000 + tokenTime * 1000 - 1)).toBeUndefined()
  expect(dueTokens(1_000_000 + tokenTime * 1000)).toBe('first')
})

it('[F4] the page of a captive portal neither renews a session nor ends it', async () => {
  for (const status of [200, 403, 511]) {
    network({ '/a': [out], [refresh]: [{ status, isForeign: true }] })
    keep('tokenAt', 0)
    expect(await failure(request('/a'))).toMatchObject({ error: 'signed_out' })
    expect(kept('tokenAt')).toBe(0)
  }
  expect(ended).not.toHaveBeenCalled()
})

it('[SHELL-REFRESH-3] [SHELL-CONST-7] one renewal at a time, and none when another tab was faster', async () => {
  expect(tokenTime).toBe(3000)
  network({ [refresh]: [{ status: 200, body: {} }] })
  const before = tokensHeld()
  expect(await Promise.all([renew(before), renew(before)])).toEqual([true, true])
  expect(asked).toHaveLength(1)
  hold('second')
  expect(await renew(before)).toBe(true)
  expect(asked).toHaveLength(1)
})

it('[SHELL-API-8] [SHELL-TIME-1] [SHELL-TIME-2] [SHELL-TIME-6] cookies are sent; a call times out after a minute, imports after four', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(init)
    return new Response(JSON.stringify(good.body))
  })
  await request('/a')
  await invoke(importCalls.device.verify, { body: {} })
  await invoke(importCalls.device.write, { body: {} })
  await invoke(storiedBuilding, { body: {} })
  expect(sent.map(({ credentials }) => credentials)).toEqual(['include', 'include', 'include', 'include'])
  expect(timeout.mock.calls.flat()).toEqual([60_000, 240_000, 240_000, 60_000])
  timeout.mockRestore()
})

it('[SHELL-TIME-4] [SHELL-TIME-5] a disposal and a depreciation rule are submitted within half a minute, other rows within one', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  network({
    [urlsOf(deviceDisposal, 'submit')[0]!]: [good],
    [urlsOf(depreciationRule, 'submit')[0]!]: [good],
    [urlsOf(dept, 'submit')[0]!]: [good],
  })
  for (const of of [deviceDisposal, depreciationRule, dept]) await submitRow(of, {})
  expect(timeout.mock.calls.flat()).toEqual([30_000, 30_000, 60_000])
  timeout.mockRestore()
})

it('[SHELL-TIME-3] the call that takes a whole file is given half a minute; our pages send parts, each with its own time (deviation)', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  network({ [pathsOf(fileUpload)[0]!]: [good] })
  await invoke(fileUpload, { body: {} })
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, data: { complete: true, parts: [1] } })))
  await uploadFile(new File(['x'], 'x.pdf', { type: 'application/pdf' }))
  expect(timeout.mock.calls.flat()).toEqual([30_000, 120_000])
  timeout.mockRestore()
})

it('[SHELL-ERR-10] every status is an answer: beyond 500 the sentence of the server speaks as well (deviation)', async () => {
  const busy = { code: 503, success: false, msg: '系统繁忙，请稍后再试', error: 'busy' }
  network({ '/a': [{ status: 503, body: busy }], '/b': [{ status: 501 }], '/c': [{ status: 500, body: { ...busy, code: 500 } }] })
  expect(await failure(request('/a'))).toMatchObject({ code: 503, message: busy.msg })
  expect(await failure(request('/b'))).toMatchObject({ code: 501, error: 'unknown' })
  expect(await failure(request('/c'))).toMatchObject({ code: 500, message: busy.msg })
})
