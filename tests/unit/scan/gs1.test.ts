import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Gs1, type Gs1Hints, type Gs1Reading, parseGs1 } from '#contract/codes/gs1.ts'
import '#tests/harness/same-values.ts'

const GS = '\x1d'
const now = new Date('2026-11-20')
const gtin = '09506000134352'

const read = (text: string, hints: Gs1Hints = {}): Gs1Reading => parseGs1(text, { now, ...hints })
const gs1 = (text: string, hints: Gs1Hints = {}): Gs1 => {
  const reading = read(text, hints)
  if (!reading.ok) throw new Error(`${text}: ${reading.why} ${reading.ai ?? ''}`)
  return reading.gs1
}

describe('what a code says', () => {
  test('a device: identifier, production, expiry, lot and serial', () => {
    expect(gs1(`01${gtin}1126010217271231${'10'}AB-12${GS}21SN/7`, { aim: ']d2' })).toEqual({
      raw: `01${gtin}112601021727123110AB-12${GS}21SN/7`,
      elements: [
        { ai: '01', value: gtin },
        { ai: '11', value: '260102' },
        { ai: '17', value: '271231' },
        { ai: '10', value: 'AB-12' },
        { ai: '21', value: 'SN/7' },
      ],
      udiDi: gtin,
      udiPi: '(11)260102(17)271231(10)AB-12(21)SN/7',
      expiry: '2027-12-31',
      made: '2026-01-02',
      lot: 'AB-12',
      serial: 'SN/7',
    })
  })

  test('it is the same however the reader gives it: identifier before it, separator before it, after fixed lengths, at the end, or in brackets', () => {
    const { elements } = gs1(`01${gtin}1727123110AB${GS}211`, { gs1: true })
    for (const text of [
      `]d201${gtin}1727123110AB${GS}211`,
      `${GS}01${gtin}1727123110AB${GS}211`,
      `]C1${GS}01${gtin}${GS}17271231${GS}10AB${GS}211${GS}`,
      `(01)${gtin}(17)271231(10)AB(21)1`,
    ])
      expect(gs1(text).elements).toEqual(elements)
  })

  test('day 00 is the last of the month, leap years included', () => {
    expect(gs1(`01${gtin}17280200`).expiry).toBe('2028-02-29')
    expect(gs1(`01${gtin}17270200`).expiry).toBe('2027-02-28')
    expect(gs1(`01${gtin}17271200`).expiry).toBe('2027-12-31')
  })

  test('two digits of a year reach from 49 years ago to 50 ahead', () => {
    expect(gs1(`01${gtin}17760101`).expiry).toBe('2076-01-01')
    expect(gs1(`01${gtin}17770101`).expiry).toBe('1977-01-01')
    expect(gs1(`01${gtin}17000101`, { now: new Date('2070-06-01') }).expiry).toBe('2100-01-01')
    expect(gs1(`01${gtin}11990101`, { now: new Date('2040-06-01') }).made).toBe('1999-01-01')
  })

  test('an expiry with a time is an expiry; an EAN is an identifier', () => {
    expect(gs1(`01${gtin}70032712311530`).expiry).toBe('2027-12-31')
    expect(gs1('4006381333931', { aim: ']E0' }).udiDi).toBe('04006381333931')
    expect(gs1(']E496385074').udiDi).toBe('00000096385074')
  })

  test('measures, packages and places are taken apart too', () => {
    expect(gs1(`00340123450000000017310300125002${gtin}3712`, { gs1: true }).elements.map(({ ai }) => ai)).toEqual([
      '00',
      '3103',
      '02',
      '37',
    ])
    expect(gs1(`414${'9506000134352'}254A-7${GS}8004X1`, { gs1: true }).elements).toEqual([
      { ai: '414', value: '9506000134352' },
      { ai: '254', value: 'A-7' },
      { ai: '8004', value: 'X1' },
    ])
    expect(gs1(`8003${'09506000134352'}SER${GS}716A`, { gs1: true }).elements).toEqual([
      { ai: '8003', value: '09506000134352SER' },
      { ai: '716', value: 'A' },
    ])
  })

  test('a bracket inside a printed value belongs to it', () => {
    expect(gs1(`(01)${gtin}(10)A(99999)B(5)`).lot).toBe('A(99999)B(5)')
  })
})

describe('what is refused', () => {
  test.each([
    ['a wrong check digit', `01${gtin.slice(0, 13)}310AB`, { gs1: true }, 'bad_check_digit', '01'],
    ['an unknown identifier', `01${gtin}0512`, { gs1: true }, 'unknown_ai', '0512'],
    ['an end in the middle', `01${gtin.slice(0, 9)}`, { gs1: true }, 'too_short', '01'],
    ['an empty lot', `01${gtin}10${GS}21A`, { gs1: true }, 'too_short', '10'],
    ['a lot that swallowed the rest', `01${gtin}10ABCDEFGHIJKLMNOPQRSTU`, { gs1: true }, 'too_long', '10'],
    ['letters among digits', `01${gtin}17 71231`, { gs1: true }, 'bad_characters', '17'],
    ['a character that GS1 has not', `01${gtin}10A#B`, { gs1: true }, 'bad_characters', '10'],
    ['the 31st of a short month', `01${gtin}17270431`, { gs1: true }, 'bad_date', '17'],
    ['a month 13', `01${gtin}17271301`, { gs1: true }, 'bad_date', '17'],
    ['day 00 where it is not allowed', `01${gtin}70032712001530`, { gs1: true }, 'bad_date', '7003'],
    ['two different lots', `01${gtin}10A${GS}10B`, { gs1: true }, 'contradiction', '10'],
    ['an incomplete optional part', `01${gtin}42315`, { gs1: true }, 'too_short', '423'],
  ])('%s, with the identifier where it broke', (_, text, hints, why, ai) => {
    expect(read(text, hints)).toEqual({ ok: false, why, ai })
  })

  test('nothing at all', () => {
    expect(read('', { gs1: true })).toEqual({ ok: false, why: 'not_gs1' })
    expect(read('   ')).toEqual({ ok: false, why: 'not_gs1' })
  })

  test('without a word from the reader only what is wholly GS1 counts', () => {
    for (const text of [
      'ZC-2026-000001',
      'https://h.example/m/c/0123456789ab',
      '0109506000134353',
      `01${gtin}05`,
      'E28011700000020A',
      '10ABC',
      '17271231',
    ])
      expect(read(text)).toEqual({ ok: false, why: 'not_gs1' })
    expect(gs1(`01${gtin}17271231`).udiDi).toBe(gtin)
    expect(read(`10ABC${GS}0512`)).toEqual({ ok: false, why: 'unknown_ai', ai: '0512' })
  })
})

// Independent of the table under test: identifiers with their lengths, as the general specifications print them.
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const withCheck = (length: number) =>
  digits(length - 1).map((body) => {
    let sum = 0
    for (let at = 0; at < body.length; at++) sum += Number(body[body.length - 1 - at]) * (at % 2 === 0 ? 3 : 1)
    return body + ((10 - (sum % 10)) % 10)
  })
const text = (most: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9!"%&'()*+,./:;<=>?_-]{1,${most}}$`))
const day = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(''))
const values: Readonly<Record<string, readonly [fixed: boolean, value: fc.Arbitrary<string>]>> = {
  '00': [true, withCheck(18)],
  '01': [true, withCheck(14)],
  '02': [true, withCheck(14)],
  '10': [false, text(20)],
  '11': [true, day],
  '13': [true, day],
  '15': [true, day],
  '17': [true, day],
  '20': [true, digits(2)],
  '21': [false, text(20)],
  '22': [false, text(20)],
  '240': [false, text(30)],
  '243': [false, text(20)],
  '30': [false, digits(8)],
  '3102': [true, digits(6)],
  '3654': [true, digits(6)],
  '37': [false, digits(3)],
  '400': [false, text(30)],
  '414': [true, withCheck(13)],
  '422': [false, digits(3)],
  '710': [false, text(20)],
  '8004': [false, text(30)],
  '8012': [false, text(20)],
  '91': [false, text(90)],
}
const elements = fc.uniqueArray(
  fc.constantFrom(...Object.keys(values)).chain((ai) => values[ai]![1].map((value) => ({ ai, value }))),
  { selector: ({ ai }) => ai, minLength: 1, maxLength: 8 },
)

describe('any code', () => {
  test('is read as it was written, and again from its brackets', () => {
    fc.assert(
      fc.property(elements, (written) => {
        const code = written.map(({ ai, value }, at) => ai + value + (values[ai]![0] || at === written.length - 1 ? '' : GS)).join('')
        expect(gs1(code, { gs1: true }).elements).toEqual(written)
        expect(gs1(`]C1${code}`).elements).toEqual(written)
      }),
      { numRuns: 2000 },
    )
  })

  test('with one digit of its identifier changed is refused', () => {
    fc.assert(
      fc.property(withCheck(14), fc.nat(13), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const wrong = number.slice(0, at) + ((Number(number[at]) + by) % 10) + number.slice(at + 1)
        expect(read(`01${wrong}10A`, { gs1: true })).toEqual({ ok: false, why: 'bad_check_digit', ai: '01' })
      }),
    )
  })

  test('never throws for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'()0123456789AB', GS), maxLength: 60 })),
        fc.boolean(),
        (anything, said) => {
          const reading = read(anything, { gs1: said })
          if (reading.ok) expect(reading.gs1.elements.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
