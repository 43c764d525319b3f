import { finishMaintenance, maintainers, orderMaintenance, plannedDepts } from '#contract/calls/maintenance/maintenance.ts'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { type Pause, pauses } from '#contract/entities/maintenance/maintain-pauses.ts'
import { maintainPosting } from '#contract/entities/maintenance/maintain-rules.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row, rowsAs } from '#server/db/query.ts'
import { reservedBy } from '#server/features/place/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idsAlone, idsOf, read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows, refuseStale } from '#server/kit/write/lock.ts'
import { shareEnds } from './end-order.ts'
import { maintainParts } from './maintain-parts.ts'
import { maintainersToChoose, tellOfOrders } from './maintain-people.ts'
import { orderCards } from './make-orders.ts'

/** Orders what these schedules ask for; one with an open order has been ordered. */
async function order(context: Context, tx: Transaction) {
  const cards = await lockRows(maintainCard, context, tx, idsAlone(context))
  const paused = cards.find((card) => card.pause !== null)
  if (paused) {
    const why = pauses[paused.pause as Pause]
    throw new Refusal('rule', {
      zh: `“${paused.card_title}”已暂停保养：${why.zh}`,
      en: `“${paused.card_title}” is paused: ${why.en.toLowerCase()}`,
    })
  }
  const by = asSystem(context, maintainPosting)
  const orders = await orderCards(by, tx, cards)
  await tellOfOrders(by, tx, 'maintain_due', orders)
  return { made: orders.length }
}

/** Refuses a batch with an order that parts are kept for: it says of no parts that they were used, and would free them in silence. */
async function refuseReserved(context: Context, tx: Transaction, rows: readonly Row[]): Promise<void> {
  const { link } = maintainParts
  const ids = rows.map((row) => row.id)
  const { reservations } = await reservedBy(context, tx, link, ids)
  const kept = rows.find((row) => reservations.some((one) => one.maintenance_id === row.id))
  if (kept)
    throw new Refusal('rule', {
      zh: `保养工单“${kept.order_no}”有预留配件，请单独完工并登记所用配件`,
      en: `Parts are reserved for “${kept.order_no}”. Finish it alone and say which parts were used`,
    })
}

/** The results of a batch, each with its own version; all or none. */
async function finishMany(context: Context, tx: Transaction) {
  const { maintains } = read(context.actor.settings.inputs(finishMaintenance.input), context.input) as {
    maintains: (Parsed & { id: string; version: number })[]
  }
  const byId = new Map(maintains.map((one) => [one.id, one]))
  if (byId.size === 0 || byId.size < maintains.length)
    throw refusalOf([{ field: 'maintains', label: finishMaintenance.input.maintains, rule: byId.size === 0 ? 'required' : 'twice' }])
  const rows = await lockRows(maintainOrder, context, tx, idsOf({ ...context, input: { ids: [...byId.keys()] } }))
  for (const row of rows) await refuseStale(maintainOrder, context, tx, row, byId.get(String(row.id))!.version)
  await refuseReserved(context, tx, rows)
  await shareEnds(context, tx, rows)
  const done = []
  for (const row of rows) {
    const { id: _id, version: _version, ...result } = byId.get(String(row.id))!
    done.push(await apply(maintaining, 'finish', context, tx, row, result))
  }
  return done
}

/** Departments of the schedules that the person sees, with how many there are. */
function depts(context: Context): ReadPlan<AnswerOf<typeof plannedDepts>> {
  read(plannedDepts.input, context.input)
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const scope = scopeSql(maintainCard, context.actor, 't', into)
  return {
    queries: [
      {
        text: `select p.id, p.dept_name as name, count(*)::int as count from maintain_card t join device d on d.tenant_id = t.tenant_id and d.id = t.device_id
            join dept p on p.tenant_id = d.tenant_id and p.id = d.use_dept_id
          where t.tenant_id = ${tenant} and not t.is_deleted${scope ? ` and ${scope}` : ''} group by p.id, p.dept_name order by p.dept_name collate names, p.id limit 1000`,
        values: into.values,
      },
    ],
    answer: ([rows]) => rowsAs<AnswerOf<typeof plannedDepts>[number]>(rows),
  }
}

export const maintainAnswers: readonly Answer[] = [
  answer(orderMaintenance, { write: order }),
  answer(finishMaintenance, { write: finishMany }),
  answer(plannedDepts, { read: depts }),
  answer(maintainers, {
    read(context) {
      read(maintainers.input, context.input)
      return maintainersToChoose(context)
    },
  }),
]
