import type Dexie from 'dexie'

const LOST = /UnknownError|DatabaseClosed|InvalidState/
const LOST_MESSAGE = /Connection to Indexed Database server lost|backing store|database connection is closing/i
const TRIES = 3

/**
 * Runs a unit of work on a database. When its connection is lost meanwhile (iOS does that to pages in the background), closes the database, reopens it and runs
 * the unit again, up to three times; not on a database that a newer program has taken over (`isOutdated`). `work` must be one transaction, so that a failed try has
 * written nothing. Other errors pass.
 */
export const reopening = async <T>(db: Dexie, work: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    const connection = db.isOpen() ? db.backendDB() : undefined
    try {
      // Opening reads the store as well and may fail in the same way.
      if (tries > 0) await db.open()
      return await work()
    } catch (error) {
      if (tries === TRIES || !isLost(error) || (db as { isOutdated?: boolean }).isOutdated) throw error
      // Another unit with the same error may have opened a new connection already, and closing that would loop endlessly.
      if (db.isOpen() && (connection === undefined || db.backendDB() === connection)) db.close({ disableAutoOpen: false })
    }
  }
}

/** Whether the error says that the connection is gone, and not that the work is wrong. */
export const isLost = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = (one as { inner?: unknown }).inner) {
    if (LOST.test(one.name) || LOST_MESSAGE.test(one.message)) return true
    if ((one as { inner?: unknown }).inner === one) return false
  }
  return false
}
