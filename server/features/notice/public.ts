import { notice } from '#contract/entities/notice/notice.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import { itemsBehind } from '#contract/packages.ts'
import type { NoticeKind, NoticeTarget } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { packagedSql } from '#server/kit/access/packaged.ts'
import { remembered } from '#server/kit/remembered.ts'

export { readAbout, unreadAbout } from './about-one.ts'

/** People whose role holds a right and whose data scope covers a department. No `deptId`: any scope; null: only those who see all. */
export interface Holders {
  readonly right: string
  readonly deptId?: string | null
  /** Only those in this role. */
  readonly roleId?: string | null
}

/** What a notice is about. */
interface About {
  /** In the words of the record: cut at what a notice holds. */
  readonly subject: string
  readonly detail?: string | null
  readonly target: NoticeTarget
  readonly targetId: string
}

/** One of several things in one notice. `holders`, `user`: people who get a notice of this one alone. */
export interface OneOfMany extends About {
  readonly holders?: Holders
  readonly user?: string | null
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

/** SQL over `app_user u`: who may get a notice. */
const told = `(u.id is distinct from $2 or $6) and u.status = 'active' and not u.is_deleted`

const namedPeople = `select u.id, null::int as place, true as is_for_all from app_user u where u.tenant_id = $1 and u.id = any($4::uuid[]) and ${told}`
/** Those that single things name. */
const namedAlone = `select u.id from app_user u where u.tenant_id = $1 and u.id in (select (a->>'user_id')::uuid from jsonb_array_elements($5::jsonb) a) and ${told}`

/**
 * SQL: the people, among them those who hold rights: the package leaves the right, and the scope of a role that holds a right to the same entity covers the
 * department, as in a session; a scope by conditions covers none, as it is about rows. A right is looked up once, however many departments it is asked for.
 */
const amongHolders = `asked as materialized (
        select h.*, d.path from jsonb_to_recordset($8::jsonb) h(place int, is_for_all boolean, right_code text, dept_id uuid, any_dept boolean, role_id uuid, codes text[])
          left join dept d on d.tenant_id = $1 and d.id = h.dept_id),
      holder as materialized (
        select distinct has.user_id, w.right_code, w.codes from (select distinct right_code, codes from asked) w
          join role_grant held on held.tenant_id = $1 and held.right_code = w.right_code
          join user_role has on has.tenant_id = held.tenant_id and has.role_id = held.role_id),
      reach as materialized (
        select u.id, w.right_code, u.dept_id, own.path, coalesce(s.reach, r.reach) as kind, case when s.id is null then array(select c.dept_id from role_dept c
            where c.tenant_id = r.tenant_id and c.role_id = r.id) else s.depts end as chosen
          from holder w join app_user u on u.tenant_id = $1 and u.id = w.user_id and ${told} and ${packagedSql('u.tenant_id', 'w.codes')}
          left join dept own on own.tenant_id = u.tenant_id and own.id = u.dept_id
          join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
          join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          cross join lateral (select 1 from role_grant g where g.tenant_id = r.tenant_id and g.role_id = r.id
            and split_part(g.right_code, '.', 1) = split_part(w.right_code, '.', 1) limit 1) g
          left join data_scope s on s.tenant_id = r.tenant_id and s.role_id = r.id and s.entity = split_part(w.right_code, '.', 1)),
      people as materialized (${namedPeople}
        union select k.id, h.place, h.is_for_all from reach k join asked h on h.right_code = k.right_code and (h.role_id is null or exists (select 1 from user_role x
            where x.tenant_id = $1 and x.user_id = k.id and x.role_id = h.role_id)) and (h.any_dept or k.kind = 'all'
          or (k.kind = 'dept' and k.dept_id = h.dept_id) or (k.kind = 'below' and h.path >= k.path and h.path < k.path || chr(127))
          or (k.kind = 'chosen' and h.dept_id = any(k.chosen))))`
const amongNamed = `people as materialized (${namedPeople})`

/**
 * Queues one notice for each person in the transaction of the event: named users and holders of rights, each once, only active users of the
 * tenant, and the person who acts only with `self`.
 */
export const notify = (context: By, tx: Transaction, draft: NoticeDraft): void => notifyOfEach(context, tx, draft, [draft])

/** `occurredAt`: the moment of a timed job, which stands for no person; what a person does is told when it arrives. */
type By = { readonly actor: { readonly userId: string | null }; readonly occurredAt?: Date }

/**
 * The same of several things: each person gets one notice that names all that are for them, says how many, and opens the first. Holders are looked for among
 * the people of the roles that hold the right: a hospital has thousands who do not.
 */
export function notifyOfEach(context: By, tx: Transaction, { kind, to }: NoticeOf, each: readonly OneOfMany[]): void {
  const { users = [], holders = [], self = false } = to
  const { max } = notice.fields.subject
  const own = self ? [context.actor.userId] : []
  const named = [...new Set([...users, ...own].filter((id): id is string => Boolean(id)))]
  const forAll = (Array.isArray(holders) ? holders : [holders]) as readonly Holders[]
  const asked = new Map<string, { readonly place: number; readonly isForAll: boolean; readonly holders: Holders }>()
  const placeOf = (one: Holders, isForAll: boolean): number => {
    const key = JSON.stringify([isForAll, one.right, one.deptId === undefined, one.deptId, one.roleId])
    return remembered(asked, key, () => ({ place: asked.size, isForAll, holders: one })).place
  }
  for (const one of forAll) placeOf(one, true)
  const about = each.map(({ subject, detail, target, targetId, holders: alone, user }, at) => ({
    at,
    subject: cutText(subject, notice.fields.subject.max),
    detail: detail ? cutText(detail, notice.fields.detail.max) : null,
    target,
    target_id: targetId,
    place: alone ? placeOf(alone, false) : null,
    user_id: user ?? null,
  }))
  if (each.length === 0 || (named.length === 0 && asked.size === 0 && !each.some(({ user }) => user))) return
  // Without lists no one is searched for: most notices name their people, and the search costs more than all the rest.
  const lists = [...asked.values()].map(({ place, isForAll, holders: { right, deptId, roleId } }) => ({
    place,
    is_for_all: isForAll,
    right_code: right,
    dept_id: deptId ?? null,
    any_dept: deptId === undefined,
    role_id: roleId ?? null,
    codes: itemsBehind(right),
  }))
  tx.later({
    text: `with about as (select * from jsonb_to_recordset($5::jsonb) a(at int, subject text, detail text, target text, target_id text, place int, user_id uuid)),
        ${lists.length > 0 ? amongHolders : amongNamed}
      insert into notice (tenant_id, id, created_by, updated_by, kind, subject, detail, user_id, target, target_id, is_read, sent_at)
      select $1, gen_random_uuid(), $2, $2, $3, case when length(p.subjects) > ${max} then left(p.subjects, ${max - 1}) || '…' else p.subjects end,
        case when p.n > 1 then concat_ws(' · ', p.detail, '× ' || p.n) else p.detail end, p.id, p.target, p.target_id, 0, coalesce($7::timestamptz, now())
      from (select id, count(*) as n, string_agg(subject, '、' order by at) as subjects, (array_agg(detail order by at))[1] as detail,
          (array_agg(target order by at))[1] as target, (array_agg(target_id order by at))[1] as target_id
        from (select q.id, a.* from about a join people q on q.is_for_all union select q.id, a.* from about a join people q on q.place = a.place
          ${each.some(({ user }) => user) ? `union select q.id, a.* from about a join (${namedAlone}) q on q.id = a.user_id` : ''}) one group by id) p`,
    values: [
      tx.tenantId,
      context.actor.userId,
      kind,
      named,
      JSON.stringify(about),
      self,
      context.actor.userId === null ? context.occurredAt : null,
      ...(lists.length > 0 ? [JSON.stringify(lists)] : []),
    ],
  })
}
