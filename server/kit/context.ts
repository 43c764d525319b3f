import type pg from 'pg'
import type { ProcessRule } from '#contract/kit/entity/process-rule.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Rows, RowsOf } from '#server/db/query.ts'
import type { Actor } from './access/actor.ts'
import type { SecretKeys } from './access/secrets.ts'
import type { Totals } from './counts/totals.ts'
import type { ContentStore } from './files/content-store.ts'
import type { LiveStores } from './files/content-store-live.ts'
import type { Reachable } from './outbound/outbound.ts'
import type { SearchMode } from './read/search.ts'

/** Dependencies of the process; the same for every request. */
export interface Tools {
  readonly pool: pg.Pool
  readonly totals: Totals
  readonly searchMode: SearchMode
  /** The contents of stored files. */
  readonly contents: ContentStore
  /** The bucket from the settings, which takes precedence over rows. */
  readonly bucket?: { readonly endpoint: string; readonly bucket: string } | undefined
  /** The stores behind `contents` if rows choose them; absent if the settings do. */
  readonly stores?: LiveStores | undefined
  /** The keys that encrypt stored secrets. */
  readonly secrets: SecretKeys
  /** Whether the program may send requests to an address that a row names; none if absent. */
  readonly reachable?: Reachable
  /** The public address of the program, if configured. */
  readonly publicUrl?: string | undefined
  /** The address that links and QR codes begin with; undefined while the program does not listen. */
  readonly site?: () => string | undefined
  /** Where file contents are stored; the local disk if absent. */
  readonly filesIn?: 'disk' | 'bucket'
}

/** An operation from a phone's outbox. */
export interface QueuedOp {
  readonly id: string
  /** Time by the phone's clock. */
  readonly deviceTime: string
  /** Server time minus device time in milliseconds, as the phone knew it. */
  readonly skewMs: number
  /** The phone's time corrected by its offset alone, without the server's bounds; the order of observations. */
  readonly correctedAt: Date
  readonly receivedAt: Date
}

/** One request of a signed-in person. `input`: query and body merged into one object, not yet validated. */
export interface Context {
  readonly tools: Tools
  readonly actor: Actor
  readonly language: Language
  readonly input: Raw
  readonly requestId: string
  /**
   * When the operation happened: server time, or for a queued operation the phone's corrected time, limited to the span that the server
   * considers possible.
   */
  readonly occurredAt: Date
  /** A signal that aborts when the client disconnects; absent if no client waits, as for queued operations. */
  readonly gone?: () => AbortSignal
  /** The result of `before` of the route, computed ahead of the transaction, such as the answer of another server. */
  readonly asked?: unknown
  /** Copies links from other rows, such as those of an approved document, so retired targets are accepted. */
  readonly carries?: true
  /** Present for operations from a phone's outbox. */
  readonly op?: QueuedOp
  /** The request comes from a front end of the SpringBlade family (`other-form.ts`), which reads some answers in another form. */
  readonly isOther?: boolean
  /** The declared permission of a system write; set only by `asSystem`. */
  readonly rule?: ProcessRule
}

/** A read: compiled queries that run in one round trip with the session check, and a function that turns their rows into the answer. */
export interface ReadPlan<T = unknown> {
  readonly queries: readonly Query[]
  answer(results: Rows[]): T | Promise<T>
}

/** A read of typed statements: `answer` receives the rows of each. */
export function planOf<const Q extends readonly Query[], T>(
  queries: Q,
  answer: (...rows: { -readonly [I in keyof Q]: RowsOf<Q[I]> }) => T | Promise<T>,
): ReadPlan<T> {
  return { queries, answer: (results) => answer(...(results.map((one) => one.rows) as Parameters<typeof answer>)) }
}

export type Reader<T = unknown> = (context: Context) => ReadPlan<T>
export type Writer<T = unknown> = (context: Context, tx: Transaction) => Promise<T>
