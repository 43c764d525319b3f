import { grantUsers, resetPassword } from '#contract/calls/identity/user.ts'
import { duties } from '#contract/kit/access/duty.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { rights } from '#contract/rights.ts'
import { isPlatformRight, platformTenant } from '#contract/roles.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'
import { matchedBy } from '../federated/identity-provider.ts'
import { endSessionsOf } from '../sign-in/end-sessions.ts'

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
export async function refuseGivingRights(
  { actor }: Pick<Context, 'actor'>,
  tx: Pick<Transaction, 'run' | 'tenantId'>,
  roleIds: readonly string[],
): Promise<void> {
  if (!actor.keepsThree || actor.granted.has(grantUsers.may)) return
  const { rows } = await tx.run({
    text: `select r.role_name from role r where r.tenant_id = $1 and r.id = any($2::uuid[]) and (r.duty is not null
      or exists (select 1 from role_grant g where g.tenant_id = r.tenant_id and g.role_id = r.id)) order by r.role_name limit 1`,
    values: [tx.tenantId, roleIds],
  })
  if (rows[0])
    throw new Refusal('rule', {
      zh: `三员分立：角色“${rows[0].role_name}”含有权限，只能由安全管理员授予；请选择没有权限的角色`,
      en: `Three administrators: the role “${rows[0].role_name}” has permissions, so only the security administrator can grant it. Choose a role without permissions`,
    })
}

/** Whether a person may learn or set the passwords of others: where three administrators are kept apart, who adds people does not. */
export const setsPasswords = ({ keepsThree, granted }: Pick<Actor, 'keepsThree' | 'granted'>): boolean =>
  !keepsThree || granted.has(resetPassword.may)

/** By what the hospital may send codes for new passwords: a mail server of its own, a template of text messages, also the platform's. */
async function codesTo(tx: Transaction): Promise<readonly ('email' | 'phone')[]> {
  const bySms = `select 'phone' as name from sms where tenant_id = $1 and sms_code = 'password_reset' and not is_deleted and coalesce(is_stopped, 0) = 0`
  const byMail = `select 'email' as name from notice_channel where tenant_id = $1 and kind = 'mail' and not is_deleted and coalesce(is_stopped, 0) = 0`
  const own = await tx.run({ text: `${byMail} union ${bySms}`, values: [tx.tenantId] })
  const shared = await inTenant(tx, platformTenant, (inside) => inside.run({ text: bySms, values: [inside.tenantId] }))
  return [...own.rows, ...shared.rows].map(({ name }) => name as 'email' | 'phone')
}

/**
 * Refuses to change that of another person by which they sign in: the account, and what a provider finds it by. Where three administrators are kept
 * apart, who may not set passwords would sign in to that account as a person of the provider all the same.
 */
export async function refuseOtherSignIn({ actor }: Pick<Context, 'actor'>, tx: Transaction, row: Row, draft: Parsed): Promise<void> {
  if (row.id === actor.userId || setsPasswords(actor)) return
  const changed = ['account', 'email', 'phone'].filter((name) => name in draft && (draft[name] ?? null) !== (row[name] ?? null))
  if (changed.length === 0) return
  const by = new Set([...(await matchedBy(tx)), ...(await codesTo(tx))])
  const field = changed.find((name) => name === 'account' || by.has(name))
  if (field)
    throw new Refusal(
      'rule',
      {
        zh: '三员分立：账号，以及统一登录或重置密码所用的邮箱、手机号，决定谁能登录，不能更改他人的',
        en: 'Three administrators: the account, and the e-mail or phone that a provider or a new password uses, decide who signs in, so you cannot change those of others',
      },
      [{ field }],
    )
}

/** Ends what got a person in before they were given a duty: identities of providers and sessions, which others may have made. `given`: roles that are new to them. */
export async function startDuty(
  { actor }: Pick<Context, 'actor'>,
  tx: Transaction,
  userId: unknown,
  given: readonly string[],
): Promise<void> {
  if (!actor.keepsThree || given.length === 0) return
  const { rows } = await tx.run({
    text: 'select 1 from role where tenant_id = $1 and id = any($2::uuid[]) and not is_deleted and duty is not null limit 1',
    values: [tx.tenantId, given],
  })
  if (rows[0]) shutOut(tx, [userId])
}

/** The same for everybody who holds a role that is given a duty. */
export async function startDutyOfRole({ actor }: Pick<Context, 'actor'>, tx: Transaction, roleId: string): Promise<void> {
  if (!actor.keepsThree) return
  const { rows } = await tx.run({
    text: 'select user_id from user_role where tenant_id = $1 and role_id = $2 order by user_id',
    values: [tx.tenantId, roleId],
  })
  if (rows.length > 0)
    shutOut(
      tx,
      rows.map(({ user_id }) => user_id),
    )
}

function shutOut(tx: Transaction, userIds: readonly unknown[]): void {
  tx.later({ text: 'delete from identity_binding where tenant_id = $1 and user_id = any($2::uuid[])', values: [tx.tenantId, userIds] })
  endSessionsOf(tx, userIds)
}
