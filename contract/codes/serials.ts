import { codeWriting } from '../kit/text/one-writing.ts'
import { plateOf } from './plate-code.ts'

/** Most characters of a serial number, as on a card. */
export const mostSerial = 80

/** The serial numbers in a text, in its order: one per line or separated by commas. Of a GS1 code the serial number counts. */
export function serialsIn(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(/[\r\n,，;；、\t]+/)
    .map((part) => plateOf(part)?.serial ?? codeWriting(part))
    .filter((code) => code !== '')
}
