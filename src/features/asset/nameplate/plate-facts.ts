import type { PlateField, PlateSuggestion } from '#contract/codes/nameplate/plate-types.ts'
import { readNameplate } from '#contract/codes/nameplate/read-plate.ts'
import { plateOf } from '#contract/codes/plate-code.ts'
import type { device } from '#contract/entities/asset/device/device.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { PlateReading } from '#src/kit/nameplate/plate-messages.ts'

type DeviceField = keyof typeof device.fields

/** The field of a card that a fact of a plate belongs to. */
export const cardField = {
  name: 'deviceName',
  model: 'deviceModel',
  serial: 'sn',
  maker: 'manufacturer',
  registration: 'registrationNo',
  made: 'madeDate',
  power: 'ratedPower',
  udiDi: 'udiDi',
  udiPi: 'udiPi',
} as const satisfies Record<PlateField, DeviceField>

/** What a card of the same product says of another device. */
export const productFields = [
  'deviceName',
  'commonName',
  'deviceModel',
  'deviceSpecs',
  'ratedPower',
  'brand',
  'manufacturer',
  'registrationNo',
  'origin',
  'riskLevel',
  'classify',
  'assetsCategory',
] as const satisfies readonly DeviceField[]

/** Only fields that the hospital shows, and values that they hold. */
function fitting(found: readonly PlateSuggestion[], fields: FieldMap): PlateSuggestion[] {
  return found.filter(({ field, value }) => {
    const of = fields[cardField[field]]
    return of !== undefined && (of.kind !== 'text' || of.max === undefined || value.length <= of.max)
  })
}

/** What a picture says of a device. */
export const factsOf = ({ lines, codes }: PlateReading, fields: FieldMap): PlateSuggestion[] =>
  fitting(readNameplate(lines, codes, homeDay(new Date())), fields)

/** What a scanned or typed UDI says; undefined: it is none. */
export const factsOfCode = (text: string, fields: FieldMap): PlateSuggestion[] | undefined =>
  plateOf(text) ? fitting(readNameplate([], [text], homeDay(new Date())), fields) : undefined
