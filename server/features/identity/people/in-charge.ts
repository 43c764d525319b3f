import { user } from '#contract/entities/identity/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { rightPackagedSql } from '#server/kit/access/packaged.ts'
import type { Context } from '#server/kit/context.ts'
import { selectPlan } from '#server/kit/read/list.ts'
import { refusalOf } from '#server/kit/refuse.ts'

/** SQL over `t`, a user: active, and with a right that the package of the hospital includes. */
export const holdsRight = (right: string): string =>
  `t.status = 'active' and not t.is_deleted and exists (select 1 from user_role ur join role_grant g on g.tenant_id = ur.tenant_id and g.role_id = ur.role_id
  where ur.tenant_id = t.tenant_id and ur.user_id = t.id and g.right_code = '${right}') and ${rightPackagedSql('t.tenant_id', right)}`

/** The people whom the caller may put in charge of work that asks for a right, as a picker takes them. */
export const holdersToChoose = (right: string, context: Context) =>
  selectPlan(context.actor.settings.view(user), context, [holdsRight(right)])

/**
 * The name of a person who is put in charge of work that asks for a right. Refuses who is not active, does not hold it, or is outside the caller's
 * scope; `where`: the field that names them.
 */
export async function holderNamed(
  right: string,
  { actor }: Context,
  tx: Transaction,
  id: unknown,
  where: Pick<Problem, 'field' | 'label'>,
): Promise<string> {
  const into = new Parameters()
  const named = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(id)}`
  const scope = scopeSql(user, actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.real_name as name from app_user t where ${named} and ${holdsRight(right)}${scope ? ` and ${scope}` : ''} for key share of t`,
    values: into.values,
  })
  if (rows.length === 0) throw refusalOf([{ ...where, rule: 'absent' }])
  return String(rows[0]!.name)
}

/** Refuses to hand work over to a person who does not hold the right that it asks for. */
export async function refuseUnable(right: string, tx: Transaction, id: unknown, why: Words): Promise<void> {
  const { rows } = await tx.run({
    text: `select 1 from app_user t where t.tenant_id = $1 and t.id = $2 and ${holdsRight(right)}`,
    values: [tx.tenantId, id],
  })
  if (rows.length === 0) throw new Refusal('rule', { ...why })
}
