import { staffList } from '#contract/calls/flow/flow.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { outsideRoles, viewerRole } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { selectPlan } from '#server/kit/read/list.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'

/** SQL over a user of the alias: works here and has a role beside these. */
const activeBeside = (roles: readonly string[], u: string): string =>
  `${u}.status = 'active' and not ${u}.is_deleted and exists (select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted
    and r.role_alias not in (${roles.map((alias) => `'${alias}'`).join(', ')}) where ur.tenant_id = ${u}.tenant_id and ur.user_id = ${u}.id)`

/** SQL over the user `u`: works here and is more than a screen on a wall. */
export const answersSql = activeBeside([viewerRole], 'u')

/** SQL over the user `u`: works here and is one of the hospital’s own people, neither a service provider’s account nor a screen. */
export const staffSql = activeBeside(outsideRoles, 'u')

/** The staff as a picker takes them. */
export const staffAnswers: readonly Answer[] = [
  answer(staffList, {
    read(context) {
      read(staffList.input, context.input)
      return selectPlan(context.actor.settings.view(user), context, [activeBeside(outsideRoles, 't')])
    },
  }),
]

/**
 * Refuses people who are newly named and are not the hospital’s own: of another tenant or removed (`absent`), stopped, accounts of a service provider, and
 * screens. `field`: the wire name of the input that names them.
 */
export async function refuseOutsiders(
  tx: Transaction,
  field: string,
  ids: readonly string[],
  label: Pick<Entity, 'zh' | 'en'> = user,
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await tx.run({
    text: `select u.id, u.real_name, ${staffSql} as is_staff from app_user u where u.tenant_id = $1 and u.id = any($2::uuid[]) and not u.is_deleted`,
    values: [tx.tenantId, ids],
  })
  const known = new Set(rows.map(({ id }) => String(id)))
  if (ids.some((id) => !known.has(id))) throw refusalOf([{ field, label, rule: 'absent' }])
  refuseNamed(rows)
}

/** Refuses people by name who are not staff: rows with `real_name` and `is_staff`. */
export function refuseNamed(rows: readonly Row[]): void {
  const outside = rows.filter(({ is_staff }) => is_staff !== true).map(({ real_name }) => String(real_name))
  if (outside.length > 0)
    throw new Refusal('rule', {
      zh: `“${outside.join('、')}”不是本单位在职人员（已停用、服务商账号或大屏账号）`,
      en: `“${outside.join(', ')}” is not active staff (deactivated, a service provider account or a wall board account)`,
    })
}
