import type { Counted, fingerprint, PushAnswer, PushRequest } from '#contract/sync/sync.ts'
import type { FileFacts, PartAnswer } from '#contract/sync/sync-blobs.ts'
import type { Contract } from './contract-version.ts'
import type { KindBook } from './store/kinds.ts'
import type { DoneOp, Identity, NewOp, Op } from './store/op.ts'

/** The signed-in person, stored by the page for the service worker; `name` is shown beside other people's queued records. */
export interface SignedIn extends Identity {
  name?: string
}

/** The metadata of the outbox, one database row per key. */
export interface OutboxMeta {
  identity: SignedIn | null
  /** Number of sign-ins and renewals. A higher number than at the time of a 401 means that the session is already renewed. */
  sessionGen: number
  /** The session of `identity` is over; nothing is sent until the next sign-in. */
  loginNeeded: boolean
  deviceId: string
  epoch: string | null
  /** Failed requests in a row, and the resulting wait of all lanes. */
  fails: number
  waitSince: number
  waitUntil: number
  waitAsked: boolean
  /** Current number of ops per request: halved when a whole request is refused, doubled when one succeeds. */
  batchSize: number
  /** Changes with every step of a round, to distinguish an orphaned lock from a busy one. */
  heartbeat: number
  /** Server time minus device time of the last five answers, milliseconds. */
  skews: number[]
  /** Server time of the last answer, milliseconds; 0 before the first. */
  serverTime: number
}

/** A picture as stored and sent. `id`: the id of the file, used in the record's fields. */
export interface Photo extends FileFacts {
  id: string
  bytes: ArrayBuffer
}

export interface Snapshot {
  /** In order of seq. */
  ops: Op[]
  /** `ops` is limited to the oldest ones; there may be more. */
  isPart?: boolean
  meta: OutboxMeta
  /** The counter reported at every contact, over all people of the phone; absent if the storage does not know it. */
  counted?: Counted
  /** Filled only on request. */
  done: DoneOp[]
}

/** The writes of one transaction, and its result. */
export interface Changes<T> {
  add?: NewOp[]
  put?: Op[]
  /** seq of ops that leave the queue. */
  drop?: number[]
  done?: DoneOp[]
  /** ids that leave `done`. */
  undone?: string[]
  /** Done ops older than this server time, in milliseconds, are removed. */
  forgetBefore?: number
  meta?: Partial<OutboxMeta>
  /** Contents of photos; only in a transaction opened with `blobs`. */
  blobs?: BlobRow[]
  value: T
}

/** The content of a photo that waits, or that is kept as long as a backup could lose it. */
export interface BlobRow {
  /** The file's id. */
  id: string
  /** Never a Blob: Safari loses those. */
  data: ArrayBuffer
}

/** Scope of a transaction besides meta: all waiting ops by default, optionally the done ops and writing photos. */
export interface Want {
  /** false: no waiting ops; a number: only that many of the oldest, so that a long queue costs no more than a short one. */
  ops?: false | number
  done?: boolean
  blobs?: boolean
}

/** The storage of the queue. `update` runs a pure decision inside one durable transaction; when it rejects, nothing was written. */
export interface OutboxStore {
  read: (want?: Want) => Promise<Snapshot>
  update: <T>(decide: (snapshot: Snapshot) => Changes<T>, want?: Want) => Promise<T>
  /** The content of a photo; undefined when it does not exist. Rejects when it cannot be read. */
  blob: (id: string) => Promise<ArrayBuffer | undefined>
}

/** `status`: the whole request failed. `lost`: no answer from our server, or none that can be trusted. */
export type NoAnswer = { kind: 'status'; http: number; code?: string; msg?: string; retryAfterS?: number } | { kind: 'lost' }

export type PushReply = { kind: 'answer'; answer: PushAnswer } | NoAnswer
export type FileReply = { kind: 'answer'; answer: PartAnswer; epoch: string } | NoAnswer

/** One part of a photo being sent; `part` counts from 1. */
export interface PartToSend {
  opId: string
  fileId: string
  facts: FileFacts
  part: number
  bytes: ArrayBuffer
}

/** `refused`: the person must sign in. `lost`: try again later. */
export type RenewReply = 'renewed' | 'refused' | 'lost'

/** Transport to the server. Never rejects; times out after 30 s, for a part of a photo after 120 s. */
export interface Transport {
  push: (request: PushRequest, identity: Identity) => Promise<PushReply>
  /** The parts of a photo that the server has. */
  fileState: (fileId: string, identity: Identity) => Promise<FileReply>
  filePart: (part: PartToSend, identity: Identity) => Promise<FileReply>
  renew: (identity: Identity) => Promise<RenewReply>
}

/** Named locks shared by all tabs and the worker. */
export interface Locks {
  /** Runs `work` if the lock is free, else returns undefined. */
  attempt: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>
  /** Runs `work` once the lock is free; returns undefined when that takes longer than `limitMs`. */
  wait: <T>(name: string, limitMs: number, work: () => Promise<T>) => Promise<T | undefined>
}

export interface Clock {
  /** Device time, milliseconds; may jump. */
  now: () => number
  /** Milliseconds since an arbitrary start; never jumps. */
  mono: () => number
}

/** Dependencies of the flusher; page, service worker and tests each provide their own. */
export interface FlushEnv {
  store: OutboxStore
  transport: Transport
  locks: Locks
  clock: Clock
  /** In [0, 1). */
  random: () => number
  kinds: KindBook
  /** Version of the running program. */
  client: string
  /** Contract version with its upcasts from older ones; this program's own when absent. */
  contract?: Contract
  /** Shrinks a photo that the server found too large; returns undefined when it cannot. */
  shrink?: (photo: Photo) => Promise<Photo | undefined>
  fingerprint?: typeof fingerprint
  mintId?: () => string
  /** Number of oldest ops to read first when looking for the next batch. */
  near?: number
  /** Called at named points between two steps; a test may stop the program there. */
  checkpoint?: (name: string) => void | Promise<void>
  /** Called with all ids being sent, each time that set changes. */
  onSending?: (ids: string[]) => void
  /** Called when the server's epoch has changed. */
  onEpoch?: (epoch: string) => void
}

/** Metadata of an outbox that was never used. */
export const freshMeta = (deviceId: string): OutboxMeta => ({
  identity: null,
  sessionGen: 0,
  loginNeeded: false,
  deviceId,
  epoch: null,
  fails: 0,
  waitSince: 0,
  waitUntil: 0,
  waitAsked: false,
  batchSize: 50,
  heartbeat: 0,
  skews: [],
  serverTime: 0,
})
