import type { fingerprint, PushAnswer, PushRequest } from '#contract/sync.ts'
import type { FileFacts, PartAnswer } from '#contract/sync-blobs.ts'
import type { Contract } from './contract-version.ts'
import type { KindBook } from './kinds.ts'
import type { DoneOp, Identity, NewOp, Op } from './op.ts'

/** The signed-in person, as the page left it for the service worker; `name` is shown beside queued records of others. */
export interface SignedIn extends Identity {
  name?: string
}

/** The outbox's own memory, one database row per key. */
export interface OutboxMeta {
  identity: SignedIn | null
  /** Counts log-ins and refreshes: a higher one than at the time of a 401 means that the session is renewed already. */
  sessionGen: number
  /** The session of `identity` is over; nothing is sent until the next log-in. */
  loginNeeded: boolean
  deviceId: string
  epoch: string | null
  /** Requests that failed in a row, and the wait they opened for all lanes. */
  fails: number
  waitSince: number
  waitUntil: number
  waitAsked: boolean
  /** Ops per request now; halved when a request as a whole is refused, doubled when one passes. */
  batchSize: number
  /** Changes with every step of a round, so that an abandoned lock can be told from a busy one. */
  heartbeat: number
  /** Server time minus device time of the newest five answers, milliseconds. */
  skews: number[]
  /** Server time of the newest answer, milliseconds; 0 before the first. */
  serverTime: number
}

/** A picture as it is stored and sent. `id` is the file's, for the fields of the record that name it. */
export interface Photo extends FileFacts {
  id: string
  bytes: ArrayBuffer
}

export interface Snapshot {
  /** In order of seq. */
  ops: Op[]
  /** `ops` are the oldest ones, and there may be more. */
  isPart?: boolean
  meta: OutboxMeta
  /** Only when asked for. */
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
  /** Contents of photos; only where the transaction was opened for them. */
  blobs?: BlobRow[]
  value: T
}

/** The content of a photo that waits, or is kept until no backup can lose it any more. */
export interface BlobRow {
  /** The file's id. */
  id: string
  /** Never a Blob: Safari loses those. */
  data: ArrayBuffer
}

/** What a transaction needs besides meta: the waiting ops, unless told otherwise, the done ops to read, the photos to write. */
export interface Want {
  /** false: the decision does not read the waiting ops; a number: only the oldest so many; so that a long queue costs no more than a short one. */
  ops?: false | number
  done?: boolean
  blobs?: boolean
}

/** The queue's storage. `update` is one durable transaction around a pure decision; when it rejects, nothing was written. */
export interface OutboxStore {
  read: (want?: Want) => Promise<Snapshot>
  update: <T>(decide: (snapshot: Snapshot) => Changes<T>, want?: Want) => Promise<T>
  /** The content of a photo; undefined when it is not there. Rejects when it cannot be read. */
  blob: (id: string) => Promise<ArrayBuffer | undefined>
}

/** No valid answer: a failure of the request as a whole; or, `lost`, no answer of our server, or none that can be trusted. */
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

/** `refused`: only a log-in helps. `lost`: try again later. */
export type RenewReply = 'renewed' | 'refused' | 'lost'

/** The transport to the server. Never rejects; gives up by itself after 30 s, for a part of a photo after 120 s. */
export interface Transport {
  push: (request: PushRequest, identity: Identity) => Promise<PushReply>
  /** Which parts of a photo the server has. */
  fileState: (fileId: string, identity: Identity) => Promise<FileReply>
  filePart: (part: PartToSend, identity: Identity) => Promise<FileReply>
  renew: (identity: Identity) => Promise<RenewReply>
}

/** Named locks shared by all tabs and the worker. */
export interface Locks {
  /** Runs `work` if the lock is free, else answers undefined. */
  attempt: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>
  /** Runs `work` once the lock is free, or answers undefined when that takes longer than `limitMs`. */
  wait: <T>(name: string, limitMs: number, work: () => Promise<T>) => Promise<T | undefined>
}

export interface Clock {
  /** Device time, milliseconds; may jump. */
  now: () => number
  /** Milliseconds since an arbitrary start; never jumps. */
  mono: () => number
}

/** All dependencies of the flusher; the page, the service worker and the tests each provide their own. */
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
  /** The contract's version with the way to it from older ones; this program's own when absent. */
  contract?: Contract
  /** Shrinks a photo that the server found too large; undefined when it cannot. */
  shrink?: (photo: Photo) => Promise<Photo | undefined>
  fingerprint?: typeof fingerprint
  mintId?: () => string
  /** How many of the oldest ops are read before all are, to find what goes next. */
  near?: number
  /** Named places between two steps, where a test may stop the program. */
  checkpoint?: (name: string) => void | Promise<void>
  /** Called with the ids being sent, and with [] afterwards. */
  onSending?: (ids: string[]) => void
  /** Called when the server's epoch has changed. */
  onEpoch?: (epoch: string) => void
}

/** A meta of an outbox that has never been used. */
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
