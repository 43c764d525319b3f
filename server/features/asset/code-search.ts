import { gtinWritings, plateOf } from '#contract/codes/plate-code.ts'
import { readCode } from '#contract/codes/scanned-code.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Row } from '#server/db/query.ts'

/** A code that was typed or scanned, as cards are looked up by it. */
export interface Sought {
  /** As it is stored and shown: the token of a label, the readable form of GS1 text, else the code as read. */
  readonly text: string
  /** Empty: no code at all. */
  readonly key: string
  /** The key of the serial number: that in GS1 text, else the code itself may be one. */
  readonly serial: string
}

/** Reads a code of any kind: labels, GS1 text, numbers. */
export function soughtBy(typed: string): Sought {
  const plate = plateOf(typed)
  const text = plate?.text ?? readCode(typed).code.replaceAll('\x1d', '')
  return { text, key: codeKey(text), serial: plate ? codeKey(plate.serial ?? '') : codeKey(text) }
}

/**
 * The parameters of `codeProbes`, in their order: the code, its key, the serial number, and the writings of the device identifier of GS1 text, null where it
 * has none.
 */
export function probeValues(typed: string): [text: string, key: string, serial: string, gtins: string[] | null] {
  const { text, key, serial } = soughtBy(typed)
  const gtin = plateOf(typed)?.udiDi
  return [text, key, serial, gtin ? gtinWritings(gtin) : null]
}

/** The one card that a code means, by the surest kind of code that finds any; undefined when none carries it or several cannot be told apart. */
export function meantBy(rows: readonly Row[]): string | undefined {
  const surest = Math.min(...rows.map((row) => Number(row.rank)))
  const found = rows.filter((row) => Number(row.rank) === surest)
  const idsOf = (some: readonly Row[]): string[] => [...new Set(some.map((row) => String(row.id)))]
  const ids = idsOf(found)
  // Of codes that are alike the one that is written as given is meant.
  const exact = idsOf(found.filter((row) => row.exact === true))
  return ids.length === 1 ? ids[0] : exact.length === 1 ? exact[0] : undefined
}
