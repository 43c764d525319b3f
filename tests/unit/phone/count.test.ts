import { expect, test } from 'vitest'
import { CountIndex } from '#src/features/check/phone/count-index.ts'
import { type CountLine, countedOf, type Observation, resultAt } from '#src/features/check/phone/count-model.ts'
import { roomsOf } from '#src/features/check/phone/use-rooms.ts'
import { workOf } from '#tests/harness/work-of.ts'

const line = (id: string, more: Partial<CountLine> = {}): CountLine => ({
  id: `line-${id}`,
  deviceId: id,
  deviceName: `监护仪 ${id}`,
  deviceCode: `ZC-${id}`,
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
const seen = (code: string, more: Partial<Observation> = {}): Observation => ({
  opId: `op-${code}-${more.at ?? ''}`,
  code,
  locationId: null,
  isMismatch: false,
  at: '2026-11-20T02:00:00.000Z',
  isWaiting: true,
  ...more,
})
const lines = [
  line('b', { bookLocationId: 'room-2', bookLocationName: '302 室', deptId: 'dept-2' }),
  line('a'),
  line('c', { result: 'match', seenAt: '2026-11-20T01:00:00.000Z', seenById: 'other', seenByName: '李工' }),
]
const names = (found: readonly CountLine[]): string[] => found.map(({ id }) => id)

test('a device seen elsewhere is told apart from one where the book says', () => {
  expect(resultAt(line('a'), 'room-1')).toBe('match')
  expect(resultAt(line('a'), 'room-2')).toBe('misplaced')
  expect(resultAt(line('a'), null)).toBe('match')
  expect(resultAt(line('a', { bookLocationId: null }), 'room-2')).toBe('match')
})

test('the first own observation decides what is not counted yet, and no other', () => {
  const own = [seen('ZC-a', { locationId: 'room-2' }), seen('ZC-a', { locationId: 'room-1' })]
  expect(countedOf(line('a'), own)).toMatchObject({ result: 'misplaced', seenLocationId: 'room-2', own: own[0] })
  expect(countedOf(line('a'), [seen('ZC-a', { isMismatch: true })]).result).toBe('mismatch')
  expect(countedOf(line('a', { result: 'match' }), own)).toMatchObject({ result: 'match', own: own[0] })
})

test('a line is found by its number in any case and by its device', () => {
  const board = new CountIndex(lines)
  expect(board.lineOfCode(' zc-A ')?.id).toBe('line-a')
  expect(board.lineOfDevice('b')?.id).toBe('line-b')
  expect(board.lineOfCode('ZC-x')).toBeUndefined()
})

test('figures and lists follow observations and their withdrawal, by room and department', () => {
  const board = new CountIndex(lines)
  expect(board.progress()).toEqual({ done: 1, all: 3 })
  expect(names(board.missing())).toEqual(['line-a', 'line-b'])
  expect(names(board.missing({ roomId: 'room-1' }))).toEqual(['line-a'])
  expect(board.progress({ deptId: 'dept-2' })).toEqual({ done: 0, all: 1 })

  const own = seen('zc-B', { lineId: 'line-b', locationId: 'room-1' })
  board.observe([own, seen('NEW-1'), seen('new-1', { at: '2026-11-20T03:00:00.000Z' })])
  expect(board.progress()).toEqual({ done: 2, all: 3 })
  expect(board.progress({ deptId: 'dept-2' })).toEqual({ done: 1, all: 1 })
  expect(board.results({ deptId: 'dept-2' })).toEqual({ misplaced: 1 })
  expect(names(board.missing())).toEqual(['line-a'])
  expect(names(board.seen())).toEqual(['line-b', 'line-c'])
  expect(names(board.seen({}, 'me'))).toEqual(['line-b'])
  expect([board.seenCount(), board.seenCount({}, 'me')]).toEqual([2, 1])
  expect(board.surplus().map((one) => one.code)).toEqual(['NEW-1'])

  board.add(seen('ZC-a'))
  expect(board.progress()).toEqual({ done: 3, all: 3 })
  board.add(seen('NEW-2'))
  expect(board.surplus().map((one) => one.code)).toEqual(['NEW-1', 'NEW-2'])

  board.observe([])
  expect(board.progress()).toEqual({ done: 1, all: 3 })
  expect(board.surplus()).toEqual([])
})

test('lines come, change and go one by one; what is not on the book is not counted in the book', () => {
  const board = new CountIndex(lines)
  const before = board.revision
  board.put(line('a', { result: 'match', seenAt: '2026-11-20T04:00:00.000Z' }))
  expect(board.revision).toBeGreaterThan(before)
  expect(board.progress()).toEqual({ done: 2, all: 3 })
  board.observe([seen('X-1')])
  board.put(line('x', { deviceId: null, deviceCode: 'X-1', isSurplus: 1, result: 'surplus', seenAt: '2026-11-20T05:00:00.000Z' }))
  expect(board.progress()).toEqual({ done: 2, all: 3 })
  expect(names(board.seen())[0]).toBe('line-x')
  expect(board.surplus()).toEqual([])
  board.put(line('b', { bookLocationId: 'room-2', bookLocationName: '302 室', deptId: 'dept-2', result: 'deficient' }))
  expect([board.progress(), names(board.missing())]).toEqual([{ done: 2, all: 3 }, ['line-b']])
  board.remove('line-b')
  expect(board.progress()).toEqual({ done: 2, all: 2 })
  expect(board.progress({ deptId: 'dept-2' })).toEqual({ done: 0, all: 0 })
  expect(names(board.missing())).toEqual([])
  expect(board.rooms()).toEqual([{ id: 'room-1', name: '301 室', progress: { done: 2, all: 2 } }])
})

test('a line whose card lies in another room by a new round is listed there', () => {
  const board = new CountIndex(lines)
  expect(names(board.missing({ roomId: 'room-1' }))).toEqual(['line-a'])
  board.put(line('a', { bookLocationId: 'room-2', bookLocationName: '302 室' }))
  expect(names(board.missing({ roomId: 'room-1' }))).toEqual([])
  expect(names(board.missing({ roomId: 'room-2' }))).toEqual(['line-a', 'line-b'])
  expect(board.progress({ roomId: 'room-2' })).toEqual({ done: 0, all: 2 })
})

test('one of twenty thousand lines changes without a look at the others', async () => {
  const board = new CountIndex(Array.from({ length: 20_000 }, (_, n) => line(String(n), { bookLocationId: `room-${n % 400}` })))
  expect(board.missing()).toHaveLength(20_000)
  const work = await workOf(() => {
    for (let n = 0; n < 500; n++)
      board.put(line(String(n), { bookLocationId: `room-${n % 400}`, result: 'match', seenAt: '2026-11-20T04:00:00.000Z' }))
  })
  // A look at all lines for each change would take seconds.
  expect(work).toBeLessThan(250)
  expect(board.progress()).toEqual({ done: 500, all: 20_000 })
  expect(board.missing({ roomId: 'room-3' })).toHaveLength(48)
})

test('rooms are listed with the way to them; a place with rooms below is no room to stand in', () => {
  const places = new Map(
    [
      { id: 'h', locationName: '本部', parentId: null, level: 'courtyard', qrToken: null },
      { id: 'r10', locationName: '10 室', parentId: 'h', level: 'room', qrToken: 'abcdefghjk02' },
      { id: 'r9', locationName: '9 室', parentId: 'h', level: 'room', qrToken: null },
      { id: 'w', locationName: '仓库', parentId: null, level: 'building', qrToken: null },
    ].map((row) => [row.id, row]),
  )
  expect(roomsOf(places).map(({ path, name, token }) => [path, name, token])).toEqual([
    ['', '仓库', null],
    ['本部', '9 室', null],
    ['本部', '10 室', 'abcdefghjk02'],
  ])
})
