import { AsyncLocalStorage } from 'node:async_hooks'

/** Absent in production: tracking the asynchronous context costs time with each promise. */
let watched: AsyncLocalStorage<boolean> | undefined
const found = new Set<string>()

/** Starts tracking which work runs inside a transaction; for tests. */
export function watchTransactions(): void {
  watched ??= new AsyncLocalStorage()
}

/** Runs work inside a transaction. */
export const inTransaction = <T>(work: () => T): T => (watched ? watched.run(true, work) : work())

/** Runs work that may wait for another server inside a transaction. Explain beside the call why that is harmless. */
export const waitingAllowed = <T>(work: () => T): T => (watched ? watched.run(false, work) : work())

/**
 * Throws if another server or a file store is called inside a transaction: a server that does not answer would block a connection of the
 * pool, and ten of them every tenant. Also records the violation, because callers turn errors of other servers into refusals.
 */
export function refuseInTransaction(what: string): void {
  if (!watched?.getStore()) return
  found.add(what)
  throw new Error(`${what} is asked inside a transaction`)
}

/** The calls inside transactions since the last call of this function. */
export function takeViolations(): string[] {
  const all = [...found]
  found.clear()
  return all
}
