import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

interface Kept {
  bytes: Buffer
  at: number
}

/** `500`: an error that passes; `slow`: no answer; `cut`: the connection ends before the answer, or in the middle of a body that is read. */
export type Fault = '500' | 'slow' | 'cut'

/** A small store that speaks S3 over HTTP: one bucket, path style, signature version 4 checked by a computation of its own. */
export interface S3Double {
  /** The five settings that point to it. */
  readonly env: Record<string, string>
  readonly objects: Map<string, Kept>
  /** Requests that were answered, as `PUT 100001/ab…`. */
  readonly asked: string[]
  /** Number of requests that got no answer. */
  silent: number
  /** Methods of requests that got no answer until the program ended their connection. */
  readonly givenUp: string[]
  /** The next requests of this method get this fault. */
  fail(method: string, fault: Fault, times?: number): void
  /** Cuts every connection from now on, or no longer. */
  away(isAway: boolean): void
  /** Makes every object this much older. */
  age(ms: number): void
  /** Keys on a page of a list at most. */
  pageSize: number
  /** Runs once, while the next request waits. */
  meanwhile: (() => Promise<unknown>) | undefined
  stop(): Promise<void>
}

const [accessKey, secretKey, region, bucket] = ['ward-access', 'ward-secret-key', 'test-region-1', 'ward-files']
const hex = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

class Denied extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

/** Throws Denied unless the request was signed with our keys, for our region, within a quarter of an hour. */
function checkSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) throw new Denied(403, 'AccessDenied')
  const [, key, day, where, names, signature] = given as unknown as string[]
  if (key !== accessKey) throw new Denied(403, 'InvalidAccessKeyId')
  if (where !== region) throw new Denied(400, 'AuthorizationHeaderMalformed')
  const date = String(request.headers['x-amz-date'])
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  if (Math.abs(Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`) - Date.now()) > 900_000 || day !== date.slice(0, 8))
    throw new Denied(403, 'RequestTimeTooSkewed')
  const signed = names!.split(';')
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256']) if (!signed.includes(name)) throw new Denied(403, 'AccessDenied')
  const payload = String(request.headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hex(body)) throw new Denied(400, 'XAmzContentSHA256Mismatch')
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const headers = signed.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('')
  const canonical = [request.method, url.pathname, query, headers, names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const signing = [day!, region, 's3', 'aws4_request'].reduce<Buffer | string>((with_, part) => hmac(with_, part), `AWS4${secretKey}`)
  const wanted = hmac(signing, ['AWS4-HMAC-SHA256', date, scope, hex(canonical)].join('\n'))
  if (!timingSafeEqual(wanted, Buffer.from(signature!, 'hex'))) throw new Denied(403, 'SignatureDoesNotMatch')
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Starts the store on a free port of this machine. */
export async function s3Double(): Promise<S3Double> {
  const objects = new Map<string, Kept>()
  const asked: string[] = []
  const givenUp: string[] = []
  const faults: { method: string; fault: Fault; left: number }[] = []
  const sockets = new Set<Socket>()
  let isAway = false
  const say = (response: ServerResponse, status: number, text = '', headers: Record<string, string> = {}): ServerResponse =>
    response.writeHead(status, { ...(text ? { 'content-type': 'application/xml' } : {}), ...headers }).end(text)
  const listed = (url: URL): string => {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const most = Math.min(Number(url.searchParams.get('max-keys') ?? 1000), double.pageSize)
    const found = [...objects].filter(([key]) => key.startsWith(prefix) && key > after).sort(([a], [b]) => (a < b ? -1 : 1))
    const page = found.slice(0, most)
    const isMore = found.length > most
    const contents = page.map(
      ([key, { bytes, at }]) =>
        `<Contents><Key>${xml(key)}</Key><LastModified>${new Date(at).toISOString()}</LastModified><ETag>&quot;${hex(bytes)}&quot;</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    const next = isMore ? `<NextContinuationToken>${xml(page.at(-1)![0])}</NextContinuationToken>` : ''
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${xml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isMore}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
  }
  const answer = (request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer, isCut: boolean): unknown => {
    const [, where, ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    asked.push(`${request.method} ${key}`)
    if (where !== bucket) throw new Denied(404, 'NoSuchBucket')
    if (key === '') {
      if (request.method === 'HEAD') return say(response, 200)
      if (request.method === 'GET' && url.searchParams.get('list-type') === '2') return say(response, 200, listed(url))
      throw new Denied(405, 'MethodNotAllowed')
    }
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, at: Date.now() })
      return say(response, 200, '', { etag: `"${hex(body)}"` })
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return say(response, 204)
    }
    const kept = objects.get(key)
    if (!kept) throw new Denied(404, 'NoSuchKey')
    response.writeHead(200, {
      'content-length': kept.bytes.length,
      'content-type': 'application/octet-stream',
      'last-modified': new Date(kept.at).toUTCString(),
    })
    if (request.method === 'HEAD') return response.end()
    if (isCut) return response.write(kept.bytes.subarray(0, kept.bytes.length / 2), () => response.destroy())
    return response.end(kept.bytes)
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const fault = faults.find((one) => one.left > 0 && one.method === request.method)
    if (fault) fault.left--
    const body = await bodyOf(request).catch(() => Buffer.alloc(0))
    const { meanwhile } = double
    double.meanwhile = undefined
    await meanwhile?.()
    if (fault?.fault === '500') return say(response, 500, '<Error><Code>InternalError</Code></Error>')
    if (fault?.fault === 'slow') {
      double.silent++
      return void request.socket.once('close', () => givenUp.push(request.method ?? ''))
    }
    const isRead = request.method === 'GET'
    if (fault?.fault === 'cut' && !isRead) return void request.socket.destroy()
    try {
      checkSignature(request, url, body)
      answer(request, response, url, body, fault?.fault === 'cut')
    } catch (error) {
      if (!(error instanceof Denied)) throw error
      say(response, error.status, request.method === 'HEAD' ? '' : `<Error><Code>${error.message}</Code></Error>`)
    }
  })
  server.on('connection', (socket) => {
    if (isAway) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const double: S3Double = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    },
    objects,
    asked,
    silent: 0,
    givenUp,
    fail: (method, fault, times = 1) => void faults.push({ method, fault, left: times }),
    away(value) {
      isAway = value
      if (value) cutAll()
    },
    age(ms) {
      for (const kept of objects.values()) kept.at -= ms
    },
    pageSize: 1000,
    meanwhile: undefined,
    stop() {
      cutAll()
      return new Promise((done) => server.close(() => done()))
    },
  }
  return double
}
