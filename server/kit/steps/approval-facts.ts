import type { DeptRole, Facts } from '#contract/kit/entity/approval.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'

/** Facts about a document that the approval engine uses. */
export interface DocumentFacts {
  /** The values of the declared facts, by name; links by their ids. */
  readonly facts: Facts
  /** What is asked for, as it is said after the name of the applicant; lists and notices show both. */
  readonly title: string
  /** The departments of the declared department roles; the applicant's department need not be given. */
  readonly depts?: Partial<Readonly<Record<DeptRole, string | null>>>
  /** The kind of application, used to select the definition. */
  readonly eventType?: string
  /** Asset categories and amount, used to select the definition; default: the facts `category` and `amount`. */
  readonly categoryIds?: readonly string[]
  readonly amount?: string | null
}

export type ReadFacts = (given: { readonly context: Context; readonly tx: Transaction; readonly row: Row }) => Promise<DocumentFacts>

const readers = new Map<string, ReadFacts>()

/**
 * Registers how the facts of a kind of document are read. `row`: the locked document with SQL column names. Throws if the kind is already
 * registered.
 */
export function approvalFacts(kind: string, read: ReadFacts): void {
  if (readers.has(kind)) throw new Error(`the facts of ${kind} are read twice`)
  readers.set(kind, read)
}

/** Reads the facts of a document; throws for a kind that no module has registered. */
export function factsOf(kind: string, given: Parameters<ReadFacts>[0]): Promise<DocumentFacts> {
  const read = readers.get(kind)
  if (!read) throw new Error(`the facts of ${kind} are not read`)
  return read(given)
}

/** What is asked for, before a title that does not say so by itself. `act`: the word for it; `said`: more than the word, where it stands alone. */
export function saidOnce(act: string, title: string, said = act): string {
  return title.toLowerCase().includes(act.toLowerCase()) ? title : [said, title].filter(Boolean).join(' ')
}
