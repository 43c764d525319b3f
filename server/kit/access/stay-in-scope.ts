import { allowsScopeRule } from '#contract/kit/access/scope-kind.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { reaches } from '#contract/kit/entity/process-rule.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { refusalOf } from '../refuse.ts'
import { tableName } from '../table.ts'
import type { Difference } from '../write/draft-changes.ts'
import { deptsOnly, scopeSql, seesAll } from './access.ts'

/** Throws if a draft puts a row into a department that the person does not see. */
export function refuseOutOfScope(view: View, { actor, rule }: Context, found: readonly Difference[]): void {
  const field = view.entity.scope?.dept
  const allowed = reaches(rule, view.entity) ? undefined : deptsOnly(view.entity, actor)
  const moved = allowed && found.find(({ name }) => name === field)
  if (moved && !allowed.includes(String(moved.to))) throw refusalOf([{ field: `${field}Id`, label: moved.field, rule: 'absent' }])
}

/**
 * The same for data scopes of more than departments: checks the stored row. An unchanged row is not checked, because a step may already
 * have moved it out of the person's scope.
 */
export async function refuseLeavingScope(
  of: Entity,
  { actor, rule }: Context,
  tx: Transaction,
  id: string,
  isChanged: boolean,
): Promise<void> {
  if (!isChanged || reaches(rule, of) || !allowsScopeRule(of) || seesAll(of, actor) || deptsOnly(of, actor)) return
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(id)}`
  const scope = scopeSql(of, actor, 't', into)
  const { rows } = await tx.run({ text: `select 1 from ${tableName(of)} t where ${where} and ${scope}`, values: into.values })
  if (rows.length === 0)
    throw new Refusal('rule', {
      zh: `保存后该${of.zh}将不在您的数据范围内`,
      en: `After saving, the record (${of.en}) would be outside your data scope`,
    })
}
