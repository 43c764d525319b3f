import { createHash } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import { integer } from '#contract/kit/field.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import { Parameters, type Rows } from '#server/db/query.ts'
import { reachKey, scopeSql } from './access.ts'
import type { Context, ReadPlan } from './context.ts'
import { filters, orderOf } from './filter.ts'
import { idOf, idsOf, read, refusalOf } from './refuse.ts'
import { remembered } from './remembered.ts'
import { keywordOf, keywordSql } from './search.ts'
import { finisher, select } from './select.ts'
import { columnName, tableName } from './table.ts'

const pageFields = {
  current: integer({ zh: '页码', en: 'Page', min: 1, max: 1_000_000 }),
  size: integer({ zh: '每页条数', en: 'Page size', min: 1, max: 200 }),
}

/** Page number and size of a request; refuses what is out of bounds. */
export function pageOf(context: Context): { current: number; size: number; offset: number } {
  const value = read(pageFields, { current: context.input.current, size: context.input.size })
  const [current, size] = [Number(value.current ?? 1), Number(value.size ?? 10)]
  return { current, size, offset: (current - 1) * size }
}

const flagged = new WeakMap<View, ReadonlySet<string>>()

/** The fields of a list: those flagged for it and those asked for in `columns` (wire names, comma list). */
function listFields(view: View, context: Context): ReadonlySet<string> {
  const { columns } = context.input
  const asked = typeof columns === 'string' && columns !== '' ? new Set(columns.split(',')) : undefined
  const named = () =>
    new Set(
      Object.entries(view.fields).flatMap(([name, field]) =>
        field.list || asked?.has(wireName(name, field)) || asked?.has(name) ? [name] : [],
      ),
    )
  return asked ? named() : remembered(flagged, view, named)
}

export interface Conditions {
  readonly into: Parameters
  /** With the keyword found through the index. */
  readonly where: string
  /** With the keyword looked for row by row, and its parameters. */
  readonly walk: string
  readonly walkInto: Parameters
  readonly keyword: string
}

/** WHERE of a request: tenant, not deleted, data scope, filters, keyword. Refuses unknown or wrong filters. */
export function conditionsOf(view: View, context: Context, extra: readonly string[] = [], beside?: ReadonlySet<string>): Conditions {
  const { entity } = view
  const into = new Parameters()
  const parts = [`t.tenant_id = ${into.add(context.actor.tenantId)}`]
  if (entity.softDelete) parts.push('not t.is_deleted')
  const scope = scopeSql(entity, context.actor, 't', into)
  if (scope) parts.push(scope)
  const found = filters(view, context.input, into, beside)
  if (found.problems.length > 0) throw refusalOf(found.problems)
  parts.push(...found.where, ...extra)
  const keyword = Object.values(entity.fields).some((field) => field.search) ? keywordOf(context.input.keyword) : ''
  const condition = keyword ? keywordSql(entity, keyword, context.tools.searchMode, context.actor.tenantId, into) : undefined
  const join = (last: string | undefined) => [...parts, ...(last ? [last] : [])].join(' and ')
  return { into, where: join(condition?.index), walk: join(condition?.walk), walkInto: condition?.walkInto ?? into, keyword }
}

/**
 * One page of an entity with its exact total, in one round trip: rows are found and ordered first, then joined to the names they
 * link to. Answers `{records, total, size, current, pages}`.
 */
export function listPlan(view: View, context: Context, extra: readonly string[] = [], beside?: ReadonlySet<string>): ReadPlan {
  const { entity } = view
  const { current, size, offset } = pageOf(context)
  const table = tableName(entity)
  const selection = select(view, listFields(view, context))
  const conditions = conditionsOf(view, context, extra, beside)
  const counted = [...conditions.into.values]
  const order = orderOf(view, context.input)
  const { actor } = context
  const asked = JSON.stringify([actor.settings.epoch, reachKey(actor), conditions.where, counted])
  // What a person types can be long; what is remembered of it is not.
  const key = `${entity.name} ${actor.tenantId} ${asked.length > 400 ? createHash('sha256').update(asked).digest('base64') : asked}`
  // What a person sees through other rows changes without a change of these.
  const isOwn = actor.reach === 'all' || !(entity.scope?.through || entity.scope?.members)
  const total = context.tools.totals.plan(key, actor.tenantId, entity.offline && isOwn ? entity.name : undefined, {
    text: `select count(*) from ${table} t where ${conditions.where}`,
    values: counted,
    once: conditions.keyword !== '',
  })
  // With n of N rows matching, an ordered walk meets the page after (offset + size) * N / n rows; the index reads all n, each for
  // the price of six.
  const hits = context.tools.totals.last(key)
  const walks = conditions.keyword !== '' && hits !== undefined && hits * hits > (offset + size) * 50_000
  const [where, into] = walks ? [conditions.walk, conditions.walkInto] : [conditions.where, conditions.into]
  // The size stands in the text: without it a general plan is reckoned for a tenth of the table and never chosen.
  const found = (columns: string, skip: string) =>
    `(select ${columns} from ${table} t where ${where} order by ${order} limit ${size}${skip})`
  // On the way to a later page only keys are read, from the index where the order has one.
  const rows =
    offset === 0
      ? `${found('t.*', '')} t`
      : `${found('t.tenant_id, t.id', ` offset ${into.add(offset)}`)} p join ${table} t on t.tenant_id = p.tenant_id and t.id = p.id`
  const page = {
    text: `select ${selection.columns} from ${rows}${selection.joins} order by ${order}`,
    values: into.values,
    once: conditions.keyword !== '' && !walks,
  }
  const finish = finisher(view, selection.fields, context.language, context.actor)
  return {
    queries: [page, total.query],
    answer([records, count]: Rows[]) {
      const all = total.total(count!)
      return { records: records!.rows.map(finish), total: all, size, current, pages: Math.ceil(all / size) }
    },
  }
}

/** Up to 50 choices `{id, name}` for a picker, by keyword or by `ids` already chosen. */
export function selectPlan(view: View, context: Context): ReadPlan {
  const { entity } = view
  const conditions = conditionsOf(view, context, [], new Set(['ids', 'num']))
  const chosen = context.input.ids === undefined ? '' : ` and t.id = any(${conditions.into.add(idsOf(context))}::uuid[])`
  const column = `t.${columnName(entity.title, entity.fields[entity.title]!)}`
  return {
    queries: [
      {
        text: `select t.id, ${column} as name from ${tableName(entity)} t where ${conditions.where}${chosen} order by ${orderOf(view, context.input)} limit 50`,
        values: conditions.into.values,
        once: conditions.keyword !== '',
      },
    ],
    answer: ([rows]) => rows!.rows,
  }
}

/** One row by id, or 404. */
export function detailPlan(view: View, context: Context): ReadPlan {
  const { entity } = view
  const into = new Parameters()
  const id = idOf(context)
  const selection = select(view)
  const scope = scopeSql(entity, context.actor, 't', into)
  const tenant = into.add(context.actor.tenantId)
  const text = `select ${selection.columns} from ${tableName(entity)} t${selection.joins} where t.tenant_id = ${tenant} and t.id = ${into.add(id)}${entity.softDelete ? ' and not t.is_deleted' : ''}${scope ? ` and ${scope}` : ''}`
  const finish = finisher(view, selection.fields, context.language, context.actor)
  return {
    queries: [{ text, values: into.values }],
    answer([rows]) {
      const row = rows!.rows[0]
      if (!row) throw new Refusal('not_found', { what: entity })
      return finish(row)
    },
  }
}
