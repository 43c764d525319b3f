import { grantUsers } from '#contract/calls/user.ts'
import { duties } from '#contract/kit/duty.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { rights } from '#contract/rights.ts'
import { isPlatformRight, platformTenant } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Actor } from '#server/kit/actor.ts'
import type { Context } from '#server/kit/context.ts'

/** The person as if their roles held every right of the tenant; data scope and API scopes stay their own. */
function withEveryRight(actor: Actor): Actor {
  const all = new Set([...rights.keys()].filter((right) => actor.tenantId === platformTenant || !isPlatformRight(right)))
  return { ...actor, granted: all, roles: actor.roles.map((role) => ({ ...role, rights: all })) }
}

/** Who gives rights: a security administrator gives also those that they do not hold, for holding them would be another duty. */
export const giverOf = (actor: Actor): Actor => (actor.keepsThree && actor.duties.includes('security') ? withEveryRight(actor) : actor)

/** Who acts on people: administrators of a duty do so for all, also for those with more rights. */
export const actingOn = (actor: Actor): Actor => (actor.keepsThree && actor.duties.length > 0 ? withEveryRight(actor) : actor)

/** Refuses to act on administrators of another duty: who sets their password or stops them would hold two duties, or act unwatched. */
export async function refuseOtherDuty({ actor }: Pick<Context, 'actor'>, tx: Transaction, roleIds: readonly string[]): Promise<void> {
  if (!actor.keepsThree) return
  const { rows } = await tx.run({
    text: 'select duty from role where tenant_id = $1 and id = any($2::uuid[]) and not is_deleted and duty <> all($3::text[]) limit 1',
    values: [tx.tenantId, roleIds, actor.duties],
  })
  if (!rows[0]) return
  const { zh, en } = duties[rows[0].duty as keyof typeof duties]
  throw new Refusal('rule', {
    zh: `三员分立：不能对${zh}执行此操作；请先由安全管理员收回其管理职责的角色`,
    en: `Three administrators: this cannot be done to the ${en.toLowerCase()}. Let the security administrator take the role of that duty away first`,
  })
}

/** Refuses roles with rights from who may not give rights: where three administrators are kept apart people come without, and get them from another. */
export async function refuseGivingRights({ actor }: Pick<Context, 'actor'>, tx: Transaction, roleIds: readonly string[]): Promise<void> {
  if (!actor.keepsThree || actor.granted.has(grantUsers.may)) return
  const { rows } = await tx.run({
    text: `select r.role_name from role r where r.tenant_id = $1 and r.id = any($2::uuid[]) and (r.duty is not null
      or exists (select 1 from role_grant g where g.tenant_id = r.tenant_id and g.role_id = r.id)) order by r.role_name limit 1`,
    values: [tx.tenantId, roleIds],
  })
  if (rows[0])
    throw new Refusal('rule', {
      zh: `三员分立：角色“${rows[0].role_name}”含有权限，只能由安全管理员授予；请选择没有权限的角色`,
      en: `Three administrators: the role “${rows[0].role_name}” holds rights, which only the security administrator gives. Choose a role without rights`,
    })
}
