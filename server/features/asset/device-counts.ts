import * as call from '#contract/calls/counts.ts'
import { deviceClass } from '#contract/entities/asset/device-class.ts'
import { filingStates } from '#contract/entities/asset/device-states.ts'
import { dept } from '#contract/entities/platform/dept.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import type { MeasureGroup, MeasureValues } from '#contract/kit/measure.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { selecting, table } from '#server/db/columns.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { measurePlan } from '#server/kit/measure-plan.ts'
import { read } from '#server/kit/refuse.ts'

type Counted = AnswerOf<typeof call.statusCount>[number]
type DeptFiling = AnswerOf<typeof call.filingDeptCount>[number]
type GroupName = keyof typeof deviceCards.groups

const figures = ['count', 'amount']
const countedOf = (values: MeasureValues): Pick<Counted, 'count' | 'amount'> => ({
  count: Number(values.count),
  amount: String(values.amount),
})
const rowOf = ({ key, name, values }: MeasureGroup): Counted => ({ key, name, ...countedOf(values) })

/** The measure of device cards as a list of one grouping; these calls take no filters. */
const grouped = (context: Context, group: GroupName, split?: GroupName) =>
  measurePlan(deviceCards, { ...context, input: {} }, { group, split, figures, isCountOnly: true })

function by(context: Context, group: GroupName): ReadPlan<Counted[]> {
  const plan = grouped(context, group)
  return { queries: plan.queries, answer: async (results) => (await plan.answer(results)).rows.map(rowOf) }
}

const [classes, l] = table(deviceClass, 'l')
const [tops, top] = table(deviceClass, 'top')

/** Counts by class; of one class with those below it, in the order of the tree, when one is named. */
function byClass(context: Context): ReadPlan<Counted[]> {
  const { classifyId } = read(call.classCount.input, { classifyId: context.input.classifyId }) as { classifyId: string | null }
  const plan = by(context, 'classify')
  if (!classifyId) return plan
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const below = selecting(
    { id: l.id },
    `from ${classes} join ${tops} on ${top.tenantId} = ${tenant} and ${top.id} = ${into.add(classifyId)}::uuid
      where ${l.tenantId} = ${tenant} and l.path >= top.path and l.path < top.path || chr(127) order by l.path`,
    into,
  )
  return {
    queries: [...plan.queries, below],
    async answer(results) {
      const rows = new Map((await plan.answer(results)).map((row) => [row.key, row]))
      return rowsAs<{ id: string }>(results[1]).flatMap(({ id }) => rows.get(id) ?? [])
    },
  }
}

const [depts, d] = table(dept, 'd')

/** Departments with their cards in each state of filing, in the order of the departments. */
function filingOfDepts(context: Context): ReadPlan<DeptFiling[]> {
  const plan = grouped(context, 'useDept', 'filingStatus')
  const into = new Parameters()
  const order = selecting(
    { id: d.id },
    `from ${depts} where ${d.tenantId} = ${into.add(context.actor.tenantId)} order by ${d.sort} nulls last, ${d.deptName}, ${d.id}`,
    into,
  )
  return {
    queries: [...plan.queries, order],
    async answer(results) {
      const { rows } = await plan.answer(results)
      const byKey = new Map(rows.map((row) => [row.key, row]))
      return [...rowsAs<{ id: string | null }>(results[1]), { id: null }].flatMap(({ id }) => {
        const row = byKey.get(id)
        if (!row) return []
        const states = Object.fromEntries(Object.keys(filingStates).map((state) => [state, 0])) as Record<keyof typeof filingStates, number>
        for (const part of row.parts ?? []) states[part.key as keyof typeof filingStates] = Number(part.values.count)
        return [{ key: id, name: row.name, count: Number(row.values.count), ...states }]
      })
    },
  }
}

/** All cards with their value, and how many of them are in each state. */
function statistics(context: Context): ReadPlan<AnswerOf<typeof call.deviceStatistics>> {
  const plan = grouped(context, 'eamStatus')
  return {
    queries: plan.queries,
    async answer(results) {
      const { values, rows } = await plan.answer(results)
      return { ...countedOf(values), states: rows.map(rowOf) }
    },
  }
}

export const deviceCountAnswers: readonly Answer[] = [
  answer(call.filingCount, { read: (context) => by(context, 'filingStatus') }),
  answer(call.filingDeptCount, { read: filingOfDepts }),
  answer(call.classCount, { read: byClass }),
  answer(call.statusCount, { read: (context) => by(context, 'eamStatus') }),
  answer(call.deviceStatistics, { read: statistics }),
  answer(call.categoryCount, { read: (context) => by(context, 'assetsCategory') }),
  answer(call.deptCount, { read: (context) => by(context, 'useDept') }),
  answer(call.importantCount, { read: (context) => by(context, 'importantClassification') }),
]
