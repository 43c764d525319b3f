import { pulledByIds } from '#src/kit/phone/store/local-data.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'
import type { PhoneDevice } from './device.ts'

/** What the cards of this phone say of the devices that rows name. */
export interface OfDevice {
  readonly deviceId?: unknown
  readonly deviceName?: unknown
  readonly deviceCode?: string | null
  readonly locationName?: string | null
  readonly useDeptName?: unknown
  /** The state of the device. */
  readonly deviceStatus?: string
}

/** The rows with name, code, place and state of their devices, where this phone holds the cards. For use inside `useStored`. */
export async function withDevices<R extends object>(of: PhoneStore, rows: readonly R[]): Promise<(R & OfDevice)[]> {
  const idOf = (row: R): unknown => (row as OfDevice).deviceId
  const ids = [...new Set(rows.flatMap((row) => (typeof idOf(row) === 'string' ? [String(idOf(row))] : [])))]
  const cards = new Map((await pulledByIds<PhoneDevice>(of, 'device', ids)).map((card) => [card.id, card]))
  return rows.map((row) => {
    const card = cards.get(String(idOf(row)))
    if (!card) return row
    const { deviceName, useDeptName } = row as OfDevice
    return {
      ...row,
      deviceName: deviceName ?? card.deviceName,
      useDeptName: useDeptName ?? card.useDeptName,
      deviceCode: card.deviceCode,
      locationName: card.locationName,
      deviceStatus: card.eamStatus,
    }
  })
}

/** Whether the device of a row is gone: no one can work on it. */
export const isGone = (row: object): boolean => ['disposed', 'missing'].includes(String((row as OfDevice).deviceStatus))
