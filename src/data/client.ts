import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Call, pathsOf } from '#contract/kit/entity/call.ts'
import { type ErrorCode, errors } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { ApiError } from './api-error.ts'
import { language } from './language.ts'
import { renew, tokensHeld } from './renewal.ts'
import { basicClient, currentTenant } from './who.ts'

export type Query = Readonly<Record<string, string | number | null | undefined>>

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'HEAD'
  readonly query?: Query
  readonly body?: unknown
  /** Sent unchanged, in place of `body`. */
  readonly bytes?: ArrayBuffer
  readonly headers?: Readonly<Record<string, string>>
  /** 60 seconds when absent. */
  readonly timeoutS?: number
  readonly signal?: AbortSignal
  /** The answer has no envelope, as for tokens. */
  readonly flat?: boolean
  /** For log-in calls: a 401 is a normal answer, so the session is not renewed. */
  readonly noRenew?: boolean
}

const unsteady: Words = { zh: '当前网络信号不稳定，请稍后再试', en: 'The network is unstable. Try again later' }
const watchers = new Set<(response: Response) => void>()

/** Calls `watcher` for every answer, to read its headers (`x-eam-epoch`, `date`); returns the unsubscribe function. */
export function onAnswer(watcher: (response: Response) => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/api${path}${search ? `?${search}` : ''}`
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const timeout = AbortSignal.timeout((options.timeoutS ?? 60) * 1000)
  const hasBody = options.body !== undefined
  try {
    const response = await fetch(addressOf(path, options.query), {
      method: options.method ?? (hasBody ? 'POST' : 'GET'),
      credentials: 'include',
      headers: {
        Authorization: basicClient,
        'Accept-Language': language(),
        'x-eam-client': 'web',
        'Tenant-Id': currentTenant(),
        ...(options.bytes ? { 'Content-Type': 'application/octet-stream' } : hasBody ? { 'Content-Type': 'application/json' } : {}),
        ...options.headers,
      },
      body: options.bytes ?? (hasBody ? JSON.stringify(options.body) : undefined),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    for (const watcher of watchers) watcher(response)
    return response
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown
    throw new ApiError(0, 'network', unsteady[language()])
  }
}

interface Body {
  readonly code?: number
  readonly msg?: string
  readonly data?: unknown
  readonly error?: string
  readonly error_description?: string
}

/** Builds the error of a failed answer. Without an envelope the whole body becomes its data. */
function refusalOf(response: Response, body: Body | undefined): ApiError {
  const error = body?.error && Object.hasOwn(errors, body.error) ? (body.error as ErrorCode) : 'unknown'
  const message = body?.msg || body?.error_description || unsteady[language()]
  return new ApiError(body?.code ?? response.status, error, message, body?.data ?? body ?? null)
}

async function bodyOf(response: Response): Promise<Body | undefined> {
  try {
    return (await response.json()) as Body
  } catch {
    return undefined
  }
}

async function answered(path: string, options: RequestOptions): Promise<Response> {
  const tokens = tokensHeld()
  const response = await send(path, options)
  if (response.status !== 401 || options.noRenew) return response
  return (await renew(tokens)) ? send(path, options) : response
}

/**
 * Calls `/api<path>` and returns the `data` of the envelope (the whole body when `flat`). A 401 renews the session once for all tabs and repeats the
 * call. Throws ApiError, or the abort of the given signal.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await answered(path, options)
  const body = await bodyOf(response)
  if (!response.ok || body === undefined || (body.code !== undefined && body.code !== 200)) throw refusalOf(response, body)
  return (options.flat ? body : body.data) as T
}

/** Makes a declared call by its first URL. Throws like `request`. */
export function invoke<const C extends Call>(of: C, options: RequestOptions = {}): Promise<AnswerOf<C>> {
  return request<AnswerOf<C>>(pathsOf(of)[0]!, {
    method: of.method === 'HEAD' ? 'GET' : of.method,
    timeoutS: of.timeoutS,
    flat: of.answers.kind === 'flat',
    ...options,
  })
}

export interface Download {
  readonly blob: Blob
  readonly name: string
}

const nameIn = (said: string): string | undefined => {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1]
  return coded ? decodeURIComponent(coded) : /filename="?([^";]+)"?/i.exec(said)?.[1]
}

/** MIME type and name of a file, from a HEAD request. Throws ApiError. */
export async function fileFacts(path: string, signal?: AbortSignal): Promise<{ type: string; name: string | undefined }> {
  const response = await answered(path, { method: 'HEAD', signal })
  if (!response.ok) throw refusalOf(response, undefined)
  return { type: response.headers.get('content-type') ?? '', name: nameIn(response.headers.get('content-disposition') ?? '') }
}

/** Fetches a file, named by the answer's headers or else by `fallback`. Throws ApiError. */
export async function download(path: string, query: Query, fallback: string, options: RequestOptions = {}): Promise<Download> {
  const response = await answered(path, { query, timeoutS: 240, ...options })
  if (!response.ok) throw await refusalOf(response, await bodyOf(response))
  const said = response.headers.get('content-disposition') ?? ''
  return { blob: await response.blob(), name: nameIn(said) ?? fallback }
}
