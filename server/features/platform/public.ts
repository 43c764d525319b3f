import { notice } from '#contract/entities/platform/notice.ts'
import { cutText } from '#contract/kit/cut-text.ts'
import { itemsBehind } from '#contract/packages.ts'
import type { NoticeKind, NoticeTarget } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { packagedSql } from '#server/kit/packaged.ts'
import { remembered } from '#server/kit/remembered.ts'
import { setsPasswords } from './duty-limits.ts'
import { giveFirstPassword, givingFirstPasswords } from './identities.ts'

/** People whose role holds a right and whose data scope covers a department. No `deptId`: any scope; null: only those who see all. */
export interface Holders {
  readonly right: string
  readonly deptId?: string | null
}

/** What a notice is about. */
interface About {
  /** In the words of the record: cut at what a notice holds. */
  readonly subject: string
  readonly detail?: string | null
  readonly target: NoticeTarget
  readonly targetId: string
}

/** One of several things in one notice. `holders`: people who get a notice of this one alone. */
interface OneOfMany extends About {
  readonly holders?: Holders
}

interface NoticeOf {
  readonly kind: NoticeKind
  /** `self`: the one who did it too, of work that ends after the person has gone on to something else. */
  readonly to: {
    readonly users?: readonly (string | null | undefined)[]
    readonly holders?: Holders | readonly Holders[]
    readonly self?: true
  }
}

export interface NoticeDraft extends NoticeOf, About {}

/** SQL over a role's `kind` and `chosen` departments and `app_user u`: the data scope covers the department of `h`. One by conditions covers none: it is about rows. */
const covers = `(h.any_dept or k.kind = 'all' or (k.kind = 'dept' and u.dept_id = h.dept_id)
  or (k.kind = 'below' and exists (select 1 from dept own join dept d on d.tenant_id = own.tenant_id and d.id = h.dept_id
    where own.tenant_id = u.tenant_id and own.id = u.dept_id and d.path >= own.path and d.path < own.path || chr(127)))
  or (k.kind = 'chosen' and h.dept_id = any(k.chosen)))`

/** SQL over `app_user u` and `h`: the package leaves the right, and the data scope of a role of the person that holds a right to the same entity covers the department, as in a session. */
const holds = `${packagedSql('u.tenant_id', 'h.codes')}
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
export const notify = (context: By, tx: Transaction, draft: NoticeDraft): void => notifyOfEach(context, tx, draft, [draft])

/** SQL over `app_user u`: who may get a notice. */
const told = `(u.id is distinct from $2 or $6) and u.status = 'active' and not u.is_deleted`

/** SQL: the people behind the lists of holders. Left out where there are none: most notices name their people, and the search costs more than all the rest. */
const ofHolders = `
        union select u.id, h.place, h.is_for_all from jsonb_to_recordset($7::jsonb) h(place int, is_for_all boolean, right_code text, dept_id uuid, any_dept boolean, codes text[])
          join role_grant held on held.tenant_id = $1 and held.right_code = h.right_code
          join user_role has on has.tenant_id = $1 and has.role_id = held.role_id
          join app_user u on u.tenant_id = $1 and u.id = has.user_id and ${told}
          where ${holds}`

type By = { readonly actor: { readonly userId: string | null } }

/**
 * The same of several things in one statement: each person gets a notice of each that is for them. Holders are looked for among the people of the roles that
 * hold the right: a hospital has thousands who do not.
 */
export function notifyOfEach(context: By, tx: Transaction, { kind, to }: NoticeOf, each: readonly OneOfMany[]): void {
  const { users = [], holders = [], self = false } = to
  const own = self ? [context.actor.userId] : []
  const named = [...new Set([...users, ...own].filter((id): id is string => Boolean(id)))]
  const forAll = (Array.isArray(holders) ? holders : [holders]) as readonly Holders[]
  const asked = new Map<string, { readonly place: number; readonly isForAll: boolean; readonly holders: Holders }>()
  const placeOf = (one: Holders, isForAll: boolean): number => {
    const key = JSON.stringify([isForAll, one.right, one.deptId === undefined, one.deptId])
    return remembered(asked, key, () => ({ place: asked.size, isForAll, holders: one })).place
  }
  for (const one of forAll) placeOf(one, true)
  const about = each.map(({ subject, detail, target, targetId, holders: alone }) => ({
    subject: cutText(subject, notice.fields.subject.max),
    detail: detail ? cutText(detail, notice.fields.detail.max) : null,
    target,
    target_id: targetId,
    place: alone ? placeOf(alone, false) : null,
  }))
  if (each.length === 0 || (named.length === 0 && asked.size === 0)) return
  const lists = [...asked.values()].map(({ place, isForAll, holders: { right, deptId } }) => ({
    place,
    is_for_all: isForAll,
    right_code: right,
    dept_id: deptId ?? null,
    any_dept: deptId === undefined,
    codes: itemsBehind(right),
  }))
  tx.later({
    text: `with people as materialized (
        select u.id, null::int as place, true as is_for_all from app_user u where u.tenant_id = $1 and u.id = any($4::uuid[]) and ${told}${lists.length > 0 ? ofHolders : ''})
      insert into notice (tenant_id, id, created_by, updated_by, kind, subject, detail, user_id, target, target_id, is_read, sent_at)
      select $1, gen_random_uuid(), $2, $2, $3, a.subject, a.detail, p.id, a.target, a.target_id, 0, now()
      from jsonb_to_recordset($5::jsonb) a(subject text, detail text, target text, target_id text, place int)
      cross join lateral (select distinct q.id from people q where q.is_for_all or q.place = a.place) p`,
    values: [
      tx.tenantId,
      context.actor.userId,
      kind,
      named,
      JSON.stringify(about),
      self,
      ...(lists.length > 0 ? [JSON.stringify(lists)] : []),
    ],
  })
}

/** For areas that add people: each gets a first password, where the person who adds them may know it. */
export { giveFirstPassword, givingFirstPasswords, setsPasswords }
