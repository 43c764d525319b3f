import { expect, test } from 'vitest'
import type { Book, BookCard } from '#server/features/ledger/books/book-cards.ts'
import { movesOf, type Posted } from '#server/features/ledger/close/moves.ts'

const book = { rules: 'public', begins: 0, terms: [] } as unknown as Book
const card = (more: object = {}) =>
  ({ dept: 'new', fund: 'right', funds: null, terms: null, category_terms: null, ...more }) as unknown as BookCard
const charge = (month: number, amount: bigint, more: Partial<Posted> = {}): Posted => ({
  ...{ month, kind: 'charge', dept: 'old', fund: 'wrong', isSaid: false, amount },
  ...more,
})
const told = (moves: ReturnType<typeof movesOf>) => moves.map(({ dept, fund, amount }) => [dept, fund, amount])

test('an amount goes to what held in its month, and only from what was called wrong', () => {
  const posted = [charge(1, 100n), charge(2, 50n, { dept: 'third' }), charge(3, 7n)]
  expect(told(movesOf(book, card(), posted, [{ dept: 'old' }]))).toEqual([
    ['old', 'wrong', -107n],
    ['new', 'wrong', 107n],
  ])
  const held = card({ terms: [['dept', 1, 'old', null]] })
  expect(told(movesOf(book, held, posted, [{ dept: 'old' }]))).toEqual([
    ['old', 'wrong', -7n],
    ['new', 'wrong', 7n],
  ])
  expect(movesOf(book, card(), posted, [])).toEqual([])
})

test('earlier moves count as posted, so a correction back undoes them', () => {
  const posted = [
    charge(1, 100n),
    charge(2, -100n, { kind: 'move' }),
    charge(2, 100n, { kind: 'move', dept: 'wrong' }),
    charge(2, 40n, { dept: 'wrong' }),
  ]
  const both = [{ dept: 'old' }, { dept: 'wrong' }]
  expect(told(movesOf(book, card({ dept: 'old' }), posted, both))).toEqual([
    ['old', 'wrong', 140n],
    ['wrong', 'wrong', -140n],
  ])
  expect(movesOf(book, card({ dept: 'wrong' }), posted, [{ dept: 'old' }])).toEqual([])
})

test('a fund that a person named for an offset stays; shares are met to the cent and their sum is zero', () => {
  const posted = [charge(1, 100n), charge(1, -30n, { kind: 'reversal', isSaid: true }), charge(1, 5n, { kind: 'adjustment' })]
  expect(told(movesOf(book, card(), posted, [{ fund: 'wrong' }]))).toEqual([
    ['old', 'wrong', -105n],
    ['old', 'right', 105n],
  ])
  // What a breakdown shares stays; an offset without a fund was posted to that of the card.
  const divided = card({ funds: [['wrong', '1']] })
  expect(told(movesOf(book, divided, [charge(1, 100n), charge(1, 5n, { kind: 'adjustment' })], [{ fund: 'wrong' }]))).toEqual([
    ['old', 'wrong', -5n],
    ['old', 'right', 5n],
  ])
  const thirds = card({
    funds: [
      ['a', '1'],
      ['b', '1'],
      ['wrong', '1'],
    ],
  })
  const moves = movesOf(book, thirds, [charge(1, 100n), charge(2, 100n), charge(9, -100n, { kind: 'correction' })], [{ split: 2 }])
  // The first month had its shares truly; of the others a third each, the last fund takes the remainder.
  expect(told(moves)).toEqual([])
  const again = movesOf(book, thirds, [charge(1, 100n), charge(2, 100n)], [{ split: 2 }])
  expect(told(again)).toEqual([
    ['old', 'wrong', -66n],
    ['old', 'a', 33n],
    ['old', 'b', 33n],
  ])
  expect(movesOf({ ...book, rules: 'enterprise' } as Book, thirds, [charge(2, 100n)], [{ split: 0 }])).toEqual([])
})
