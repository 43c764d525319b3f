import { announcement } from '#contract/entities/notice/announcement.ts'
import { notice } from '#contract/entities/notice/notice.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'

/** SQL over `announcement a` and `app_user u`: the person is among those whom it is for. */
const isFor = `(a.audience = 'all' or a.audience = 'persons' and u.id = any(a.persons)
  or a.audience = 'depts' and exists (select 1 from dept own join dept d on d.tenant_id = own.tenant_id and d.id = any(a.depts)
    where own.tenant_id = u.tenant_id and own.id = u.dept_id and own.path >= d.path and own.path < d.path || chr(127))
  or a.audience = 'roles' and exists (select 1 from user_role r where r.tenant_id = u.tenant_id and r.user_id = u.id and r.role_id = any(a.roles)))`

const people = `announcement a join app_user u on u.tenant_id = a.tenant_id and u.status = 'active' and not u.is_deleted and ${isFor}`
const itsNotice = `n.tenant_id = a.tenant_id and n.target = 'announcement' and n.target_id = a.id::text`

/**
 * Brings the notices of an announcement to what it says now: those it is for have one, with its words; who read it and is still meant keeps it as read, and
 * others lose it.
 */
export function spreadAnnouncement(tx: Transaction, id: unknown): void {
  const values = [tx.tenantId, id]
  tx.later({
    text: `delete from notice n using announcement a where a.tenant_id = $1 and a.id = $2 and ${itsNotice}
      and not exists (select 1 from app_user u where u.tenant_id = a.tenant_id and u.id = n.user_id and ${isFor})`,
    values,
  })
  const words = `left(a.title, ${notice.fields.subject.max}) as subject, left(a.content, ${notice.fields.detail.max}) as detail`
  tx.later({
    text: `update notice n set subject = w.subject, detail = w.detail, version = n.version + 1, updated_at = now()
      from (select a.tenant_id, a.id, ${words} from announcement a where a.tenant_id = $1 and a.id = $2) w
      where n.tenant_id = w.tenant_id and n.target = 'announcement' and n.target_id = w.id::text and (n.subject, n.detail) is distinct from (w.subject, w.detail)`,
    values,
  })
  tx.later({
    text: `insert into notice (tenant_id, id, created_by, updated_by, kind, subject, detail, user_id, target, target_id, is_read, sent_at)
      select a.tenant_id, gen_random_uuid(), a.created_by, a.created_by, 'announcement', ${words.replaceAll(/ as (subject|detail)/g, '')}, u.id, 'announcement', a.id::text, 0, now()
      from ${people} where a.tenant_id = $1 and a.id = $2 and not exists (select 1 from notice n where ${itsNotice} and n.user_id = u.id)`,
    values,
  })
}

/** Takes the notices of announcements back; `unread`: only where they have not been read. */
export function takeBack(tx: Transaction, ids: readonly unknown[], which: 'all' | 'unread'): void {
  tx.later({
    text: `delete from notice where tenant_id = $1 and target = 'announcement' and target_id = any($2::text[])${which === 'unread' ? ' and is_read = 0' : ''}`,
    values: [tx.tenantId, ids.map(String)],
  })
}

/** Sends what has become due in a tenant, and takes back from bells what is over. Does nothing twice. */
export async function sendDue(tx: Transaction, now = new Date()): Promise<void> {
  const { rows } = await tx.run({
    text: `update announcement set sent_at = $2::timestamptz, version = version + 1, updated_at = now() where tenant_id = $1 and id in
        (select id from announcement where tenant_id = $1 and sent_at is null and not is_deleted and release_time <= $2::timestamptz
          and (end_time is null or end_time > $2::timestamptz) order by id for update skip locked) returning id`,
    values: [tx.tenantId, now],
  })
  for (const row of rows) spreadAnnouncement(tx, row.id)
  tx.later({
    text: `delete from notice n using announcement a where a.tenant_id = $1 and a.end_time <= $2::timestamptz and ${itsNotice} and n.is_read = 0`,
    values: [tx.tenantId, now],
  })
}

/** Where an announcement stands by its times. */
export function standing({ release_time, end_time }: Pick<Row, string>, now: Date): 'waits' | 'runs' | 'over' {
  const at = (value: unknown): number => (value ? new Date(String(value)).getTime() : Number.NaN)
  if (at(end_time) <= now.getTime()) return 'over'
  return at(release_time) > now.getTime() ? 'waits' : 'runs'
}

/** The words of what is chosen, by the kind of audience: which list has to be filled. */
export const listOf = { depts: announcement.fields.depts, roles: announcement.fields.roles, persons: announcement.fields.persons } as const
