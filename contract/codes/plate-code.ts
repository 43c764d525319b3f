import { codeKey, oneWriting } from '../kit/text/one-writing.ts'
import { parseGs1 } from './gs1.ts'
import { readCode } from './scanned-code.ts'

/** The GS1 text of a maker's plate or a UDI label. */
export interface PlateCode {
  /** In readable form, `(01)09506000134376(21)SN-7`. */
  readonly text: string
  readonly serial?: string | undefined
  /** The device identifier, 14 digits. */
  readonly udiDi?: string | undefined
}

/**
 * Parses GS1 text: with separators, with brackets, with the symbology identifier (`]d2`) before it, in any width. Undefined for another or
 * a damaged code.
 */
export function plateOf(typed: string): PlateCode | undefined {
  const parts = readCode(typed).code.split('\x1d')
  // GS1 has no blanks; its letters keep their case.
  const plain = parts.map((part) => oneWriting(part).replace(/[\p{Cf}\p{Z}]/gu, '')).join('\x1d')
  const reading = parseGs1(plain)
  if (!reading.ok) return undefined
  const { elements, serial, udiDi } = reading.gs1
  return { text: elements.map(({ ai, value }) => `(${ai})${value}`).join(''), serial, udiDi }
}

/** Device identifiers as 14 digits, as in codes; cards may hold fewer digits, or the identifier with `(01)`. */
export const gtinOf = (udiDi: string): string =>
  codeKey(udiDi)
    .replace(/^\(?01\)?(?=\d{14}$)/, '')
    .padStart(14, '0')

/** The forms in which a card may hold a device identifier of 14 digits, as `codeKey` makes them. */
export const gtinWritings = (gtin: string): string[] => [
  ...new Set([
    gtin,
    `(01)${gtin}`,
    `01${gtin}`,
    ...[13, 12, 8].flatMap((digits) => (/^0*$/.test(gtin.slice(0, -digits)) ? [gtin.slice(-digits)] : [])),
  ]),
]
