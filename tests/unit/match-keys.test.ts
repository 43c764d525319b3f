import { expect, test } from 'vitest'
import { matchKeys } from '#contract/codes/match-keys.ts'
import { takesOutOfService } from '#contract/entities/quality/recall-kinds.ts'

const gtin = '09506000134352'

test('a device identifier is compared in every form that a card may hold', () => {
  for (const typed of [gtin, `(01)${gtin}`, '9506000134352', ' 0950 6000 134352 ']) {
    const found = matchKeys('udi', typed)
    expect(found?.keys).toEqual(expect.arrayContaining([gtin, '9506000134352', `(01)${gtin}`]))
    expect([found?.lot, found?.serial]).toEqual([undefined, undefined])
  }
  // Of an issuer whose identifiers are no numbers.
  expect(matchKeys('udi', 'ma.156.m0')?.keys).toContain('MA.156.M0')
})

test('a UDI with a lot or a serial number is narrowed by it', () => {
  expect(matchKeys('udi', `(01)${gtin}(10)ab-1(21)s 7`)).toMatchObject({ lot: 'AB-1', serial: 'S7' })
  expect(matchKeys('udi', `]d201${gtin}10AB-1\x1d21S7`)).toMatchObject({ lot: 'AB-1', serial: 'S7' })
})

test('a scanned code gives the part that the line asks for', () => {
  const scanned = `(01)${gtin}(10)AB-1(21)S7`
  expect(matchKeys('lot', scanned)?.keys).toEqual(['AB-1'])
  expect(matchKeys('serial', scanned)?.keys).toEqual(['S7'])
  expect(matchKeys('lot', `(01)${gtin}(21)S7`)).toBeUndefined()
  expect(matchKeys('udi', '(10)AB-1')).toBeUndefined()
})

test('typed codes are compared without blanks, case and width', () => {
  expect(matchKeys('serial', ' ｓｎ－7 ')?.keys).toEqual(['SN-7'])
  expect(matchKeys('model', 'Evita V500')?.keys).toEqual(['EVITAV500'])
  for (const kind of ['udi', 'lot', 'serial', 'model'] as const) expect(matchKeys(kind, ' \u200b ')).toBeUndefined()
})

test('the class decides about the hold unless the recall says otherwise', () => {
  expect(takesOutOfService({ hold: 'byLevel', level: 'first', action: 'repair' })).toBe(true)
  expect(takesOutOfService({ hold: 'byLevel', level: 'third', action: 'repair' })).toBe(false)
  expect(takesOutOfService({ hold: 'byLevel', level: 'first', action: 'inform' })).toBe(false)
  expect(takesOutOfService({ hold: 'yes', level: 'third', action: 'inform' })).toBe(true)
  expect(takesOutOfService({ hold: 'no', level: 'first', action: 'repair' })).toBe(false)
})
