import type pg from 'pg'
import { v7 } from 'uuid'
import type { accessEvents } from '#contract/entities/record/access-log.ts'
import { rights } from '#contract/rights.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'

/** Where a request came from, as far as it is kept. */
export interface Origin {
  readonly address: string | null
  /** Readable names of browser and operating system. */
  readonly client: string | null
}

interface Entry {
  readonly event: keyof typeof accessEvents
  readonly outcome?: 'done' | 'refused'
  /** The account that it is about, only when the account exists: a name typed by mistake may be a password. */
  readonly account?: unknown
  readonly userId?: unknown
  readonly actorId?: unknown
  readonly detail?: string | null
}

const columns = 'tenant_id, id, event, outcome, account, user_id, actor_id, detail, address, client'
const valuesOf = (tx: Transaction, { event, outcome = 'done', account, userId, actorId, detail }: Entry): unknown[] => [
  tx.tenantId,
  v7(),
  event,
  outcome,
  account ?? null,
  userId ?? null,
  actorId ?? null,
  detail?.slice(0, 500) ?? null,
]

/** Queues an entry about a request without a session. A tenant that does not exist has no log. */
export function logRequest(tx: Transaction, from: Origin, entry: Entry): void {
  tx.later({
    text: `insert into access_log (${columns}) select $1, $2::uuid, $3, $4, $5, $6::uuid, $7::uuid, $8, $9, $10 from tenant where id = $1`,
    values: [...valuesOf(tx, entry), from.address, from.client],
  })
}

/** Queues an entry about what a signed-in person does, with the address and browser that their session began with. */
export function logAccess({ actor }: Pick<Context, 'actor'>, tx: Transaction, entry: Omit<Entry, 'actorId'>): void {
  tx.later({
    text: `insert into access_log (${columns}) select $1, $2::uuid, $3, $4, $5, $6::uuid, $7::uuid, $8, s.address, s.client
      from (select 1) one left join session s on s.tenant_id = $1 and s.id = $9::uuid`,
    values: [...valuesOf(tx, { ...entry, actorId: actor.userId }), actor.sessionId],
  })
}

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
