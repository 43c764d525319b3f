import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Parameters } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'

/** The conditions of rows of an entity at alias `t` that the person sees. */
export function seen(of: Entity, context: Context, into: Parameters): { tenant: string; where: string } {
  const tenant = into.add(context.actor.tenantId)
  const scope = scopeSql(of, context.actor, 't', into)
  return { tenant, where: `t.tenant_id = ${tenant}${of.softDelete ? ' and not t.is_deleted' : ''}${scope ? ` and ${scope}` : ''}` }
}

/** A whole statement page by page, in the order of its columns. */
export const pages = (context: Context, into: Parameters, text: string, order: string) =>
  pagePlan(context, { columns: 'q.*', from: `(${text}) q`, order, values: into.values }, (row) => row)

/** All rows of a statement. */
export const listed = <T>(into: Parameters, text: string): ReadPlan<T> => ({
  queries: [{ text, values: into.values }],
  answer: ([found]) => found!.rows as T,
})
