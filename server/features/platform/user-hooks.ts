import { user } from '#contract/entities/platform/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { hook } from '#server/kit/hooks.ts'
import { logAccess } from './access-entries.ts'
import { bindIdentity, newIdentity } from './identities.ts'
import { lockPeople, refuseLastAdministrator, refuseRolesBeyond } from './limits.ts'

hook(user, {
  async beforeAdd(context, tx, { draft }) {
    await refuseRolesBeyond(context, tx, [String(draft.roleId)])
    return newIdentity(context, tx, draft)
  },
  async beforeChange(context, tx, { row, draft }) {
    await lockPeople(context, tx, [String(row.id)], 'self')
    if (!('roleId' in draft) || draft.roleId === row.role_id) return undefined
    if (row.id === context.actor.userId) throw new Refusal('rule', { zh: '不能更改自己的角色', en: 'You cannot change your own role' })
    await refuseRolesBeyond(context, tx, [String(draft.roleId)])
    logAccess(context, tx, { event: 'roleChange', account: row.account, userId: row.id })
    return undefined
  },
  async afterSave(_, tx, { id, draft, isNew }) {
    if (isNew) bindIdentity(tx, id)
    else if ('roleId' in draft) await refuseLastAdministrator(tx)
  },
})
