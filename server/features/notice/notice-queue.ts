import { channelDayLimit } from '#contract/entities/notice/notice-channel.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type DigestLine, digestLines } from './mail-queue.ts'
import { freshSince, isQueued, openChannel } from './open-channels.ts'

/**
 * Queues what active channels have to deliver and was not queued before: unread notices to people whose identity at the vendor is bound, and, to groups,
 * announcements that are for everybody.
 */
export function queueDeliveries(tx: Transaction): void {
  const columns = `(tenant_id, id, channel_id, channel_name, told_id, user_id, outcome, tries, due_at)`
  tx.later({
    text: `insert into notice_delivery ${columns}
      select n.tenant_id, gen_random_uuid(), c.id, c.channel_name, n.id, n.user_id, 'waiting', 0, now()
      from notice_channel c join identity_provider p on p.tenant_id = c.tenant_id and p.id = c.provider_id and not p.is_deleted and coalesce(p.is_stopped, 0) = 0
      join notice n on n.tenant_id = c.tenant_id and n.is_read = 0 and n.sent_at >= ${freshSince}
      join app_user u on u.tenant_id = n.tenant_id and u.id = n.user_id and u.status = 'active' and not u.is_deleted
      where c.tenant_id = $1 and c.kind = 'app' and ${openChannel} and not ${isQueued('n.id')}
        and exists (select 1 from identity_binding b where b.tenant_id = n.tenant_id and b.user_id = n.user_id and b.issuer = p.kind || ':' || p.corp_id)
      order by n.sent_at limit 2000 on conflict do nothing`,
    values: [tx.tenantId],
  })
  tx.later({
    text: `insert into notice_delivery ${columns}
      select a.tenant_id, gen_random_uuid(), c.id, c.channel_name, a.id, null::uuid, 'waiting', 0, now()
      from notice_channel c join announcement a on a.tenant_id = c.tenant_id and a.audience = 'all' and not a.is_deleted
        and a.sent_at >= ${freshSince} and (a.end_time is null or a.end_time > now())
      where c.tenant_id = $1 and c.kind = 'robot' and ${openChannel} and not ${isQueued('a.id')} on conflict do nothing`,
    values: [tx.tenantId],
  })
}

/** What is to be sent at once. */
export interface Due {
  readonly id: string
  readonly kind: 'app' | 'robot' | 'mail'
  readonly channelId: string
  readonly providerId: string | null
  readonly robotAddress: string
  readonly subject: string
  readonly detail: string
  /** The id of the person at the vendor. */
  readonly member: string
  readonly tries: number
  /** What an e-mail needs beside: the kind of the notice, or the lines of a digest, and whom it is for. */
  readonly noticeKind: string
  readonly digest: readonly DigestLine[] | undefined
  readonly email: string
  readonly realName: string
  readonly language: Language
}

/** What stands in the way of a delivery at the moment it is taken; the first that holds is its cause. */
const causes = `case when c.is_stopped = 1 or c.is_deleted then 'stopped' when coalesce(n.subject, a.title) is null and g.id is null then 'withdrawn'
  when c.kind = 'mail' and (u.is_deleted or u.status <> 'active') then 'disabled' when c.kind = 'mail' and coalesce(u.email, '') = '' then 'addressless'
  when c.kind <> 'robot' and n.is_read = 1 then 'read' when c.kind = 'app' and b.subject is null then 'unbound'
  when c.kind <> 'robot' and (select count(*) from notice_delivery o where o.tenant_id = d.tenant_id and o.channel_id = d.channel_id and o.user_id = d.user_id
    and o.outcome in ('sending', 'sent', 'unknown') and o.updated_at > now() - interval '1 day') >= coalesce(c.day_limit, ${channelDayLimit}) then 'limit' end`

/**
 * Takes the oldest delivery that is due and marks it as being sent, so that no second process and no later attempt sends it too; undefined when there is
 * none. One that may not leave any more ends here. `without`: channels that are left for now.
 */
export async function takeDue(tx: Transaction, without: readonly string[] = []): Promise<Due | 'ended' | undefined> {
  const { rows } = await tx.run({
    text: `select d.id from notice_delivery d where d.tenant_id = $1 and d.outcome = 'waiting' and d.due_at <= now() and d.channel_id <> all($2::uuid[])
      order by d.due_at, d.id limit 1 for update skip locked`,
    values: [tx.tenantId, without],
  })
  if (!rows[0]) return undefined
  const found = await tx.run({
    text: `select d.id, c.kind, c.id as channel_id, c.provider_id, c.robot_address, coalesce(n.subject, a.title) as subject, coalesce(n.detail, a.content) as detail,
        b.subject as member, d.tries, n.kind as notice_kind, g.id as digest_id, u.email, u.real_name, coalesce(m.language, 'zh') as language, ${causes} as cause
      from notice_delivery d join notice_channel c on c.tenant_id = d.tenant_id and c.id = d.channel_id
      left join identity_provider p on p.tenant_id = c.tenant_id and p.id = c.provider_id
      left join notice n on c.kind <> 'robot' and n.tenant_id = d.tenant_id and n.id = d.told_id and n.user_id = d.user_id
      left join announcement a on c.kind = 'robot' and a.tenant_id = d.tenant_id and a.id = d.told_id and not a.is_deleted and a.audience = 'all'
      left join notice_digest g on c.kind = 'mail' and g.tenant_id = d.tenant_id and g.id = d.told_id
      left join app_user u on u.tenant_id = d.tenant_id and u.id = d.user_id
      left join notice_mail m on m.tenant_id = d.tenant_id and m.user_id = d.user_id
      left join identity_binding b on b.tenant_id = d.tenant_id and b.user_id = d.user_id and b.issuer = p.kind || ':' || p.corp_id
      where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, rows[0].id],
  })
  const row = found.rows[0]!
  if (row.cause) {
    endDelivery(tx, String(row.id), { outcome: 'failed', cause: String(row.cause) })
    return 'ended'
  }
  const digest = row.digest_id ? await digestLines(tx, String(row.digest_id)) : undefined
  if (digest?.length === 0) {
    endDelivery(tx, String(row.id), { outcome: 'failed', cause: 'read' })
    return 'ended'
  }
  tx.later({
    text: `update notice_delivery set outcome = 'sending', tries = tries + 1, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, row.id],
  })
  return {
    id: String(row.id),
    kind: row.kind as Due['kind'],
    channelId: String(row.channel_id),
    providerId: row.provider_id as string | null,
    robotAddress: String(row.robot_address ?? ''),
    subject: String(row.subject),
    detail: String(row.detail ?? ''),
    member: String(row.member ?? ''),
    tries: Number(row.tries) + 1,
    noticeKind: String(row.notice_kind ?? ''),
    digest,
    email: String(row.email ?? ''),
    realName: String(row.real_name ?? ''),
    language: row.language as Language,
  }
}

export interface End {
  readonly outcome: 'sent' | 'failed' | 'unknown' | 'waiting'
  readonly cause?: string
  /** In the words of the vendor. */
  readonly reason?: string
  readonly receipt?: string
  /** Minutes after which it is tried again. */
  readonly again?: number
  /** The mail server does not let the account in. */
  readonly isLockedOut?: true
}

/** Writes down how a delivery went. */
export const endDelivery = (tx: Transaction, id: string, { outcome, cause, reason, receipt, again = 0 }: End): void =>
  tx.later({
    text: `update notice_delivery set outcome = $3, reason = left($4, 200), receipt = left($5, 100), due_at = now() + make_interval(mins => $6), cause = $7,
        sent_at = case when $3 = 'sent' then now() end, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      id,
      outcome,
      reason?.replace(/\p{Cc}/gu, ' ') ?? null,
      receipt?.replace(/\p{Cc}/gu, ' ') ?? null,
      again,
      cause ?? null,
    ],
  })

/** Ends what a process was sending when it was killed: whether it arrived is not known, and it is not sent twice. */
export const endInterrupted = (tx: Transaction): void =>
  tx.later({
    text: `update notice_delivery set outcome = 'unknown', cause = 'interrupted', version = version + 1, updated_at = now()
      where tenant_id = $1 and outcome = 'sending' and updated_at < now() - interval '5 minutes'`,
    values: [tx.tenantId],
  })
