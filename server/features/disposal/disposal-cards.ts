import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalPosting } from '#contract/entities/disposal/disposal-rules.ts'
import { sourcesOf } from '#contract/kit/entity/machine.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Holder, holdDevices, releaseDevices } from '#server/features/custody/public.ts'
import { leavePool, refuseTaken } from '#server/features/pool/public.ts'
import { endRepairState, endRepairs, lockRepairsOf } from '#server/features/service/public.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { apply } from '#server/kit/steps/step.ts'

// A disposal is locked before its devices, and those in the order of their ids, so that no two requests wait for each other.

/** The request acting by the rule of disposals. */
export const posting = (context: Context): Context => asSystem(context, disposalPosting)

/** The application as it holds devices. */
const holderOf = (row: Row): Holder => ({ entity: deviceDisposal.name, id: String(row.id), no: String(row.disposal_no), kind: 'disposal' })

/** The ids of the devices of a disposal. */
export async function deviceIdsOf(tx: Transaction, row: Row): Promise<string[]> {
  const { rows } = await tx.run({
    text: 'select device_id from disposal_line where tenant_id = $1 and disposal_id = $2 order by device_id',
    values: [tx.tenantId, row.id],
  })
  return rows.map((line) => String(line.device_id))
}

/** Locks the cards of a disposal. Refuses one that was removed, and names it. */
async function lockCards(context: Context, tx: Transaction, row: Row): Promise<Row[]> {
  const cards = await lockByRule(device, posting(context), tx, await deviceIdsOf(tx, row))
  const gone = cards.find((card) => card.is_deleted === true)
  if (gone) throw new Refusal('not_found', { what: String(gone.device_name) })
  return cards
}

/** Refuses the first card whose state rules a step out, and says which device it is and why. */
function refuseState(cards: readonly Row[], states: readonly string[]): void {
  const other = cards.find((card) => !states.includes(String(card.eam_status)))
  if (!other) return
  const { zh, en } = deviceStates[other.eam_status as keyof typeof deviceStates]
  const of = `${other.device_name} ${other.device_code ?? ''}`.trim()
  throw new Refusal(
    'conflict',
    { zh: `设备“${of}”当前状态为“${zh}”，不能处置`, en: `“${of}” is “${en}” and cannot be disposed of` },
    { deviceId: other.id, eamStatus: other.eam_status },
  )
}

/** The devices of an application wait for their disposal from now on. One whose repair ended in a suggestion to dispose waits already. */
export async function holdCards(context: Context, tx: Transaction, row: Row): Promise<void> {
  const ids = await deviceIdsOf(tx, row)
  await holdDevices(context, tx, holderOf(row), ids)
  const cards = await lockCards(context, tx, row)
  await refuseTaken(tx, ids)
  const from = sourcesOf(deviceState, deviceState.steps.applyDisposal)
  refuseState(cards, [...from, 'pending_disposal'])
  for (const card of cards)
    if (card.eam_status !== 'pending_disposal') await apply(deviceState, 'applyDisposal', posting(context), tx, card)
}

/** The devices go back into the state before, and out of repair where its orders have ended. */
export async function freeCards(context: Context, tx: Transaction, row: Row): Promise<void> {
  for (const card of await lockCards(context, tx, row)) {
    // One that a check found missing meanwhile stays missing.
    if (card.eam_status !== 'pending_disposal') continue
    await apply(deviceState, 'rejectDisposal', posting(context), tx, card)
    await endRepairState(posting(context), tx, card)
  }
  releaseDevices(tx, holderOf(row))
}

/** The devices are gone: cards are closed, leave the shared pool, and are free of the application. */
export async function disposeCards(context: Context, tx: Transaction, row: Row): Promise<void> {
  const ids = await deviceIdsOf(tx, row)
  await lockRepairsOf(context, tx, ids)
  const cards = await lockCards(context, tx, row)
  refuseState(cards, ['pending_disposal'])
  for (const card of cards) await apply(deviceState, 'dispose', posting(context), tx, card)
  await endRepairs(context, tx, ids)
  await leavePool(
    posting(context),
    tx,
    cards.map((card) => String(card.id)),
  )
  releaseDevices(tx, holderOf(row))
}
