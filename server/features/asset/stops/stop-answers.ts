import { liftStop, placeStop } from '#contract/calls/asset/device-stop.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceStopping } from '#contract/entities/asset/device/device-rules.ts'
import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import { type StopKind, stopKinds } from '#contract/entities/asset/stops/stop-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { notBefore } from '#server/kit/write/not-before.ts'
import { stopKindsOf } from './open-stops.ts'
import { liftByPerson, placeStop as place, tellStopped } from './stops.ts'

/** A person stops a device that they see. Refuses one that is disposed of, and a second stop of the kind. */
async function placeByHand(asked: Context, tx: Transaction) {
  const { deviceId, stopKind, reason } = read(asked.actor.settings.inputs(placeStop.input), asked.input) as Record<string, string>
  const [card] = await lockRows(device, asked, tx, [deviceId!])
  const context = await notBefore(asked, tx, device.name, card!)
  const { zh, en } = stopKinds[stopKind as StopKind]
  if (card!.eam_status === 'disposed')
    throw new Refusal('rule', {
      zh: `设备“${card!.device_name}”${deviceStates.disposed.zh}，不能停用`,
      en: `“${card!.device_name}” is disposed of`,
    })
  if (stopKindsOf(card!).includes(stopKind as StopKind))
    throw new Refusal('conflict', {
      zh: `设备“${card!.device_name}”已因${zh}停用`,
      en: `“${card!.device_name}” is out of use already (${en})`,
    })
  const by = asSystem(context, deviceStopping)
  const { id, version } = await place(by, tx, card!, { kind: stopKind as StopKind, reason })
  await tellStopped(by, tx, card!, reason!)
  return { id, version }
}

/** A person lifts a stop. Refuses one that a result placed, which the next result lifts, and one that is lifted already. */
async function liftByHand(asked: Context, tx: Transaction) {
  const { stopId, liftReason } = read(asked.actor.settings.inputs(liftStop.input), asked.input) as Record<string, string>
  // The card is locked before its stop, as everywhere.
  const { rows } = await tx.run({
    text: 'select device_id from device_stop where tenant_id = $1 and id = $2',
    values: [tx.tenantId, stopId],
  })
  if (!rows[0]) throw new Refusal('not_found', { what: deviceStop })
  const [card] = await lockRows(device, asked, tx, [String(rows[0].device_id)])
  const [stop] = await lockRows(deviceStop, asked, tx, [stopId!])
  if (stop!.stop_kind === 'metrology')
    throw new Refusal('rule', {
      zh: '计量停用由合格的计量结果解除',
      en: 'A device out of service for metrology returns to service with a passing result',
    })
  if (stop!.cause && stop!.stop_kind !== 'metrology' && !stop!.lifted_at) {
    if (stop!.stop_kind === 'recall')
      throw new Refusal('rule', {
        zh: `该停用依据厂家召回（${stop!.reason}），请在召回设备上登记处理`,
        en: `This stop stands on a recall (${stop!.reason}). Record the outcome on the recalled device`,
      })
    const { zh, en } = stopKinds[stop!.stop_kind as StopKind]
    throw new Refusal('rule', {
      zh: `该停用由合格的${zh}结果解除`,
      en: `The next passed result lifts this stop (${en})`,
    })
  }
  if (stop!.lifted_at) throw new Refusal('conflict', { zh: `停用“${stop!.stop_no}”已解除`, en: `“${stop!.stop_no}” is already closed` })
  const context = await notBefore(asked, tx, device.name, card!)
  await liftByPerson(asSystem(context, deviceStopping), tx, card!, stop!.stop_kind as StopKind, liftReason!)
  return { id: stopId!, version: Number(stop!.version) + 1 }
}

export const stopAnswers: readonly Answer[] = [answer(placeStop, { write: placeByHand }), answer(liftStop, { write: liftByHand })]
