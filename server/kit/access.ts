import type { Entity } from '#contract/kit/entity.ts'
import { snake } from '#contract/kit/names.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Parameters } from '#server/db/query.ts'
import type { Actor } from './actor.ts'
import { tableName } from './table.ts'

/** Whether an API scope pattern such as `*`, `device.*` or `device.list` names a call. */
export function opens(patterns: readonly string[], call: string): boolean {
  return patterns.some(
    (pattern) => pattern === '*' || pattern === call || (pattern.endsWith('.*') && call.startsWith(pattern.slice(0, -1))),
  )
}

/**
 * The condition under which a person sees a row of an entity, as SQL over the table's alias; empty when nothing limits it.
 * What it adds to `into` stands in its text, so that text has to be used: the database refuses parameters that nothing names. The same condition stands in every list, count, detail, step and link check.
 */
export function scopeSql(of: Entity, actor: Actor, alias: string, into: Parameters): string {
  const scope = of.scope
  if (scope?.own) return `${alias}.${snake(scope.own)}_id = ${into.add(actor.userId)}`
  if (!scope || actor.dataScope === 'all') return ''
  const limits = limitSql(of, actor, alias, into)
  if (!limits || !scope.persons?.length) return limits
  const persons = scope.persons.map((name) => `${alias}.${snake(name)}_id = ${into.add(actor.userId)}`)
  return `(${[limits, ...persons].join(' or ')})`
}

function limitSql(of: Entity, actor: Actor, alias: string, into: Parameters): string {
  const scope = of.scope!
  if (scope.members) {
    const members = entityNamed(scope.members.entity)
    return `(${alias}.created_by = ${into.add(actor.userId)} or exists (select 1 from ${tableName(members)} m where m.tenant_id = ${alias}.tenant_id and m.${snake(scope.members.by)}_id = ${alias}.id and m.user_id = ${into.add(actor.userId)}))`
  }
  if (scope.through) {
    const target = entityNamed(of.fields[scope.through]!.kind === 'link' ? (of.fields[scope.through] as { to: string }).to : scope.through)
    const inner = scopeSql(target, actor, 'through_row', into)
    const column = `${alias}.${snake(scope.through)}_id`
    return inner
      ? `(${column} is null and ${alias}.created_by = ${into.add(actor.userId)} or exists (select 1 from ${tableName(target)} through_row where through_row.tenant_id = ${alias}.tenant_id and through_row.id = ${column} and ${inner}))`
      : ''
  }
  if (actor.dataScope === 'own') return `${alias}.created_by = ${into.add(actor.userId)}`
  if (scope.dept) return actor.deptIds ? `${alias}.${snake(scope.dept)}_id = any(${into.add(actor.deptIds)}::uuid[])` : ''
  // Only the people whom a row names see it, when nothing else limits it.
  return scope.persons ? 'false' : ''
}

/** A stable text of what limits a person, for remembered totals. */
export function scopeKey(actor: Actor): string {
  return actor.dataScope === 'all' ? 'all' : actor.deptIds ? actor.deptIds.join() : actor.userId
}
