import type { Language } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { liveSession } from '#server/features/identity/public.ts'
import { usualNow } from '../mail-queue.ts'

/** Hours that a notice may be late: an older one is no news. */
const lateHours = 6

/** SQL over subscription `p`: its session lasts, and its person is active. */
const isLive = `exists (select 1 from session s join tenant n on n.id = s.tenant_id where s.tenant_id = p.tenant_id and s.id = p.session_id and ${liveSession})
  and exists (select 1 from app_user u where u.tenant_id = p.tenant_id and u.id = p.user_id and u.status = 'active' and not u.is_deleted)`

/** Removes subscriptions whose session has ended, ends what a process was sending when it was killed, and queues unread notices that wait for people. */
export function queuePushes(tx: Transaction): void {
  tx.later({ text: `delete from push_subscription p where p.tenant_id = $1 and not (${isLive})`, values: [tx.tenantId] })
  tx.later({
    text: `update push_delivery set outcome = 'unknown', updated_at = now() where tenant_id = $1 and outcome = 'sending' and updated_at < now() - interval '5 minutes'`,
    values: [tx.tenantId],
  })
  tx.later({
    text: `insert into push_delivery (tenant_id, subscription_id, notice_id, outcome)
      select p.tenant_id, p.id, n.id, 'waiting' from push_subscription p
      join notice n on n.tenant_id = p.tenant_id and n.user_id = p.user_id and n.is_read = 0 and n.kind = any($2::text[])
        and n.sent_at >= greatest(p.made_at, now() - interval '${lateHours} hours')
      where p.tenant_id = $1 and not exists (select 1 from push_delivery d where d.tenant_id = p.tenant_id and d.subscription_id = p.id and d.notice_id = n.id)
      order by n.sent_at limit 2000 on conflict do nothing`,
    values: [tx.tenantId, usualNow()],
  })
}

/** A message that is to be sent now. */
export interface PushDue {
  readonly subscriptionId: string
  readonly noticeId: string
  readonly endpoint: string
  readonly browser: { readonly key: Buffer; readonly secret: Buffer }
  readonly language: Language
  readonly kind: string
  readonly subject: string
  readonly detail: string
  readonly tries: number
}

/** How a message ended; `gone`: the browser takes none any more. */
export type PushEnd = 'sent' | 'failed' | 'unknown' | 'read' | 'gone' | { readonly again: number }

/** Writes down how a message ended. */
export function endPush(tx: Transaction, { subscriptionId, noticeId }: Pick<PushDue, 'subscriptionId' | 'noticeId'>, end: PushEnd): void {
  const [outcome, minutes] = typeof end === 'object' ? ['waiting', end.again] : [end, 0]
  tx.later({
    text: `update push_delivery set outcome = $4, due_at = now() + make_interval(mins => $5), updated_at = now()
      where tenant_id = $1 and subscription_id = $2 and notice_id = $3`,
    values: [tx.tenantId, subscriptionId, noticeId, outcome, minutes],
  })
  if (end === 'gone')
    tx.later({ text: 'delete from push_subscription where tenant_id = $1 and id = $2', values: [tx.tenantId, subscriptionId] })
}

/** Takes the oldest message that is due and marks it as being sent, so that it is not sent twice; `ended`: it was read or its browser is gone. `without`: hosts that are left for now. */
export async function takePush(tx: Transaction, without: readonly string[]): Promise<PushDue | 'ended' | undefined> {
  const { rows } = await tx.run({
    text: `select d.subscription_id, d.notice_id, d.tries, p.endpoint, p.browser_key, p.browser_secret, p.language, n.kind, n.subject, n.detail,
        coalesce(n.is_read, 1) as is_read, p.id is not null and ${isLive} as is_live
      from push_delivery d left join push_subscription p on p.tenant_id = d.tenant_id and p.id = d.subscription_id
      left join notice n on n.tenant_id = d.tenant_id and n.id = d.notice_id and n.user_id = p.user_id
      where d.tenant_id = $1 and d.outcome = 'waiting' and d.due_at <= now() and coalesce(split_part(p.endpoint, '/', 3), '') <> all($2::text[])
      order by d.due_at, d.notice_id, d.subscription_id limit 1 for update of d skip locked`,
    values: [tx.tenantId, without],
  })
  const row = rows[0]
  if (!row) return undefined
  const of = { subscriptionId: String(row.subscription_id), noticeId: String(row.notice_id) }
  if (row.is_live !== true || row.is_read === 1) {
    endPush(tx, of, row.is_live === true ? 'read' : 'gone')
    return 'ended'
  }
  tx.later({
    text: `update push_delivery set outcome = 'sending', tries = tries + 1, updated_at = now() where tenant_id = $1 and subscription_id = $2 and notice_id = $3`,
    values: [tx.tenantId, of.subscriptionId, of.noticeId],
  })
  return {
    ...of,
    endpoint: String(row.endpoint),
    browser: { key: row.browser_key as Buffer, secret: row.browser_secret as Buffer },
    language: row.language as Language,
    kind: String(row.kind),
    subject: String(row.subject),
    detail: String(row.detail ?? ''),
    tries: Number(row.tries) + 1,
  }
}
