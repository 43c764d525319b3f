import { deviceCounts, deviceStatistics } from '#contract/calls/asset/counts.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Rows, rowsAs } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { countPlan } from '#server/kit/counts/count.ts'
import { type Answer, answer } from '#server/kit/family.ts'

type Statistics = AnswerOf<typeof deviceStatistics>

/** The cards that are not disposed of with their value, and how many cards are in each state. */
function statistics(context: Context): ReadPlan<Statistics> {
  const asked = { context: { ...context, input: {} }, extra: [] }
  const view = context.actor.settings.view(device)
  const states = countPlan(deviceCounts.statusCount, view, asked)
  const amount = 'originalValue' in view.fields ? 'coalesce(sum(q.amount), 0.00)' : 'null'
  const [each] = states.queries
  return {
    queries: [
      ...states.queries,
      {
        text: `select coalesce(sum(q.count), 0)::bigint as count, ${amount} as amount from (${each!.text}) q
          where q.key is distinct from 'disposed'`,
        values: each!.values,
      },
    ],
    answer: async (results: Rows[]) => ({
      ...rowsAs<Pick<Statistics, 'count' | 'amount'>>(results[1])[0]!,
      states: (await states.answer(results)) as unknown as Statistics['states'],
    }),
  }
}

export const deviceCountAnswers: readonly Answer[] = [answer(deviceStatistics, { read: statistics })]
