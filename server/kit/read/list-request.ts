import type { Entity } from '#contract/kit/entity/entity.ts'
import type { ListCall } from '#contract/kit/entity/list.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { read, refusalOf } from '../refuse.ts'
import { remembered } from '../remembered.ts'
import { columnName, tableName } from '../table.ts'
import { filters } from './filter.ts'
import type { Condition } from './list.ts'

/** A request to a named list, translated into filters of the entity's own list, plus extra conditions. */
export interface ListRequest {
  readonly context: Context
  readonly extra: readonly Condition[]
}

const plainViews = new WeakMap<Entity, ReturnType<typeof viewOf>>()
/** The view of the entity without the tenant's field configuration, because the facts of a list hold for every tenant. */
const plainView = (of: Entity) => remembered(plainViews, of, () => viewOf(of))

const isBlank = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The value of `_own`: the person or the person's department; undefined if they have none. */
function ownOf(of: Entity, name: string, actor: Actor): string | undefined {
  const field = of.fields[name]
  return field?.kind === 'link' && field.to === 'user' ? actor.userId : (actor.deptId ?? undefined)
}

/** SQL condition over the alias `t` that a row has child rows which the person sees. */
export function hasBelow(of: Entity, by: string, actor: Actor, into: Parameters): string {
  const scope = scopeSql(of, actor, 'below', into)
  const live = of.softDelete ? ' and not below.is_deleted' : ''
  return `exists (select 1 from ${tableName(of)} below where below.tenant_id = t.tenant_id and below.${columnName(by, of.fields[by]!)} = t.id${live}${scope ? ` and ${scope}` : ''})`
}

/** Throws if a required parameter is missing. */
function refuseMissing({ input, list }: ListCall, given: Raw): void {
  const problems = (list.need ?? []).flatMap((name): Problem[] => {
    const field = input[name]
    if (!field) return []
    const wire = wireName(name, field)
    return isBlank(given[wire]) ? [{ field: wire, label: field, rule: 'required' }] : []
  })
  if (problems.length > 0) throw refusalOf(problems)
}

/** The fixed filter values of a list; a value is undefined if it is `_own` and the person has none. */
const heldValues = ({ list }: ListCall, of: Entity, actor: Actor): readonly (readonly [string, string | undefined])[] =>
  Object.entries<string | undefined>(list.where ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === '_own' ? ownOf(of, name, actor) : value] as const],
  )

/** The fixed filters of a list as conditions. */
export const fixedFilters = (call: ListCall, of: Entity, actor: Actor): readonly Condition[] =>
  heldValues(call, of, actor).map(([name, value]) => {
    if (value === undefined) return () => 'false'
    const wire = wireName(name, of.fields[name]!)
    return (into: Parameters) => filters(plainView(of), { [wire]: value }, into).where.join(' and ') || 'true'
  })

/**
 * Translates a request to a named list: renamed parameters, the fixed filters and the chosen ids. If the request filters by a field that
 * the list fixes, both conditions apply, so the request can only narrow the result. Reports missing or invalid values under the parameter
 * name that the caller used.
 */
export function listRequestOf(call: ListCall, of: Entity, context: Context): ListRequest {
  const { list } = call
  const { actor } = context
  const view = plainView(of)
  const shown = actor.settings.view(of).fields
  const input: Record<string, unknown> = { ...context.input }
  const extra: Condition[] = []
  const problems: Problem[] = []
  refuseMissing(call, input)
  /** Adds a filter of the entity's own list, in addition to the same filter of the request if there is one. */
  const hold = (name: string, value: unknown, from: string): void => {
    const wire = wireName(name, of.fields[name]!)
    const found = filters(view, { [wire]: value }, new Parameters())
    if (found.problems.length > 0)
      problems.push(...found.problems.map((one) => ({ ...one, field: from, label: call.input[from] ?? one.label })))
    else if (isBlank(input[wire]) && name in shown) input[wire] = value
    else extra.push((into) => filters(view, { [wire]: value }, into).where.join(' and ') || 'true')
  }
  for (const [name, field] of Object.entries(list.given ?? {})) {
    const wire = wireName(name, of.fields[field]!)
    const value = input[wire]
    if (name === field) continue
    delete input[wire]
    if (!isBlank(value)) hold(field, value, wire)
  }
  if (problems.length > 0) throw refusalOf(problems)
  for (const [name, value] of heldValues(call, of, actor)) {
    if (value === undefined) extra.push('false')
    else hold(name, value, name)
  }
  if (problems.length > 0) throw new Error(`${call.name} holds what is no filter: ${problems.map((one) => one.field).join(', ')}`)
  if (list.ids) {
    const chosen = read({ [list.ids]: call.input[list.ids]! }, { [list.ids]: input[list.ids] })[list.ids]
    delete input[list.ids]
    extra.push((into) => `t.id = any(${into.add(chosen)}::uuid[])`)
  }
  const { below, order } = list
  if (below?.only) extra.push((into) => `${below.only === 'none' ? 'not ' : ''}${hasBelow(of, below.by, actor, into)}`)
  if (order && isBlank(input.ascs) && isBlank(input.descs)) Object.assign(input, order)
  return { context: { ...context, input }, extra }
}
