import type { completeness } from '#contract/entities/check/completeness.ts'
import type { shifts } from '#contract/entities/check/shifts.ts'
import { sameCode } from '#contract/kit/text/one-writing.ts'
import { daysBetween } from '#contract/kit/time/day.ts'
import type { Values } from '#src/kit/widgets/phone/fields/form-values.ts'

export type Shift = keyof typeof shifts
export type Result = keyof typeof completeness

/** A vehicle or trolley as phones keep it. */
export interface PhoneVehicle {
  readonly id: string
  readonly vehicleName: string
  readonly vehicleCode?: string | null
  readonly deptId: string
  readonly deviceId?: string | null
  readonly lastCheckDate?: string | null
  readonly lastShift?: Shift | null
  readonly lastResult?: Result | null
  readonly lastLosses?: string | null
  readonly handOver?: string | null
}

/** What belongs on it. */
export interface PhoneItem {
  readonly id: string
  readonly vehicleId: string
  readonly place: number
  readonly itemName: string
  readonly deviceId?: string | null
  readonly quantity: number
  readonly leastQuantity?: number | null
  readonly unit?: string | null
  readonly expiresOn?: string | null
}

/** What a shift found of an item; the number and the reason of a loss as they were typed. */
export interface Finding {
  readonly result: Result
  readonly quantity?: number
  readonly note?: string
}

/** Days before its expiry in which an item is pointed out. */
const ahead = 30

/** Whether an item may be used on a day (YYYY-MM-DD): expired, soon to be, or neither. */
export function expiryOf({ expiresOn }: Pick<PhoneItem, 'expiresOn'>, today: string): 'expired' | 'soon' | undefined {
  if (!expiresOn) return undefined
  const left = daysBetween(today, expiresOn)
  return left < 0 ? 'expired' : left <= ahead ? 'soon' : undefined
}

/** The shift of an hour of the day: day from 8, evening from 16, night from midnight. */
export const shiftAt = (hour: number): Shift => (hour < 8 ? 'night' : hour < 16 ? 'day' : 'evening')

/** The vehicle that carries a code, or whose card is the device that carries it. */
export function vehicleOf(vehicles: readonly PhoneVehicle[], code: string, deviceId: string | undefined): PhoneVehicle | undefined {
  return vehicles.find((one) => sameCode(one.vehicleCode, code) || (deviceId !== undefined && one.deviceId === deviceId))
}

const entries = ['result', 'quantity', 'note'] as const

/** What is entered about an item in the form of a check, which holds it flat: a draft keeps plain values alone. */
export const enteredOf = (values: Values, itemId: string): Values =>
  Object.fromEntries(entries.flatMap((name) => (values[`${itemId}.${name}`] === undefined ? [] : [[name, values[`${itemId}.${name}`]]])))

/** The form of a check with what is entered about an item. */
export const withEntered = (values: Values, itemId: string, entered: Values): Values => ({
  ...values,
  ...Object.fromEntries(entries.map((name) => [`${itemId}.${name}`, entered[name]])),
})

/** The operation that brings a check of a vehicle. Checks do not build on each other, so one that is refused holds none of the others back. */
export const operationOf = (vehicle: PhoneVehicle, id: string, body: Readonly<Record<string, unknown>>) => ({
  kind: 'ambulanceCheck.submit',
  target: { type: 'ambulanceCheck', id },
  body: { deptId: vehicle.deptId, vehicle: vehicle.vehicleName, vehicleCardId: vehicle.id, ...body },
})

/** The lines of a check as they are queued; undefined while an item has not been looked at, and where there is none. */
export function linesOf(items: readonly PhoneItem[], findings: ReadonlyMap<string, Finding>): Record<string, unknown>[] | undefined {
  if (items.length === 0 || items.some(({ id }) => !findings.has(id))) return undefined
  return items.map((item) => {
    const { result, quantity, note } = findings.get(item.id) as Finding
    const isLoss = result === 'loss'
    return {
      itemName: item.itemName,
      ...(item.deviceId ? { deviceId: item.deviceId } : {}),
      lineResult: result,
      standard: item.quantity,
      quantity: isLoss ? (quantity ?? 0) : item.quantity,
      ...(item.expiresOn ? { expiresOn: item.expiresOn } : {}),
      ...(isLoss && note ? { note } : {}),
    }
  })
}
