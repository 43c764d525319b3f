import { finishMeasures, orderMeasures, supplementMeasure } from '#contract/calls/metrology.ts'
import { device } from '#contract/entities/asset/device.ts'
import { measureCard } from '#contract/entities/service/measure-card.ts'
import { measureRecord, measuring } from '#contract/entities/service/measure-record.ts'
import { measurePosting } from '#contract/entities/service/measure-rules.ts'
import { homeDay } from '#contract/kit/day.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { actingBy, lockByRule } from '#server/kit/acting.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { lockRows } from '#server/kit/lock.ts'
import { idsAlone, idsOf, read, refusalOf } from '#server/kit/refuse.ts'
import { submit } from '#server/kit/save.ts'
import { apply } from '#server/kit/step.ts'
import { supplements } from './measure-hooks.ts'

/** Plans what the metrology cards ask for; a card with an open record has been planned. */
async function order(context: Context, tx: Transaction) {
  const cards = await lockRows(measureCard, context, tx, idsAlone(context))
  const { rows } = await tx.run({
    text: `select device_id from measure_record where tenant_id = $1 and device_id = any($2::uuid[]) and record_status in ('planned', 'sent') and not is_deleted`,
    values: [tx.tenantId, cards.map((card) => card.device_id)],
  })
  const open = new Set(rows.map((row) => row.device_id))
  const view = context.actor.settings.view(measureRecord)
  let made = 0
  for (const card of cards) {
    if (open.has(card.device_id)) continue
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
  const { id } = await submit(context.actor.settings.view(measureRecord), entered, tx)
  const [row] = await lockRows(measureRecord, context, tx, [id])
  return apply(measuring, 'finish', context, tx, row!, Object.fromEntries(given.filter(([name]) => !planned.has(name))))
}

/** The results of a batch, each its own. */
async function finishMany(context: Context, tx: Transaction) {
  const { measures } = read(context.actor.settings.inputs(finishMeasures.input), context.input) as { measures: (Parsed & { id: string })[] }
  const byId = new Map(measures.map((one) => [one.id, one]))
  if (byId.size === 0 || byId.size < measures.length)
    throw refusalOf([{ field: 'measures', label: finishMeasures.input.measures, rule: byId.size === 0 ? 'required' : 'twice' }])
  const rows = await lockRows(measureRecord, context, tx, idsOf({ ...context, input: { ids: [...byId.keys()] } }))
  // Lock all devices in id order first, so that two batches cannot deadlock.
  const by = actingBy(context, measurePosting)
  await lockByRule(
    device,
    by,
    tx,
    rows.map((row) => row.device_id),
  )
  const done = []
  for (const row of rows) {
    const { id: _, ...finding } = byId.get(String(row.id))!
    done.push(await apply(measuring, 'finish', context, tx, row, finding))
  }
  return done
}

export const measureAnswers: readonly Answer[] = [
  answer(orderMeasures, { write: order }),
  answer(supplementMeasure, { write: supplement }),
  answer(finishMeasures, { write: finishMany }),
]
