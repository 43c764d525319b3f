import { codeWriting } from '../kit/text/one-writing.ts'
import { plateOf } from './plate-code.ts'

/** Most characters of a serial number, as on a card. */
export const mostSerial = 80

const partsOf = (text: string | null | undefined): string[] => (text ?? '').split(/[\r\n,，;；、\t]+/)

/** The first GS1 code of a text that holds a device identifier and no serial number; undefined when there is none. */
export const serialless = (text: string | null | undefined): string | undefined =>
  partsOf(text).find((part) => {
    const plate = plateOf(part)
    return plate?.udiDi !== undefined && !plate.serial
  })

/** The serial numbers in a text, in its order: one per line or separated by commas. Of a GS1 code the serial number counts. */
export function serialsIn(text: string | null | undefined): string[] {
  return partsOf(text)
    .map((part) => plateOf(part)?.serial ?? codeWriting(part))
    .filter((code) => code !== '')
}
