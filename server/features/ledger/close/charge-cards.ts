import { v7 as uuid } from 'uuid'
import { type CardState, chargeCard, newState, replay } from '#contract/depreciation/depreciation-card.ts'
import { splitByFunds } from '#contract/depreciation/depreciation-funds.ts'
import { monthNumber } from '#contract/depreciation/depreciation-month.ts'
import type { CardStateName } from '#contract/entities/ledger/card-states.ts'
import type { lineKinds } from '#contract/entities/ledger/depreciation-line.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import { type Book, type BookCard, cardIn, fundsOf, termsOf, workedUntil } from '../books/book-cards.ts'
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
  offsets: bigint
  incomplete: number
}

/** An offset that a closing posts by itself; amounts in cents. */
export interface NewOffset {
  readonly id: string
  readonly recordId: string
  readonly postedOn: string
  readonly card: BookCard
  readonly kind: 'correction' | 'impairment' | 'move'
  readonly dept: string | null
  readonly fund: string | null
  readonly amount: bigint
  readonly reason: string
}

/** Whether a month leaves a card as it found it. */
const isLeft = (is: CardStateName): boolean => is === 'incomplete' || is === 'waiting' || is === 'exempt' || is === 'not_owned'

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

/** Why a value was lowered below what was charged: as said with the change that holds since the month. */
const whyLowered = ({ terms }: BookCard, month: number): string =>
  (terms ?? []).findLast(([field, last, , reason]) => field === 'value' && last < month && reason)?.[3] ?? '原值低于累计折旧'

/**
 * The state of a corrected card before month `month`: charged again from the start by what is right, with what was posted wrongly taken back or made up for by an
 * offset. `state`: as posted.
 */
export function corrected(book: Book, card: BookCard, state: CardState, month: number): { state: CardState; offset: bigint } {
  const before = (card.posted ?? []).map(([day, amount]) => [monthNumber(day), cents(amount)] as const)
  const months = Array.from({ length: month - book.begins }, (_, n) => {
    const at = book.begins + n
    const adjusted = before.reduce((sum, [posted, amount]) => (posted <= at ? sum + amount : sum), 0n)
    return { month: at, terms: termsOf(book, card, at), adjusted, worked: workedUntil(card, at) }
  })
  const right = replay(book.rules, book.begins, months) ?? newState
  const offset = right.charged + right.adjusted - state.charged - state.adjusted
  const adjusted = state.adjusted + offset
  const { stretch } = right
  return {
    offset,
    state: {
      ...right,
      charged: state.charged,
      adjusted,
      ...(stretch ? { stretch: { ...stretch, adjusted: stretch.adjusted + adjusted - right.adjusted } } : {}),
    },
  }
}

/** Charges one card for months of a book that follow each other, adds its lines, offsets and sums, and answers what the card becomes; undefined when nothing changes. */
export function chargeMonths(
  book: Book,
  months: readonly MonthSum[],
  card: BookCard,
  { lines, offsets }: { readonly lines: NewLine[]; readonly offsets: NewOffset[] },
): NewFigures | undefined {
  const kept = stateOf(card.progress)
  const adjusted = cents(card.offsets)
  // Most cards go on from what their row holds, which is then not written again.
  const found = kept?.adjusted === adjusted ? kept : undefined
  let state = found ?? (kept || adjusted !== 0n ? { ...(kept ?? newState), adjusted } : undefined)
  let [last, is, before] = [null as string | null, (card.state ?? 'waiting') as CardStateName, null as KeptProgress | null]
  let value = 0n
  for (const sum of months) {
    const { month, recordId, postedOn } = sum
    const [terms, held] = [termsOf(book, card, month), cardIn(card, month)]
    const funds = fundsOf(book, held)
    const post = (kind: NewOffset['kind'], amount: bigint, reason: string): void => {
      if (amount === 0n) return
      const shares = splitByFunds(amount < 0n ? -amount : amount, funds)
      for (const [at, share] of shares.entries())
        if (share !== 0n)
          offsets.push({
            ...{ id: uuid(), recordId, postedOn, card, kind, dept: held.dept, fund: funds[at]!.fund },
            ...{ amount: amount < 0n ? -share : share, reason },
          })
      sum.offsets += amount
    }
    const started = state
    if (sum === months[0] && card.correction !== null && state) {
      // Offsets that are posted with this month come after what was wrong before it.
      const posted = state.adjusted - kept!.adjusted
      const right = corrected(
        book,
        { ...card, posted: (card.posted ?? []).filter(([day]) => day < postedOn) },
        { ...state, adjusted: kept!.adjusted },
        month,
      )
      post('correction', right.offset, card.correction)
      state = { ...right.state, adjusted: right.state.adjusted + posted }
    }
    const done = chargeCard(book.rules, { begins: book.begins, month }, terms, state, workedUntil(card, month))
    is = done.is
    // The value of a device that belongs to another owner is not in the book.
    value = terms.isForeign ? 0n : terms.value
    post('impairment', done.impairment, whyLowered(card, month))
    if (done.is === 'incomplete') sum.incomplete += 1
    const isPaused = done.state.paused !== (started?.paused ?? 0)
    if (isLeft(done.is) && done.impairment === 0n && state === started && !isPaused) continue
    const accumulated = done.state.charged + done.state.adjusted
    const of = { recordId, postedOn, card: held, accumulated, netValue: value - accumulated }
    if (done.opening > 0n) {
      const opened = done.opening + (state?.charged ?? 0n) + done.state.adjusted
      const taken = { ...of, accumulated: opened, netValue: value - opened, months: done.state.done - done.charges.length }
      addLines(lines, funds, [done.opening], { ...taken, kind: 'opening' })
      sum.opening += done.opening
    }
    const total = done.charges.reduce((all, one) => all + one, 0n)
    if (total > 0n) {
      addLines(lines, funds, done.charges, { ...of, kind: 'charge', months: done.charges.length })
      sum.cards += 1
      sum.charged += total
    }
    if (!started || !isSameState(done.state, started))
      [last, before] = [postedOn, started ? (started === found ? card.progress : keptOf(started)) : null]
    state = done.state
  }
  const now = state ?? newState
  const accumulated = is === 'not_owned' ? 0n : now.charged + now.adjusted
  const isSame = last === null && card.state === is && cents(card.book_value) === value && cents(card.accumulated) === accumulated
  if (card.card && isSame && card.correction === null) return undefined
  return {
    ...{ id: card.card ?? uuid(), isNew: !card.card, card, state: is, value, accumulated },
    ...{ months: now.done, postedOn: last, progress: keptOf(now), before },
  }
}
