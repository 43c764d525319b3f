import { beforeEach, expect, test, vi } from 'vitest'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { deviceIndexOf, deviceWithCode } from '#src/features/asset/public/device-index.ts'
import { seenFacts } from '#src/features/check/last-seen.tsx'
import { CountIndex } from '#src/features/check/phone/count-index.ts'
import type { CountLine } from '#src/features/check/phone/count-model.ts'
import { resolveCode } from '#src/features/check/phone/resolve-code.ts'

let held: PhoneDevice[] = []
vi.mock('#src/features/asset/public/devices.ts', () => ({ findDevice: async (code: string) => deviceWithCode(deviceIndexOf(held), code) }))

const codesOf = (id: string) => ({
  deviceCode: `ZC-${id}`,
  qrToken: `abcdefghjk0${id}`,
  rfidCode: `E2801160${id}`,
  assetsCode: `GZ-${id}`,
  sn: `SN-${id}`,
})
const line = (id: string, more: Partial<CountLine> = {}): CountLine => ({
  id: `line-${id}`,
  deviceId: id,
  deviceName: `监护仪 ${id}`,
  ...codesOf(id),
  deptId: 'dept-1',
  bookLocationId: 'room-1',
  bookLocationName: '301 室',
  result: 'pending',
  bookStatus: 'in_use',
  isSurplus: 0,
  seenAt: null,
  seenById: null,
  seenByName: null,
  seenLocationId: null,
  ...more,
})
const card = (id: string): PhoneDevice => ({ id, version: 1, deviceName: `本院 ${id}`, ...codesOf(id), eamStatus: 'in_use' }) as PhoneDevice
const board = new CountIndex([line('1'), line('2'), line('3', { sn: 'SN-2' })])
const place = { locationId: undefined, userId: 'me', isLate: false, isBlind: false, isWhole: true }
/** What the phone says of a code. */
const said = async (code: string, isWhole = true) => {
  const { line: found, name } = await resolveCode(board, code)
  return seenFacts(found, name, { ...place, isWhole })
}

/** The cards of the data scopes: none of one's own, those of another department, all. */
const scopes = { none: [], foreign: [card('9')], all: [card('1'), card('2'), card('3'), card('9')] }

beforeEach(() => {
  held = []
})

test.each(Object.keys(scopes) as (keyof typeof scopes)[])(
  'with the cards of the scope “%s” the phone says the same of every code of a line',
  async (scope) => {
    held = scopes[scope]
    for (const code of Object.values(codesOf('1'))) {
      expect(await said(code)).toMatchObject({ title: { zh: '相符' }, detail: '监护仪 1' })
      expect((await resolveCode(board, code)).line?.id).toBe('line-1')
    }
    expect(await said('E2NOBODY')).toMatchObject({ title: 'count.unknown', detail: 'E2NOBODY' })
    expect(await said('E2NOBODY', false)).toMatchObject({ title: 'count.notWhole' })
  },
)

test('what is sent means the same card to the server: a code as it is stored, the own number in the place of one that may be shared', async () => {
  const codes = codesOf('1')
  for (const [read, code] of [
    [codes.rfidCode.toLowerCase(), codes.rfidCode],
    [codes.qrToken.toUpperCase(), codes.qrToken],
    ['zc-1', 'ZC-1'],
  ] as const)
    expect((await resolveCode(board, read)).said).toEqual({ code })
  for (const read of [codes.assetsCode, codes.sn])
    expect((await resolveCode(board, read)).said).toEqual({ code: 'ZC-1', said: { body: { note: read }, photos: [] } })
  const bare = new CountIndex([line('5', { deviceCode: null, qrToken: null, rfidCode: null })])
  expect((await resolveCode(bare, 'SN-5')).said).toEqual({ lineId: 'line-5' })
})

test('a maker’s plate is known by the serial number in it', async () => {
  const read = '(01)06901234567892(21)SN-1'
  const found = await resolveCode(board, read)
  expect(found.line?.id).toBe('line-1')
  expect(found.said).toEqual({ code: 'ZC-1', said: { body: { note: read }, photos: [] } })
})

test('a plate of another maker’s device with the serial number of a line is sent as it was read', async () => {
  held = [{ ...card('1'), udiDi: '6901234567892' }]
  const read = '(01)06901234567908(21)SN-1'
  expect(await resolveCode(board, read)).toMatchObject({ line: undefined, said: { code: read } })
  expect((await resolveCode(board, '(01)06901234567892(21)SN-1')).line?.id).toBe('line-1')
})

test.each(['\x1d010690123456789221SN-1', ']d2010690123456789217271231\x1d21sn-1', '（01）06901234567892（21）ＳＮ－１'])(
  'GS1 text as a reader sends it, %j, is the line of its serial number; its note has no separators',
  async (read) => {
    const found = await resolveCode(board, read)
    expect(found.line?.id).toBe('line-1')
    expect(found.said.said?.body.note).toMatch(/^\(01\)06901234567892.*\(21\)/)
  },
)

test('a number that several lines share chooses none of them', async () => {
  expect(await resolveCode(board, 'SN-2')).toMatchObject({ line: undefined, several: 2, said: { code: 'SN-2' } })
})

test('a card of the scope that is not on the book is called by its name, and its plate by its number', async () => {
  held = scopes.foreign
  expect(await resolveCode(board, 'SN-9')).toEqual({
    line: undefined,
    name: '本院 9',
    said: { code: 'ZC-9', said: { body: { note: 'SN-9' }, photos: [] } },
  })
  expect((await resolveCode(board, 'E28011609')).said).toEqual({ code: 'E28011609' })
})
