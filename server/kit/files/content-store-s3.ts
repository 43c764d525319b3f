import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini, S3ServiceError } from 's3mini'
import { Refusal } from '#contract/kit/errors.ts'
import { refuseInTransaction } from '#server/db/transaction-watch.ts'
import { type ContentStore, checkNames, hashOfName, namesOf } from './content-store.ts'

/** A bucket of an S3-compatible store with its credentials. */
export interface Bucket {
  /** `https://host[:port]`, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

/** A request to the bucket failed. Users are asked to try again; `reason` is for the operator's log. */
export class StoreAway extends Refusal {
  readonly reason: string
  constructor(cause: unknown) {
    super('busy')
    this.cause = cause
    this.reason =
      cause instanceof Error ? [cause.message, cause.cause instanceof Error ? cause.cause.message : ''].join(' ').trim() : String(cause)
  }
}

/** Timeout in ms for the response headers. */
const patienceMs = { PUT: 20_000, other: 8000 }
const healthMs = 2000
const soonMs = 3000
const pauseMs = 200
const passing = new Set([500, 502, 503, 504])

/**
 * Retries once after a transient error that came quickly; every request here is idempotent. The timeout covers the response headers only,
 * since downloads may be slow.
 */
function patient(ask: typeof fetch, most?: number): typeof fetch {
  const once: typeof fetch = async (input, init) => {
    const late = new AbortController()
    const ms = most ?? (init?.method === 'PUT' ? patienceMs.PUT : patienceMs.other)
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${ms} ms`)), ms)
    try {
      return await ask(input, { ...init, signal: late.signal, redirect: 'error' })
    } finally {
      clearTimeout(timer)
    }
  }
  return async (input, init) => {
    const begun = Date.now()
    const first = await once(input, init).catch((error: unknown) => error)
    if (first instanceof Response && !passing.has(first.status)) return first
    if (most !== undefined || Date.now() - begun > soonMs) {
      if (first instanceof Response) return first
      throw first
    }
    if (first instanceof Response) await first.body?.cancel()
    await new Promise((go) => setTimeout(go, pauseMs))
    return once(input, init)
  }
}

/** Maps the error 404 to a value. */
const absentAs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Error && error.cause instanceof S3ServiceError && error.cause.status === 404) return value
    throw error
  }

/**
 * Contents in a bucket under `<tenant>/<name>`, accessible with our credentials only. Every failure becomes a StoreAway and is passed to
 * `warn`. `by`: the fetch function.
 */
export function s3Store(of: Bucket, warn: (away: StoreAway) => void, by: typeof fetch = fetch): ContentStore {
  const facts = {
    accessKeyId: of.accessKey,
    secretAccessKey: of.secretKey,
    endpoint: `${of.endpoint.replace(/\/+$/, '')}/${of.bucket}`,
    region: of.region,
  }
  const bucket = new S3mini({ ...facts, fetch: patient(by) })
  const checked = new S3mini({ ...facts, fetch: patient(by, healthMs) })
  const keyOf = (tenantId: string, name: string): string => {
    checkNames(tenantId, name)
    return `${tenantId}/${name}`
  }
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseInTransaction('a bucket')
    try {
      return await work()
    } catch (error) {
      const away = new StoreAway(error)
      warn(away)
      throw away
    }
  }
  return {
    has: (tenantId, sha256, size) => ask(async () => (await bucket.getContentLength(keyOf(tenantId, sha256)).catch(absentAs(-1))) === size),
    async put(tenantId, name, bytes) {
      await ask(() => bucket.putObject(keyOf(tenantId, name), bytes))
    },
    read: (tenantId, sha256) =>
      ask(async () => {
        const { body } = await bucket.getObjectRaw(keyOf(tenantId, sha256))
        return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
      }),
    made: (tenantId, name) =>
      ask(async () => {
        const found = await bucket.getObjectArrayBuffer(keyOf(tenantId, name))
        return found ? Buffer.from(found) : undefined
      }),
    async remove(tenantId, sha256) {
      for (const name of namesOf(sha256)) await ask(() => bucket.deleteObject(keyOf(tenantId, name)))
    },
    async *list(tenantId, olderThanMs) {
      const prefix = keyOf(tenantId, '0'.repeat(64)).slice(0, -64)
      const before = Date.now() - olderThanMs
      let token: string | undefined
      do {
        const page = await ask(async () => {
          const found = await bucket.listObjectsPaged('/', prefix, 1000, token)
          if (!found?.objects) throw new Error('the bucket is not there')
          return found
        })
        for (const { Key, LastModified } of page.objects ?? []) {
          const sha256 = hashOfName(Key.slice(prefix.length))
          if (sha256 && LastModified.getTime() < before) yield sha256
        }
        token = page.nextContinuationToken
      } while (token)
    },
    answers: () => checked.bucketExists().catch(() => false),
  }
}
