import { type Entity, rightOf } from '#contract/kit/entity/entity.ts'
import { mostLines } from '#contract/kit/entity/lines.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Rows } from '#server/db/query.ts'
import { Parameters } from '#server/db/query.ts'
import { mayCall, scopeSql } from '../access/access.ts'
import type { Context, ReadPlan } from '../context.ts'
import { finisher, selectApart } from '../read/select.ts'
import { idOf } from '../refuse.ts'
import { tableName } from '../table.ts'
import { orderSql } from './lines.ts'

/** Whether a person may read lines with their header: lines with calls of their own require the right to list them. */
const mayRead = (of: Entity, { actor }: Context): boolean => of.path === undefined || mayCall(actor, rightOf(of, 'list'), `${of.name}.list`)

/** A detail with its lines, in the same round trip. */
export function withLines(of: Entity, context: Context, plan: ReadPlan): ReadPlan {
  const lines = (of.lines ?? []).filter((line) => mayRead(entityNamed(line.entity), context))
  if (lines.length === 0) return plan
  const id = idOf(context)
  const parts = lines.map((line) => {
    const view = context.actor.settings.view(entityNamed(line.entity))
    const selection = selectApart(view)
    const into = new Parameters()
    const conditions = [`t.tenant_id = ${into.add(context.actor.tenantId)}`, `t.${snake(line.by)}_id = ${into.add(id)}`]
    const scope = scopeSql(view.entity, context.actor, 't', into)
    if (scope) conditions.push(scope)
    return {
      query: {
        text: `select ${selection.columns} from ${tableName(view.entity)} t${selection.joins} where ${conditions.join(' and ')} order by ${orderSql(line)} limit ${mostLines(line)}`,
        values: into.values,
        named: selection.named,
      },
      finish: finisher(view, selection.fields, context.language, null),
      as: line.as,
    }
  })
  return {
    queries: [...plan.queries, ...parts.map((part) => part.query)],
    answer(results: Rows[]) {
      const row = plan.answer(results) as Record<string, unknown>
      parts.forEach((part, index) => {
        row[part.as] = results[plan.queries.length + index]!.rows.map(part.finish)
      })
      return row
    },
  }
}
