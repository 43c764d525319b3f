import { certificateTerms, finishMeasures, orderMeasures, supplementMeasure } from '#contract/calls/service/metrology.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { measuring, metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { metrologyPosting } from '#contract/entities/service/metrology-rules.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { certificateEndOf } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import { type Context, planOf, type ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idsAlone, idsOf, read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { askBeforePurchase, cycleOfCard, endParam, measuredDays } from '../certificate-end.ts'
import { planOneByOne, supplements } from './metrology-hooks.ts'
import type { MetrologyKind } from './metrology-label.ts'

/** Plans what the metrology cards ask for; a card with an open record of its kind has been planned. */
async function order(context: Context, tx: Transaction) {
  const cards = await lockRows(metrologyCard, context, tx, idsAlone(context))
  planOneByOne(
    tx,
    cards.map((card) => card.device_id),
  )
  const { rows } = await tx.run({
    text: `select device_id, measure_kind from measure_record where tenant_id = $1 and device_id = any($2::uuid[]) and record_status in ('planned', 'sent', 'returned') and not is_deleted`,
    values: [tx.tenantId, cards.map((card) => card.device_id)],
  })
  const open = new Set(rows.map((row) => `${row.device_id} ${row.measure_kind}`))
  const view = context.actor.settings.view(metrologyRecord)
  let made = 0
  for (const card of cards) {
    if (open.has(`${card.device_id} ${card.measure_kind}`)) continue
    const input = {
      deviceId: card.device_id,
      measureKind: card.measure_kind,
      dueDate: card.valid_until ?? homeDay(context.occurredAt),
      body: card.body,
    }
    await submit(view, { ...context, input }, tx)
    made++
  }
  return { made }
}

const planned = new Set(['deviceId', 'measureKind', 'body'])

/** A record with its certificate in one act. */
async function supplement(context: Context, tx: Transaction) {
  const given = Object.entries(read(context.actor.settings.inputs(supplementMeasure.input), context.input))
  const entered: Context = { ...context, input: Object.fromEntries(given.filter(([name]) => planned.has(name))) }
  supplements.add(entered)
  const { id } = await submit(context.actor.settings.view(metrologyRecord), entered, tx)
  const [row] = await lockRows(metrologyRecord, context, tx, [id])
  return apply(measuring, 'finish', context, tx, row!, Object.fromEntries(given.filter(([name]) => !planned.has(name))))
}

/** The results of a batch, each its own. */
async function finishMany(context: Context, tx: Transaction) {
  const { measures, confirmed } = read(context.actor.settings.inputs(finishMeasures.input), context.input) as {
    measures: (Parsed & { id: string; measuredOn: string })[]
    confirmed?: unknown
  }
  const byId = new Map(measures.map((one) => [one.id, one]))
  if (byId.size === 0 || byId.size < measures.length)
    throw refusalOf([{ field: 'measures', label: finishMeasures.input.measures, rule: byId.size === 0 ? 'required' : 'twice' }])
  const rows = await lockRows(metrologyRecord, context, tx, idsOf({ ...context, input: { ids: [...byId.keys()] } }))
  // Lock all devices in id order first, so that two batches cannot deadlock.
  const by = asSystem(context, metrologyPosting)
  const devices = await lockByRule(
    device,
    by,
    tx,
    rows.map((row) => row.device_id),
  )
  const deviceOf = new Map(devices.map((one) => [one.id, one]))
  // One question for the whole batch.
  askBeforePurchase(
    rows.map((row) => ({ measuredOn: byId.get(String(row.id))!.measuredOn, of: deviceOf.get(row.device_id)! })),
    confirmed,
  )
  const done = []
  for (const row of rows) {
    const { id: _, ...finding } = byId.get(String(row.id))!
    done.push(await apply(measuring, 'finish', context, tx, row, { ...finding, confirmed }))
  }
  return done
}

/** What decides the end of the next certificate of a device; nothing does without a metrology card that the person sees. */
function terms(context: Context): ReadPlan<AnswerOf<typeof certificateTerms>> {
  const { deviceId, measureKind } = read(certificateTerms.input, context.input) as { deviceId: string; measureKind?: MetrologyKind | null }
  const { tenantId } = context.actor
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tenantId)} and t.device_id = ${into.add(deviceId)} and not t.is_deleted`
  const scope = scopeSql(metrologyCard, context.actor, 't', into)
  const cards: Query = {
    text: `select t.measure_cycle, t.measure_cycle_unit, t.first_only from measure_card t where ${where}${scope ? ` and ${scope}` : ''}`,
    values: into.values,
  }
  return planOf([cards, endParam(tenantId), measuredDays(tenantId, deviceId, measureKind ?? undefined)], ([card], [param], days) => {
    const cycle = card && cycleOfCard(card)
    return {
      measureCycle: cycle?.count ?? null,
      measureCycleUnit: cycle?.unit ?? null,
      firstOnly: card?.first_only === 1,
      certificateEnd: certificateEndOf(param?.param_value),
      measuredDays: cycle ? days.map((row) => String(row.measured_on)) : [],
    }
  })
}

export const metrologyAnswers: readonly Answer[] = [
  answer(orderMeasures, { write: order }),
  answer(supplementMeasure, { write: supplement }),
  answer(finishMeasures, { write: finishMany }),
  answer(certificateTerms, { read: terms }),
]
