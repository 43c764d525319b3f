import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { isId } from '#contract/kit/fields/parse.ts'
import type { Counted } from '#contract/sync/sync.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Contacts, Sender } from './span.ts'

/** One contact of a phone. */
export interface Contact {
  readonly deviceId: string
  readonly minted?: Counted['minted'] | null | undefined
  readonly waiting?: Counted['waiting'] | null | undefined
  /** When it arrived. */
  readonly at: Date
}

/** Rows of a person's phone, and of all phones of a person, before older ones are thinned out. */
const mostOfPhone = 128
const mostOfPerson = 1000

/**
 * Notes that a phone of the person spoke to the server. Never fails, because the phone's request must not: without the note, the spans of its
 * operations are wider, not wrong.
 */
export async function noteContact(pool: pg.Pool, actor: Actor, contact: Contact, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  if (!isId(contact.deviceId)) return
  await store(pool, actor, contact).catch((err: unknown) => log.warn({ err }, 'a contact of a phone was not noted'))
}

/**
 * Contacts in a row with the same highest number are one row; those of phones that report none, one an hour. The last contact of a row is exact to
 * five seconds, so that a busy phone writes little.
 */
async function store(pool: pg.Pool, actor: Actor, { deviceId, minted, waiting, at }: Contact): Promise<void> {
  await writeAs(pool, actor.tenantId, async (tx) => {
    const { rowCount } = await tx.run({
      text: `with newest as (select first_at, minted from sync_contact where tenant_id = $1 and device_id = $2 and user_id = $3 order by first_at desc limit 1),
          same as (select first_at from newest where minted is not distinct from $6::bigint and (minted is not null or first_at > $5::timestamptz - interval '1 hour')),
          kept as (update sync_contact c set last_at = greatest(c.last_at, $5::timestamptz), waiting = $7::bigint, session_id = $4 from same
            where c.tenant_id = $1 and c.device_id = $2 and c.user_id = $3 and c.first_at = same.first_at
              and (c.last_at < $5::timestamptz - interval '5 seconds' or c.waiting is distinct from $7::bigint or c.session_id is distinct from $4::uuid))
        insert into sync_contact (tenant_id, device_id, user_id, session_id, first_at, last_at, minted, waiting)
        select $1, $2, $3, $4, $5::timestamptz, $5::timestamptz, $6::bigint, $7::bigint where not exists (select from same) on conflict do nothing`,
      values: [tx.tenantId, deviceId, actor.userId, actor.sessionId, at.toISOString(), minted ?? null, waiting ?? null],
    })
    if (!rowCount) return
    // Every second one of the older rows, never the oldest: spans between them become wider, not wrong.
    tx.later({
      text: `delete from sync_contact c using (select first_at, row_number() over (order by first_at desc) as n, count(*) over () as all_rows
          from sync_contact where tenant_id = $1 and device_id = $2 and user_id = $3) o
        where c.tenant_id = $1 and c.device_id = $2 and c.user_id = $3 and c.first_at = o.first_at
          and o.all_rows > ${mostOfPhone} and o.n > ${mostOfPhone / 2} and o.n % 2 = 0 and o.n < o.all_rows`,
      values: [tx.tenantId, deviceId, actor.userId],
    })
    tx.later({
      text: `delete from sync_contact where tenant_id = $1 and user_id = $2 and first_at <
        (select first_at from sync_contact where tenant_id = $1 and user_id = $2 order by first_at desc offset ${mostOfPerson} limit 1)`,
      values: [tx.tenantId, actor.userId],
    })
  })
}

const ms = (at: unknown): number => Date.parse(String(at))

/** What the server knows of the phone that a push comes from. */
export async function senderOf(pool: pg.Pool, actor: Actor, deviceId: string, receivedAt: Date): Promise<Sender> {
  const [found, about] = await readAs(pool, actor.tenantId, [
    {
      // Of another phone of this session, only that it was in use: this one then had no queue of its own.
      text: `select first_at, last_at, case when device_id = $2 then minted end as minted, case when device_id = $2 then waiting end as waiting
        from sync_contact where tenant_id = $1 and (device_id = $2 or session_id = $3)`,
      values: [actor.tenantId, deviceId, actor.sessionId],
    },
    {
      text: `select s.signed_in_at, m.epoch_since from sync_meta m left join session s on s.tenant_id = $1 and s.id = $2`,
      values: [actor.tenantId, actor.sessionId],
    },
  ])
  const { signed_in_at, epoch_since } = about!.rows[0]!
  return {
    contacts: found!.rows.map(
      (row): Contacts => ({
        firstAt: ms(row.first_at),
        lastAt: ms(row.last_at),
        minted: row.minted === null ? null : Number(row.minted),
        waiting: row.waiting === null ? null : Number(row.waiting),
      }),
    ),
    receivedAt: receivedAt.getTime(),
    signedInAt: signed_in_at ? ms(signed_in_at) : receivedAt.getTime(),
    restoredAt: epoch_since ? ms(epoch_since) : null,
  }
}
