import { AsyncLocalStorage } from 'node:async_hooks'

/** Absent in production: following the asynchronous context costs time with each promise. */
let watched: AsyncLocalStorage<boolean> | undefined
const found = new Set<string>()

/** Begins to follow which work runs inside a transaction; for tests. */
export function watchTransactions(): void {
  watched ??= new AsyncLocalStorage()
}

/** Runs work that holds a transaction. */
export const inTransaction = <T>(work: () => T): T => (watched ? watched.run(true, work) : work())

/** Runs work that may wait for another server although it holds a transaction. Say beside the call why that is harmless. */
export const waitingAllowed = <T>(work: () => T): T => (watched ? watched.run(false, work) : work())

/**
 * Throws where another server or a store of files is asked inside a transaction: a silent one would hold a connection of the pool, and ten of
 * them stop every tenant. Notes it as well, because callers turn errors of other servers into refusals.
 */
export function refuseInTransaction(what: string): void {
  if (!watched?.getStore()) return
  found.add(what)
  throw new Error(`${what} is asked inside a transaction`)
}

/** What was asked inside a transaction since the last call. */
export function takeFound(): string[] {
  const all = [...found]
  found.clear()
  return all
}
