import type { homeHelp, homeProcessed } from '#contract/calls/insight/home.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type HomeFigure, type HomeKind, isOffered } from '#contract/kit/entity/home.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { moduleFacts } from '#contract/registry.ts'
import { platformTenant } from '#contract/roles.ts'
import { Parameters, type Query, type Rows, rowsAs } from '#server/db/query.ts'
import { mayList } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { groupsQuery } from '#server/kit/counts/count.ts'
import { totalQuery } from '#server/kit/counts/total.ts'
import { filters } from '#server/kit/read/filter.ts'
import { conditionsOf } from '#server/kit/read/list.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import { addressFilter, listFilter } from './home-filter.ts'

type Counted = AnswerOf<typeof homeProcessed>[number]
type Found = Pick<Counted, 'count'> & { readonly key?: string; readonly title?: string }

const figures: readonly HomeFigure[] = moduleFacts.flatMap(({ home }) => home?.figures ?? [])

/** Counts of the list by a link, with the titles of the linked rows for which the condition of the figure holds. */
function countEach({ of, each }: HomeFigure & Pick<Required<HomeFigure>, 'each'>, context: Context): Query {
  const { actor } = context
  const view = actor.settings.view(each.of)
  const counts = groupsQuery({ by: each.by }, actor.settings.view(of), { context, extra: [] })
  const into = new Parameters(counts.values)
  const title = columnName(each.of.title, each.of.fields[each.of.title]!)
  const held = filters(view, each.where, into).where.join(' and ') || 'true'
  const live = each.of.softDelete ? ' and not t.is_deleted' : ''
  return {
    text: `select t.id as key, t.${title} as title, q.count from (${counts.text}) q
      join ${tableName(each.of)} t on t.tenant_id = ${into.add(actor.tenantId)} and t.id = q.key::uuid${live} and ${held} order by t.created_at desc, t.id limit 50`,
    values: into.values,
    once: true,
  }
}

interface Asked {
  readonly query: Query
  answer(rows: readonly Found[]): Counted[]
}

function asked(figure: HomeFigure, context: Context, today: string): Asked[] {
  const { of, each, name, hint, page, tone } = figure
  const { actor, language } = context
  const view = actor.settings.view(of)
  const filter = addressFilter(view, figure.where, actor, today)
  if (!filter) return []
  const narrowed = { ...context, input: listFilter(view, filter) }
  const shared = { hint: hint[language], page, tone } as const
  if (each)
    return [
      {
        query: countEach({ ...figure, each }, narrowed),
        answer: (rows) =>
          rows.map(({ key, title, count }) => ({
            ...shared,
            code: `${name}:${key}`,
            name: String(title),
            count: Number(count),
            filter: { [wireName(each.by, of.fields[each.by]!)]: String(key), ...filter },
          })),
      },
    ]
  return [
    {
      query: totalQuery(view, narrowed),
      answer: ([row]) => [{ ...shared, code: name, name: figure[language], count: Number(row!.count), filter }],
    },
  ]
}

/** The figures of a kind that a person gets, in the order of the modules: one statement each, in one round trip. */
function counted(kind: HomeKind) {
  return (context: Context): ReadPlan<Counted[]> => {
    const { actor } = context
    const isPlatform = actor.tenantId === platformTenant
    const today = homeDay(context.occurredAt)
    const plans = figures
      .filter((one) => one.kind === kind && isOffered(one, actor.rights, isPlatform) && mayList(actor, one.of))
      .flatMap((one) => asked(one, context, today))
    return {
      queries: plans.map(({ query }) => query),
      answer: (results: Rows[]) => plans.flatMap((plan, index) => plan.answer(rowsAs<Found>(results[index]))),
    }
  }
}

const help = moduleFacts.flatMap(({ home }) => home?.help ?? []).sort((one, other) => one.order - other.order)

/** Help entries, and which of the steps are done. A step whose rows the person may not list is left out. */
function helpOf(context: Context): ReadPlan<AnswerOf<typeof homeHelp>> {
  const { actor, language } = context
  const isPlatform = actor.tenantId === platformTenant
  const offered = help.filter((one) => isOffered(one, actor.rights, isPlatform) && (!one.done || mayList(actor, one.done.of)))
  const steps = offered.filter((one) => one.done)
  const queries = steps.map(({ done }): Query => {
    const { where, into } = conditionsOf(actor.settings.view(done!.of), { ...context, input: {} })
    const than = done!.than ?? 0
    return {
      text: `select count(*)::int > ${into.add(than)}::int as done from (select 1 from ${tableName(done!.of)} t where ${where} limit ${than + 1}) q`,
      values: into.values,
    }
  })
  return {
    queries,
    answer: (results: Rows[]) =>
      offered.map((one) => ({
        code: one.name,
        name: one[language],
        hint: one.hint[language],
        page: one.page,
        isDone: one.done ? results[steps.indexOf(one)]!.rows[0]!.done === true : null,
      })),
  }
}

export const homeReaders = {
  processed: counted('processed'),
  apply: counted('apply'),
  uninspected: counted('uninspected'),
  warnings: counted('warn'),
  help: helpOf,
}
