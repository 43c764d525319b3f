import type { DeptRole, Facts } from '#contract/kit/approval.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from './context.ts'

/** What the engine knows of a document. */
export interface DocumentFacts {
  /** The values of the declared facts, by name; links by their ids. */
  readonly facts: Facts
  /** What the application is called in lists and notices. */
  readonly title: string
  /** The departments of the declared roles; that of the applicant is known. */
  readonly depts?: Partial<Readonly<Record<DeptRole, string | null>>>
  /** The kind of application, by which a definition is bound. */
  readonly eventType?: string
  /** Asset categories and the amount, by which a definition is bound; the facts `category` and `amount` when absent. */
  readonly categoryIds?: readonly string[]
  readonly amount?: string | null
}

export type ReadFacts = (given: { readonly context: Context; readonly tx: Transaction; readonly row: Row }) => Promise<DocumentFacts>

const readers = new Map<string, ReadFacts>()

/** Says how the facts of a kind of documents are read. `row`: the locked document with SQL column names. Throws when said twice. */
export function approvalFacts(kind: string, read: ReadFacts): void {
  if (readers.has(kind)) throw new Error(`the facts of ${kind} are read twice`)
  readers.set(kind, read)
}

/** Reads the facts of a document; throws for a kind that no module reads. */
export function factsOf(kind: string, given: Parameters<ReadFacts>[0]): Promise<DocumentFacts> {
  const read = readers.get(kind)
  if (!read) throw new Error(`the facts of ${kind} are not read`)
  return read(given)
}
