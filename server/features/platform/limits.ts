import { user } from '#contract/entities/platform/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { rights } from '#contract/rights.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Actor } from '#server/kit/actor.ts'
import type { Context } from '#server/kit/context.ts'
import { lockRows } from '#server/kit/lock.ts'
import { refusalOf } from '#server/kit/refuse.ts'

const roleLabel: Words = { zh: '角色', en: 'Role' }
const narrow: Readonly<Record<Actor['dataScope'], readonly string[]>> = {
  all: ['all', 'below', 'dept', 'own', 'chosen'],
  below: ['below', 'dept', 'own', 'chosen'],
  chosen: ['dept', 'own', 'chosen'],
  dept: ['dept', 'own', 'chosen'],
  own: ['own'],
}

/** Refuses a data scope that is wider than the person's own. */
export function refuseWiderScope({ actor }: Pick<Context, 'actor'>, reach: unknown): void {
  if (!narrow[actor.dataScope].includes(String(reach)))
    throw new Refusal('rule', { zh: '数据范围不能大于您自己的', en: 'The data scope must not be wider than your own' })
}

/**
 * The names of those roles that hold what the person has not: a right, an API scope, a wider data scope, another department. `becoming`: the data scope
 * that they are to have; departments chosen for an earlier one count again with it.
 */
async function rolesBeyond(
  { actor }: Pick<Context, 'actor'>,
  tx: Transaction,
  ids: readonly string[],
  becoming?: unknown,
): Promise<string[]> {
  const { rows } = await tx.run({
    text: `select r.id, r.role_name, r.reach,
        exists (select 1 from role_grant g where g.tenant_id = r.tenant_id and g.role_id = r.id and not g.right_code = any($3::text[])) as more,
        exists (select 1 from role_api_scope s join api_scope a on a.id = s.api_scope_id where s.tenant_id = r.tenant_id and s.role_id = r.id
          and not '*' = any($4::text[]) and not a.patterns <@ $4::text[]) as wider,
        $5::uuid[] is not null and coalesce($6, r.reach) = 'chosen' and exists (select 1 from role_dept d where d.tenant_id = r.tenant_id and d.role_id = r.id
          and not d.dept_id = any($5::uuid[])) as elsewhere
      from role r where r.tenant_id = $1 and r.id = any($2::uuid[]) and not r.is_deleted for share of r`,
    values: [tx.tenantId, ids, [...actor.rights], actor.callPatterns, actor.deptIds, becoming ?? null],
  })
  if (rows.length < new Set(ids).size) throw refusalOf([{ field: 'roleId', label: roleLabel, rule: 'absent' }])
  return rows
    .filter(({ more, wider, elsewhere, reach }) => more || wider || elsewhere || !narrow[actor.dataScope].includes(String(reach)))
    .map((row) => String(row.role_name))
}

/** Refuses to give, change or copy a role that holds more than the person does, or would with the data scope it is `becoming`. */
export async function refuseRolesBeyond(context: Context, tx: Transaction, ids: readonly string[], becoming?: unknown): Promise<void> {
  const [name] = await rolesBeyond(context, tx, [...new Set(ids)], becoming)
  if (name !== undefined)
    throw new Refusal('rule', {
      zh: `角色“${name}”的权限或数据范围超出您自己的，不能授予或修改`,
      en: `The role “${name}” holds more than you do, so you can neither give nor change it`,
    })
}

/**
 * Locks users that the person may act on, in id order. Refuses those outside the scope, oneself unless `self` is given, and users with more rights
 * than the person, who could otherwise take them over by setting their password or using their session.
 */
export async function lockPeople(context: Context, tx: Transaction, ids: readonly string[], self?: 'self'): Promise<Row[]> {
  if (!self && ids.includes(context.actor.userId))
    throw new Refusal('rule', { zh: '不能对自己执行此操作', en: 'You cannot do this to yourself' })
  const rows = await lockRows(user, context, tx, [...new Set(ids)].sort())
  const [name] = await rolesBeyond(context, tx, [...new Set(rows.map((row) => String(row.role_id)))])
  if (name !== undefined)
    throw new Refusal('rule', {
      zh: `“${name}”的权限超出您自己的，不能对这样的用户执行此操作`,
      en: `“${name}” holds more than you do, so you cannot do this to such a user`,
    })
  return rows
}

/** What an administrator holds: everything about users and roles. */
const administration = [...rights.keys()].filter((right) => /^(user|role)\./.test(right))

/** Refuses to remove the last user with all rights on users and roles over all departments. `without`: users who will be gone. */
export async function refuseLastAdministrator(tx: Transaction, without: readonly string[] = []): Promise<void> {
  // Two who take each other away at once would each find the other still there.
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`administrators ${tx.tenantId}`] })
  const { rows } = await tx.run({
    text: `select 1 from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id and r.reach = 'all'
      where u.tenant_id = $1 and not u.is_deleted and u.status = 'active' and not u.id = any($2::uuid[])
        and (select count(*) from role_grant g where g.tenant_id = u.tenant_id and g.role_id = u.role_id and g.right_code = any($3::text[])) = cardinality($3::text[]) limit 1`,
    values: [tx.tenantId, without, administration],
  })
  if (rows.length === 0)
    throw new Refusal('rule', {
      zh: '至少要保留一位能够管理用户和角色的管理员',
      en: 'At least one administrator of users and roles must remain',
    })
}

/** Refuses to change one's own role: a right taken from oneself and all who share the role could only be given back by others. */
export function refuseOwnRole({ actor }: Pick<Context, 'actor'>, ids: readonly string[]): void {
  if (ids.includes(actor.roleId))
    throw new Refusal('rule', {
      zh: '不能更改自己角色的权限和数据范围',
      en: 'You cannot change the rights and data scope of your own role',
    })
}
