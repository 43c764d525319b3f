import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { repairOfCard } from '#contract/entities/service/repair-rules.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { sourcesOf } from '#contract/kit/entity/machine.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { stopKindsOf } from '#server/features/asset/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { afterSteps, apply } from '#server/kit/steps/step.ts'

// Orders are locked before their cards, and the cards of one request together in the order of their ids, so that no two requests wait for each
// other. No step writes an order that it has not locked first. The lock leaves the key of a card free: what only links to it does not wait.

const live = (card: Row): boolean => card.is_deleted !== true

/** The request acting on a card by the rule of repairs. */
const forCard = (context: Context): Context => asSystem(context, repairOfCard)

/** Locks a card of the tenant by the rule of repairs; undefined when there is none. */
export async function lockCard(context: Context, tx: Transaction, id: unknown): Promise<Row | undefined> {
  return (await lockByRule(device, forCard(context), tx, [id])).find(live)
}

/** Locks the cards of all orders that the request names. */
async function lockCardsOf(context: Context, tx: Transaction, order: Row): Promise<Row | undefined> {
  const named = Array.isArray(context.input.ids) ? context.input.ids : []
  const { rows } = await tx.run({
    text: 'select distinct device_id from repair_order where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, [...named, order.id]],
  })
  const ids = rows.map((row) => row.device_id)
  return (await lockByRule(device, forCard(context), tx, ids)).find((card) => card.id === order.device_id && live(card))
}

const opens = (name: keyof typeof deviceState.steps, card: Row): boolean =>
  sourcesOf(deviceState, deviceState.steps[name]).includes(String(card.eam_status))

/** Whether the department of a card is within the person's reach; a person at a device of another department may report it but changes nothing of it. */
export async function isCardInScope({ actor }: Context, tx: Transaction, id: unknown): Promise<boolean> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(id)}`
  const scope = scopeSql(device, actor, 't', into)
  if (!scope) return true
  return (await tx.run({ text: `select 1 from device t where ${where} and ${scope}`, values: into.values })).rows.length > 0
}

/** Refuses what only the department of a device may decide, or those who answer for its repairs. */
export async function refuseOutsider(context: Context, tx: Transaction, order: Row): Promise<void> {
  if (!(await isCardInScope(context, tx, order.device_id)))
    throw new Refusal('rule', {
      zh: '此设备不属于您的科室，请由使用科室或设备科办理',
      en: 'This device does not belong to your departments. Its department or the equipment department can do this',
    })
}

/** The card cannot be used: raised on the card where its table allows it, else only on record. Answers whether the card changed. */
export async function stopCard(context: Context, tx: Transaction, card: Row): Promise<boolean> {
  if (!opens('breakDown', card)) return false
  await apply(deviceState, 'breakDown', forCard(context), tx, card)
  return true
}

/**
 * The order no longer says that the card cannot be used. The card leaves repair with the last open order that says so; cards are locked here, so
 * of two orders that end at once one sees the other.
 */
export async function releaseCard(context: Context, tx: Transaction, order: Row, by: 'acceptRepair' | 'cancelRepair'): Promise<void> {
  if (order.is_stopped !== 1) return
  const card = await lockCardsOf(context, tx, order)
  if (!card || !opens(by, card)) return
  const { rows } = await tx.run({
    text: `select 1 from repair_order where tenant_id = $1 and device_id = $2 and id <> $3 and is_stopped = 1 and repair_status = any($4::text[]) and not is_deleted limit 1`,
    values: [tx.tenantId, order.device_id, order.id, [...openRepairStates]],
  })
  if (rows.length === 0) await apply(deviceState, by, forCard(context), tx, card)
}

/** The order ends with the card's disposal: applied for from repair, or from any state that allows it; else only recorded. */
export async function scrapCard(context: Context, tx: Transaction, order: Row): Promise<void> {
  const card = await lockCardsOf(context, tx, order)
  if (!card) return
  const name = opens('scrapFromRepair', card) ? 'scrapFromRepair' : 'applyDisposal'
  if (opens(name, card)) await apply(deviceState, name, forCard(context), tx, card)
}

// A report that came while a stop kept the card idle takes effect with the end of the last stop. A card that is handed over stopped goes on for a moment only.
afterSteps(deviceState, 'resumeUse', async ({ context, tx, rows: cards }) => {
  const used = cards.filter((card) => card.eam_status === 'in_use' && stopKindsOf(card).length === 0)
  if (used.length === 0) return
  const { rows } = await tx.run({
    text: 'select distinct device_id from repair_order where tenant_id = $1 and device_id = any($2::uuid[]) and is_stopped = 1 and repair_status = any($3::text[]) and not is_deleted',
    values: [tx.tenantId, used.map((card) => card.id), [...openRepairStates]],
  })
  const reported = new Set(rows.map((row) => row.device_id))
  for (const card of used) if (reported.has(card.id)) await stopCard(context, tx, card)
})
