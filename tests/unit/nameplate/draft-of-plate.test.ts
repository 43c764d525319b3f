import { describe, expect, test } from 'vitest'
import { piecesOf, piecesText } from '#contract/codes/nameplate/pieces.ts'
import type { PlateLine } from '#contract/codes/nameplate/plate-types.ts'
import { columnsOf, draftOf, placesOf } from '#src/features/asset/nameplate/draft-of-plate.ts'

const line = (text: string, row: number, score = 0.99): PlateLine => ({
  text,
  score,
  box: { x: 100, y: 100 + row * 100, width: 400, height: 40 },
})
const plate = (...texts: string[]) => ({ lines: texts.map((text, row) => line(text, row)), codes: [], pieces: [] })
const values = (said: ReturnType<typeof draftOf>) => Object.fromEntries(said.map(({ name, value }) => [name, value]))

describe('what a photo and a code say together', () => {
  test('the code on the hospital’s own label is its number, beside what the plate says', () => {
    const said = draftOf(plate('产品名称：病人监护仪', '序列号：CF-8B012345'), 'BQ-0001', {})
    expect(values(said)).toEqual({ deviceName: '病人监护仪', sn: 'CF-8B012345', assetTagNo: 'BQ-0001' })
    expect(said.find(({ name }) => name === 'assetTagNo')).toMatchObject({ certain: true, from: 'code' })
  })
  test('the serial number that was scanned mends what was misread', () => {
    const said = draftOf(plate('序列号：CF-8BO12345'), 'CF-8B012345', {})
    expect(values(said)).toEqual({ sn: 'CF-8B012345' })
    expect(said[0]).toMatchObject({ from: 'code', certain: true })
  })
  test('a code without a plate is to be checked, a UDI says what it means, the label of a card says no number', () => {
    expect(draftOf(undefined, 'A-77', {})).toMatchObject([{ name: 'assetTagNo', value: 'A-77', certain: false }])
    expect(values(draftOf(undefined, '(01)06901234567892(11)250607(21)IP00991', {}))).toEqual({
      ...{ sn: 'IP00991', madeDate: '2025-06-07', udiDi: '06901234567892', udiPi: '(11)250607(21)IP00991' },
    })
    expect(draftOf(undefined, 'https://x.org/m/c/0123456789ab', {})).toEqual([])
  })
  test('values that a card cannot hold are left out', () => {
    expect(draftOf(plate('产品名称：病人监护仪'), 'LONG-CODE', { assetTagNo: 4 }).map(({ name }) => name)).toEqual(['deviceName'])
  })
  test('what no person has looked at is to be checked', () => {
    const said = draftOf({ lines: [line('产品名称：病人监护仪', 0), line('序列号：CF-8B012345', 1, 0.6)], codes: [] }, undefined, {})
    expect(columnsOf(said, ({ certain }) => certain)).toEqual({ deviceName: '病人监护仪', sn: 'CF-8B012345', toCheck: ['sn'] })
    expect(columnsOf(said, () => true)).not.toHaveProperty('toCheck')
  })
})

test('places of facts in the photo are shares of it with a margin, and come back as they were written', () => {
  const reading = { ...plate('产品名称：病人监护仪', '序列号：CF-8B012345'), picture: { width: 1000, height: 500, turns: 1 } }
  const text = placesOf(reading, draftOf(reading, undefined, {}))!
  expect(piecesOf(text)).toEqual({
    turns: 1,
    of: {
      deviceName: { x: 0.088, y: 0.176, width: 0.424, height: 0.128 },
      sn: { x: 0.088, y: 0.376, width: 0.424, height: 0.128 },
    },
  })
  expect(piecesText(piecesOf(text))).toBe(text)
  // A damaged text has no places.
  for (const bad of [null, '', 'x', '9;sn', '0;sn a b c d', ';;;']) expect(piecesOf(bad).of).toEqual({})
  expect(placesOf(plate('序列号：CF-8B012345'), [])).toBeUndefined()
})
