import type pg from 'pg'
import { rights } from '#contract/rights.ts'
import { writeAs } from '#server/db/pool.ts'
import type { Actor } from '#server/kit/actor.ts'
import { logAccess } from './access-entries.ts'

/** What an export is called in the log, in both languages: the log is read in either. */
export const exportWords = (right: string): string => {
  const words = rights.get(right)
  return words ? `${words.zh} · ${words.en}` : right
}

/** Records that a person took data out as a file, before the file is sent. Reads write nothing else, so that it has a transaction of its own. */
export const logExport = (pool: pg.Pool, actor: Actor, right: string): Promise<void> =>
  writeAs(
    pool,
    actor.tenantId,
    async (tx) => logAccess({ actor }, tx, { event: 'export', account: actor.account, userId: actor.userId, detail: exportWords(right) }),
    { personId: actor.personId },
  )
