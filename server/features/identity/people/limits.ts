import { dutyOf } from '#contract/duties.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { ScopeKind } from '#contract/kit/access/scope-kind.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { rights } from '#contract/rights.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { actingOn, giverOf, refuseOtherDuty } from './duty-limits.ts'
import { holdersIn, isBeyond, isWithin, rolesToGive, ruled } from './role-limits.ts'

const roleLabel: Words = { zh: '角色', en: 'Role' }

/** Refuses a data scope that is wider than the person's own, in general or for some entity. */
export function refuseWiderScope({ actor }: Pick<Context, 'actor'>, reach: unknown): void {
  const said = { kind: reach as ScopeKind, deptIds: [] }
  if (!isWithin(said, actor.general, actor, []) || ruled.some((of) => !isWithin(said, actor.scopeOf(of), actor, [], of)))
    throw new Refusal('rule', { zh: '数据范围不能大于您自己的', en: 'The data scope must not be wider than your own' })
}

/** How roles are to be given or changed. `becoming`: the data scope that they are to have. `deptIds`: the departments of people who are to have them. */
interface Giving {
  readonly becoming?: unknown
  readonly deptIds?: readonly (string | null)[]
}

/** The names of those roles that hold what the person has not: a right, an API scope, a wider data scope, another department. */
async function rolesBeyond(
  actor: Actor,
  tx: Pick<Transaction, 'run' | 'tenantId'>,
  ids: readonly string[],
  giving: Giving,
): Promise<string[]> {
  const roles = await rolesToGive(tx, ids)
  if (roles.length < new Set(ids).size) throw refusalOf([{ field: 'roleId', label: roleLabel, rule: 'absent' }])
  const holders = await holdersIn(actor, tx, giving.deptIds ?? [])
  return roles.flatMap((role) => {
    // Departments chosen for an earlier scope count again with the one that is to be.
    const next = giving.becoming ? { ...role, own: { ...role.own, kind: giving.becoming as ScopeKind } } : role
    return isBeyond(actor, role, holders) || isBeyond(actor, next, holders) ? [role.name] : []
  })
}

/** Refuses to give, change or copy a role that holds more than the person does, or would when it is given to these people or gets that data scope. */
export async function refuseRolesBeyond(
  context: Pick<Context, 'actor'>,
  tx: Pick<Transaction, 'run' | 'tenantId'>,
  ids: readonly string[],
  giving: Giving = {},
): Promise<void> {
  const [name] = await rolesBeyond(giverOf(context.actor), tx, [...new Set(ids)], giving)
  if (name !== undefined)
    throw new Refusal('rule', {
      zh: `角色“${name}”的权限或数据范围超出您自己的，不能授予或修改`,
      en: `The role “${name}” has more permissions or a wider data scope than you, so you cannot grant or change it`,
    })
}

/** The roles of a locked user, the main one first. */
export const rolesOf = (row: Row): string[] => [...new Set([String(row.role_id), ...((row.more_roles as string[] | null) ?? [])])]

/**
 * Locks users that the person may act on, in id order. Refuses those outside the scope, oneself unless `self` is given, and users with more rights
 * than the person, who could otherwise take them over by setting their password or using their session. Where three administrators are kept apart those of
 * another duty are refused, unless it is `any duty`: what takes no account over.
 */
export async function lockPeople(context: Context, tx: Transaction, ids: readonly string[], how?: 'self' | 'any duty'): Promise<Row[]> {
  if (how !== 'self' && ids.includes(context.actor.userId))
    throw new Refusal('rule', { zh: '不能对自己执行此操作', en: 'You cannot do this to yourself' })
  const rows = await lockRows(user, context, tx, [...new Set(ids)].sort())
  if (how !== 'any duty') await refuseOtherDuty(context, tx, rows.flatMap(rolesOf))
  const [name] = await rolesBeyond(actingOn(context.actor), tx, [...new Set(rows.flatMap(rolesOf))], {
    deptIds: rows.map((row) => (row.dept_id as string | null) ?? null),
  })
  if (name !== undefined)
    throw new Refusal('rule', {
      zh: `“${name}”的权限超出您自己的，不能对这样的用户执行此操作`,
      en: `“${name}” has more permissions than you, so you cannot do this`,
    })
  return rows
}

/** What an administrator holds: everything about users and roles. */
const administration = [...rights.keys()].filter((right) => /^(user|role)\./.test(right))

/** Refuses who is no administrator of all people: what decides who signs in to which account is worth as much as every account. */
export function refuseLesser({ actor }: Pick<Context, 'actor'>): void {
  const needed = actor.keepsThree ? administration.filter((right) => dutyOf(right) === 'security') : administration
  const lacking = needed.find((right) => !actor.granted.has(right))
  if (lacking) throw new Refusal('forbidden', { right: rights.get(lacking)! })
  if (!actor.scopeOf(user).isAll)
    throw new Refusal('rule', { zh: '此操作需要可见全部用户', en: 'Only someone who can see all users can do this' })
}

/** Refuses to remove the last user with all rights on users and roles over all departments. `without`: users who will be gone. */
export async function refuseLastAdministrator(tx: Transaction, without: readonly string[] = []): Promise<void> {
  // Two who take each other away at once would each find the other still there.
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`administrators ${tx.tenantId}`] })
  const { rows } = await tx.run({
    // Three administrators are kept by the database: each of them has a person.
    text: `select 1 from three_administrators where tenant_id = $1 and is_on union all
      select 1 from app_user u where u.tenant_id = $1 and not u.is_deleted and u.status = 'active' and not u.id = any($2::uuid[])
        and exists (select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          join role_grant g on g.tenant_id = ur.tenant_id and g.role_id = ur.role_id and g.right_code = 'user.list'
          left join data_scope s on s.tenant_id = ur.tenant_id and s.role_id = ur.role_id and s.entity = 'user'
          where ur.tenant_id = u.tenant_id and ur.user_id = u.id and coalesce(s.reach, r.reach) = 'all')
        and (select count(distinct g.right_code) from user_role ur join role_grant g on g.tenant_id = ur.tenant_id and g.role_id = ur.role_id
          where ur.tenant_id = u.tenant_id and ur.user_id = u.id and g.right_code = any($3::text[])) = cardinality($3::text[]) limit 1`,
    values: [tx.tenantId, without, administration],
  })
  if (rows.length === 0)
    throw new Refusal('rule', {
      zh: '至少要保留一位能够管理用户和角色的管理员',
      en: 'At least one administrator of users and roles must remain',
    })
}

/** Refuses to change a role of one's own: a right taken from oneself and all who share the role could only be given back by others. */
export async function refuseOwnRole({ actor }: Pick<Context, 'actor'>, tx: Transaction, ids: readonly string[]): Promise<void> {
  // Who acts in one role has the others all the same.
  const { rows } = await tx.run({
    text: 'select 1 from user_role where tenant_id = $1 and user_id = $2 and role_id = any($3::uuid[]) limit 1',
    values: [tx.tenantId, actor.userId, ids],
  })
  if (rows.length > 0)
    throw new Refusal('rule', {
      zh: '不能更改自己角色的权限和数据范围',
      en: 'You cannot change the permissions and data scope of your own role',
    })
}
