import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Parameters } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'

/** The conditions of rows of an entity at alias `t` that the person sees. */
export function seen(of: Entity, context: Context, into: Parameters): { tenant: string; where: string } {
  const tenant = into.add(context.actor.tenantId)
  const scope = scopeSql(of, context.actor, 't', into)
  return { tenant, where: `t.tenant_id = ${tenant}${of.softDelete ? ' and not t.is_deleted' : ''}${scope ? ` and ${scope}` : ''}` }
}

/** A statement page by page, with its total. */
export function pagePlan<R>(context: Context, into: Parameters, text: string, order: string): ReadPlan<ReturnType<typeof paged<R>>> {
  const page = pageOf(context)
  return {
    queries: [
      {
        text: `with q as (${text}) select c.total, p.* from (select count(*)::int as total from q) c
          left join (select * from q order by ${order} limit ${into.add(page.size)} offset ${into.add(page.offset)}) p on true order by ${order}`,
        values: into.values,
      },
    ],
    answer([found]) {
      const rows = found!.rows
      const total = Number(rows[0]?.total ?? 0)
      // A page without rows has the total alone.
      const records = rows.flatMap(({ total: _, ...row }) => (Object.values(row).every((value) => value === null) ? [] : [row as R]))
      return paged(records, total, page)
    },
  }
}

/** All rows of a statement. */
export const listed = <T>(into: Parameters, text: string): ReadPlan<T> => ({
  queries: [{ text, values: into.values }],
  answer: ([found]) => found!.rows as T,
})
