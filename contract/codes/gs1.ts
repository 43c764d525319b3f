import { dayOf, type Flaw, flawIn, hasCheckDigit } from './gs1-check.ts'
import { gs1Table } from './gs1-table.ts'

/** One element string: `{ ai: '10', value: 'AB-12' }`. */
export interface Gs1Element {
  readonly ai: string
  readonly value: string
}

/** The content of a GS1 code. */
export interface Gs1 {
  /** The text as read. */
  readonly raw: string
  readonly elements: readonly Gs1Element[]
  /** The device identifier of UDI: the GTIN of (01), 14 digits. */
  readonly udiDi?: string
  /** The UDI production identifier in readable form, `(17)271231(10)AB-12`; empty when there is none. */
  readonly udiPi: string
  /** Dates as `2027-12-31`: expiry (17, else 7003) and production (11). */
  readonly expiry?: string
  readonly made?: string
  readonly lot?: string
  readonly serial?: string
}

/** Reason for a refusal: the code is not GS1, or it is damaged or unknown at the identifier `ai`. */
export type Gs1Refusal = 'not_gs1' | 'unknown_ai' | 'contradiction' | Flaw

export type Gs1Reading = { readonly ok: true; readonly gs1: Gs1 } | { readonly ok: false; readonly why: Gs1Refusal; readonly ai?: string }

/** Facts about the code from the reader, as in a hit. */
export interface Gs1Hints {
  readonly aim?: string
  readonly gs1?: boolean
  /** Reference date for two-digit years. */
  readonly now?: Date
}

const SEPARATOR = '\x1d'
const gs1Symbols = new Set([']C1', ']d2', ']Q3', ']J1', ']e0'])

class Refused extends Error {
  constructor(
    readonly why: Gs1Refusal,
    readonly ai?: string,
  ) {
    super(why)
  }
}

const identifierAt = (text: string): string => {
  const ai = [2, 3, 4].map((length) => text.slice(0, length)).find((start) => gs1Table().has(start))
  if (ai === undefined) throw new Refused('unknown_ai', text.slice(0, 4))
  return ai
}

/** Parses `(01)…(10)…`, the printed form. A bracket within a value that does not enclose an identifier belongs to the value. */
function fromBrackets(text: string): Gs1Element[] {
  const starts = [...text.matchAll(/\((\d{2,4})\)/g)].filter(({ 1: ai, index }) => index === 0 || gs1Table().has(ai as string))
  return starts.map(({ 0: bracket, 1: ai, index }, at) => {
    if (!gs1Table().has(ai as string)) throw new Refused('unknown_ai', ai)
    return { ai: ai as string, value: text.slice(index + bracket.length, starts[at + 1]?.index) }
  })
}

/** Parses element strings: an element of fixed length ends by itself, any other at a separator. */
function fromCode(text: string): Gs1Element[] {
  const elements: Gs1Element[] = []
  let rest = text
  while (rest !== '') {
    const ai = identifierAt(rest)
    const { isFixed, parts } = gs1Table().get(ai) as NonNullable<ReturnType<ReturnType<typeof gs1Table>['get']>>
    const after = rest.slice(ai.length)
    const separator = after.indexOf(SEPARATOR)
    const length = isFixed ? parts.reduce((sum, part) => sum + part.max, 0) : separator < 0 ? after.length : separator
    const value = after.slice(0, length)
    elements.push({ ai, value })
    rest = after.slice(length)
    // A separator after a fixed length is unnecessary but allowed.
    if (rest.startsWith(SEPARATOR)) rest = rest.slice(1)
  }
  return elements
}

function checked(elements: readonly Gs1Element[], now: Date): readonly Gs1Element[] {
  const known = new Map<string, string>()
  for (const { ai, value } of elements) {
    const flaw = flawIn(value, gs1Table().get(ai)?.parts ?? [], now)
    if (flaw) throw new Refused(flaw, ai)
    if ((known.get(ai) ?? value) !== value) throw new Refused('contradiction', ai)
    known.set(ai, value)
  }
  if (known.size === 0) throw new Refused('not_gs1')
  return [...known].map(([ai, value]) => ({ ai, value }))
}

function meaningOf(raw: string, elements: readonly Gs1Element[], now: Date): Gs1 {
  const text = (ai: string): string | undefined => elements.find((element) => element.ai === ai)?.value
  const day = (ai: string): string | undefined => {
    const value = text(ai)
    return value === undefined ? undefined : dayOf(value.slice(0, 6), now)
  }
  const facts = { udiDi: text('01'), expiry: day('17') ?? day('7003'), made: day('11'), lot: text('10'), serial: text('21') }
  return {
    raw,
    elements,
    udiPi: elements.flatMap(({ ai, value }) => (ai === '01' ? [] : [`(${ai})${value}`])).join(''),
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
  }
}

/**
 * Parses a GS1 code: element strings with or without FNC1, text in brackets, EAN numbers. Without a hint from the reader (`aim`, `gs1`), a text is
 * GS1 only if it contains a separator, starts with a bracketed identifier, or parses completely from a valid (01). A damaged code is refused with the
 * identifier where it broke.
 */
export function parseGs1(text: string, { aim, gs1, now = new Date() }: Gs1Hints = {}): Gs1Reading {
  const prefix = /^\][A-Za-z][0-9A-Za-z]/.exec(text)?.[0]
  const symbol = prefix ?? aim
  const whole = prefix ? text.slice(prefix.length) : text
  const code = whole.startsWith(SEPARATOR) ? whole.slice(1) : whole
  const isEan = symbol?.startsWith(']E') && /^(\d{8}|\d{12,13})$/.test(code)
  const isBracketed = /^\(\d{2,4}\)/.test(code)
  const isSaid = gs1 === true || (symbol !== undefined && gs1Symbols.has(symbol)) || text.includes(SEPARATOR) || isBracketed || isEan
  const looksLike = /^01\d{14}/.test(code) && hasCheckDigit(code.slice(2, 16))
  if (!isSaid && !looksLike) return { ok: false, why: 'not_gs1' }
  try {
    const elements = isEan ? [{ ai: '01', value: code.padStart(14, '0') }] : isBracketed ? fromBrackets(code) : fromCode(code)
    return { ok: true, gs1: meaningOf(text, checked(elements, now), now) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (!isSaid) return { ok: false, why: 'not_gs1' }
    return { ok: false, why: error.why, ...(error.ai === undefined ? {} : { ai: error.ai }) }
  }
}
