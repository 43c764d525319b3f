import { expect, test } from 'vitest'
import {
  clickMeans,
  differs,
  faultIn,
  noDraft,
  type PlanRoom,
  type PlanView,
  pointsIn,
  putOutline,
  roomsToSave,
  statesIn,
  toneIn,
  undone,
} from '#src/features/place/public/plan-draft.ts'

const room = (id: string, outline: string | null, devices: PlanRoom['devices'] = []): PlanRoom => ({
  ...{ id, name: id, outline, devices },
  drawnId: outline && `line-${id}`,
})
const triangle = [
  { x: 0.1, y: 0.1 },
  { x: 0.3, y: 0.1 },
  { x: 0.3, y: 0.3 },
]
const rooms = [room('a', '0,0 1,0 1,1'), room('b', '0,0 0.5,0 0.5,0.5'), room('c', null)]

test('a draft names saved rooms by their line, changes alone with their outline, and leaves out what was erased', () => {
  const draft = putOutline(putOutline(noDraft, 'b', null), 'c', triangle)
  expect(roomsToSave(rooms, draft.changes)).toEqual([{ id: 'line-a' }, { roomId: 'c', outline: '0.1,0.1 0.3,0.1 0.3,0.3' }])
  expect(roomsToSave(rooms, putOutline(noDraft, 'a', triangle).changes)).toEqual([
    { id: 'line-a', outline: '0.1,0.1 0.3,0.1 0.3,0.3' },
    { id: 'line-b' },
  ])
})

test('each act is undone, the last one first', () => {
  const [first, second] = [putOutline(noDraft, 'c', triangle), putOutline(putOutline(noDraft, 'c', triangle), 'c', null)]
  expect(pointsIn(rooms[2]!, second.changes)).toBeUndefined()
  expect(undone(second).changes).toEqual(first.changes)
  expect(undone(undone(second))).toEqual(noDraft)
  expect(undone(noDraft)).toEqual(noDraft)
})

test('a drawn room that cannot be saved is named', () => {
  expect(faultIn(rooms, putOutline(noDraft, 'c', triangle).changes)).toBeUndefined()
  expect(faultIn(rooms, putOutline(noDraft, 'c', triangle.slice(0, 2)).changes)?.room.id).toBe('c')
})

test('a room has the tone of the state that asks for most attention', () => {
  expect(toneIn(room('a', null))).toBeUndefined()
  expect(toneIn(room('a', null, null))).toBeUndefined()
  expect(
    toneIn(
      room('a', null, [
        { state: 'in_use', count: 3 },
        { state: 'missing', count: 1 },
      ]),
    ),
  ).toBe('bad')
})

test('a view differs by its plan, its version and its rooms', () => {
  const view: PlanView = { floorId: 'f', floorName: 'F', plan: { id: 'p', version: 1, picture: 'i' }, rooms }
  expect(differs(view, { ...view, rooms: rooms.toReversed() })).toBe(false)
  expect(differs(view, { ...view, plan: { id: 'p', version: 2, picture: 'i' } })).toBe(true)
  expect(differs(view, { ...view, plan: { id: 'q', version: 1, picture: 'i' } })).toBe(true)
  expect(differs(view, { ...view, rooms: rooms.slice(1) })).toBe(true)
})

test('a click closes at the first point and means nothing at the last', () => {
  const size = { width: 1000, height: 500 }
  expect(clickMeans(triangle, { x: 0.105, y: 0.1 }, size)).toBe('close')
  expect(clickMeans(triangle.slice(0, 2), { x: 0.105, y: 0.1 }, size)).toBe('add')
  expect(clickMeans(triangle, { x: 0.3, y: 0.301 }, size)).toBe('nothing')
  expect(clickMeans(triangle.slice(0, 1), { x: 0.1, y: 0.1 }, size)).toBe('nothing')
  expect(clickMeans([], { x: 0.1, y: 0.1 }, size)).toBe('add')
})

test('the states in a room are said in words', () => {
  const say = (words: { readonly zh: string }): string => words.zh
  expect(statesIn(room('a', null, null), say)).toBe('')
  expect(
    statesIn(
      room('a', null, [
        { state: 'in_use', count: 2 },
        { state: 'repairing', count: 1 },
      ]),
      say,
    ),
  ).toBe('在用 2 · 维修中 1')
})
