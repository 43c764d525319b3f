import { parseGs1 } from '#contract/gs1.ts'
import type { PhoneDevice } from './device.ts'
import type { DeviceIndex } from './device-index.ts'

const same = (one: string | null, other: string): boolean => one?.trim().toUpperCase() === other.trim().toUpperCase()

/** The serial number in the GS1 text of a maker's plate; undefined: it is none, or says none. */
export function serialOnPlate(text: string): string | undefined {
  const reading = parseGs1(text)
  return reading.ok ? reading.gs1.serial : undefined
}

/** Device identifiers as 14 digits, as codes carry them. */
const asGtin = (udiDi: string): string =>
  udiDi
    .replace(/^\(?01\)?(?=\d{14}$)/, '')
    .trim()
    .padStart(14, '0')

/**
 * The card whose maker's plate or UDI label carries this GS1 text, found by its serial number and its device
 * identifier. Undefined when several cards fit, or none.
 */
export function onPlate(index: Pick<DeviceIndex, 'withSerial'>, text: string): PhoneDevice | undefined {
  const reading = parseGs1(text)
  if (!reading.ok) return undefined
  const { serial, udiDi } = reading.gs1
  if (serial === undefined) return undefined
  // A number of another maker's device is none of this code.
  const found = index.withSerial(serial).filter((card) => !card.udiDi || udiDi === undefined || asGtin(card.udiDi) === udiDi)
  const sure = found.filter((card) => card.udiDi)
  if (found.length === 1) return found[0]
  return sure.length === 1 ? sure[0] : undefined
}

/** Whether the server too takes a code for this card; it knows labels, tags and numbers, but no plates, whose serial numbers are not unique. */
export const isOwnCode = ({ rfidCode, qrToken, deviceCode, assetsCode, assetTagNo }: PhoneDevice, code: string): boolean =>
  [rfidCode, qrToken, deviceCode, assetsCode, assetTagNo].some((own) => same(own, code))
