import type { Entity } from '#contract/kit/entity.ts'
import type { View } from '#contract/kit/view.ts'
import type { Row, Rows } from '#server/db/query.ts'
import type { Context, ReadPlan } from './context.ts'
import { conditionsOf } from './list.ts'
import { inOtherForm } from './other-form.ts'
import { finisher, selectApart } from './select.ts'
import { tableName } from './table.ts'
import { lazyPlan, orderSql } from './tree.ts'

/** The most rows of a tree that one answer has; as many as the tree of the entity may well hold. */
const mostRows = 20_000

/** Whether the list of an entity also answers its tree as an array, to the family of `other-form.ts`. */
export const listsWhole = (of: Entity): boolean => of.others !== undefined && of.tree !== undefined

/** Front ends of that family read the list of a tree as an array, also where they name a page. */
export const isWhole = (of: Entity, { isOther }: Context): boolean => isOther === true && listsWhole(of)

type Nested = Row & { children?: Nested[] }

/**
 * The rows of a tree as an array without pages: those below `parentId` where it is given, else every row that fits the filters with those below it
 * as `children`. A row whose parent is not among them stands at the top.
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
