import { expect, test } from 'vitest'
import { orderKinds } from '#contract/kit/entity/order-kind.ts'
import { dayMoveOf } from '#src/features/service/dispatch/day-move.ts'

const kind = orderKinds.find(({ name }) => name === 'maintainOrder')!
const [today, tomorrow] = ['2031-03-03', '2031-03-04']
const order = { id: 'o1', orderState: 'assigned', assigneeId: 'li' }
const move = (row: typeof order, open: readonly string[], lane: string, day = today) =>
  dayMoveOf(kind, row, open, { day: today, lane: 'p:li' }, { day, lane }, today)

test('an order that someone has goes to another person, on the same day or on another', () => {
  const open = ['submit', 'reassign']
  expect(move(order, open, 'p:qian')).toMatchObject({ is: 'assign', step: 'reassign', input: { assigneeId: 'qian' } })
  expect(move(order, open, 'p:qian', tomorrow)).toMatchObject({ is: 'assign', input: { assigneeId: 'qian', scheduledOn: tomorrow } })
  expect(move({ ...order, orderState: 'working' }, ['reassign'], 'p:qian')).toMatchObject({ is: 'assign', step: 'reassign' })
  expect(move({ ...order, orderState: 'working' }, ['reassign'], 'p:qian', tomorrow)).toEqual({ is: 'refused', why: 'planning.fixed' })
})

test('an order that another person has given away meanwhile stays where they put it', () => {
  expect(move({ ...order, assigneeId: 'wang' }, ['submit', 'reassign'], 'p:qian')).toEqual({ is: 'refused', why: 'dispatch.moved' })
})

test('what is due by a ledger moves to another day where it has a planned one, and to no person', () => {
  const ledger = (name: string, open: readonly string[], to: { day: string; lane: string }) =>
    dayMoveOf(orderKinds.find((one) => one.name === name)!, { id: 'c1', result: 'passed' }, open, { day: today, lane: '_none' }, to, today)
  const later = { day: tomorrow, lane: '_none' }
  expect(ledger('statutoryCard', [], later)).toEqual({ is: 'refused', why: 'dispatch.ledger' })
  expect(ledger('qualityCard', [], later)).toEqual({ is: 'refused', why: 'planning.fixed' })
  expect(ledger('qualityCard', ['submit'], later)).toEqual({ is: 'day', input: { plannedOn: tomorrow } })
  expect(ledger('qualityCard', ['submit'], { day: today, lane: 'p:li' })).toEqual({ is: 'refused', why: 'dispatch.ledger' })
  // Planning a metrology card makes its record, which has the day.
  expect(ledger('measureCard', ['submit'], later)).toEqual({ is: 'refused', why: 'dispatch.ledger' })
})
