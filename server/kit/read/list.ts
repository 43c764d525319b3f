import { createHash } from 'node:crypto'
import type { ListedOf, option, PageOf, ValueOf } from '#contract/kit/entity/answer.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { type RowOf, wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { integer } from '#contract/kit/fields/field.ts'
import { saySeeded } from '#contract/kit/words.ts'
import { type NamedColumn, Parameters, type Row, type Rows } from '#server/db/query.ts'
import { scopeKey, scopeSql, seesAll, teamSql } from '../access/access.ts'
import { inOtherForm } from '../access/other-form.ts'
import type { Context, ReadPlan } from '../context.ts'
import { countedListPlan } from '../counts/log-count.ts'
import { talliedCount } from '../counts/tally.ts'
import { countBetween, embedQuery, pageFromMonth } from '../counts/tally-months.ts'
import { idOf, idsOf, read, refusalOf } from '../refuse.ts'
import { remembered } from '../remembered.ts'
import { tableName, titleColumn } from '../table.ts'
import { closedSql } from './closed.ts'
import { codeSql } from './code-keyword.ts'
import { filters, moments, newestFirst, orderOf, reversed } from './filter.ts'
import { optionsOf } from './option-beside.ts'
import { offeredSql, whySql } from './retired.ts'
import { keywordOf, keywordSql, seededSql, shownSearchSql } from './search.ts'
import { finisher, selectApart } from './select.ts'

const pageFields = {
  current: integer({ zh: '页码', en: 'Page', min: 1, max: 1_000_000 }),
  size: integer({ zh: '每页条数', en: 'Page size', min: 1, max: 200 }),
}

/** Page number and size of a request (by default the first page and `usual` rows); throws if they are out of bounds. */
export function pageOf(context: Context, usual = 10): { current: number; size: number; offset: number } {
  const value = read(pageFields, { current: context.input.current, size: context.input.size }) as { current?: number; size?: number }
  // Blank values are parsed as null.
  const [current, size] = [value.current ?? 1, value.size ?? usual]
  return { current, size, offset: (current - 1) * size }
}

/** The answer for one page: these records out of `total`. */
export const paged = <R>(records: R[], total: number, { current, size }: { readonly current: number; readonly size: number }) => ({
  records,
  total,
  size,
  current,
  pages: Math.ceil(total / size),
})

const flagged = new WeakMap<View, ReadonlySet<string>>()

/**
 * The fields of a list: those declared for lists, here or for other front ends, and those requested in `columns` (comma list of wire
 * names).
 */
function listFields(view: View, context: Context): ReadonlySet<string> {
  const { columns } = context.input
  const asked = typeof columns === 'string' && columns !== '' ? new Set(columns.split(',')) : undefined
  const also = view.entity.others?.listed
  const named = () =>
    new Set(
      Object.entries(view.fields).flatMap(([name, field]) =>
        field.list || also?.includes(name) || asked?.has(wireName(name, field)) || asked?.has(name) ? [name] : [],
      ),
    )
  return asked ? withBeside(view, named()) : remembered(flagged, view, () => withBeside(view, named()))
}

/** Adds the fields that the hospital displays beside these. */
const withBeside = (view: View, names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...names, ...[...names].flatMap((name) => view.fields[name]?.beside ?? [])])

type Option = ValueOf<{ readonly is: 'object'; readonly fields: typeof option }>

/** An extra condition over the alias `t`; a function adds its own parameters. */
export type Condition = string | ((into: Parameters) => string)

export interface Conditions {
  readonly into: Parameters
  /** WHERE with the keyword searched through the index. */
  readonly where: string
  /** WHERE with the keyword compared row by row, and its parameters. */
  readonly walk: string
  readonly walkInto: Parameters
  readonly keyword: string
  /** Number of filters besides the keyword. */
  readonly filters: number
  /** Only rows of groups that the person is in. */
  readonly isOfMine: boolean
}

/** The filter value of a link to a group of people for those that the person is in. */
const mine = '_mine'

/** WHERE of a request: tenant, not deleted, data scope, filters, keyword. Throws for unknown or invalid filters. */
export function conditionsOf(view: View, context: Context, extra: readonly Condition[] = [], beside?: ReadonlySet<string>): Conditions {
  const { entity } = view
  const into = new Parameters()
  const parts = [`t.tenant_id = ${into.add(context.actor.tenantId)}`]
  if (entity.softDelete) parts.push('not t.is_deleted')
  const scope = scopeSql(entity, context.actor, 't', into)
  if (scope) parts.push(scope)
  const team = entity.scope?.team
  const teamWire = team && view.fields[team.by] ? wireName(team.by, view.fields[team.by]!) : undefined
  const isOfMine = teamWire !== undefined && context.input[teamWire] === mine
  if (team && isOfMine) parts.push(teamSql(entity, team, context.actor, 't', into))
  const found = filters(view, context.input, into, isOfMine ? new Set([...(beside ?? []), teamWire]) : beside)
  if (found.problems.length > 0) throw refusalOf(found.problems)
  parts.push(...found.where, ...extra.map((one) => (typeof one === 'string' ? one : one(into))))
  const keyword = Object.values(entity.fields).some((field) => field.search) ? keywordOf(context.input.keyword) : ''
  const shown = keyword ? shownSearchSql(view, keyword, into) : ''
  const seeded = keyword ? seededSql(view, keyword, context.language, into) : ''
  const code = keyword ? codeSql(view, context.input.keyword, context.actor.tenantId, into) : ''
  const condition = keyword ? keywordSql(entity, keyword, context.tools.searchMode, context.actor.tenantId, into, code !== '') : undefined
  const join = (found: string | undefined) => {
    if (!found) return parts.join(' and ')
    const held = shown ? `${shown} and ${found}` : found
    const orElse = [seeded, code].filter(Boolean).join(' or ')
    return [...parts, orElse ? `(${held} or ${orElse})` : held].join(' and ')
  }
  return {
    into,
    where: join(condition?.index),
    walk: join(condition?.walk),
    walkInto: condition?.walkInto ?? into,
    keyword,
    filters: found.where.length + extra.length,
    isOfMine,
  }
}

/** Overrides of what a list shows. */
export interface Shown {
  /** Must be the same Set for the same view: the selection is cached by it. */
  readonly fields?: ReadonlySet<string> | undefined
  /** Additional columns and the joins they need, over the alias `t`. */
  more?(into: Parameters): { readonly columns: string; readonly joins: string; readonly named: readonly NamedColumn[] }
}

/**
 * One page of an entity with its exact total, in one round trip: rows are found and ordered first, then joined to the titles they link to.
 * Returns `{records, total, size, current, pages}`.
 */
export function listPlan<E extends Entity>(
  view: View<E>,
  context: Context,
  extra: readonly Condition[] = [],
  beside?: ReadonlySet<string>,
  shown: Shown = {},
): ReadPlan<PageOf<ListedOf<E>>> {
  const { entity } = view
  const { current, size, offset } = pageOf(context)
  const table = tableName(entity)
  const selection = selectApart(view, shown.fields ?? listFields(view, context))
  const conditions = conditionsOf(view, context, extra, beside)
  const counted = [...conditions.into.values]
  const order = orderOf(view, context.input)
  const { actor } = context
  const asked = JSON.stringify([actor.settings.epoch, scopeKey(entity, actor), conditions.where, counted])
  // Search input can be long; hashing it bounds the cache key.
  const key = `${entity.name} ${actor.tenantId} ${asked.length > 400 ? createHash('sha256').update(asked).digest('base64') : asked}`
  // The visibility of rows that are seen through other rows can change without a change of this entity, so their totals are not cached.
  const { scope } = entity
  const isOwn = !conditions.isOfMine && (seesAll(entity, actor) || !(scope?.through || scope?.members || scope?.seenWith || scope?.team))
  const { totals } = context.tools
  const hits = totals.last(key)
  const kept = entity.offline && isOwn ? entity.name : undefined
  // A keyword without a cached total is searched once, for the page and the total together.
  const together =
    entity.large && kept && conditions.keyword !== '' && hits === undefined && offset === 0 ? totals.withPage(key) : undefined
  const canTally = extra.length === 0 && !beside && conditions.keyword === ''
  const tallied = canTally ? talliedCount(entity, context) : undefined
  const each = { text: `select count(*) from ${table} t where ${conditions.where}`, values: counted, once: conditions.keyword !== '' }
  const since = canTally && !tallied && Object.values(moments).some((name) => context.input[name])
  const between = since ? countBetween(view, context, each, (of) => conditionsOf(view, of)) : undefined
  const logged = extra.length === 0 && !beside ? countedListPlan(view, context, conditions.keyword) : undefined
  const total = totals.plan(key, actor.tenantId, kept, logged?.total ?? tallied ?? between ?? each)
  // With n of N rows matching, an ordered walk reads (offset + size) * N / n rows until the page is full; the index reads all n, at six
  // times the cost per row.
  const walks = conditions.keyword !== '' && hits !== undefined && hits * hits > (offset + size) * 50_000
  const [where, into] = logged
    ? ['', new Parameters()]
    : walks
      ? [conditions.walk, conditions.walkInto]
      : [conditions.where, conditions.into]
  // The size is a literal: as a parameter, the generic plan assumes a tenth of the table and is never chosen.
  const found = (columns: string, skip: string) =>
    `(select ${columns} from ${table} t where ${where} order by ${order} limit ${size}${skip})`
  const fromMonth =
    tallied && offset > 1000 && order === newestFirst ? pageFromMonth(entity, context, { table, where, into, size, offset }) : undefined
  // Past the middle, a page is closer to the other end. Valid only while the cached total is current, which the statement checks.
  const fromEnd =
    !fromMonth && tallied && hits !== undefined && offset > 1000 && offset > hits / 2 ? `${embedQuery(tallied, into)}::bigint` : undefined
  const farther = (): string => {
    const left = Math.max(0, hits! - offset)
    const keys = (end: string) => `select t.tenant_id, t.id from ${table} t where ${where} and ${end}`
    return `(${keys(`${fromEnd} = ${hits}`)} order by ${reversed(order)} limit ${Math.min(size, left)} offset ${Math.max(0, left - size)})
      union all (${keys(`${fromEnd} <> ${hits}`)} order by ${order} limit ${size} offset ${offset})`
  }
  // For later pages, or if filters skip rows, only keys are read first, from the index if the order has one.
  const keysFirst = offset > 0 || together || logged || (entity.large && (conditions.filters > 0 || !seesAll(entity, actor)))
  const keys = `t.tenant_id, t.id${together ? ', count(*) over () as found' : ''}`
  const chosen = logged
    ? embedQuery(logged.keys(size, offset), into)
    : fromMonth
      ? `(${fromMonth})`
      : fromEnd
        ? `(${farther()})`
        : found(keys, offset > 0 ? ` offset ${into.add(offset)}` : '')
  // Materialized, so that it is evaluated once even when the table has no statistics yet.
  const first = keysFirst ? `with p as materialized ${chosen} ` : ''
  const rows = keysFirst ? `p join ${table} t on t.tenant_id = p.tenant_id and t.id = p.id` : `${found('t.*', '')} t`
  const closed = closedSql(selection.closed, actor, into)
  const more = shown.more?.(into)
  const page = {
    text: `${first}select ${selection.columns}${closed}${more?.columns ?? ''}${together ? ', p.found' : ''} from ${rows}${selection.joins}${more?.joins ?? ''} order by ${order}`,
    values: into.values,
    named: more ? [...selection.named, ...more.named] : selection.named,
    // The best plan depends on the values of several filters, so the statement is planned for them each time.
    once:
      (conditions.keyword !== '' && !walks) || (entity.large === true && conditions.filters > 1) || (fromMonth ?? fromEnd) !== undefined,
  }
  const finish = inOtherForm(entity, context, finisher(view, selection.fields, context.language, context.actor))
  const answer = (records: Row[], all: number) => paged(records.map(finish) as unknown as ListedOf<E>[], all, { current, size })
  if (together)
    return {
      queries: [together.query, page],
      answer([asked, records]: Rows[]) {
        const all = together.total(asked!, Number(records!.rows[0]?.found ?? 0))
        return answer(
          records!.rows.map(({ found: _, ...row }) => row),
          all,
        )
      },
    }
  return { queries: [page, total.query], answer: ([records, count]: Rows[]) => answer(records!.rows, total.total(count!)) }
}

/**
 * Options `{id, name}` for a picker, 50 by default: by keyword, or by the `ids` already chosen, restricted by `extra` (SQL over `t`).
 * Retired rows are among those by `ids`, and with `retired=1`, for filters; `retired` says why they are not offered. `more`: further
 * columns, another limit, whether to offer retired rows, and whether options include the reason why they are not offered. Options of
 * entities with `about` include it, except for other front ends.
 */
export function selectPlan(
  view: View,
  context: Context,
  extra: readonly Condition[] = [],
  more: {
    /** SQL of further columns over the alias `t`, by their wire names. */
    readonly columns?: Readonly<Record<string, string>>
    readonly limit?: number
    readonly past?: true | undefined
    readonly says?: true
  } = {},
): ReadPlan<Option[]> {
  const { entity } = view
  const isOffer = !more.past && context.input.ids === undefined && String(context.input.retired ?? '') !== '1'
  const open = isOffer && entity.retired ? [...extra, offeredSql(entity, 't')] : extra
  const conditions = conditionsOf(view, context, open, new Set(['ids', 'num', 'retired']))
  const chosen = context.input.ids === undefined ? '' : ` and t.id = any(${conditions.into.add(idsOf(context))}::uuid[])`
  const column = `t.${titleColumn(entity)}`
  // Other front ends read the title under their own name for it.
  const theirs = context.isOther && entity.others ? entity.title : undefined
  const columns: Readonly<Record<string, string>> = {
    name: column,
    ...(theirs && { [theirs]: column }),
    ...(entity.retired && !isOffer && more.says && { retired: whySql(entity, 't') }),
    ...more.columns,
  }
  const options = optionsOf(view, context, conditions.into, columns)
  return {
    queries: [
      {
        text: `select ${options.columns} from ${tableName(entity)} t${options.joins} where ${conditions.where}${chosen} order by ${orderOf(view, context.input)} limit ${more.limit ?? 50}`,
        values: conditions.into.values,
        once: conditions.keyword !== '',
        named: options.named,
      },
    ],
    answer([rows]) {
      const found = rows!.rows.map((row) => options.of(row)) as unknown as Option[]
      const title = entity.fields[entity.title]
      if (title?.kind !== 'text' || !title.seeded) return found
      return found.map((option) => {
        const name = saySeeded(title.seeded, option.name, context.language)
        return { ...option, name, ...(theirs && { [theirs]: name }) }
      })
    },
  }
}

/** One row by id that also meets the conditions; throws `not_found`. */
export function detailPlan<E extends Entity>(view: View<E>, context: Context, extra: readonly Condition[] = []): ReadPlan<RowOf<E>> {
  const { entity } = view
  const into = new Parameters()
  const id = idOf(context)
  const selection = selectApart(view)
  const scope = scopeSql(entity, context.actor, 't', into)
  const tenant = into.add(context.actor.tenantId)
  const where = [`t.tenant_id = ${tenant}`, `t.id = ${into.add(id)}`, ...extra.map((one) => (typeof one === 'string' ? one : one(into)))]
  if (entity.softDelete) where.push('not t.is_deleted')
  if (scope) where.push(scope)
  const closed = closedSql(selection.closed, context.actor, into)
  const text = `select ${selection.columns}${closed} from ${tableName(entity)} t${selection.joins} where ${where.join(' and ')}`
  const finish = inOtherForm(entity, context, finisher(view, selection.fields, context.language, context.actor))
  return {
    queries: [{ text, values: into.values, named: selection.named }],
    answer([rows]) {
      const row = rows!.rows[0]
      if (!row) throw new Refusal('not_found', { what: entity })
      return finish(row) as unknown as RowOf<E>
    },
  }
}
