import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#server/settings.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { embeddedOwnerUrl } from './embedded.ts'
import { isAlive } from './left-over.ts'
import { processUser } from './process-user.ts'

/** Whether a PostgreSQL is running on the data in this folder. */
export const isRunning = async (home: string): Promise<boolean> => {
  const pid = Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  return pid > 1 && isAlive(pid)
}

/**
 * Connects to the database as its owner: to the running one, or to one that is started and stopped again. `opened`: the operator's own
 * database or the one just started, which is not prepared yet.
 */
export async function withOwner(
  settings: Settings,
  home: string,
  work: (ownerUrl: string, opened: OpenDatabase | undefined) => Promise<void>,
): Promise<void> {
  if (settings.DATABASE_URL === undefined && (await isRunning(home))) return work(await embeddedOwnerUrl(home), undefined)
  const database = await openDatabase(settings, home, settings.DATABASE_URL === undefined ? processUser() : undefined)
  try {
    await work(database.ownerUrl, database)
  } finally {
    await database.stop()
  }
}
