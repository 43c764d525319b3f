import { v7 } from 'uuid'
import { TENANT_HEADER, USER_HEADER } from '#contract/sync/sync.ts'
import { BLOBS_PATH, PART_BYTES, type PartAnswer, partQuery, partsOf } from '#contract/sync/sync-blobs.ts'
import { ApiError } from './api-error.ts'
import { request } from './client.ts'
import { sha256Of } from './digest.ts'
import { person } from './session.ts'
import { forget, keep, kept } from './stored.ts'

/** Temporary errors: retry the part; the server keeps the parts it has. */
const passing: ReadonlySet<string> = new Set(['network', 'busy', 'op_in_progress', 'too_many_requests'])
/** Whether a failed upload can resume where it stopped. */
export const mayResume = (thrown: unknown): boolean => thrown instanceof ApiError && passing.has(thrown.error)
const pausesMs = [500, 2000, 5000]

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await work()
    } catch (thrown) {
      if (!mayResume(thrown)) throw thrown
      await pause(ms)
    }
  }
  return work()
}

let underWay = 0

/** Number of files this page is uploading. A form saved meanwhile would lack them. */
export const uploadsUnderWay = (): number => underWay

/**
 * Uploads a file in parts; returns the id for use in a record. The file belongs to the person until a record refers to it. `onPart` gets the uploaded
 * share, 0 to 1. An interrupted upload resumes, also on a later visit. Throws ApiError.
 */
export async function uploadFile(file: File, onPart: (share: number) => void = () => {}): Promise<string> {
  underWay++
  try {
    return await sendParts(file, onPart)
  } finally {
    underWay--
  }
}

interface Begun {
  readonly id: string
  readonly key: string
  readonly at: number
}

// The server keeps incomplete uploads for a week; resume only well within that.
const keptMs = 6 * 24 * 3600 * 1000

/** Ids of an unfinished upload of this file, so that a later visit resumes it; new ids when there is none. */
function begun(of: string): Begun {
  const now = Date.now()
  const found = kept<Begun>(of)
  if (found && now - found.at < keptMs) return found
  const fresh = { id: v7(), key: v7(), at: now }
  keep(of, fresh)
  return fresh
}

async function sendParts(file: File, onPart: (share: number) => void): Promise<string> {
  const who = person()
  const bytes = await file.arrayBuffer()
  const facts = { name: file.name, type: file.type, size: bytes.byteLength, sha256: await sha256Of(bytes) }
  const parts = partsOf(facts.size)
  const of = `upload-${who?.user_id}-${facts.sha256}-${facts.name}`
  const { id, key } = begun(of)
  let come: readonly number[] = []
  for (let part = 1; part <= parts; part++) {
    if (come.includes(part)) continue
    const answer = await patiently(() =>
      request<PartAnswer>(`${BLOBS_PATH.replace(/^\/api/, '')}/${id}?${partQuery(part, facts)}`, {
        method: 'PUT',
        bytes: bytes.slice((part - 1) * PART_BYTES, part * PART_BYTES),
        headers: { 'Idempotency-Key': key, [USER_HEADER]: who?.user_id ?? '', [TENANT_HEADER]: who?.tenantId ?? '' },
        timeoutS: 120,
      }),
    ).catch((thrown: unknown) => {
      // A refused upload starts over with new ids.
      if (!mayResume(thrown)) forget(of)
      throw thrown
    })
    come = answer.parts
    onPart(come.length / parts)
  }
  forget(of)
  return id
}
