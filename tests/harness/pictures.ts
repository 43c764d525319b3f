import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { TENANT_HEADER, USER_HEADER } from '#contract/sync/sync.ts'
import { BLOBS_PATH, type FileFacts, PART_BYTES, type PartAnswer, partQuery, partsOf } from '#contract/sync/sync-blobs.ts'
import type { TestApp } from './app-for-test.ts'
import { type Answer, answerOf, type Client } from './client.ts'

/** Bytes that begin like a JPEG and are like no other; `size` of them. */
export const picture = (size = 2000): Buffer => {
  const bytes = Buffer.alloc(size, v7())
  bytes.writeUInt32BE(0xffd8ffe0, 0)
  return bytes
}

/** A real, unique JPEG with this many pixels. */
export const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#446', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
    .jpeg()
    .toBuffer()

export const factsOf = (bytes: Buffer, name = '现场.jpg', type = 'image/jpeg'): FileFacts => ({
  name,
  type,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

export interface Upload {
  readonly id: string
  readonly opId: string
  readonly facts: FileFacts
  readonly bytes: Buffer
}

/** A file as a phone holds it before it is sent. */
export const upload = (bytes = picture(), more: Partial<Upload> = {}): Upload => ({
  id: v7(),
  opId: v7(),
  facts: factsOf(bytes),
  bytes,
  ...more,
})

const own = (client: Client): Record<string, string> => ({
  ...client.headers,
  [USER_HEADER]: client.userId,
  [TENANT_HEADER]: client.tenant,
})

/** Sends one part; `more` overrides headers, `query` the whole query. */
export const sendPart = async (
  app: TestApp,
  client: Client,
  { id, opId, facts, bytes }: Upload,
  part: number,
  more: { headers?: Record<string, string>; query?: string; body?: Buffer } = {},
): Promise<Answer<PartAnswer>> =>
  answerOf(
    await fetch(`${app.url}${BLOBS_PATH}/${id}?${more.query ?? partQuery(part, facts)}`, {
      method: 'PUT',
      headers: { ...own(client), 'content-type': 'application/octet-stream', 'idempotency-key': opId, ...more.headers },
      body: new Uint8Array(more.body ?? bytes.subarray((part - 1) * PART_BYTES, part * PART_BYTES)),
    }),
  )

/** Sends all parts; returns the last answer. */
export const send = async (app: TestApp, client: Client, of: Upload): Promise<Answer<PartAnswer>> => {
  for (let part = 1; ; part++) {
    const answer = await sendPart(app, client, of, part)
    if (part === partsOf(of.facts.size) || !answer.success) return answer
  }
}

/** What the server says of a file: status, parts, whether it is whole. */
export const fileState = async (app: TestApp, client: Client, id: string) => {
  const { status, headers } = await fetch(`${app.url}${BLOBS_PATH}/${id}`, { method: 'HEAD', headers: own(client) })
  return { status, parts: headers.get('x-eam-parts'), complete: headers.get('x-eam-complete') }
}
