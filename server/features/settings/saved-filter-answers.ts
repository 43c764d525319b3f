import { v7 as uuid } from 'uuid'
import {
  mostFilters,
  savedFilterDefault,
  savedFilterRemove,
  savedFilterRoles,
  savedFilterSubmit,
  savedFilters,
} from '#contract/calls/settings/saved-filter.ts'
import { roleText } from '#contract/kit/access/role-names.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { rights } from '#contract/rights.ts'
import type { Transaction } from '#server/db/pool.ts'
import { rowsAs } from '#server/db/query.ts'
import { roleChoices } from '#server/features/identity/public.ts'
import { mayCall } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { orderOf } from '#server/kit/read/filter.ts'
import { conditionsOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { listedBy, searchInput } from './listed.ts'

type Listed = AnswerOf<typeof savedFilters>[number]

const share = savedFilterRoles.may
const mayShare = (actor: Actor): boolean => mayCall(actor, share, savedFilterRoles.name)
const roleIds = ({ roles }: Actor): string[] => roles.map(({ id }) => id)
/** Over the alias `f`, with the tenant as $1, the person as $2 and the roles as $3. */
const seen = 'f.tenant_id = $1 and (f.user_id = $2 or f.role_id = any($3::uuid[]))'

/** The filters of a list: the person's own and those of the roles, by name. */
function listPlan(context: Context): ReadPlan<readonly Listed[]> {
  const { actor } = context
  const of = listedBy(context, String(read(savedFilters.input, context.input).entity), savedFilters.input.entity)
  const canRemove = mayShare(actor)
  return {
    queries: [
      {
        text: `select f.id, f.name, f.search, f.user_id = $2 as "isOwn", d.filter_id is not null as "isDefault", f.user_id = $2 or $5 as "canRemove",
            f.role_id as "roleId", r.role_name as "roleName", u.real_name as "ownerName"
          from saved_filter f
          left join default_filter d on d.tenant_id = f.tenant_id and d.user_id = $2 and d.entity = f.entity and d.filter_id = f.id
          left join role r on r.tenant_id = f.tenant_id and r.id = f.role_id and not r.is_deleted
          left join app_user u on u.tenant_id = f.tenant_id and u.id = f.user_id
          where ${seen} and f.entity = $4 order by f.user_id <> $2, f.name, f.id`,
        values: [actor.tenantId, actor.userId, roleIds(actor), of.name, canRemove],
      },
    ],
    answer: ([rows]) => rowsAs<Listed>(rows).map((row) => ({ ...row, roleName: row.roleName && roleText(row.roleName, context.language) })),
  }
}

const places = new Set(['current', 'size', 'columns', 'format', 'tenantId', 'view', 'open'])

/** A search as it is kept: filters, keyword and order alone. Refuses what the list would refuse. */
function keptSearch(context: Context, of: Entity, search: string): string {
  const given = new URLSearchParams(Object.entries(searchInput(search)).filter(([name]) => !places.has(name)) as [string, string][])
  const view = context.actor.settings.view(of)
  const input = searchInput(String(given))
  conditionsOf(view, { ...context, input })
  orderOf(view, input)
  return String(given)
}

async function refuseForeignRole(context: Context, tx: Transaction, roleId: string): Promise<void> {
  if (!mayShare(context.actor)) throw new Refusal('forbidden', { right: rights.get(share)! })
  const { rows } = await tx.run({
    text: 'select 1 from role where tenant_id = $1 and id = $2 and not is_deleted',
    values: [tx.tenantId, roleId],
  })
  if (rows.length === 0) throw new Refusal('not_found', { what: savedFilterSubmit.input.role })
}

/** Keeps or forgets which filter a list of the person begins with. */
function chooseDefault(context: Context, tx: Transaction, entity: string, id: string | undefined): void {
  const owner = [tx.tenantId, context.actor.userId, entity]
  if (id === undefined)
    tx.later({ text: 'delete from default_filter where tenant_id = $1 and user_id = $2 and entity = $3', values: owner })
  else
    tx.later({
      text: `insert into default_filter (tenant_id, user_id, entity, filter_id) values ($1, $2, $3, $4)
        on conflict (tenant_id, user_id, entity) do update set filter_id = excluded.filter_id`,
      values: [...owner, id],
    })
}

async function refuseTooMany(context: Context, tx: Transaction, entity: string): Promise<void> {
  // Of several requests at once each counts what the one before it wrote.
  takeNamedLock(tx, `saved filters ${tx.tenantId} ${context.actor.userId} ${entity}`)
  const { rows } = await tx.run({
    text: 'select count(*)::int as n from saved_filter where tenant_id = $1 and user_id = $2 and entity = $3',
    values: [tx.tenantId, context.actor.userId, entity],
  })
  if (Number(rows[0]!.n) >= mostFilters)
    throw new Refusal('rule', {
      zh: `每个列表最多保存 ${mostFilters} 个筛选，请先删除不用的`,
      en: `A list can have at most ${mostFilters} saved filters. Delete one first`,
    })
}

interface Draft {
  readonly id?: string | null
  readonly entity: string
  readonly name: string
  readonly search?: string | null
  readonly roleId?: string | null
  readonly isDefault?: number | null
}

async function submit(context: Context, tx: Transaction): Promise<AnswerOf<typeof savedFilterSubmit>> {
  const draft = read(savedFilterSubmit.input, context.input) as unknown as Draft
  const of = listedBy(context, draft.entity, savedFilterSubmit.input.entity)
  const search = keptSearch(context, of, draft.search ?? '')
  if (draft.roleId) await refuseForeignRole(context, tx, draft.roleId)
  const { userId } = context.actor
  const id = draft.id ?? uuid()
  const own = [tx.tenantId, userId, of.name]
  const same = await tx.run({
    text: 'select id from saved_filter where tenant_id = $1 and user_id = $2 and entity = $3 and name = $4 and id <> $5',
    values: [...own, draft.name, id],
  })
  const taken = () => new Refusal('taken', { label: savedFilterSubmit.input.name, value: draft.name })
  if (same.rows.length > 0) throw taken()
  if (draft.id) {
    const { rows } = await tx.run({
      text: `update saved_filter set name = $5, search = $6, role_id = $7, updated_at = now()
        where tenant_id = $1 and user_id = $2 and entity = $3 and id = $4 returning id`,
      values: [...own, id, draft.name, search, draft.roleId ?? null],
    })
    if (rows.length === 0) throw new Refusal('not_found', { what: savedFilterSubmit.input.id })
  } else {
    await refuseTooMany(context, tx, of.name)
    const { rows } = await tx.run({
      text: `insert into saved_filter (tenant_id, user_id, entity, id, name, search, role_id) values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (tenant_id, user_id, entity, name) do nothing returning id`,
      values: [...own, id, draft.name, search, draft.roleId ?? null],
    })
    if (rows.length === 0) throw taken()
  }
  if (draft.isDefault === 1) chooseDefault(context, tx, of.name, id)
  else if (draft.isDefault === 0)
    tx.later({
      text: 'delete from default_filter where tenant_id = $1 and user_id = $2 and entity = $3 and filter_id = $4',
      values: [...own, id],
    })
  return { id }
}

async function remove(context: Context, tx: Transaction): Promise<AnswerOf<typeof savedFilterRemove>> {
  const { id } = read(savedFilterRemove.input, context.input) as { id: string }
  const { actor } = context
  const { rows } = await tx.run({
    text: `delete from saved_filter f where ${seen} and f.id = $4 and (f.user_id = $2 or $5) returning f.id`,
    values: [actor.tenantId, actor.userId, roleIds(actor), id, mayShare(actor)],
  })
  if (rows.length === 0) throw new Refusal('not_found', { what: savedFilterRemove.input.id })
  return { id }
}

async function setDefault(context: Context, tx: Transaction): Promise<AnswerOf<typeof savedFilterDefault>> {
  const { entity, id } = read(savedFilterDefault.input, context.input) as { entity: string; id?: string | null }
  const of = listedBy(context, entity, savedFilterDefault.input.entity)
  const { actor } = context
  if (id) {
    const { rows } = await tx.run({
      text: `select 1 from saved_filter f where ${seen} and f.id = $4 and f.entity = $5`,
      values: [actor.tenantId, actor.userId, roleIds(actor), id, of.name],
    })
    if (rows.length === 0) throw new Refusal('not_found', { what: savedFilterDefault.input.id })
  }
  chooseDefault(context, tx, of.name, id ?? undefined)
  return { id: id ?? null }
}

/** The roles that it may be shared with. */
function rolesPlan(context: Context) {
  const { keyword } = read(savedFilterRoles.input, { keyword: context.input.keyword }) as { keyword?: string | null }
  return roleChoices(context, keyword ?? '')
}

export const savedFilterAnswers: readonly Answer[] = [
  answer(savedFilters, { read: listPlan }),
  answer(savedFilterSubmit, { write: submit }),
  answer(savedFilterRemove, { write: remove }),
  answer(savedFilterDefault, { write: setDefault }),
  answer(savedFilterRoles, { read: rolesPlan }),
]
