import type Dexie from 'dexie'

const LOST = /UnknownError|DatabaseClosed|InvalidState/
const LOST_MESSAGE = /Connection to Indexed Database server lost|backing store|database connection is closing/i
const TRIES = 3

/**
 * Runs a unit of work on a database. When the connection is lost (iOS drops it for pages in the background), closes and reopens the database and
 * repeats the unit, up to three times; not on a database that a newer program has upgraded (`isOutdated`). `work` must be one transaction, so that a
 * failed attempt has written nothing. Rethrows other errors.
 */
export const reopening = async <T>(db: Dexie, work: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    const connection = db.isOpen() ? db.backendDB() : undefined
    try {
      // Opening also reads the database and may fail the same way.
      if (tries > 0) await db.open()
      return await work()
    } catch (error) {
      if (tries === TRIES || !isLost(error) || (db as { isOutdated?: boolean }).isOutdated) throw error
      // Another unit may have reopened the connection after the same error; closing it again would loop endlessly.
      if (db.isOpen() && (connection === undefined || db.backendDB() === connection)) db.close({ disableAutoOpen: false })
    }
  }
}

/** Whether the error means that the connection is gone, and not that the work is wrong. */
export const isLost = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = (one as { inner?: unknown }).inner) {
    if (LOST.test(one.name) || LOST_MESSAGE.test(one.message)) return true
    if ((one as { inner?: unknown }).inner === one) return false
  }
  return false
}
