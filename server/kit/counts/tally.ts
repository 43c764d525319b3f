import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { deptsOnly, seesAll } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { withoutFilter } from '../read/filter.ts'
import { likeText } from '../read/like.ts'
import { columnName } from '../table.ts'
import type { KeptCounts } from './kept-counts.ts'
import { noDept, type Tally, tallies } from './tally-facts.ts'

/** The data scope condition over the alias `c` of a count table; undefined if counts by department do not match what the person sees. */
function scopeOf(of: Entity, actor: Actor, into: Parameters): string | undefined {
  if (seesAll(of, actor)) return ''
  const deptIds = of.scope?.persons ? undefined : deptsOnly(of, actor)
  return deptIds ? ` and c.dept_id = any(${into.add(deptIds)}::uuid[])` : undefined
}

const isLink = (field: Field): boolean => field.kind === 'link'

/** The values of a filter in their stored form. */
export function keysOf(field: Field, typed: string, none: string): string[] {
  if (typed === '_none' || (isLink(field) && typed === '0')) return [none]
  return typed.split(',').map((one) => (one === '_none' ? none : isLink(field) ? one.toLowerCase() : one))
}

/** The condition that a stored key matches a filter; `none`: the stored form of an empty value. */
export function keySql(key: string, field: Field, typed: string, none: string, into: Parameters): string {
  const type = none === '' ? 'text' : 'uuid'
  return typed === '_some' ? `${key} <> ${into.add(none)}::${type}` : `${key} = any(${into.add(keysOf(field, typed, none))}::${type}[])`
}

/** The filters of a request by field; undefined if the count table does not cover one of them. */
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
 * The condition on the combined key of all choices, which consists of choice values and ids, over the alias `c`. With one value per field
 * it uses LIKE, which costs an eighth of a regular expression: the pattern has as many `|` separators as a key, so no `%` matches across
 * one.
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

/**
 * The conditions of the person's data scope and of the requested departments, over the alias `c`; undefined if counts by department do not
 * match what the person sees.
 */
export function limits(of: Entity, actor: Actor, depts: string | undefined, into: Parameters): string | undefined {
  const tenant = `c.tenant_id = ${into.add(actor.tenantId)}`
  const scope = scopeOf(of, actor, into)
  if (scope === undefined) return undefined
  const asked = depts === undefined ? '' : ` and ${keySql('c.dept_id', of.fields[of.scope!.dept!]!, depts, noDept, into)}`
  return `${tenant}${scope}${asked}`
}

/**
 * Rows created per month, from the count table: `key` (year and month in UTC as one number), `n`. Restricted to the person's data scope and
 * the requested departments. `isAll`: whether the request has no other filters. Undefined if the count table has no answer.
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
 * The exact count of a list from the count table. People who see all rows may filter by any combination of choices, or by department and
 * one choice; others by one choice within their departments. Undefined if the filters need more. The filters must have been validated.
 */
export function talliedCount(of: Entity, context: Context, into?: Parameters): Query | undefined {
  return tallied(of, context, 'n', into)
}

/** The sum of a field over a list, in the same way; undefined also if the count table does not sum this field. */
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
 * The number of rows in each scope of the phones' feed; undefined for an entity without a count table. `scopes`: `tenant`, or `dept:` and a
 * department id.
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

/** The count tables of all tallies, for folding. */
export const talliedCounts = (): readonly KeptCounts[] =>
  tallies.map(({ table }) => ({ table, keys: ['dim', 'key', 'dept_id'], sums: ['n', 'value'] }))
