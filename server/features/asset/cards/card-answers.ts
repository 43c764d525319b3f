import { copyDevice, eraseCard } from '#contract/calls/asset/device-cards.ts'
import { assetsCard, assetsMatch } from '#contract/entities/asset/assets-card.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { apply } from '#server/kit/steps/step.ts'
import { tableName } from '#server/kit/table.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { remove } from '#server/kit/write/remove.ts'
import { copyCards } from './copy-cards.ts'

async function copy(context: Context, tx: Transaction) {
  const { id: _, copies, ...beside } = read(copyDevice.input, context.input) as { id: string; copies: number }
  const [row] = await lockRows(device, context, tx, [idOf(context)])
  return copyCards(context, tx, row!, copies, beside)
}

/** Rows that hang on a card, locked until the end. */
async function hanging(of: Entity, tx: Transaction, id: string): Promise<string[]> {
  const { rows } = await tx.run({
    text: `select id from ${tableName(of)} where tenant_id = $1 and device_id = $2 and not is_deleted order by id`,
    values: [tx.tenantId, id],
  })
  return rows.map((row) => String(row.id))
}

/** Removes a card with what hangs on it; what else refers to it, such as orders, counts and postings, refuses that. */
async function erase(context: Context, tx: Transaction) {
  const id = idOf({ ...context, input: { id: context.input.deviceCardId } })
  const { actor } = context
  const [row] = await lockRows(device, context, tx, [id])
  if (['lent', 'repairing', 'pending_disposal'].includes(String(row!.eam_status)))
    throw new Refusal('closed', { state: device.fields.eamStatus.of[row!.eam_status as 'lent'] })
  for (const of of [deviceAttach, devicePart]) {
    const ids = await hanging(of, tx, id)
    if (ids.length > 0) await remove(actor.settings.view(of), context, tx, ids)
  }
  const { rows: booked } = await tx.run({
    text: 'select id from assets_card where tenant_id = $1 and device_id = $2 and not is_deleted',
    values: [tx.tenantId, id],
  })
  for (const card of await lockRows(
    assetsCard,
    context,
    tx,
    booked.map((one) => String(one.id)),
  ))
    await apply(assetsMatch, 'unmatch', context, tx, card)
  const view = actor.settings.view(device)
  record(context, tx, { entity: device.name, entityId: id, verb: 'erase', version: Number(row!.version) })
  return remove({ ...view, entity: { ...view.entity, removable: undefined } as typeof device }, context, tx, [id])
}

export const cardAnswers: readonly Answer[] = [answer(copyDevice, { write: copy }), answer(eraseCard, { write: erase })]
