/** The application identifiers on labels; those of fixed length come first, so that they need no separator. */
const carried = ['01', '11', '17', '10', '21'] as const
type Carried = (typeof carried)[number]

const forms: Readonly<Record<Carried, RegExp>> = {
  '01': /^\d{14}$/,
  '11': /^\d{6}$/,
  '17': /^\d{6}$/,
  '10': /^[!"%-?A-Z_a-z]{1,20}$/,
  '21': /^[!"%-?A-Z_a-z]{1,20}$/,
}

/** Whether the last digit of a GTIN is the check digit of the others. */
const hasCheckDigit = (digits: string): boolean =>
  [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0

const separator = '\x1d'

const isDay = (yymmdd: string): boolean => /^\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(yymmdd)

/** Parses a production identifier: `(17)271231(10)AB-12` as people write it, or an element string with separators. */
function partsOf(text: string): Map<string, string> {
  const bracketed = [...text.matchAll(/\((\d{2})\)([^(]*)/g)]
  if (bracketed.length > 0) return new Map(bracketed.map(([, ai, value]) => [ai!, value!.trim()]))
  const parts = new Map<string, string>()
  let rest = text.trim()
  while (rest !== '') {
    const ai = rest.slice(0, 2)
    const isFixed = ai === '11' || ai === '17'
    if (!isFixed && ai !== '10' && ai !== '21') break
    const separated = rest.indexOf(separator)
    const end = isFixed ? 8 : separated < 0 ? rest.length : separated
    parts.set(ai, rest.slice(2, end))
    rest = rest.slice(rest[end] === separator ? end + 1 : end)
  }
  return parts
}

/** The UDI data of a card. */
export interface UdiFacts {
  readonly udiDi?: unknown
  readonly udiPi?: unknown
  readonly sn?: unknown
}

/**
 * The GS1 text of a card's UDI, `(01)…(17)…(10)…(21)…`: the device identifier, the elements of the production identifier, and the card's
 * serial number if these contain none. Empty without a device identifier that is a valid GTIN.
 */
export function udiOf({ udiDi, udiPi, sn }: UdiFacts): string {
  const gtin = String(udiDi ?? '')
    .replace(/^\(01\)/, '')
    .trim()
  const digits = /^\d{8}$|^\d{12,14}$/.test(gtin) ? gtin.padStart(14, '0') : ''
  if (!digits || !hasCheckDigit(digits)) return ''
  const parts = partsOf(String(udiPi ?? '')).set('01', digits)
  if (!parts.has('21') && sn) parts.set('21', String(sn).trim())
  return carried
    .flatMap((ai) => {
      const value = parts.get(ai)
      return value !== undefined && forms[ai].test(value) && ((ai !== '11' && ai !== '17') || isDay(value)) ? [`(${ai})${value}`] : []
    })
    .join('')
}
