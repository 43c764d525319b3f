import type { Entity } from '#contract/kit/entity/entity.ts'
import { isListCall, type Joined, type ListCall } from '#contract/kit/entity/list.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { LinkField } from '#contract/kit/fields/field.ts'
import { calls, entityNamed } from '#contract/registry.ts'
import type { NamedColumn, Parameters, Row, Rows } from '#server/db/query.ts'
import { mayList, scopeSql } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { inOtherForm } from '../access/other-form.ts'
import type { Context, Reader, ReadPlan } from '../context.ts'
import { countPlan } from '../counts/count.ts'
import type { Answer } from '../family.ts'
import { read } from '../refuse.ts'
import { remembered } from '../remembered.ts'
import { historyPlan } from '../steps/history.ts'
import { columnName, namesSql, tableName } from '../table.ts'
import { orderOf, withoutFilter } from './filter.ts'
import { conditionsOf, detailPlan, listPlan, type Shown, selectPlan } from './list.ts'
import { fixedFilters, hasBelow, type ListRequest, listRequestOf } from './list-request.ts'
import { finisher, selectApart } from './select.ts'

const columnSets = new WeakMap<View, Map<string, ReadonlySet<string>>>()

/** The fields of a list with columns of its own, plus the requested ones; undefined for a list without. */
function fieldsOf({ name, list }: ListCall, view: View, context: Context): ReadonlySet<string> | undefined {
  if (!list.columns) return undefined
  const asked = typeof context.input.columns === 'string' ? context.input.columns : ''
  const made = () =>
    new Set([
      ...list.columns!,
      ...Object.entries(view.fields).flatMap(([key, field]) => (asked.split(',').includes(wireName(key, field)) ? [key] : [])),
    ])
  return asked === ''
    ? remembered(
        remembered(columnSets, view, () => new Map()),
        name,
        made,
      )
    : made()
}

interface JoinedPart {
  readonly join: string
  readonly columns: readonly string[]
  readonly named: readonly NamedColumn[]
}

/** A column of a linked row: empty if the person may not see that row or the hospital hides the field. */
function joinedPart(call: ListCall, as: string, { over, name, field }: Joined, alias: string, actor: Actor, into: Parameters): JoinedPart {
  const link = entityNamed(call.entity).fields[over]!
  const target = entityNamed((link as { readonly to: string }).to)
  const wire = wireName(as, field)
  const isOpen = mayList(actor, target) && name in actor.settings.view(target).fields
  const scope = isOpen ? scopeSql(target, actor, alias, into) : 'false'
  const live = target.softDelete ? ` and not ${alias}.is_deleted` : ''
  const join = ` left join ${tableName(target)} ${alias} on ${alias}.tenant_id = t.tenant_id and ${alias}.id = t.${columnName(over, link)}${live}${scope ? ` and ${scope}` : ''}`
  return {
    join,
    columns: [`${alias}.${columnName(name, field)} as "${wire}"`],
    named: field.kind === 'link' ? [{ id: wire, as: `${as}Name`, of: field.to }] : [],
  }
}

/** The fields, child flags and joined columns that a list shows instead of the entity's list fields. */
function shownOf(call: ListCall, view: View, context: Context): Shown {
  const { below, joined } = call.list
  const fields = fieldsOf(call, view, context)
  if (!below && !joined) return { fields }
  return {
    fields,
    more(into) {
      const parts = Object.entries(joined ?? {}).map(([as, one], index) => joinedPart(call, as, one, `j${index}`, context.actor, into))
      const children = below ? [`${hasBelow(view.entity, below.by, context.actor, into)} as "hasChildren"`] : []
      return {
        columns: [...children, ...parts.flatMap((part) => part.columns)].map((column) => `, ${column}`).join(''),
        joins: parts.map((part) => part.join).join(''),
        named: parts.flatMap((part) => part.named),
      }
    },
  }
}

/** Adds the labels of joined choices to rows and converts joined decimals to numbers. */
function joinedFinish({ list }: ListCall, context: Context): (row: Row) => Row {
  const joined = Object.entries(list.joined ?? {})
  return (row) => {
    for (const [as, { field }] of joined) {
      if (field.kind === 'choice') row[`${as}Value`] = row[as] === null ? null : (field.of[String(row[as])]?.[context.language] ?? row[as])
      if (field.kind === 'decimal' && row[as] !== null) row[as] = Number(row[as])
    }
    return row
  }
}

/** Adds to a page that the rows exist which it is about, seen or not; `input`: the parameters as they were given. */
function aboutPlan({ list }: ListCall, of: Entity, { actor, input }: Context, plan: ReadPlan): ReadPlan {
  const asked = (list.about ?? []).flatMap((name) => {
    const field = of.fields[list.given![name]!] as LinkField
    const ids = String(input[wireName(name, field)] ?? '')
      .split(',')
      .filter((id) => id !== '' && !id.startsWith('_'))
    return ids.length > 0 ? [{ to: entityNamed(field.to), ids }] : []
  })
  if (asked.length === 0) return plan
  const own = plan.queries.length
  return {
    queries: [
      ...plan.queries,
      ...asked.map(({ to, ids }) => ({
        text: namesSql(to),
        values: [actor.tenantId, ids],
      })),
    ],
    answer(results) {
      for (const [index, { to, ids }] of asked.entries())
        if (results[own + index]!.rows.length < new Set(ids).size) throw new Refusal('not_found', { what: to })
      return plan.answer(results.slice(0, own))
    },
  }
}

function pagePlan(call: ListCall, view: View, { context, extra }: ListRequest) {
  const plan = listPlan(view, context, extra, undefined, shownOf(call, view, context))
  if (!call.list.joined) return plan
  const finish = joinedFinish(call, context)
  return {
    queries: plan.queries,
    async answer(results: Rows[]) {
      const page = await plan.answer(results)
      return { ...page, records: page.records.map((row) => finish(row as unknown as Row)) }
    },
  }
}

/** All rows at once, up to the limit of the list. */
function rowsPlan(call: ListCall, view: View, { context, extra }: ListRequest): ReadPlan {
  const shown = shownOf(call, view, context)
  const flagged = new Set(Object.entries(view.fields).flatMap(([name, field]) => (field.list ? [name] : [])))
  const selection = selectApart(view, shown.fields ?? flagged)
  const { where, into, keyword } = conditionsOf(view, context, extra)
  const more = shown.more?.(into)
  const finish = inOtherForm(view.entity, context, finisher(view, selection.fields, context.language, context.actor))
  const joined = joinedFinish(call, context)
  return {
    queries: [
      {
        text: `select ${selection.columns}${more?.columns ?? ''} from ${tableName(view.entity)} t${selection.joins}${more?.joins ?? ''} where ${where}
          order by ${orderOf(view, context.input)} limit ${call.list.limit ?? 1000}`,
        values: into.values,
        named: [...selection.named, ...(more?.named ?? [])],
        once: keyword !== '',
      },
    ],
    answer: ([rows]) => rows!.rows.map((row) => joined(finish(row))),
  }
}

/** Options of a picker, at most `num` of them. */
function optionsPlan({ input, list }: ListCall, view: View, { context, extra }: ListRequest): ReadPlan {
  const { num } = read({ num: input.num! }, { num: context.input.num }) as { num?: number | null }
  const columns = (list.columns ?? []).map((name) => {
    const field = view.entity.fields[name]!
    return [wireName(name, field), name in view.fields ? `t.${columnName(name, field)}` : 'null'] as const
  })
  return selectPlan(view, context, extra, {
    columns: Object.fromEntries(columns),
    limit: num ?? list.limit ?? 50,
    past: list.past,
  })
}

function both(call: ListCall, view: View, asked: ListRequest): ReadPlan {
  const page = pagePlan(call, view, asked)
  const counts = countPlan(call, view, asked)
  return {
    queries: [...page.queries, ...counts.queries],
    answer: async (results) => ({
      ...(await page.answer(results)),
      counts: await counts.answer(results.slice(page.queries.length)),
    }),
  }
}

/** The plan of a history. Throws for parameters that the call does not take. */
function eventsPlan({ list, input }: ListCall, view: View, context: Context): ReadPlan {
  const { current: _, size: __, ...fields } = input
  const given = Object.entries(context.input).filter(([name]) => !withoutFilter.has(name))
  const asked = read(fields, Object.fromEntries(given))
  const plan = historyPlan(view, context, list.row && asked[`${list.row}Id`], {
    events: list.events,
    rows: list.ids ? (asked[list.ids] as string[]) : undefined,
    personId: list.person ? (asked[`${list.person}Id`] as string | null | undefined) : undefined,
  })
  const { rowAs } = list
  if (!rowAs) return plan
  return {
    queries: plan.queries,
    answer(results) {
      const page = plan.answer(results)
      return { ...page, records: page.records.map((event) => ({ ...event, [rowAs]: event.rowId })) }
    },
  }
}

/** The reader of a named list, built from its declaration. */
function readerOf(call: ListCall): Reader {
  const of = entityNamed(call.entity)
  const { kind } = call.list
  return (context) => {
    const view = context.actor.settings.view(of)
    if (kind === 'history') return eventsPlan(call, view, context)
    if (kind === 'row') return detailPlan(view, context, fixedFilters(call, of, context.actor))
    const asked = listRequestOf(call, of, context)
    if (kind === 'count') return countPlan(call, view, asked)
    if (kind === 'select') return optionsPlan(call, view, asked)
    if (kind === 'list') return rowsPlan(call, view, asked)
    return kind === 'page' ? aboutPlan(call, of, context, pagePlan(call, view, asked)) : both(call, view, asked)
  }
}

/** The handlers of all named lists. */
export const namedListAnswers = (): readonly Answer[] => calls.filter(isListCall).map((of) => ({ of, read: readerOf(of) }))
