import { device } from '#contract/entities/asset/device/device.ts'
import { deviceActivating, deviceCardActive } from '#contract/entities/asset/device/device-card-active.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { hook } from '#server/kit/hooks.ts'
import { apply, step } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** Refuses a device that is not sealed: one that a stop keeps idle goes on with the end of the stop. */
async function refuseUnsealed(tx: Transaction, deviceId: unknown): Promise<void> {
  const { rows } = await tx.run({
    text: 'select device_name, eam_status, cardinality(stop_kinds) as stops from device where tenant_id = $1 and id = $2',
    values: [tx.tenantId, deviceId],
  })
  const card = rows[0]
  if (!card || (card.eam_status === 'idle' && !card.stops)) return
  const { zh, en } = card.stops ? { zh: '停用中', en: 'Out of service' } : deviceStates[card.eam_status as keyof typeof deviceStates]
  throw new Refusal('rule', {
    zh: `设备“${card.device_name}”${zh}，未封存，不能申请启封`,
    en: `“${card.device_name}” is “${en}”, not sealed, so unsealing cannot be requested`,
  })
}

/** A device has one open request. */
async function refuseSecond(tx: Transaction, deviceId: unknown): Promise<void> {
  // Two people at once write one after the other.
  takeNamedLock(tx, `device_card_active ${tx.tenantId} ${deviceId}`)
  const { rows } = await tx.run({
    text: `select active_title from device_card_active where tenant_id = $1 and device_id = $2 and active_status = 'pending' and not is_deleted`,
    values: [tx.tenantId, deviceId],
  })
  if (rows[0]) throw new Refusal('taken', { label: deviceCardActive, value: String(rows[0].active_title) })
}

function refuseOther(row: Row, deviceId: unknown): void {
  if (deviceId === undefined || deviceId === row.device_id) return
  throw new Refusal('rule', {
    zh: '不能更换设备，请删除后重新申请',
    en: 'The device cannot be changed. Delete the request and make a new one',
  })
}

hook(deviceCardActive, {
  async beforeAdd(_context, tx, { draft }) {
    await refuseUnsealed(tx, draft.deviceId)
    await refuseSecond(tx, draft.deviceId)
    return undefined
  },
  async beforeChange(_context, _tx, { row, draft }) {
    refuseOther(row, draft.deviceId)
    return undefined
  },
})

step(deviceActivating, 'activate', async ({ context, tx, row }) => {
  const [card] = await lockRows(device, context, tx, [String(row.device_id)])
  await apply(deviceState, 'unseal', context, tx, card!)
  return { decided_by_id: context.actor.userId }
})
