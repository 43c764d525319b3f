import type { Entity } from '#contract/kit/entity/entity.ts'
import { columnName } from '../table.ts'

/** SQL that the row behind an alias counts in sums of a field; `true` if every row does. */
export function isSummedSql(of: Entity, name: string, alias: string): string {
  const field = of.fields[name]!
  const left = field.kind === 'money' ? field.notSummed : undefined
  if (!left) return 'true'
  const keys = left.is.map((key) => `'${key}'`).join(', ')
  return `(${alias}.${columnName(left.field, of.fields[left.field]!)} in (${keys})) is not true`
}

/** SQL of what the row behind an alias adds to a sum of a field; null if nothing. */
export function summedSql(of: Entity, name: string, alias: string): string {
  const [column, counts] = [`${alias}.${columnName(name, of.fields[name]!)}`, isSummedSql(of, name, alias)]
  return counts === 'true' ? column : `case when ${counts} then ${column} end`
}
