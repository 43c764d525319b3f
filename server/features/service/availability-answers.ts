import { deviceAvailability } from '#contract/calls/service/availability.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { during, lastingOf } from '#contract/kit/figures/measure.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { availability, availabilityAmounts } from '#contract/measures/availability.ts'
import type { Row } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { amountColumn, amountsJoin } from '#server/kit/measures/amounts.ts'
import { duringOf } from '#server/kit/measures/measure-ask.ts'
import { listPlan } from '#server/kit/read/list.ts'

const { count: _count, ...figures } = availability.figures

/** A page of devices with the figures of the measure, computed by the same definitions. */
function devices(context: Context): ReadPlan<AnswerOf<typeof deviceAvailability>> {
  const { [`${during}_ge`]: _from, [`${during}_le`]: _to, ...asked } = context.input
  const stretch = duringOf(context.input, homeDay(context.occurredAt))
  const input = { ...availability.usually, ...asked }
  const plan = listPlan(context.actor.settings.view(device), { ...context, input }, [], undefined, {
    more: (into) => ({
      columns: availabilityAmounts.map((name) => `, amounts.${amountColumn(name)}::float8 as "${name}"`).join(''),
      joins: amountsJoin(availability, stretch, context.actor.tenantId, into),
      named: [],
    }),
  })
  return {
    queries: plan.queries,
    async answer(results) {
      const page = await plan.answer(results)
      const records = page.records.map((record) => {
        const row = { ...(record as unknown as Row) }
        const amounts = Object.fromEntries(availabilityAmounts.map((name) => [name, Number(row[name])]))
        for (const name of availabilityAmounts) delete row[name]
        return { ...row, ...Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, lastingOf(figure, amounts)])) }
      })
      return { ...page, records: records as never }
    },
  }
}

export const availabilityAnswers: readonly Answer[] = [answer(deviceAvailability, { read: devices })]
