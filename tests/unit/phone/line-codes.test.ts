import { expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { lineCodeFields } from '#contract/entities/check/line-codes.ts'
import { seenFacts } from '#src/features/check/last-seen.tsx'
import { CountIndex } from '#src/features/check/phone/count-index.ts'
import type { CountLine, Observation } from '#src/features/check/phone/count-model.ts'
import { workOf } from '#tests/harness/work-of.ts'

const line = (id: string, more: Partial<CountLine> = {}): CountLine => ({
  id: `line-${id}`,
  deviceId: id,
  deviceName: `监护仪 ${id}`,
  deviceCode: `ZC-${id}`,
  qrToken: `qr${id}`,
  rfidCode: `E280${id}`,
  assetsCode: `GZ-${id}`,
  sn: `SN-${id}`,
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
const seen = (code: string): Observation => ({
  opId: `op-${code}`,
  code,
  locationId: null,
  isMismatch: false,
  at: '2026-11-20T02:00:00.000Z',
  isWaiting: true,
})
const widened = (code: string): string => code.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const place = { locationId: undefined, userId: 'me', isLate: false, isBlind: false, isWhole: true }

test('every code of a line is a field of line and card, and travels to phones', () => {
  for (const field of lineCodeFields) {
    expect(checkLine.fields[field]).toMatchObject({ zh: device.fields[field].zh, max: expect.any(Number) })
    expect(checkLine.offline?.offlineFields).toContain(field)
    expect(device.offline?.offlineFields).toContain(field)
  }
})

test.each(lineCodeFields)('a line is found by its %s in any case, and the phone says it matches', (field) => {
  const board = new CountIndex([line('a'), line('b')])
  const code = String(line('a')[field])
  for (const read of [code, ` ${code.toLowerCase()} `, code.toUpperCase(), widened(code), [...code].join('\u200b'), `\u00a0${code}`]) {
    const hit = board.find(read)
    expect([hit?.field, hit?.lines.map(({ id }) => id)]).toEqual([field, ['line-a']])
    expect(seenFacts(hit?.lines[0], read, place)).toMatchObject({ tone: 'good', detail: '监护仪 a' })
  }
})

test('a code that two lines share means neither; the surer code goes first', () => {
  const board = new CountIndex([line('a', { sn: '1' }), line('b', { sn: '1' }), line('c', { sn: 'ZC-a' })])
  expect(board.find('1')?.lines).toHaveLength(2)
  expect(board.lineOfCode('1')).toBeUndefined()
  expect(board.lineOfCode('ZC-a')?.id).toBe('line-a')
  expect(board.find('ZC-a', 'sn')?.lines.map(({ id }) => id)).toEqual(['line-c'])
  board.remove('line-a')
  expect(board.lineOfCode('1')?.id).toBe('line-b')
  expect(board.lineOfCode('ZC-a')?.id).toBe('line-c')
})

test('codes that change on the card are found from then on, and the old ones are not', () => {
  const board = new CountIndex([line('a'), line('b')])
  board.put(line('a', { rfidCode: 'E2NEW', qrToken: null }))
  expect(board.lineOfCode('E2NEW')?.id).toBe('line-a')
  expect(board.lineOfCode('E280a')).toBeUndefined()
  expect(board.lineOfCode('qra')).toBeUndefined()
  expect(board.lineOfCode('')).toBeUndefined()
  board.put(line('b', { rfidCode: 'E280a' }))
  expect(board.lineOfCode('E280a')?.id).toBe('line-b')
})

test('an unknown code is told as such only when everything is here; before that it is kept and settled by the line that comes', () => {
  const board = new CountIndex([line('a')])
  const before = seenFacts(undefined, 'SN-b', { ...place, isWhole: false })
  expect(before).toMatchObject({ title: 'count.notWhole', hint: { word: 'count.notWholeHint' } })
  expect(seenFacts(undefined, 'SN-b', place)).toMatchObject({ title: 'count.unknown' })
  const own = [seen('SN-b')]
  board.observe(own)
  expect(board.surplus()).toHaveLength(1)
  board.put(line('b'))
  board.observe(own)
  expect(board.surplus()).toEqual([])
  expect(board.line('line-b')?.result).toBe('match')
})

test('in a blind check the phone says of every code only that it is recorded', () => {
  for (const isWhole of [true, false]) {
    const said = seenFacts(undefined, 'X', { ...place, isBlind: true, isWhole })
    expect(said).toEqual({ tone: 'good', title: 'check.saved', detail: 'X' })
    const strange = seenFacts(undefined, 'X', { ...place, isBlind: true, isWhole, isOnNoCard: true })
    expect(strange).toEqual({ tone: 'extra', title: 'check.saved', detail: 'X', hint: { word: 'count.onNoCard' } })
  }
})

test('twenty thousand lines with all codes are ready in moments, and a thousand tags are told at once', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => line(String(n)))
  const board = new CountIndex()
  expect(
    await workOf(() => {
      for (const one of lines) board.put(one)
    }),
  ).toBeLessThan(1500)
  const asked = await workOf(() => {
    for (let n = 0; n < 1000; n++) expect(board.find(`E280${n * 20}`)?.lines).toHaveLength(1)
  })
  expect(asked).toBeLessThan(500)
})
