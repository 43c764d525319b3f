import type { Entity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import { wireName } from '#contract/kit/shape.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { deptsOnly, seesAll } from './access.ts'
import type { Actor } from './actor.ts'
import type { Context } from './context.ts'
import { withoutFilter } from './filter.ts'
import type { KeptCounts } from './kept-counts.ts'
import { likeText } from './like.ts'
import { columnName } from './table.ts'
import { noDept, type Tally, tallies } from './tally-facts.ts'

/** The condition of a person's scope over the alias `c` of a tally; undefined where counts by department do not tell what the person sees. */
function scopeOf(of: Entity, actor: Actor, into: Parameters): string | undefined {
  if (seesAll(of, actor)) return ''
  const deptIds = of.scope?.persons ? undefined : deptsOnly(of, actor)
  return deptIds ? ` and c.dept_id = any(${into.add(deptIds)}::uuid[])` : undefined
}

const isLink = (field: Field): boolean => field.kind === 'link'

/** The values that a filter means, as a tally keeps them. */
export function keysOf(field: Field, typed: string, none: string): string[] {
  if (typed === '_none' || (isLink(field) && typed === '0')) return [none]
  return typed.split(',').map((one) => (one === '_none' ? none : isLink(field) ? one.toLowerCase() : one))
}

/** The condition that a kept key is one of those that a filter means; `none`: how the key says that there is no value. */
export function keySql(key: string, field: Field, typed: string, none: string, into: Parameters): string {
  const type = none === '' ? 'text' : 'uuid'
  return typed === '_some' ? `${key} <> ${into.add(none)}::${type}` : `${key} = any(${into.add(keysOf(field, typed, none))}::${type}[])`
}

/** The filters of a request by field; undefined where one of them is none that a tally knows. */
export function filtersOf(tally: Tally, { input }: Context): Map<string, string> | undefined {
  const { of } = tally
  const found = new Map<string, string>()
  for (const [key, typed] of Object.entries(input)) {
    if (typed === undefined || typed === null || typed === '' || withoutFilter.has(key)) continue
    const name = [of.scope!.dept!, ...tally.together].find((one) => wireName(one, of.fields[one]!) === key)
    if (name === undefined || typeof typed !== 'string') return undefined
    found.set(name, typed)
  }
  return found
}

/**
 * The condition on the keys of all choices together, which are words of the contract and ids, over the alias `c`. One value of each is compared as a text,
 * an eighth of the work of an expression: with as many strokes as a key has, no `%` reaches over one.
 */
export function togetherSql(tally: Tally, filters: ReadonlyMap<string, string>, into: Parameters): string {
  const asked = tally.together.map((name) => {
    const typed = filters.get(name)
    return typed === undefined || typed === '_some' ? typed : keysOf(tally.of.fields[name]!, typed, '')
  })
  const isPlain = asked.every((keys) => !Array.isArray(keys) || keys.length === 1)
  const parts = asked.map((keys) => {
    if (keys === '_some') return isPlain ? '_%' : '[^|]+'
    if (!Array.isArray(keys)) return isPlain ? '%' : '[^|]*'
    return isPlain ? likeText(keys[0]!) : `(${keys.join('|')})`
  })
  return isPlain ? `c.key like ${into.add(parts.join('|'))}` : `c.key ~ ${into.add(`^${parts.join('\\|')}$`)}`
}

/** The conditions of what a person sees and of the departments a list asks for, over the alias `c`; undefined where counts by department do not tell. */
export function limits(of: Entity, actor: Actor, depts: string | undefined, into: Parameters): string | undefined {
  const tenant = `c.tenant_id = ${into.add(actor.tenantId)}`
  const scope = scopeOf(of, actor, into)
  if (scope === undefined) return undefined
  const asked = depts === undefined ? '' : ` and ${keySql('c.dept_id', of.fields[of.scope!.dept!]!, depts, noDept, into)}`
  return `${tenant}${scope}${asked}`
}

/**
 * How many rows were made in each month, by what is counted beside them: `key` (year and month in UTC as one number), `n`. Of what the person sees in the
 * departments that the list asks for. `isAll`: whether the list asks for nothing else. Undefined where the tally does not tell.
 */
export function talliedMonths(of: Entity, context: Context): (Query & { readonly isAll: boolean }) | undefined {
  const tally = tallies.find((one) => one.of === of)
  const filters = tally && filtersOf(tally, context)
  if (!filters) return undefined
  const depts = filters.get(of.scope!.dept!)
  const into = new Parameters()
  const limit = limits(of, context.actor, depts, into)
  if (limit === undefined) return undefined
  return {
    text: `select c.key::int as key, sum(c.n) as n from ${tally.table} c where ${limit} and c.dim = 'created_at' group by c.key having sum(c.n) <> 0`,
    values: into.values,
    isAll: filters.size === (depts === undefined ? 0 : 1),
  }
}

/**
 * The exact count of a list from what is counted beside the rows: of those who see all by any choices together or by the department and one of them, of
 * others by one in their departments. Undefined where the filters ask for more. The filters must have been found right.
 */
export function talliedCount(of: Entity, context: Context, into?: Parameters): Query | undefined {
  return tallied(of, context, 'n', into)
}

/** The sum of a field over a list, told in the same way; undefined also where it is not what the tally adds up. */
export function talliedAmount(of: Entity, context: Context, name: string): Query | undefined {
  return tallies.find((one) => one.of === of)?.amount === name ? tallied(of, context, 'value') : undefined
}

function tallied(of: Entity, context: Context, figure: 'n' | 'value', into = new Parameters()): Query | undefined {
  const tally = tallies.find((one) => one.of === of)
  const filters = tally && filtersOf(tally, context)
  if (!filters) return undefined
  const { actor } = context
  const dept = of.scope!.dept!
  const depts = filters.get(dept)
  const limit = limits(of, actor, depts, into)
  if (limit === undefined) return undefined
  filters.delete(dept)
  const where = [limit]
  const [[by, typed] = [], more] = [...filters]
  if (by === undefined) where.push(`c.dim = ''`)
  else if (!more && tally.by.includes(by)) {
    where.push(`c.dim = ${into.add(columnName(by, of.fields[by]!))}`, keySql('c.key', of.fields[by]!, typed!, '', into))
  } else {
    if (!seesAll(of, actor) || depts !== undefined) return undefined
    where.push(`c.dim = '*'`, togetherSql(tally, filters, into))
  }
  return {
    text: `select coalesce(sum(c.${figure}), ${figure === 'n' ? '0' : '0.00'}) from ${tally.table} c where ${where.join(' and ')}`,
    values: into.values,
  }
}

/**
 * How many rows each scope of the phones' feed holds; undefined for an entity that has no tally. `scopes`: `tenant`, or `dept:` and a department.
 */
export function talliedSizes(tenantId: string, scopes: readonly string[], entity: string): Query | undefined {
  const tally = tallies.find((one) => one.of.name === entity)
  return (
    tally && {
      text: `select s.scope, (select coalesce(sum(c.n), 0)::int from ${tally.table} c where c.tenant_id = $1 and c.dim = '' and (s.scope = 'tenant' or s.scope = 'dept:' || c.dept_id)) as rows
      from unnest($2::text[]) s(scope)`,
      values: [tenantId, scopes],
    }
  )
}

/** What tallies keep, to be folded. */
export const talliedCounts = (): readonly KeptCounts[] =>
  tallies.map(({ table }) => ({ table, keys: ['dim', 'key', 'dept_id'], sums: ['n', 'value'] }))
