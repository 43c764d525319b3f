import { switchRole } from '#contract/calls/identity/session.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { viewerRole } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import { logAccess } from '#server/features/record/public.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'

/** What stands for all roles together. */
const everyRole = 'all'

const refuse = (zh: string, en: string, field: string): Refusal => new Refusal('rule', { zh, en }, [{ field }])

/**
 * Narrows the session to one role of the person, or widens it to all of them. Only what the person holds can be chosen, so that no right is ever gained, and not the role of wall screens, which could not
 * change back;
 * a role that is taken away later ends the session's calls.
 */
async function actAs(context: Context, tx: Transaction) {
  const { actor } = context
  const { deptId, roleId } = read(switchRole.input, context.input) as { deptId?: string | null; roleId?: string | null }
  if (!deptId || (actor.deptId !== null && deptId !== actor.deptId)) throw refuse('请选择部门', 'Choose the department', 'deptId')
  if (!roleId) throw refuse('请选择角色', 'Choose the role', 'roleId')
  const { rows } = await tx.run({
    text: `select r.id, r.role_name from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted
      where ur.tenant_id = $1 and ur.user_id = $2 and ($3 = '${everyRole}' or r.id::text = $3 and r.role_alias <> '${viewerRole}')`,
    values: [tx.tenantId, actor.userId, roleId],
  })
  if (rows.length === 0) throw refuse('请选择角色', 'Choose the role', 'roleId')
  const chosen = roleId === everyRole ? null : rows[0]!
  tx.later({
    text: 'update session set role_id = $3 where tenant_id = $1 and id = $2',
    values: [tx.tenantId, actor.sessionId, chosen?.id ?? null],
  })
  logAccess(context, tx, {
    event: 'switchRole',
    account: actor.account,
    userId: actor.userId,
    detail: chosen ? String(chosen.role_name) : null,
  })
  return { switched: true }
}

export const actingRoleAnswers: readonly Answer[] = [answer(switchRole, { write: actAs })]
