import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import type { StopKind } from '#contract/entities/asset/stops/stop-kinds.ts'
import { type StopFacts, stopSentence } from '#contract/entities/asset/stops/stop-sentence.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { newestEvent } from '#server/kit/steps/step.ts'

/** Steps that give a device out: a stopped one is refused. */
export const givingOut = ['receive', 'lend', 'allot'] as const

/** The kinds of the open stops of a card. */
export const stopKindsOf = (card: Row): readonly StopKind[] => (card.stop_kinds as readonly StopKind[] | null) ?? []

/** The state that a locked card leaves for its stop: the one before where a stop made it idle, else undefined. */
async function beforeStop(tx: Transaction, card: Row): Promise<string | undefined> {
  if (card.eam_status !== 'idle') return undefined
  const event = await newestEvent(deviceState, tx, String(card.id))
  return event?.verb === 'stopUse' ? String(event.from_state) : undefined
}

/** Whether a stop made the card idle; one that was sealed for another reason is not. */
export const isIdleByStop = async (tx: Transaction, card: Row): Promise<boolean> => (await beforeStop(tx, card)) !== undefined

/** The state of a locked card as if it had no stop. */
export const stateBehindStop = async (tx: Transaction, card: Row): Promise<string> =>
  (await beforeStop(tx, card)) ?? String(card.eam_status)

interface OpenStop extends StopFacts {
  readonly id: string
  readonly deviceId: string
  readonly deviceName: string
  readonly since: string
}

/**
 * Refuses devices with an open stop, and names the first with its certificate or reason. `done`: an act that is over; one that a phone recorded before
 * every stop of a device began passes.
 */
export async function refuseStopped(
  tx: Transaction,
  deviceIds: readonly unknown[],
  done?: Pick<Context, 'op' | 'occurredAt'>,
): Promise<void> {
  if (deviceIds.length === 0) return
  const { rows } = await tx.run({
    text: `select s.id, s.device_id as "deviceId", concat_ws(' ', d.device_name, d.device_code) as "deviceName", s.stop_kind as "stopKind", s.cause, s.reason,
        s.certificate_no as "certificateNo", s.valid_until as "validUntil", s.since
      from device_stop s join device d on d.tenant_id = s.tenant_id and d.id = s.device_id
      where s.tenant_id = $1 and s.device_id = any($2::uuid[]) and s.lifted_at is null order by s.device_id, s.since, s.id`,
    values: [tx.tenantId, deviceIds],
  })
  const stops = rows as unknown as OpenStop[]
  const stop = done?.op ? stops.find(({ since }) => Date.parse(String(since)) <= done.occurredAt.getTime()) : stops[0]
  if (!stop) return
  const why = stopSentence(stop)
  throw new Refusal(
    'conflict',
    { zh: `设备“${stop.deviceName}”${why.zh}`, en: `“${stop.deviceName}” is ${why.en}` },
    { deviceId: stop.deviceId, stopId: stop.id },
  )
}
