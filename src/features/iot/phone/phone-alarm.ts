import type { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import type { PhoneRow } from '#contract/kit/entity/shape.ts'
import { readOwn, readRow, readRows } from '#src/data/cache/read-rows.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { pulledByIds, useStored } from '#src/kit/phone/store/local-data.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'

/** An alarm as phones keep it. */
export type PhoneAlarm = Omit<PhoneRow<typeof sensorAlarm>, 'ruleId' | 'listOrder'>

/** An alarm with the card of its device, where this phone holds it. */
export interface AlarmOfDevice {
  readonly alarm: PhoneAlarm
  readonly device: PhoneDevice | undefined
}

const rank: Readonly<Record<PhoneAlarm['severity'], number>> = { critical: 0, major: 1, minor: 2 }

/** The most severe first, then the newest. */
const byUrgency = (a: AlarmOfDevice, b: AlarmOfDevice): number =>
  rank[a.alarm.severity] - rank[b.alarm.severity] || b.alarm.openedAt.localeCompare(a.alarm.openedAt)

async function readAlarms(of: PhoneStore): Promise<AlarmOfDevice[]> {
  const alarms = (await readRows(of, 'sensorAlarm')) as unknown as PhoneAlarm[]
  const devices = await pulledByIds<PhoneDevice>(of, 'device', [...new Set(alarms.map(({ deviceId }) => deviceId))])
  const byId = new Map(devices.map((device) => [device.id, device]))
  return alarms.map((alarm) => ({ alarm, device: byId.get(alarm.deviceId) })).sort(byUrgency)
}

/** The alarms on this phone as the person expects them, those with an answer to be sent included; undefined while they are read. */
export const useAlarms = (): AlarmOfDevice[] | undefined => useStored(readAlarms, [])

/** One alarm as the person expects it; null: this phone does not hold it; undefined while it is read. */
export const useAlarm = (id: string): PhoneAlarm | null | undefined =>
  useStored(async (of) => ((await readRow(of, 'sensorAlarm', id))?.row as unknown as PhoneAlarm | undefined) ?? null, [id])

/** Whether a person has given the reason of an alarm, be it still to be sent. */
export const isAnswered = ({ responseState, acknowledgedAt }: PhoneAlarm): boolean => responseState === 'given' || Boolean(acknowledgedAt)

/** Whether an alarm goes on and no one has confirmed it. */
export const isOpen = ({ alarmState }: PhoneAlarm): boolean => alarmState === 'open'

export const answering = ['acknowledge', 'explain'] as const
/** Steps of alarms that phones queue. */
export type AlarmStep = (typeof answering)[number] | 'openRepair'

/** The person's steps on an alarm that the pulled rows do not include yet. */
export function useOwnSteps(id: string): readonly AlarmStep[] {
  const read = async (of: PhoneStore): Promise<AlarmStep[]> => {
    const found: AlarmStep[] = []
    for (const name of [...answering, 'openRepair'] as const)
      if ((await readOwn(of, `sensorAlarm.${name}`)).some(({ target }) => target.id === id)) found.push(name)
    return found
  }
  return useStored(read, [id]) ?? []
}
