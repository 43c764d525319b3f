import { expect, test } from 'vitest'
import { orderKinds } from '#contract/kit/entity/order-kind.ts'
import { moveOf } from '#src/features/service/dispatch/plan-move.ts'

const kind = orderKinds.find(({ name }) => name === 'maintainOrder')!
const order = { id: 'o1', orderState: 'assigned', assigneeId: 'li', providerId: 'firm' }
const move = (row: typeof order | (Omit<typeof order, 'assigneeId'> & { assigneeId: null }), from: string, to: string) =>
  moveOf(kind, row, ['reassign'], { column: 'assigned', lane: from }, { column: 'assigned', lane: to })

test('a card that goes to another person or team keeps its provider; one that leaves the lane of its provider does not', () => {
  expect(move(order, 'p:li', 'p:qian')).toMatchObject({ is: 'assign', step: 'reassign', input: { assigneeId: 'qian', providerId: 'firm' } })
  expect(move(order, 'p:li', 't:night')).toMatchObject({ is: 'assign', input: { teamId: 'night', providerId: 'firm' } })
  const outside = move({ ...order, assigneeId: null }, 's:firm', 'p:qian')
  expect(outside).toMatchObject({ is: 'assign', step: 'reassign' })
  expect(outside.is === 'assign' && outside.input).toEqual({ assigneeId: 'qian' })
})

test('a card that another person has moved meanwhile stays where they put it', () => {
  const moved = { is: 'refused', why: 'dispatch.moved' }
  expect(move({ ...order, assigneeId: 'wang' } as never, 'p:li', 'p:qian')).toEqual(moved)
  expect(move({ ...order, assigneeId: null }, '_none', 'p:qian')).toEqual(moved)
  const at = (row: object, from: 'waiting' | 'assigned') =>
    moveOf(kind, row as never, ['assign', 'start'], { column: from, lane: undefined }, { column: 'working', lane: undefined })
  expect(at({ ...order, orderState: 'working' }, 'assigned')).toEqual(moved)
  expect(at(order, 'assigned')).toMatchObject({ is: 'steps', steps: ['start'] })
})
