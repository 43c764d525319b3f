import { gtinOf, type PlateCode, plateOf } from '#contract/codes/plate-code.ts'
import { sameCode } from '#contract/kit/text/one-writing.ts'
import type { PhoneDevice } from './device.ts'
import type { DeviceIndex } from './device-index.ts'

/** Reads the GS1 text of a maker's plate; undefined: it is none. */
export const readPlate = (text: string): PlateCode | undefined => plateOf(text)

/**
 * The card whose maker's plate or UDI label carries this GS1 text, found by its serial number and its device
 * identifier. Undefined when several cards fit, or none.
 */
export function onPlate(index: Pick<DeviceIndex, 'withSerial'>, text: string): PhoneDevice | undefined {
  const { serial, udiDi } = plateOf(text) ?? {}
  if (serial === undefined) return undefined
  // A number of another maker's device is none of this code.
  const found = index.withSerial(serial).filter((card) => !card.udiDi || udiDi === undefined || gtinOf(card.udiDi) === udiDi)
  const sure = found.filter((card) => card.udiDi)
  if (found.length === 1) return found[0]
  return sure.length === 1 ? sure[0] : undefined
}

/** Whether a code is one of the card's own labels, tags and numbers, which the server finds it by before any plate. */
export const isOwnCode = ({ rfidCode, qrToken, deviceCode, assetsCode, assetTagNo }: PhoneDevice, code: string): boolean =>
  [rfidCode, qrToken, deviceCode, assetsCode, assetTagNo].some((own) => sameCode(own, code))
