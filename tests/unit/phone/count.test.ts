import { expect, test } from 'vitest'
import { type CountLine, codeBook, countOf, entryOf, missingOf, progressOf, resultAt, seenOf } from '#src/features/check/count-model.ts'
import { roomsOf } from '#src/features/check/use-rooms.ts'

const line = (id: string, more: Partial<CountLine> = {}): CountLine => ({
  id: `line-${id}`,
  deviceId: id,
  deviceName: `监护仪 ${id}`,
  deviceCode: `ZC-${id}`,
  bookLocationId: 'room-1',
  bookLocationName: '301 室',
  result: 'pending',
  seenAt: null,
  seenLocationId: null,
  ...more,
})
const marks = [{ id: 'a', deviceCode: 'ZC-a', assetsCode: null, rfidCode: 'E2801', qrToken: 'abcdefghjk01' }]
const lines = [
  line('a'),
  line('b', { bookLocationId: 'room-2', bookLocationName: '302 室' }),
  line('c', { result: 'match', seenAt: '2026-11-20T01:00:00.000Z' }),
]
const book = codeBook(lines, marks)
const seen = (code: string, locationId: string | null = null, more: object = {}) => ({
  opId: `op-${code}`,
  code,
  locationId,
  at: '2026-11-20T02:00:00.000Z',
  isWaiting: true,
  ...more,
})

test('a line is known by every code of its device, in any case, and named by the code on the card', () => {
  for (const code of ['ZC-a', 'zc-A', 'e2801', 'ABCDEFGHJK01']) expect(entryOf(code, book)?.lineId).toBe('line-a')
  expect(entryOf(' zc-b ', book)).toEqual({ lineId: 'line-b', code: 'ZC-b' })
  expect(entryOf('ZC-x', book)).toBeUndefined()
})

test('a device seen elsewhere is told apart from one where the book says', () => {
  expect(resultAt(line('a'), 'room-1')).toBe('match')
  expect(resultAt(line('a'), 'room-2')).toBe('misplaced')
  expect(resultAt(line('a'), null)).toBe('match')
  expect(resultAt(line('a', { bookLocationId: null }), 'room-2')).toBe('match')
})

test('own observations show at once; the first decides, the others change nothing', () => {
  const count = countOf(
    lines,
    [seen('ZC-a', 'room-2'), seen('E2801', 'room-1'), seen('ZC-c', 'room-9'), seen('NEW-1'), seen('new-1')],
    book,
  )
  expect(count.lines.map(({ id, result, isWaiting }) => [id, result, isWaiting])).toEqual([
    ['line-a', 'misplaced', true],
    ['line-b', 'pending', false],
    ['line-c', 'match', false],
  ])
  expect(count.surplus.map((one) => one.code)).toEqual(['NEW-1'])
})

test('what is missing and what was counted follow from the lines', () => {
  const { lines: counted } = countOf(lines, [seen('ZC-a')], book)
  expect(progressOf(counted)).toEqual({ done: 2, all: 3 })
  expect(progressOf(counted, 'room-2')).toEqual({ done: 0, all: 1 })
  expect(missingOf(counted).map((one) => one.id)).toEqual(['line-b'])
  expect(missingOf(counted, 'room-1')).toEqual([])
  expect(seenOf(counted).map((one) => one.id)).toEqual(['line-a', 'line-c'])
})

test('rooms come with the way to them, numbers in order', () => {
  const row = (id: string, locationName: string, parentId: string | null, level: string) => ({
    id,
    locationName,
    parentId,
    level,
    qrToken: null,
  })
  const rows = [
    row('b', '一号楼', null, 'building'),
    row('f', '3 楼', 'b', 'floor'),
    row('r10', '10 室', 'f', 'room'),
    row('r9', '9 室', 'f', 'room'),
    row('y', '东院', null, 'courtyard'),
  ]
  const rooms = roomsOf(new Map(rows.map((one) => [one.id, one])))
  expect(rooms.map(({ id, path }) => [id, path])).toEqual([
    ['y', ''],
    ['r9', '一号楼 › 3 楼'],
    ['r10', '一号楼 › 3 楼'],
  ])
})
