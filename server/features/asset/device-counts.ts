import * as call from '#contract/calls/counts.ts'
import { device } from '#contract/entities/asset/device.ts'
import { filingStates } from '#contract/entities/asset/device-states.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import type { Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import { type Query, type Rows, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import { tallyQuery } from '#server/kit/tally.ts'

type Counted = AnswerOf<typeof call.statusCount>[number]
type DeptFiling = AnswerOf<typeof call.filingDeptCount>[number]
type FiledRow = Pick<DeptFiling, 'name' | 'count'> & { readonly key: keyof typeof filingStates; readonly dept: string | null }

/** Counts with the names of the rows that their keys link to, the largest first. */
function named(target: string, counts: Query): Query {
  const of = entityNamed(target)
  const title = columnName(of.title, of.fields[of.title]!)
  return {
    text: `select q.key, l.${title} as name, q.count, q.amount from (${counts.text}) q left join ${tableName(of)} l on l.tenant_id = $1 and l.id = q.key::uuid
      order by q.count desc, l.${title}, q.key`,
    values: counts.values,
  }
}

/** Counts by a field of choices in the order of its declaration, those without cards included. */
function byChoice(context: Context, name: 'eamStatus' | 'filingStatus' | 'importantClassification') {
  const words = Object.entries<Words>(device.fields[name].of)
  return {
    queries: [tallyQuery(device, context, name)],
    answer([rows]: Rows[]) {
      const found = new Map(rowsAs<Counted>(rows).map((row) => [row.key, row]))
      const none = found.get(null)
      return [
        ...words.map(([key, word]) => ({
          key,
          name: word[context.language],
          count: found.get(key)?.count ?? 0,
          amount: found.get(key)?.amount ?? '0.00',
        })),
        ...(none ? [{ key: null, name: null, count: none.count, amount: none.amount }] : []),
      ]
    },
  }
}

function byLink(context: Context, name: 'classify' | 'assetsCategory'): ReadPlan<Counted[]> {
  return { queries: [named(device.fields[name].to, tallyQuery(device, context, name))], answer: ([rows]) => rowsAs<Counted>(rows) }
}

/** Counts by class; of one class with those below it when one is named. */
function byClass(context: Context): ReadPlan<Counted[]> {
  const { classifyId } = read(call.classCount.input, { classifyId: context.input.classifyId }) as { classifyId: string | null }
  if (!classifyId) return byLink(context, 'classify')
  const counts = tallyQuery(device, context, 'classify')
  const values = [...(counts.values ?? []), classifyId]
  return {
    queries: [
      {
        text: `select q.key, l.class_name as name, q.count, q.amount from (${counts.text}) q join device_class l on l.tenant_id = $1 and l.id = q.key::uuid
          join device_class top on top.tenant_id = $1 and top.id = $${values.length}::uuid and l.path >= top.path and l.path < top.path || chr(127)
          order by l.path`,
        values,
      },
    ],
    answer: ([rows]) => rowsAs<Counted>(rows),
  }
}

const byDept = (context: Context): ReadPlan<Counted[]> => ({
  queries: [named(device.fields.useDept.to, tallyQuery(device, context))],
  answer: ([rows]) => rowsAs<Counted>(rows),
})

/** Departments with their cards in each state of filing. */
function filingOfDepts(context: Context): ReadPlan<DeptFiling[]> {
  const counts = tallyQuery(device, context, 'filingStatus', true)
  return {
    queries: [
      {
        text: `select q.key, q.dept, l.dept_name as name, q.count from (${counts.text}) q left join dept l on l.tenant_id = $1 and l.id = q.dept::uuid order by l.sort nulls last, l.dept_name, q.dept`,
        values: counts.values,
      },
    ],
    answer([rows]: Rows[]) {
      const depts = new Map<unknown, DeptFiling>()
      for (const { key, dept, name, count } of rowsAs<FiledRow>(rows)) {
        const row = depts.get(dept) ?? {
          key: dept,
          name,
          count: 0,
          ...(Object.fromEntries(Object.keys(filingStates).map((state) => [state, 0])) as Record<keyof typeof filingStates, number>),
        }
        depts.set(dept, { ...row, count: row.count + Number(count), [key]: Number(count) })
      }
      return [...depts.values()]
    },
  }
}

/** All cards with their value, and how many of them are in each state. */
function statistics(context: Context): ReadPlan<AnswerOf<typeof call.deviceStatistics>> {
  const plan = byChoice(context, 'eamStatus')
  return {
    queries: [
      ...plan.queries,
      {
        text: `select coalesce(sum(q.count), 0)::bigint as count, coalesce(sum(q.amount), 0.00) as amount from (${plan.queries[0]!.text}) q`,
        values: plan.queries[0]!.values,
      },
    ],
    answer: (results: Rows[]) => ({ ...rowsAs<Pick<Counted, 'count' | 'amount'>>(results[1])[0]!, states: plan.answer(results) }),
  }
}

export const deviceCountAnswers: readonly Answer[] = [
  answer(call.filingCount, { read: (context) => byChoice(context, 'filingStatus') }),
  answer(call.filingDeptCount, { read: filingOfDepts }),
  answer(call.classCount, { read: byClass }),
  answer(call.statusCount, { read: (context) => byChoice(context, 'eamStatus') }),
  answer(call.deviceStatistics, { read: statistics }),
  answer(call.categoryCount, { read: (context) => byLink(context, 'assetsCategory') }),
  answer(call.deptCount, { read: byDept }),
  answer(call.importantCount, { read: (context) => byChoice(context, 'importantClassification') }),
]
