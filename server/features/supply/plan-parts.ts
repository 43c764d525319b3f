import { planParts } from '#contract/calls/supply/reorder.ts'
import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { submit } from '#server/kit/write/save.ts'

/** Refuses a part of which nothing is to be ordered, or which an open plan brings. */
function refuseNotDue(part: Row): void {
  if (part.reorder === 'ordered')
    throw new Refusal('rule', {
      zh: `配件“${part.part_name}”已列入未完成的采购计划，请勿重复采购`,
      en: `The part “${part.part_name}” is already in an open purchase plan`,
    })
  if (part.reorder !== 'due')
    throw new Refusal('rule', {
      zh: `配件“${part.part_name}”高于最低库存，无需采购`,
      en: `The part “${part.part_name}” is above its minimum, so nothing is to be ordered`,
    })
}

/** Drafts a plan of what parts lack. The parts are locked, so that of two people at once the second finds what the first has planned. */
async function draftPlan(context: Context, tx: Transaction) {
  const { ids, deptId, planYear } = read(context.actor.settings.inputs(planParts.input), context.input) as {
    ids: string[]
    deptId: string
    planYear?: number | null
  }
  const parts = await lockRows(devicePart, context, tx, [...new Set(ids)])
  parts.forEach(refuseNotDue)
  const lines = parts.map((part) => ({
    deviceName: part.part_name,
    stockPartId: part.id,
    model: part.part_model,
    maker: part.manufacturer,
    quantity: part.suggested,
    unitPrice: part.unit_price,
  }))
  const year = planYear ?? Number(homeDay(context.occurredAt).slice(0, 4))
  const draft = { planYear: year, deptId, reason: '库存配件低于最低库存', lines }
  return submit(context.actor.settings.view(purchasePlan), { ...context, input: draft }, tx)
}

export const planPartsAnswers: readonly Answer[] = [answer(planParts, { write: draftPlan })]
