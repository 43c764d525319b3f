import { type MailWay, usualWay } from '#contract/entities/notice/mail-ways.ts'
import { noticeKinds } from '#contract/entities/notice/notice-kinds.ts'
import { dayStart, daysAfter, homeDay, homeHour } from '#contract/kit/time/day.ts'
import { digestHourKey, digestHourOf } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import { freshSince, isQueued, openChannel } from './open-channels.ts'

/** Days that a digest reaches back at most, after the program did not run for long. */
const digestDays = 7
/** Most lines of one digest; it says how many more there are. */
export const mostLines = 100

/** The kinds that come at once to who has not chosen. They are known once all modules have registered. */
export const usualNow = (): string[] => Object.entries(noticeKinds).flatMap(([kind, words]) => (usualWay(words) === 'now' ? [kind] : []))

/** SQL: the way of a notice `n` for a person whose choices are `m`; `at`: the parameter of the kinds that come at once. */
const wayIs = (at: number, way: MailWay): string =>
  `coalesce(m.ways->>n.kind, case when n.kind = any($${at}::text[]) then 'now' else 'none' end) = '${way}'`

/** SQL: a notice `n` has come in a letter of its own by a channel, or still does: the person chose the digest afterwards. */
const cameAlone = (channel: string): string =>
  `exists (select 1 from notice_delivery o where o.tenant_id = n.tenant_id and o.channel_id = ${channel} and o.told_id = n.id and o.outcome <> 'failed')`

/** The hour of the digest in the hospital of the transaction. */
export async function digestHour(tx: Transaction): Promise<number> {
  const { rows } = await tx.run({
    text: 'select param_value from param where tenant_id = $1 and param_key = $2 and not is_deleted',
    values: [tx.tenantId, digestHourKey],
  })
  return digestHourOf(rows[0]?.param_value)
}

/** The last moment at which digests were due, and its day. */
export function lastDigest(now: Date, hour: number): { on: string; at: Date } {
  const today = homeDay(now)
  const on = homeHour(now) >= hour ? today : daysAfter(today, -1)
  return { on, at: new Date(Date.parse(dayStart(on)) + hour * 3_600_000) }
}

/**
 * Queues the e-mails of a hospital: unread notices that their person wants at once, and once a day a digest of those that they want gathered. A digest that
 * was missed is made up for, one for each day at most. Notices from before a person has chosen do not come after the event.
 */
export async function queueMail(tx: Transaction, now: Date): Promise<void> {
  tx.later({
    text: `insert into notice_delivery (tenant_id, id, channel_id, channel_name, told_id, user_id, outcome, tries, due_at)
      select n.tenant_id, gen_random_uuid(), c.id, c.channel_name, n.id, n.user_id, 'waiting', 0, now()
      from notice_channel c join notice n on n.tenant_id = c.tenant_id and n.is_read = 0 and n.sent_at >= ${freshSince}
      join app_user u on u.tenant_id = n.tenant_id and u.id = n.user_id and u.status = 'active' and not u.is_deleted and u.email <> ''
      left join notice_mail m on m.tenant_id = n.tenant_id and m.user_id = n.user_id
      where c.tenant_id = $1 and c.kind = 'mail' and ${openChannel} and not ${isQueued('n.id')} and ${wayIs(2, 'now')}
        and n.sent_at >= coalesce(m.updated_at, '-infinity')
      order by n.sent_at limit 2000 on conflict do nothing`,
    values: [tx.tenantId, usualNow()],
  })
  const { on, at } = lastDigest(now, await digestHour(tx))
  tx.later({
    text: `with due as (
        select c.id as channel_id, c.channel_name, u.id as user_id, greatest(c.opened_at, $2::timestamptz - make_interval(days => $4),
          coalesce((select max(g.until_at) from notice_digest g where g.tenant_id = c.tenant_id and g.channel_id = c.id and g.user_id = u.id),
            $2::timestamptz - interval '1 day')) as from_at
        from notice_channel c join notice_mail m on m.tenant_id = c.tenant_id
        join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.status = 'active' and not u.is_deleted and u.email <> ''
        where c.tenant_id = $1 and c.kind = 'mail' and ${openChannel} and c.opened_at < $2::timestamptz),
      made as (insert into notice_digest (tenant_id, id, channel_id, user_id, digest_on, from_at, until_at)
        select $1, gen_random_uuid(), d.channel_id, d.user_id, $3::date, d.from_at, $2::timestamptz from due d
        where exists (select 1 from notice n join notice_mail m on m.tenant_id = n.tenant_id and m.user_id = n.user_id
          where n.tenant_id = $1 and n.user_id = d.user_id and n.is_read = 0 and n.sent_at > d.from_at and n.sent_at <= $2::timestamptz and ${wayIs(5, 'digest')}
            and not ${cameAlone('d.channel_id')})
        on conflict (tenant_id, channel_id, user_id, digest_on) do nothing returning id, channel_id, user_id)
      insert into notice_delivery (tenant_id, id, channel_id, channel_name, told_id, user_id, outcome, tries, due_at)
      select $1, gen_random_uuid(), g.channel_id, d.channel_name, g.id, g.user_id, 'waiting', 0, now()
      from made g join due d on d.channel_id = g.channel_id and d.user_id = g.user_id`,
    values: [tx.tenantId, at, on, digestDays, usualNow()],
  })
}

/**
 * Queues the letters about what waits for the next digest of a person and is wanted at once from now on: neither the digest nor a later run would
 * bring it. `kinds`: those that come at once from now on.
 */
export function queueGathered(tx: Transaction, userId: string, kinds: readonly string[]): void {
  tx.later({
    text: `insert into notice_delivery (tenant_id, id, channel_id, channel_name, told_id, user_id, outcome, tries, due_at)
      select n.tenant_id, gen_random_uuid(), c.id, c.channel_name, n.id, n.user_id, 'waiting', 0, now()
      from notice_channel c join notice n on n.tenant_id = c.tenant_id and n.is_read = 0 and n.user_id = $2 and n.kind = any($3::text[])
      join app_user u on u.tenant_id = n.tenant_id and u.id = n.user_id and u.status = 'active' and not u.is_deleted and u.email <> ''
      join notice_mail m on m.tenant_id = n.tenant_id and m.user_id = n.user_id and m.ways->>n.kind = 'digest'
      where c.tenant_id = $1 and c.kind = 'mail' and ${openChannel} and not ${isQueued('n.id')}
        and n.sent_at > greatest(c.opened_at, (select coalesce(max(g.until_at), now() - interval '1 day') from notice_digest g
          where g.tenant_id = c.tenant_id and g.channel_id = c.id and g.user_id = n.user_id))
      on conflict do nothing`,
    values: [tx.tenantId, userId, kinds],
  })
}

/** A line of a digest. */
export interface DigestLine {
  readonly noticeKind: string
  readonly subject: string
  readonly detail: string
}

/** What a digest says: what is unread now of its time and still wanted in it, the oldest first, one line more than shows. */
export async function digestLines(tx: Transaction, id: string): Promise<readonly DigestLine[]> {
  const { rows } = await tx.run({
    text: `select n.kind, n.subject, n.detail from notice_digest g
      join notice n on n.tenant_id = g.tenant_id and n.user_id = g.user_id and n.is_read = 0 and n.sent_at > g.from_at and n.sent_at <= g.until_at
      join notice_mail m on m.tenant_id = g.tenant_id and m.user_id = g.user_id
      where g.tenant_id = $1 and g.id = $2 and ${wayIs(3, 'digest')} and not ${cameAlone('g.channel_id')} order by n.sent_at, n.id limit $4`,
    values: [tx.tenantId, id, usualNow(), mostLines + 1],
  })
  return rows.map(({ kind, subject, detail }) => ({ noticeKind: String(kind), subject: String(subject), detail: String(detail ?? '') }))
}
