import { v7 } from 'uuid'
import { TENANT_HEADER, USER_HEADER } from '#contract/sync.ts'
import { BLOBS_PATH, PART_BYTES, type PartAnswer, partQuery, partsOf } from '#contract/sync-blobs.ts'
import { ApiError } from './api-error.ts'
import { request } from './client.ts'
import { sha256Of } from './digest.ts'
import { person } from './session.ts'

/** What a moment's patience may mend; the part is sent again, and what had arrived stays. */
const passing: ReadonlySet<string> = new Set(['network', 'busy', 'op_in_progress', 'too_many_requests'])
const pausesMs = [500, 2000, 5000]

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await work()
    } catch (thrown) {
      if (!(thrown instanceof ApiError && passing.has(thrown.error))) throw thrown
      await pause(ms)
    }
  }
  return work()
}

let underWay = 0

/** How many files are being sent by this page; a form that is saved before they have come would go without them. */
export const uploadsUnderWay = (): number => underWay

/**
 * Sends a file part by part; answers the id by which a record names it. It belongs to the person until a record holds it. `onPart` hears the share that has
 * arrived, 0 to 1. Throws ApiError.
 */
export async function uploadFile(file: File, onPart: (share: number) => void = () => {}): Promise<string> {
  underWay++
  try {
    return await sendParts(file, onPart)
  } finally {
    underWay--
  }
}

async function sendParts(file: File, onPart: (share: number) => void): Promise<string> {
  const [id, key] = [v7(), v7()]
  const who = person()
  const bytes = await file.arrayBuffer()
  const facts = { name: file.name, type: file.type, size: bytes.byteLength, sha256: await sha256Of(bytes) }
  const parts = partsOf(facts.size)
  for (let part = 1; part <= parts; part++) {
    await patiently(() =>
      request<PartAnswer>(`${BLOBS_PATH.replace(/^\/api/, '')}/${id}?${partQuery(part, facts)}`, {
        method: 'PUT',
        bytes: bytes.slice((part - 1) * PART_BYTES, part * PART_BYTES),
        headers: { 'Idempotency-Key': key, [USER_HEADER]: who?.user_id ?? '', [TENANT_HEADER]: who?.tenantId ?? '' },
        timeoutS: 120,
      }),
    )
    onPart(part / parts)
  }
  return id
}
