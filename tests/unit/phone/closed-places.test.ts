import { expect, test } from 'vitest'
import { isClosed, type PlaceRow } from '#src/features/place/public/places.ts'

const place = (id: string, parentId: string | null, isInactive?: number): [string, PlaceRow] => [
  id,
  { id, parentId, locationName: id, level: 'room', qrToken: null, isInactive: isInactive ?? null },
]

test('a place is closed with each one above it', () => {
  const places = new Map([
    place('old', null, 1),
    place('floor', 'old'),
    place('room', 'floor'),
    place('new', null),
    place('open', 'new', 0),
  ])
  expect(['old', 'floor', 'room'].map((id) => isClosed(id, places))).toEqual([true, true, true])
  expect(['new', 'open', 'unknown'].map((id) => isClosed(id, places))).toEqual([false, false, false])
  // A cycle of corrupt rows ends.
  expect(isClosed('a', new Map([place('a', 'b'), place('b', 'a')]))).toBe(false)
})
