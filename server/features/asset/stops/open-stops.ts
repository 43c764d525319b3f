import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import type { StopKind } from '#contract/entities/asset/stops/stop-kinds.ts'
import { type StopFacts, stopSentence } from '#contract/entities/asset/stops/stop-sentence.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { newestEvents } from '#server/kit/steps/step.ts'

/** Steps that give a device out: a stopped one is refused. */
export const givingOut = ['receive', 'lend', 'allot'] as const

/** The kinds of the open stops of a card. */
export const stopKindsOf = (card: Row): readonly StopKind[] => (card.stop_kinds as readonly StopKind[] | null) ?? []

/** Of these locked cards those that a stop made idle, each with the event that did; not those that were sealed for another reason. */
export async function idleByStop(tx: Transaction, cards: readonly Row[]): Promise<Map<unknown, Row>> {
  const idle = cards.filter((card) => card.eam_status === 'idle').map((card) => card.id)
  const events = await newestEvents(deviceState, tx, idle)
  return new Map([...events].filter(([, event]) => event.verb === 'stopUse'))
}

/** Whether a stop made the card idle; one that was sealed for another reason is not. */
export const isIdleByStop = async (tx: Transaction, card: Row): Promise<boolean> => (await idleByStop(tx, [card])).size > 0

/** The state of a locked card as if it had no stop. */
export const stateBehindStop = async (tx: Transaction, card: Row): Promise<string> =>
  String((await idleByStop(tx, [card])).get(card.id)?.from_state ?? card.eam_status)

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
