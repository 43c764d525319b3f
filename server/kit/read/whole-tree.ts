import type { Entity } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Row, Rows } from '#server/db/query.ts'
import { inOtherForm } from '../access/other-form.ts'
import type { Context, ReadPlan } from '../context.ts'
import { tableName } from '../table.ts'
import { conditionsOf } from './list.ts'
import { finisher, selectApart } from './select.ts'
import { lazyPlan, orderSql } from './tree.ts'

/** Maximum number of rows of a tree in one answer. */
const mostRows = 20_000

/** Whether the list of an entity also returns its tree as an array, for front ends of the SpringBlade family. */
export const listsWhole = (of: Entity): boolean => of.others !== undefined && of.tree !== undefined

/** Whether to return the list of a tree as an array: for that family, even if the request names a page. */
export const isWhole = (of: Entity, { isOther }: Context): boolean => isOther === true && listsWhole(of)

type Nested = Row & { children?: Nested[] }

/**
 * The rows of a tree as an array without pages: the rows below `parentId` if given, else every row that matches the filters, with its
 * descendants as `children`. A row whose parent is not included is a root.
 */
export function wholePlan(view: View, context: Context): ReadPlan {
  const of = view.entity
  const { current: _, size: __, ...input } = context.input
  const asked = { ...context, input }
  if (input.parentId !== undefined && input.parentId !== '') return lazyPlan(view, asked, true)
  const conditions = conditionsOf(view, asked)
  const selection = selectApart(view)
  const finish = inOtherForm(of, context, finisher(view, selection.fields, context.language, context.actor))
  return {
    queries: [
      {
        text: `select ${selection.columns} from ${tableName(of)} t${selection.joins} where ${conditions.where} order by ${orderSql(of)} limit ${mostRows}`,
        values: conditions.into.values,
        named: selection.named,
      },
    ],
    answer([found]: Rows[]) {
      const rows: Nested[] = found!.rows.map(finish)
      const byId = new Map(rows.map((row) => [row.id, row]))
      const top: Nested[] = []
      for (const row of rows) {
        const above = byId.get(row[`${of.tree}Id`])
        if (above) above.children ??= []
        const beside = above?.children ?? top
        beside.push(row)
      }
      for (const row of rows) row.hasChildren = row.children !== undefined
      return top
    },
  }
}
