import { parseGs1 } from '#src/kit/scan/gs1.ts'
import type { PhoneDevice } from './device.ts'
import type { DeviceIndex } from './device-index.ts'

const same = (one: string | null, other: string): boolean => one?.trim().toUpperCase() === other.trim().toUpperCase()

/** The serial number in the GS1 text of a maker's plate; undefined: it is none, or says none. */
export function serialOnPlate(text: string): string | undefined {
  const reading = parseGs1(text)
  return reading.ok ? reading.gs1.serial : undefined
}

/** The card whose maker's plate carries this GS1 text, found by its serial number. Undefined when two makers use the same number. */
export function onPlate(index: Pick<DeviceIndex, 'withSerial'>, text: string): PhoneDevice | undefined {
  const serial = serialOnPlate(text)
  if (serial === undefined) return undefined
  const found = index.withSerial(serial)
  return found.length === 1 ? found[0] : undefined
}

/** Whether the server too takes a code for this card; it knows labels, tags and numbers, but no plates, whose serial numbers are not unique. */
export const isOwnCode = ({ rfidCode, qrToken, deviceCode, assetsCode, assetTagNo }: PhoneDevice, code: string): boolean =>
  [rfidCode, qrToken, deviceCode, assetsCode, assetTagNo].some((own) => same(own, code))
