import { CLIENT_HEADER, EPOCH_HEADER, type SyncFailure, TENANT_HEADER, USER_HEADER } from '#contract/sync/sync.ts'
import type { Identity } from '../store/op.ts'

const LIMIT_MS = 30_000
/** The page's client id; public, grants nothing on its own. */
const BASIC = `Basic ${btoa('web:web_secret')}`

/** `data`: unchecked JSON of the envelope, or the whole body when there is no envelope. */
export type OurAnswer =
  | { kind: 'data'; data: unknown }
  | { kind: 'status'; http: number; code?: string; msg?: string; retryAfterS?: number }
  | { kind: 'lost' }

export interface Asking {
  path: string
  method: 'GET' | 'POST' | 'HEAD' | 'PUT'
  identity: Identity
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged. */
  bytes?: ArrayBuffer
  headers?: Readonly<Record<string, string>>
  /** Milliseconds; 30 s when absent. */
  limitMs?: number
}

/**
 * Makes a request as this person. Never rejects. `lost` means no answer from our server: a timeout, a redirect, an answer without the epoch header (a
 * captive portal) or a 2xx that is not JSON. A proxy's own 429 or 5xx counts as the server's.
 */
export const askServer = async (asking: Asking, fetcher: typeof fetch = fetch): Promise<OurAnswer> => {
  try {
    return await readAnswer(await fetchOurs(asking, fetcher))
  } catch {
    return { kind: 'lost' }
  }
}

/** Makes the request as this person. Rejects on a timeout and on a redirect. */
export const fetchOurs = (asking: Asking, fetcher: typeof fetch = fetch): Promise<Response> =>
  fetcher(asking.path, {
    method: asking.method,
    credentials: 'include',
    redirect: 'error',
    cache: 'no-store',
    headers: {
      Authorization: BASIC,
      'Tenant-Id': asking.identity.tenantId,
      [CLIENT_HEADER]: 'web',
      [USER_HEADER]: asking.identity.userId,
      [TENANT_HEADER]: asking.identity.tenantId,
      ...contentType(asking),
      ...asking.headers,
    },
    body: asking.bytes ?? (asking.body === undefined ? undefined : JSON.stringify(asking.body)),
    signal: AbortSignal.timeout(asking.limitMs ?? LIMIT_MS),
  })

const contentType = ({ body, bytes }: Asking): Record<string, string> => {
  if (bytes) return { 'Content-Type': 'application/octet-stream' }
  return body === undefined ? {} : { 'Content-Type': 'application/json' }
}

/** The content of an answer; `lost` when it is not from our server. Reads the body. */
export const readAnswer = async (response: Response): Promise<OurAnswer> => {
  const http = response.status
  const isOurs = response.headers.has(EPOCH_HEADER)
  if (!isOurs && http !== 429 && http < 500) return { kind: 'lost' }
  const body = (await response.json().catch(() => undefined)) as Partial<SyncFailure> & { data?: unknown }
  if (response.ok && body !== undefined && body !== null) return { kind: 'data', data: 'data' in body ? body.data : body }
  if (response.ok) return { kind: 'lost' }
  return { kind: 'status', http, code: body?.error, msg: body?.msg, retryAfterS: retryAfter(response.headers.get('retry-after')) }
}

/** Seconds from a Retry-After header (a number or a date); undefined when it is absent or unreadable. */
export const retryAfter = (header: string | null, now = Date.now()): number | undefined => {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
