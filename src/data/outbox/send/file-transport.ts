import { EPOCH_HEADER } from '#contract/sync/sync.ts'
import { BLOBS_PATH, COMPLETE_HEADER, PARTS_HEADER, type PartAnswer, partQuery } from '#contract/sync/sync-blobs.ts'
import type { FileReply, Transport } from '../ports.ts'
import { fetchOurs, readAnswer } from '../settle/our-answer.ts'
import type { Identity } from '../store/op.ts'

const LIMIT_MS = 120_000
/** HEAD statuses that a PUT would get as well, so that no part is sent. */
const TELLING = new Set([401, 408, 425, 426, 429])

const isPart = (data: unknown): data is PartAnswer => {
  const { complete, parts } = (data ?? {}) as Partial<PartAnswer>
  return typeof complete === 'boolean' && Array.isArray(parts)
}

/** Transport of photos to our server, in parts. */
export const fileTransport = (fetcher?: typeof fetch): Pick<Transport, 'fileState' | 'filePart'> => ({
  fileState: async (fileId, identity) => {
    try {
      return readState(await fetchOurs({ path: pathOf(fileId), method: 'HEAD', identity }, fetcher))
    } catch {
      return { kind: 'lost' }
    }
  },
  filePart: async ({ opId, fileId, facts, part, bytes }, identity: Identity): Promise<FileReply> => {
    try {
      const path = `${pathOf(fileId)}?${partQuery(part, facts)}`
      const response = await fetchOurs(
        { path, method: 'PUT', identity, bytes, headers: { 'Idempotency-Key': opId }, limitMs: LIMIT_MS },
        fetcher,
      )
      const epoch = response.headers.get(EPOCH_HEADER) ?? ''
      const reply = await readAnswer(response)
      if (reply.kind !== 'data') return reply
      return isPart(reply.data) ? { kind: 'answer', answer: reply.data, epoch } : { kind: 'lost' }
    } catch {
      return { kind: 'lost' }
    }
  },
})

const pathOf = (fileId: string): string => `${BLOBS_PATH}/${encodeURIComponent(fileId)}`

/** A HEAD answer has no body with a reason. A refusal therefore counts as "no parts received": the answer to the first part has the reason. */
const readState = ({ ok, status: http, headers }: Response): FileReply => {
  const epoch = headers.get(EPOCH_HEADER)
  if (http >= 500 || TELLING.has(http)) return { kind: 'status', http }
  if (epoch === null) return { kind: 'lost' }
  const parts = (headers.get(PARTS_HEADER) ?? '').split(',').filter(Boolean).map(Number)
  return { kind: 'answer', answer: ok ? { complete: headers.get(COMPLETE_HEADER) === '1', parts } : { complete: false, parts: [] }, epoch }
}
