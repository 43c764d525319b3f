import type { ListCall } from '#contract/kit/entity/list.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { Parameters, type Query, type Row, type Rows } from '#server/db/query.ts'
import type { Context, ReadPlan } from '../context.ts'
import { conditionsOf } from '../read/list.ts'
import type { ListRequest } from '../read/list-request.ts'
import { filledShare } from '../read/select.ts'
import { read } from '../refuse.ts'
import { columnName, tableName, titleColumn } from '../table.ts'
import { keptRows } from './kept-counts.ts'
import { summedSql } from './summed.ts'
import { talliedCount } from './tally.ts'
import { emptyLink, isRareFlag, talliedGroups, talliedShares, talliedSum } from './tally-groups.ts'

/** The fields to count by and the field to sum. */
type Grouping = Pick<ListCall['list'], 'by' | 'sum' | 'each'>

/** The facts of a count: what it counts by, and the input it reads. */
export type Counted = Pick<ListCall, 'list' | 'input'>

/**
 * Counts rows whose rarely set link is empty: all rows minus those with a link. Undefined if the count table cannot answer for all rows, or
 * if the filters do not ask for such an empty link.
 */
function withoutLink({ by, each, sum }: Grouping, view: View, context: Context): Query | undefined {
  const { entity } = view
  const wire = emptyLink(entity, context)
  if (wire === undefined) return undefined
  const asked = (typed?: string): Context => ({ ...context, input: { ...context.input, [wire]: typed } })
  const { where, into } = conditionsOf(view, asked('_some'))
  const all = talliedGroups(entity, asked(), by!, each, undefined, into)
  const column = (name: string): string => `t.${columnName(name, entity.fields[name]!)}`
  return (
    all && {
      text: `select group_key, part_key, sum(n) as n, sum(amount) as amount from (select group_key, part_key, n, amount from (${all.text}) a
        union all select ${column(by!)}::text, ${each ? `${column(each)}::text` : 'null'}, -count(*), ${sum ? `-coalesce(sum(${summedSql(entity, sum, 't')}), 0)` : 'null::numeric'}
        from ${tableName(entity)} t where ${where} group by 1, 2) b group by 1, 2 having sum(n) <> 0`,
      values: into.values,
    }
  )
}

/**
 * Counts by a flag that is rarely set: its rows, and all other rows under null as the remainder. Undefined if the count table cannot answer
 * for all rows.
 */
function byRareFlag({ by, each, sum }: Grouping, view: View, context: Context): Query | undefined {
  const { entity } = view
  if (each || sum || !isRareFlag(entity, by!)) return undefined
  const wire = wireName(by!, entity.fields[by!]!)
  const { where, into } = conditionsOf(view, { ...context, input: { ...context.input, [wire]: '_some' } })
  const all = talliedCount(entity, context, into)
  const key = `t.${columnName(by!, entity.fields[by!]!)}::text`
  return (
    all && {
      text: `with few as (select ${key} as key, count(*) as n from ${tableName(entity)} t where ${where} group by 1)
        select group_key, null::text as part_key, n, null::numeric as amount
        from (select key as group_key, n from few union all select null, (${all.text}) - coalesce((select sum(n) from few), 0)) q where n <> 0`,
      values: into.values,
    }
  )
}

/**
 * Counts and sums by a field: `key` (null: no value), `count`, `amount`; also by `each` if set. Uses the count table if it has the answer.
 */
export function groupsQuery(list: Grouping, view: View, { context, extra }: ListRequest): Query {
  const { entity } = view
  const by = list.by!
  const { where, into, keyword } = conditionsOf(view, context, extra)
  const isSumKept = list.sum === undefined || list.sum === talliedSum(entity)
  const isPlain = extra.length === 0 && keyword === ''
  const told = () =>
    entity.fields[by]!.computed
      ? talliedShares(view, context)
      : (talliedGroups(entity, context, by, list.each) ?? withoutLink(list, view, context) ?? byRareFlag(list, view, context))
  const kept = isPlain && isSumKept ? told() : undefined
  if (kept)
    return {
      text: `select q.group_key as key${list.each ? ', q.part_key as each' : ''}, q.n::bigint as count, q.amount from (${kept.text}) q`,
      values: kept.values,
    }
  const rows = isPlain ? keptRows(entity, [{ by }, ...(list.each ? [{ by: list.each }] : [])], [context.input]) : undefined
  if (rows && (list.sum === undefined || list.sum === rows.sum)) {
    const columns = rows.keys.map((key, index) => `${key} as ${['key', 'each'][index]}`)
    return {
      text: `select ${columns.join(', ')}, sum(t.n)::bigint as count, sum(t.value) as amount from ${rows.table} t where ${where}
        group by 1${list.each ? ', 2' : ''} having sum(t.n) <> 0`,
      values: into.values,
    }
  }
  const keyOf = (name: string): string => {
    const field = entity.fields[name]!
    return field.computed ? filledShare(view) : `t.${columnName(name, field)}`
  }
  const amount = list.sum ? `, coalesce(sum(${summedSql(entity, list.sum, 't')}), 0.00) as amount` : ''
  const each = list.each ? `, ${keyOf(list.each)}::text as each` : ''
  return {
    text: `select ${keyOf(by)}::text as key${each}, count(*) as count${amount} from ${tableName(entity)} t where ${where} group by 1${each ? ', 2' : ''}`,
    values: into.values,
    once: keyword !== '',
  }
}

/** The counts with the names of the linked rows. */
function named(call: Counted, of: Field, counts: Query, within: unknown): Query {
  const target = entityNamed((of as { readonly to: string }).to)
  const title = `l.${titleColumn(target)}`
  const into = new Parameters(counts.values)
  const inside = within
    ? ` join ${tableName(target)} top on top.tenant_id = $1 and top.id = ${into.add(within)}::uuid and l.path >= top.path and l.path < top.path || chr(127)`
    : ''
  const sort =
    target.sort && target.sort.by !== 'createTime' ? `l.${columnName(target.sort.by, target.fields[target.sort.by]!)} nulls last, ` : ''
  const order = within ? 'l.path' : call.list.each ? `${sort}${title}, q.key` : `q.count desc, ${title}, q.key`
  return {
    text: `select q.*, ${title} as name from (${counts.text}) q ${within ? '' : 'left '}join ${tableName(target)} l on l.tenant_id = $1 and l.id = q.key::uuid${inside} order by ${order}`,
    values: into.values,
    once: counts.once === true,
  }
}

const flagWords: Readonly<Record<string, Words>> = { 1: { zh: '是', en: 'Yes' }, 0: { zh: '否', en: 'No' } }

/** The keys that appear in an answer even without rows, with their labels: the choices in declaration order. */
function wordsOf(field: Field, language: Language): readonly (readonly [key: string, word: string])[] {
  const words: Readonly<Record<string, Words>> = field.kind === 'choice' ? field.of : field.kind === 'flag' ? flagWords : {}
  // Object.entries puts numeric keys in ascending order; reversed, yes comes before no.
  const entries = Object.entries(words).map(([key, word]) => [key, word[language]] as const)
  return field.kind === 'flag' ? entries.reverse() : entries
}

/** Pivots rows by key and choice: one row per key with a count for each choice. */
function spread(rows: readonly Row[], choices: readonly string[]): Row[] {
  const byKey = new Map<unknown, Row>()
  for (const { each, count, amount, ...row } of rows) {
    const known = byKey.get(row.key) ?? { ...row, count: 0, ...Object.fromEntries(choices.map((choice) => [choice, 0])) }
    byKey.set(row.key, { ...known, count: Number(known.count) + Number(count), [String(each)]: Number(count) })
  }
  return [...byKey.values()]
}

/** The requested node of a tree count; the count includes the node and everything below it. */
function withinOf(call: Counted, view: View, context: Context): { within: unknown; wire: string | undefined } {
  const { by, within } = call.list
  if (!within) return { within: undefined, wire: undefined }
  const wire = wireName(by!, view.entity.fields[by!]!)
  return { within: read({ [by!]: call.input[by!]! }, { [wire]: context.input[wire] })[wire], wire }
}

/**
 * Counts the rows per value of a field, of those that the person sees and the filters match. Choices come in declaration order and include
 * zero counts. Linked rows come with the largest count first, or in their own order if `each` is set.
 */
export function countPlan(call: Counted, view: View, asked: ListRequest): ReadPlan<Row[]> {
  const { list } = call
  const field = view.entity.fields[list.by!]!
  const { language } = asked.context
  // Counts must not reveal the values of a field that the hospital hides.
  if (![list.by!, ...(list.each ? [list.each] : [])].every((name) => name in view.fields)) return { queries: [], answer: () => [] }
  const { within, wire } = withinOf(call, view, asked.context)
  const context = wire ? { ...asked.context, input: { ...asked.context.input, [wire]: undefined } } : asked.context
  const groups = groupsQuery(list, view, { context, extra: asked.extra })
  const query = field.kind === 'link' ? named(call, field, groups, within) : groups
  const each = list.each ? view.entity.fields[list.each] : undefined
  const [keyName, wordName] = list.as ?? ['key', 'name']
  const isSummed = list.sum !== undefined && list.sum in view.fields
  const answer = ({ key, name, count, amount, ...more }: Row): Row => ({
    [keyName]: key ?? null,
    [wordName]: name ?? null,
    count: Number(count),
    ...(list.sum ? { amount: isSummed ? (amount ?? '0.00') : null } : {}),
    ...more,
  })
  return {
    queries: [query],
    answer([found]: Rows[]) {
      const rows = each?.kind === 'choice' ? spread(found!.rows, Object.keys(each.of)) : found!.rows
      const words = wordsOf(field, language)
      if (field.kind === 'link') return rows.map(answer)
      if (words.length === 0) return [...rows].sort(byKey).map((row) => answer({ ...row, name: row.key }))
      const byWord = new Map(rows.map((row) => [row.key, row]))
      const none = byWord.get(null)
      // A choice without rows has a count for each other choice, too.
      const zeros = each?.kind === 'choice' ? Object.fromEntries(Object.keys(each.of).map((choice) => [choice, 0])) : {}
      return [
        ...words.map(([key, name]) => answer({ ...zeros, ...byWord.get(key), key, name, count: byWord.get(key)?.count ?? 0 })),
        ...(none ? [answer(none)] : []),
      ]
    },
  }
}

/** Numbers in ascending order, null last. */
const byKey = (one: Row, other: Row): number =>
  one.key === null ? 1 : other.key === null ? -1 : Number(one.key) - Number(other.key) || String(one.key).localeCompare(String(other.key))
