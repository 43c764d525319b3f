import { notice } from '#contract/entities/platform/notice.ts'
import { cutText } from '#contract/kit/cut-text.ts'
import { itemsBehind } from '#contract/packages.ts'
import type { NoticeKind, NoticeTarget } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { packagedSql } from '#server/kit/packaged.ts'
import { givingFirstPasswords } from './identities.ts'

/** People whose role holds a right and whose data scope covers a department. No `deptId`: any scope; null: only those who see all. */
export interface Holders {
  readonly right: string
  readonly deptId?: string | null
}

export interface NoticeDraft {
  readonly kind: NoticeKind
  /** What it is about, in the words of the record: cut at what a notice holds. */
  readonly subject: string
  readonly detail?: string | null
  readonly target: NoticeTarget
  readonly targetId: string
  /** `self`: the one who did it too, of work that ends after the person has gone on to something else. */
  readonly to: {
    readonly users?: readonly (string | null | undefined)[]
    readonly holders?: Holders | readonly Holders[]
    readonly self?: true
  }
}

/** SQL over a role's `kind` and `chosen` departments and `app_user u`: the data scope covers the department of `h`. One by conditions covers none: it is about rows. */
const covers = `(h.any_dept or k.kind = 'all' or (k.kind = 'dept' and u.dept_id = h.dept_id)
  or (k.kind = 'below' and exists (select 1 from dept own join dept d on d.tenant_id = own.tenant_id and d.id = h.dept_id
    where own.tenant_id = u.tenant_id and own.id = u.dept_id and d.path >= own.path and d.path < own.path || chr(127)))
  or (k.kind = 'chosen' and h.dept_id = any(k.chosen)))`

/** SQL over `app_user u` and `h`: the package leaves the right, a role holds it, and the data scope of one that holds a right to the same entity covers the department, as in a session. */
const holds = `${packagedSql('u.tenant_id', 'h.codes')} and exists (select 1 from user_role ur join role_grant g on g.tenant_id = ur.tenant_id and g.role_id = ur.role_id and g.right_code = h.right_code
    where ur.tenant_id = u.tenant_id and ur.user_id = u.id)
  and exists (select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    left join data_scope s on s.tenant_id = ur.tenant_id and s.role_id = ur.role_id and s.entity = split_part(h.right_code, '.', 1)
    cross join lateral (select coalesce(s.reach, r.reach) as kind, case when s.id is null then array(select c.dept_id from role_dept c
      where c.tenant_id = r.tenant_id and c.role_id = r.id) else s.depts end as chosen) k
    where ur.tenant_id = u.tenant_id and ur.user_id = u.id and ${covers} and exists (select 1 from role_grant g where g.tenant_id = ur.tenant_id
      and g.role_id = ur.role_id and split_part(g.right_code, '.', 1) = split_part(h.right_code, '.', 1)))`

/**
 * Queues one notice for each person in the transaction of the event: named users and holders of rights, each once, only active users of the
 * tenant, and the person who acts only with `self`.
 */
export function notify(context: { readonly actor: { readonly userId: string | null } }, tx: Transaction, draft: NoticeDraft): void {
  const { users = [], holders = [], self = false } = draft.to
  const own = self ? [context.actor.userId] : []
  const named = [...new Set([...users, ...own].filter((id): id is string => Boolean(id)))]
  const list = (Array.isArray(holders) ? holders : [holders]) as readonly Holders[]
  if (named.length === 0 && list.length === 0) return
  const asked = list.map((one) => ({
    right_code: one.right,
    dept_id: one.deptId ?? null,
    any_dept: one.deptId === undefined,
    codes: itemsBehind(one.right),
  }))
  tx.later({
    text: `insert into notice (tenant_id, id, created_by, updated_by, kind, subject, detail, user_id, target, target_id, is_read, sent_at)
      select u.tenant_id, gen_random_uuid(), $2, $2, $3, $4, $5, u.id, $6, $7, 0, now()
      from app_user u
      where u.tenant_id = $1 and (u.id is distinct from $2 or $10) and u.status = 'active' and not u.is_deleted
        and (u.id = any($8::uuid[]) or exists (select 1 from jsonb_to_recordset($9::jsonb) h(right_code text, dept_id uuid, any_dept boolean, codes text[]) where ${holds}))`,
    values: [
      tx.tenantId,
      context.actor.userId,
      draft.kind,
      cutText(draft.subject, notice.fields.subject.max),
      draft.detail ? cutText(draft.detail, notice.fields.detail.max) : null,
      draft.target,
      draft.targetId,
      named,
      JSON.stringify(asked),
      self,
    ],
  })
}

/** For areas that add people: each gets a first password. */
export { givingFirstPasswords }
