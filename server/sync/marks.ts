import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { readAs, writeAs } from '#server/db/pool.ts'
import type { Query } from '#server/db/query.ts'
import type { Epoch } from '#server/http/epoch.ts'

/** Between two marks at least. */
const everyMs = 60_000
/** A feed that is held back for longer is logged. */
const longestHeldS = 60

const isNewer = `pg_snapshot_xmax(pg_current_snapshot())::text::numeric > coalesce((select xid::text::numeric + 1 from sync_mark order by at desc limit 1), 0)`

/** Makes a mark when something was written since the newest. `force`: also within the same minute. */
export async function makeMark(pool: pg.Pool, force = false): Promise<void> {
  await writeAs(pool, '000000', async (tx) =>
    tx.later({
      text: `insert into sync_mark (id) select left(replace(gen_random_uuid()::text, '-', ''), 12)
        where ${isNewer} and ($1 or not exists (select 1 from sync_mark where at > now() - interval '50 seconds'))`,
      values: [force],
    }),
  )
}

/** Seconds for which a running transaction, in any database of the server, has held back newer rows from phones; 0: less than a mark's interval. */
export async function heldSeconds(pool: pg.Pool): Promise<number> {
  const [found] = await readAs(pool, '000000', [
    {
      text: `select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as held from sync_mark
        where at > now() - interval '2 days' and xid >= pg_snapshot_xmin(pg_current_snapshot())`,
    },
  ])
  return Number(found!.rows[0]!.held)
}

export interface Marking {
  /** As it was a minute ago at most. */
  heldSeconds(): number
  /** What is done every minute. */
  tick(): Promise<void>
  stop(): void
}

/** Makes marks while the program runs, follows the epoch, and tells the log when the feed of phones is held back. */
export async function keepMarks(pool: pg.Pool, epoch: Epoch, log: FastifyBaseLogger): Promise<Marking> {
  let held = 0
  const tick = async (): Promise<void> => {
    await makeMark(pool)
    await epoch.reload()
    const before = held
    held = await heldSeconds(pool)
    if (held > longestHeldS) log.warn({ heldSeconds: Math.round(held) }, 'a long transaction holds back what phones are sent')
    else if (before > longestHeldS) log.info('phones are sent everything again')
  }
  await makeMark(pool, true)
  const timer = setInterval(() => tick().catch((error: unknown) => log.error({ err: error }, 'marks')), everyMs)
  timer.unref()
  return { heldSeconds: () => held, tick, stop: () => clearInterval(timer) }
}

/**
 * What a pull has to know of epoch and marks: which of these the database knows, and the newest that every running transaction is younger than. A mark is
 * on the disk before anybody reads of it, so that no crash gives its number to another transaction.
 */
export const markQuery = (tenantId: string, marks: readonly string[]): Query => ({
  text: `select m.epoch, m.secret, newest.id as mark, newest.xid::text as mark_xid, array(select id from sync_mark where id = any($2::text[])) as known,
      (select p.xid::text from sync_purge p where p.tenant_id = $1) as purged
    from sync_meta m left join lateral (select id, xid from sync_mark where xid < pg_snapshot_xmin(pg_current_snapshot()) order by at desc limit 1) newest on true`,
  values: [tenantId, marks],
})

/** A cursor that carries a mark, signed so that clients cannot forge one. */
export function signed(cursor: string, mark: string, { epoch, secret }: { epoch: string; secret: string }): string {
  const text = `${cursor}.${mark}`
  return `${text}.${createHmac('sha256', secret).update(`${epoch} ${text}`).digest('hex').slice(0, 16)}`
}

/** Whether such a cursor was given by this database, or one it was copied from, in this epoch. */
export function isOurs(cursor: string, meta: { epoch: string; secret: string }): boolean {
  const [xid, seq, mark] = cursor.split('.')
  const ours = Buffer.from(signed(`${xid}.${seq}`, String(mark), meta))
  const given = Buffer.from(cursor)
  return ours.length === given.length && timingSafeEqual(ours, given)
}
