import type { Entity } from '#contract/kit/entity/entity.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Row } from '#server/db/query.ts'
import { columnName, tableName, titleColumn } from '../table.ts'

type Why = Extract<Problem['rule'], 'retired' | 'merged' | 'view_only'>

const isAnyOf = (of: Entity, alias: string, when: Readonly<Record<string, readonly string[] | undefined>>): string =>
  Object.entries(when)
    .map(([name, values = []]) => {
      const column = `${alias}.${columnName(name, of.fields[name]!)}`
      return `coalesce(${column}::text, '') in (${values.map((value) => `'${value}'`).join(', ')})`
    })
    .join(' or ')

/** SQL condition that the other alias is the row of the tenant with this id. */
const isRow = (other: string, alias: string, id: string): string => `${other}.tenant_id = ${alias}.tenant_id and ${other}.id = ${id}`

/** SQL condition over the alias that a row is retired, in a tree by a row above it too; `false` for entities whose rows never are. */
export function retiredSql(of: Entity, alias: string): string {
  const { retired } = of
  if (!retired) return 'false'
  if (!of.tree) return `(${isAnyOf(of, alias, retired.when)})`
  const above = `any(string_to_array(rtrim(${alias}.path, '/'), '/')::uuid[])`
  return `exists (select 1 from ${tableName(of)} up where ${isRow('up', alias, above)} and (${isAnyOf(of, 'up', retired.when)}))`
}

/** SQL condition over the alias that a row is not offered because of a row it links to. */
function linkedSql(of: Entity, alias: string): string {
  const found = Object.entries(of.retired?.linked ?? {}).map(([name, when]) => {
    const field = of.fields[name]!
    const to = entityNamed((field as { readonly to: string }).to)
    const same = isRow('o', alias, `${alias}.${columnName(name, field)}`)
    return `exists (select 1 from ${tableName(to)} o where ${same} and (${isAnyOf(to, 'o', when ?? {})}))`
  })
  return found.length > 0 ? `(${found.join(' or ')})` : 'false'
}

/** SQL condition over the alias that a row may be newly chosen. */
export const offeredSql = (of: Entity, alias: string): string =>
  of.retired ? `not ${retiredSql(of, alias)} and not ${linkedSql(of, alias)}` : 'true'

/** SQL of the reason why a row can no longer be chosen, over the alias; null if it can. */
export function whySql(of: Entity, alias: string): string {
  const { retired } = of
  if (!retired) return 'null::text'
  const next = retired.successor && `${alias}.${snake(retired.successor)}_id`
  const gone = next ? `case when ${next} is null then 'retired' else 'merged' end` : `'retired'`
  return `case when ${retiredSql(of, alias)} then ${gone} when ${linkedSql(of, alias)} then 'view_only' end`
}

/** SQL columns of a linked row, each with a leading comma: the reason why it can no longer be chosen, and its successor. */
export function retiredColumns(of: Entity, alias: string): string {
  const { retired } = of
  if (!retired) return ''
  const next = retired.successor && `${alias}.${snake(retired.successor)}_id`
  const why = whySql(of, alias)
  if (!next) return `, ${why} as why`
  const same = isRow('n', alias, next)
  const named = `(select n.${titleColumn(of)} from ${tableName(of)} n where ${same})`
  return `, ${why} as why, ${next} as next_id, ${named} as next_name`
}

/** The problem of a newly chosen row, as read by `linkedRows`; undefined if it may be chosen. */
export function retiredProblem(row: Row, at: string, label: Problem['label']): Problem | undefined {
  const why = row.why as Why | null | undefined
  if (!why) return undefined
  const successor = row.next_id ? { id: String(row.next_id), name: String(row.next_name) } : undefined
  return { field: at, label, rule: why, limit: String(row.name), ...(successor && { successor }) }
}
