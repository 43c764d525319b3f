import type pg from 'pg'
import type { Raw } from '#contract/kit/parse.ts'
import type { ProcessRule } from '#contract/kit/process-rule.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Rows, RowsOf } from '#server/db/query.ts'
import type { Actor } from './actor.ts'
import type { ContentStore } from './content-store.ts'
import type { LiveStores } from './content-store-live.ts'
import type { Reachable } from './outbound.ts'
import type { SearchMode } from './search.ts'
import type { SecretKeys } from './secrets.ts'
import type { Totals } from './totals.ts'

/** What the process has; the same for every request. */
export interface Tools {
  readonly pool: pg.Pool
  readonly totals: Totals
  readonly searchMode: SearchMode
  /** The contents of stored files. */
  readonly contents: ContentStore
  /** The bucket that the settings name, which wins over the rows. */
  readonly bucket?: { readonly endpoint: string; readonly bucket: string } | undefined
  /** The stores behind them, where rows choose; absent where the settings do. */
  readonly stores?: LiveStores | undefined
  /** The keys of stored secrets. */
  readonly secrets: SecretKeys
  /** Whether an address of the network may be asked because a row names it; none when absent. */
  readonly reachable?: Reachable
  /** The address that people type, where the program was told one. */
  readonly publicUrl?: string | undefined
  /** Where the contents of files lie; the disk of the program when absent. */
  readonly filesIn?: 'disk' | 'bucket'
}

/** One request of a signed-in person. `input`: query and body as one object, not yet read by facts. */
export interface Context {
  readonly tools: Tools
  readonly actor: Actor
  readonly language: Language
  readonly input: Raw
  readonly requestId: string
  /** When it happened, by the server or, for a queued operation, by the corrected clock of the phone. */
  readonly occurredAt: Date
  /** Aborts when the caller's connection is gone; absent where no caller waits, as for queued operations. */
  readonly gone?: () => AbortSignal
  /** The phone's own time, the operation and the phone, for operations that come from an outbox. */
  readonly op?: { readonly id: string; readonly deviceTime: string; readonly skewMs: number }
  /** The right of the process that acts on behalf of the person; set by `actingBy` alone. */
  readonly rule?: ProcessRule
}

/** A read: compiled queries that run in one round trip with the session check, and what becomes of their rows. */
export interface ReadPlan<T = unknown> {
  readonly queries: readonly Query[]
  answer(results: Rows[]): T | Promise<T>
}

/** A read of typed statements: `answer` gets the rows of each. */
export function planOf<const Q extends readonly Query[], T>(
  queries: Q,
  answer: (...rows: { -readonly [I in keyof Q]: RowsOf<Q[I]> }) => T | Promise<T>,
): ReadPlan<T> {
  return { queries, answer: (results) => answer(...(results.map((one) => one.rows) as Parameters<typeof answer>)) }
}

export type Reader<T = unknown> = (context: Context) => ReadPlan<T>
export type Writer<T = unknown> = (context: Context, tx: Transaction) => Promise<T>
