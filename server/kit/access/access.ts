import { type DeputyFacts, type Entity, rightOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { NamedBy } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { RowCondition } from '#contract/kit/fields/row-condition.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { entityNamed } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import type { Parameters } from '#server/db/query.ts'
import { columnName, tableName } from '../table.ts'
import type { Actor } from './actor.ts'
import { hideBlindLinesSql, mayHide } from './blind-tasks.ts'
import { scopeEntityOf } from './scope-of-roles.ts'

/** Whether an API scope pattern such as `*`, `device.*` or `device.list` names a call. */
function opens(patterns: readonly string[], call: string): boolean {
  return patterns.some(
    (pattern) => pattern === '*' || pattern === call || (pattern.endsWith('.*') && call.startsWith(pattern.slice(0, -1))),
  )
}

/**
 * Whether a person may make a call: one of their roles must hold the right and have an API scope that matches the call. An API scope of one
 * role does not apply to the rights of another role.
 */
export const mayCall = ({ rights, roles }: Pick<Actor, 'rights' | 'roles'>, right: string, call: string): boolean =>
  rights.has(right) && roles.some((role) => role.rights.has(right) && opens(role.patterns, call))

/**
 * Throws `forbidden` if the person may not make the call. `lacks`, which goes to the log, names the missing right or the call that no API
 * scope covers.
 */
export function refuseCall(actor: Actor, right: string, call: string): void {
  if (mayCall(actor, right, call)) return
  const lacks = actor.rights.has(right) ? `API scope ${call}` : `right ${right}`
  throw new Refusal('forbidden', { right: rights.get(right) ?? right, lacks })
}

/** Whether a person may list an entity. */
export const mayList = (actor: Actor, of: Entity): boolean => mayCall(actor, rightOf(of, 'list'), `${of.name}.list`)

/**
 * SQL condition over the table's alias under which a person sees a row of an entity; empty if all rows are visible. Lists, counts, details,
 * steps and link checks all use it.
 * Adds parameters to `into`, so the caller must use the returned text: PostgreSQL rejects parameters that the statement does not reference.
 */
export function scopeSql(of: Entity, actor: Actor, alias: string, into: Parameters): string {
  return [rowsSql(of, actor, alias, into), hideBlindLinesSql(of, actor, alias, into)].filter(Boolean).join(' and ')
}

/** The part of the condition that comes from the data scopes of the person's roles. */
function rowsSql(of: Entity, actor: Actor, alias: string, into: Parameters): string {
  const scope = of.scope
  if (scope?.own) return `${alias}.${snake(scope.own)}_id = ${into.add(actor.userId)}`
  if (!scope) return ''
  if (scope.through) return throughSql(of, scope.through, actor, alias, into)
  const seen = actor.scopeOf(of)
  if (seen.isAll) return ''
  const mine = (column: string): string => `${alias}.${column} = ${into.add(actor.userId)}`
  const parts: string[] = []
  const isMe = (column: string): string => personSql(column, scope.deputies, actor, alias, into)
  if (scope.members) parts.push(mine('created_by'), membersSql(scope.members, isMe, alias))
  else if (seen.isOwn) parts.push(mine('created_by'))
  if (scope.dept && seen.deptIds) {
    const depts = into.add(seen.deptIds)
    for (const name of [scope.dept, ...(scope.also ?? [])]) parts.push(`${alias}.${snake(name)}_id = any(${depts}::uuid[])`)
  }
  for (const conditions of seen.custom) parts.push(`(${conditions.map((one) => conditionSql(of, one, actor, alias, into)).join(' and ')})`)
  for (const name of scope.persons ?? []) parts.push(isMe(`${alias}.${snake(name)}_id`))
  if (scope.team) parts.push(teamSql(of, scope.team, actor, alias, into))
  if (scope.seenWith) parts.push(namingSql(scope.seenWith, actor, alias, into))
  if (scope.roles) parts.push(`${alias}.${snake(scope.roles)} && ${into.add(actor.roles.map(({ id }) => id))}::uuid[]`)
  return parts.length === 0 ? 'false' : parts.length === 1 ? parts[0]! : `(${parts.join(' or ')})`
}

/** SQL that a column holds the person, or someone for whom the person is the deputy today. */
function personSql(column: string, deputies: DeputyFacts | undefined, actor: Actor, alias: string, into: Parameters): string {
  const me = into.add(actor.userId)
  if (!deputies) return `${column} = ${me}`
  const { entity, absent, deputy, from, to } = deputies
  const today = `${into.add(homeDay(new Date()))}::date`
  return `(${column} = ${me} or ${column} in (select b.${snake(absent)}_id from ${tableName(entityNamed(entity))} b where b.tenant_id = ${alias}.tenant_id
    and b.${snake(deputy)}_id = ${me} and ${today} between b.${snake(from)} and b.${snake(to)} and not b.is_deleted))`
}

/**
 * SQL that the person is in the group of people that a row of the alias names. The groups are read once, so that an index of the link
 * serves, as those of departments and people do.
 */
export function teamSql(
  of: Entity,
  { by, members }: { readonly by: string; readonly members: string },
  actor: Actor,
  alias: string,
  into: Parameters,
): string {
  const field = of.fields[by]!
  const group = entityNamed(field.kind === 'link' ? field.to : by)
  const column = (name: string): string => `g.${snake(name)}`
  return `${alias}.${snake(by)}_id = any(array(select ${column('id')} from ${tableName(group)} g where ${column('tenantId')} = ${into.add(actor.tenantId)}
    and not ${column('isDeleted')} and ${into.add(actor.userId)}::uuid = any(${column(members)})))`
}

function membersSql(
  { entity, by, also = [] }: { entity: string; by: string; also?: readonly string[] },
  isMe: (column: string) => string,
  alias: string,
): string {
  const people = ['user', ...also].map((name) => isMe(`m.${snake(name)}_id`))
  const any = people.length === 1 ? people[0]! : `(${people.join(' or ')})`
  return `exists (select 1 from ${tableName(entityNamed(entity))} m where m.tenant_id = ${alias}.tenant_id and m.${snake(by)}_id = ${alias}.id and ${any})`
}

/**
 * SQL condition that the person sees a row which names the record of the alias. `id`: its id column. `true` if the person sees every such
 * row, and so the closed values of every record.
 */
export function namingSql({ entity, by }: NamedBy, actor: Actor, alias: string, into: Parameters, id = 'id'): string {
  const of = entityNamed(entity)
  const seen = scopeSql(of, actor, 'w', into)
  if (!seen) return 'true'
  return `exists (select 1 from ${tableName(of)} w where w.tenant_id = ${alias}.tenant_id and w.${snake(by)} = ${alias}.${id}::text and ${seen})`
}

function throughSql(of: Entity, through: string, actor: Actor, alias: string, into: Parameters): string {
  const field = of.fields[through]!
  const target = entityNamed(field.kind === 'link' ? field.to : through)
  // `through` may be nested, so each level needs an alias of its own.
  const row = `${alias}_up`
  const inner = scopeSql(target, actor, row, into)
  const column = `${alias}.${snake(through)}_id`
  if (!inner) return ''
  // A row whose link is empty is visible to its creator.
  const unbound = field.required ? '' : `${column} is null and ${alias}.created_by = ${into.add(actor.userId)} or `
  return `(${unbound}exists (select 1 from ${tableName(target)} ${row} where ${row}.tenant_id = ${alias}.tenant_id and ${row}.id = ${column} and ${inner}))`
}

const casts: Readonly<Record<string, string>> = {
  choice: 'text',
  link: 'uuid',
  flag: 'smallint',
  integer: 'integer',
  decimal: 'numeric',
  money: 'numeric',
  date: 'date',
}

/** SQL of one condition of a custom data scope. Field and operator were validated against the declaration; the values are parameters. */
function conditionSql(of: Entity, { field, is, values }: RowCondition, actor: Actor, alias: string, into: Parameters): string {
  const declared = of.fields[field]!
  const column = `${alias}.${columnName(field, declared)}`
  const cast = casts[declared.kind]!
  if (is === 'mine') {
    const own = declared.kind === 'link' && declared.to === 'dept' ? actor.deptId : actor.userId
    return own ? `${column} = ${into.add(own)}` : 'false'
  }
  if (is === 'in') return `${column} = any(${into.add(values)}::${cast}[])`
  if (is === 'notIn') return `(${column} is null or ${column} <> all(${into.add(values)}::${cast}[]))`
  return `${column} ${is === 'from' ? '>=' : '<='} ${into.add(values[0])}::${cast}`
}

/** Whether a person sees all rows of an entity. */
export function seesAll(of: Entity, actor: Actor): boolean {
  const root = scopeEntityOf(of)
  return !mayHide(of, actor) && (root.scope === undefined || (!root.scope.own && actor.scopeOf(root).isAll))
}

/**
 * The departments of the person's data scope for an entity with a single department field, if the scope consists of departments only; else
 * undefined. Ignores `persons` and `members` of the declaration.
 */
export function deptsOnly(of: Entity, actor: Actor): readonly string[] | undefined {
  const { isAll, isOwn, custom, deptIds } = actor.scopeOf(of)
  return !isAll && !isOwn && custom.length === 0 && of.scope?.dept && !of.scope.also && deptIds ? deptIds : undefined
}

/** Whether the person's data scope for an entity includes a department limit. */
export function limitedTo(of: Entity, actor: Actor): boolean {
  const { isAll, deptIds } = actor.scopeOf(of)
  return !isAll && deptIds !== null
}

/** Cache key part for totals: identifies the person's data scope for an entity. */
export function scopeKey(of: Entity, actor: Actor): string {
  if (seesAll(of, actor)) return 'all'
  return deptsOnly(of, actor)?.join() ?? actor.userId
}
