import { expect, test } from 'vitest'
import { columnsOf, floorsInTurn } from '#src/features/insight/board/map/place-tree.ts'

const place = (id: string, level: 'courtyard' | 'building' | 'floor', parentId: string | null, more = {}) => ({
  ...{ id, name: id, level, parentId, isInactive: false, hasPlan: false },
  ...more,
})
const floors = Array.from({ length: 12 }, (_, at) => place(`F${at + 1}`, 'floor', 'tower'))

test('a tall building stands in several columns, the highest floor first; what stands in the building itself comes last', () => {
  const columns = columnsOf(
    {
      places: [place('east', 'courtyard', null), place('tower', 'building', 'east'), ...floors],
      devices: [{ placeId: 'tower', state: 'in_use', count: 2, stopped: 0 }],
      alarms: [],
    },
    10,
  )
  expect(columns.map(({ campus, name, floors: shown }) => [campus, name, shown.map(({ id }) => id)])).toEqual([
    ['east', 'tower', ['F12', 'F11', 'F10', 'F9', 'F8', 'F7', 'F6', 'F5', 'F4', 'F3']],
    ['east', 'tower', ['F2', 'F1', 'tower']],
  ])
  // What is no floor has no rooms to show.
  expect(floorsInTurn(columns)).toEqual([])
})

test('a place out of use is shown while something stands there; each floor has the tone of what is most urgent', () => {
  const map = {
    places: [
      place('annex', 'building', null),
      place('F1', 'floor', 'annex', { hasPlan: true }),
      place('F2', 'floor', 'annex'),
      place('old', 'floor', 'annex', { isInactive: true }),
      place('empty', 'floor', 'annex', { isInactive: true }),
      place('F3', 'floor', 'annex', { hasPlan: true }),
    ],
    devices: [
      { placeId: 'F1', state: 'in_use' as const, count: 3, stopped: 0 },
      { placeId: 'F2', state: 'in_use' as const, count: 1, stopped: 1 },
      { placeId: 'old', state: 'repairing' as const, count: 1, stopped: 0 },
    ],
    alarms: [{ placeId: 'F3', roomId: null, count: 2 }],
  }
  const columns = columnsOf(map, 10)
  expect(columns[0]!.floors.map(({ id, tone, devices, repairing, alarms }) => [id, tone, devices, repairing, alarms])).toEqual([
    ['F3', 'bad', 0, 0, 2],
    ['old', 'busy', 1, 1, 0],
    ['F2', 'warn', 1, 0, 0],
    ['F1', 'good', 3, 0, 0],
  ])
  // Those with a plan take turns, the one with alarms first.
  expect(floorsInTurn(columns).map(({ id }) => id)).toEqual(['F3', 'F1'])
  // Who may see neither devices nor alarms sees the buildings.
  const bare = columnsOf({ ...map, devices: null, alarms: null }, 10)
  expect(bare[0]!.floors.map(({ id, devices, alarms }) => [id, devices, alarms])).toEqual([
    ['F3', undefined, undefined],
    ['F2', undefined, undefined],
    ['F1', undefined, undefined],
  ])
})
