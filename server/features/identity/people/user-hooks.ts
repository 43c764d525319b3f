import { user } from '#contract/entities/identity/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { logAccess } from '#server/features/record/public.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { bindIdentity, newIdentity, typeFirstPassword } from '../federated/identities.ts'
import { actingOn, refuseGivingRights, refuseOtherSignIn, startDuty } from './duty-limits.ts'
import { lockPeople, refuseLastAdministrator, refuseRolesBeyond, rolesOf } from './limits.ts'

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Takes the first password out of the draft of a new person; in the draft of one who is there it is refused by its name. */
async function withoutPassword({ password, password2, ...draft }: Raw, context: Context, tx: Transaction): Promise<Raw> {
  if (isBlank(password) && isBlank(password2)) return draft
  if (!isBlank(draft.id) || typeof password !== 'string') return { password, ...draft }
  if (!isBlank(password2) && password2 !== password)
    throw new Refusal('rule', { zh: '两次密码输入不一致', en: 'The two passwords differ' }, [{ field: 'password2' }])
  await typeFirstPassword(context, tx, String(draft.account ?? ''), password)
  return draft
}

hook(user, {
  // Front ends of the given calls send a first password with a new person, and all roles of a person in one text.
  async given(sent, context, tx) {
    const input = await withoutPassword(sent, context, tx)
    if (typeof input.roleId !== 'string' || !input.roleId.includes(',') || input.moreRoles !== undefined) return input
    const [first, ...more] = [...new Set(input.roleId.split(',').map((id) => id.trim()))].filter((id) => id !== '')
    return { ...input, roleId: first, moreRoles: more }
  },
  async beforeAdd(context, tx, { draft }) {
    const roles = [String(draft.roleId), ...((draft.moreRoles as string[] | null | undefined) ?? [])]
    await refuseGivingRights(context, tx, roles)
    await refuseRolesBeyond(context, tx, roles, { deptIds: [(draft.deptId as string | null | undefined) ?? null] })
    return newIdentity(context, tx, draft)
  },
  async beforeChange(context, tx, { row, draft }) {
    await lockPeople(context, tx, [String(row.id)], 'self')
    await refuseOtherSignIn(context, tx, row, draft)
    const held = rolesOf(row)
    const main = String(draft.roleId ?? row.role_id)
    const more = ('moreRoles' in draft ? (draft.moreRoles as string[] | null) : (row.more_roles as string[] | null)) ?? []
    const next = [...new Set([main, ...more])]
    const isSame = main === row.role_id && [...next].sort().join() === [...held].sort().join()
    const isMoved = 'deptId' in draft && draft.deptId !== row.dept_id
    if (isSame && !isMoved) return undefined
    if (!isSame && row.id === context.actor.userId)
      throw new Refusal('rule', { zh: '不能更改自己的角色', en: 'You cannot change your own role' })
    if (!isSame) await refuseGivingRights(context, tx, [...new Set([...next, ...held])])
    // Who moves a person gives no right.
    const by = isSame ? { actor: actingOn(context.actor) } : context
    await refuseRolesBeyond(by, tx, next, { deptIds: [((isMoved ? draft.deptId : row.dept_id) as string | null) ?? null] })
    const fresh = next.filter((id) => !held.includes(id))
    if (!isSame) await startDuty(context, tx, row.id, fresh)
    if (!isSame) logAccess(context, tx, { event: 'roleChange', account: row.account, userId: row.id })
    return undefined
  },
  async afterSave(_, tx, { id, draft, isNew }) {
    if (isNew) bindIdentity(tx, id)
    else if ('roleId' in draft || 'moreRoles' in draft) await refuseLastAdministrator(tx)
  },
})
