import { v7 as uuid } from 'uuid'
import { chargeCard, newState } from '#contract/depreciation-card.ts'
import { splitByFunds } from '#contract/depreciation-funds.ts'
import type { CardStateName } from '#contract/entities/ledger/card-states.ts'
import type { lineKinds } from '#contract/entities/ledger/depreciation-line.ts'
import { cents } from '#contract/kit/amount.ts'
import { type Book, type BookCard, fundsOf, termsOf, workedUntil } from './book-cards.ts'
import { isSameState, type KeptProgress, keptOf, stateOf } from './progress.ts'

/** A line to write; amounts in cents. */
export interface NewLine {
  readonly id: string
  readonly recordId: string
  readonly postedOn: string
  readonly card: BookCard
  readonly kind: keyof typeof lineKinds
  readonly fund: string | null
  readonly amount: bigint
  readonly months: number
  readonly accumulated: bigint
  readonly netValue: bigint
}

/** What a card in the books becomes. `before`: what its last month went on from. */
export interface NewFigures {
  readonly id: string
  readonly isNew: boolean
  readonly card: BookCard
  readonly state: CardStateName
  readonly value: bigint
  readonly accumulated: bigint
  readonly months: number
  readonly postedOn: string | null
  readonly progress: KeptProgress
  readonly before: KeptProgress | null
}

/** What the closing of one month came to. */
export interface MonthSum {
  readonly recordId: string
  readonly month: number
  /** The last day of the month. */
  readonly postedOn: string
  cards: number
  charged: bigint
  opening: bigint
  incomplete: number
}

/** Adds the lines that an amount makes, one for each fund that takes some of it. */
function addLines(
  lines: NewLine[],
  funds: ReturnType<typeof fundsOf>,
  amounts: readonly bigint[],
  of: Omit<NewLine, 'id' | 'fund' | 'amount'>,
): void {
  const shares = funds.map(() => 0n)
  const split = funds.length === 1 ? [amounts.reduce((sum, one) => sum + one, 0n)] : amounts
  for (const amount of split) for (const [at, share] of splitByFunds(amount, funds).entries()) shares[at]! += share
  for (const [at, { fund }] of funds.entries()) if (shares[at] !== 0n) lines.push({ ...of, id: uuid(), fund, amount: shares[at]! })
}

/** Charges one card for months of a book that follow each other, adds its lines and sums, and answers what the card becomes; undefined when nothing changes. */
export function chargeMonths(book: Book, months: readonly MonthSum[], card: BookCard, lines: NewLine[]): NewFigures | undefined {
  const [terms, funds, kept] = [termsOf(book, card), fundsOf(book, card), stateOf(card.progress)]
  const adjusted = cents(card.offsets)
  // Most cards go on from what their row holds, which is then not written again.
  const found = kept?.adjusted === adjusted ? kept : undefined
  let state = found ?? (kept || adjusted !== 0n ? { ...(kept ?? newState), adjusted } : undefined)
  let [last, is, before] = [null as string | null, (card.state ?? 'waiting') as CardStateName, null as KeptProgress | null]
  for (const sum of months) {
    const { month, recordId, postedOn } = sum
    const done = chargeCard(book.rules, { begins: book.begins, month }, terms, state, workedUntil(card, month))
    is = done.is
    if (done.is === 'incomplete') sum.incomplete += 1
    if (done.is === 'incomplete' || done.is === 'waiting') continue
    const accumulated = done.state.charged + done.state.adjusted
    const of = { recordId, postedOn, card, accumulated, netValue: terms.value - accumulated }
    if (done.opening > 0n) {
      addLines(lines, funds, [done.opening], { ...of, kind: 'opening', months: done.state.done - done.charges.length })
      sum.opening += done.opening
    }
    const total = done.charges.reduce((all, one) => all + one, 0n)
    if (total > 0n) {
      addLines(lines, funds, done.charges, { ...of, kind: 'charge', months: done.charges.length })
      sum.cards += 1
      sum.charged += total
    }
    if (!state || !isSameState(done.state, state))
      [last, before] = [postedOn, state ? (state === found ? card.progress : keptOf(state)) : null]
    state = done.state
  }
  const now = state ?? newState
  const accumulated = now.charged + now.adjusted
  const isSame = last === null && card.state === is && cents(card.book_value) === terms.value && cents(card.accumulated) === accumulated
  if (card.card && isSame) return undefined
  return {
    ...{ id: card.card ?? uuid(), isNew: !card.card, card, state: is, value: terms.value, accumulated },
    ...{ months: now.done, postedOn: last, progress: keptOf(now), before },
  }
}
