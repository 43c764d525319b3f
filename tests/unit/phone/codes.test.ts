import { expect, test } from 'vitest'
import { readCode } from '#contract/codes/scanned-code.ts'
import { deviceIndexOf, deviceWithCode, searchDevices } from '#src/features/asset/public/device-index.ts'
import { Wedge } from '#src/kit/scan/wedge.ts'

test('a label is known by its token for any printed host', () => {
  const token = '0123456789ab'
  for (const text of [
    `https://old.example/m/c/${token}`,
    `c/${token}`,
    ` HTTP://10.0.0.1:8080/m/c/${token.toUpperCase()}?x=1 `,
    `/m/c/${token}/`,
  ])
    expect(readCode(text)).toEqual({ token, code: token })
})

test('anything else is a code as it was read', () => {
  expect(readCode('  ZC-2026-000001 ')).toEqual({ code: 'ZC-2026-000001' })
  expect(readCode('https://example.org/doc/0123456789ab')).toEqual({ code: 'https://example.org/doc/0123456789ab' })
  expect(readCode('c/short')).toEqual({ code: 'c/short' })
  // GS1 text is read by its separators, however readers write them.
  expect(readCode('\x1d0109506000134352\x1d21S1\r\n')).toEqual({ code: '\x1d0109506000134352\x1d21S1' })
  expect(readCode('0109506000134352<GS>21S1\r\n')).toEqual({ code: '0109506000134352\x1d21S1' })
  expect(readCode('ABC\t123\r\n')).toEqual({ code: 'ABC123' })
})

const typed = (wedge: Wedge, text: string, gapMs: number, end = 'Enter'): string | undefined => {
  let at = 1000
  for (const key of text) {
    at += gapMs
    wedge.feed(key, at)
  }
  return wedge.feed(end, at + gapMs)
}

test('the fast keys of a reader are a code, the slow ones of a person are not', () => {
  expect(typed(new Wedge(), 'E280110001', 5)).toBe('E280110001')
  expect(typed(new Wedge(), 'E280110001', 5, 'Tab')).toBe('E280110001')
  expect(typed(new Wedge(), 'E280110001', 120)).toBeUndefined()
  expect(typed(new Wedge(), 'ABC', 5)).toBeUndefined()
})

test('what a person typed before is not part of the code', () => {
  const wedge = new Wedge()
  wedge.feed('x', 0)
  wedge.feed('Shift', 500)
  expect(typed(wedge, 'ZC-2026-000001', 4)).toBe('ZC-2026-000001')
})

const nothing = {
  version: 1,
  assetsCode: null,
  assetTagNo: null,
  sn: null,
  useDeptId: null,
  useDeptName: null,
  locationId: null,
  locationName: null,
  keeperId: null,
  keeperName: null,
}
const card = (id: string, deviceName: string, more: object = {}) =>
  ({
    ...nothing,
    id,
    deviceName,
    deviceCode: `ZC-${id}`,
    deviceModel: 'iMEC8',
    manufacturer: '迈瑞',
    rfidCode: null,
    qrToken: null,
    eamStatus: 'in_use',
    ...more,
  }) as const

test('the phone finds cards by all words of a text and says when there are more', () => {
  const index = deviceIndexOf([
    card('1', '监护仪'),
    card('2', '呼吸机', { manufacturer: 'Dräger' }),
    card('3', '监护仪', { rfidCode: 'E2801' }),
  ])
  expect(searchDevices(index, '监护 迈瑞', 10).rows.map((row) => row.id)).toEqual(['1', '3'])
  expect(searchDevices(index, 'IMEC dräger', 10).rows.map((row) => row.id)).toEqual(['2'])
  expect(searchDevices(index, '', 2)).toMatchObject({ more: true })
  expect(searchDevices(index, '', 3)).toMatchObject({ more: false })
  expect(deviceWithCode(index, ' e2801 ')?.id).toBe('3')
  expect(deviceWithCode(index, '监护仪')).toBeUndefined()
})
