import { splitByFunds } from '#contract/depreciation/depreciation-funds.ts'
import { type Book, type BookCard, cardIn, fundsOf } from '../books/book-cards.ts'

/** What a correction called wrong: the department, the fund, or the shares of funds since a month. */
export interface Wrong {
  readonly dept?: string | null
  readonly fund?: string | null
  readonly split?: number
}

/** What a month posted to a department and a fund, in cents. `isSaid`: an offset whose fund a person named. */
export interface Posted {
  readonly month: number
  readonly kind: 'charge' | 'reversal' | 'adjustment' | 'correction' | 'impairment' | 'move'
  readonly dept: string | null
  readonly fund: string | null
  readonly isSaid: boolean
  readonly amount: bigint
}

/** What a department and a fund are charged more, or less. */
export interface Move {
  readonly dept: string | null
  readonly fund: string | null
  readonly amount: bigint
}

/** Kinds that the program splits by the funds of the card itself. */
const isShared = (kind: Posted['kind']): boolean => kind === 'charge' || kind === 'correction' || kind === 'impairment'

/**
 * The moves after which each department and fund has been charged what is right: amounts that were posted to what a correction called wrong go to what held in their
 * month. Their sum is zero. Earlier moves count as posted, so nothing moves twice; what was never called wrong stays where it is.
 */
export function movesOf(book: Book, card: BookCard, posted: readonly Posted[], wrong: readonly Wrong[]): Move[] {
  const depts = new Set(wrong.flatMap(({ dept }) => (dept === undefined ? [] : [dept])))
  const funds = new Set(wrong.flatMap(({ fund }) => (fund === undefined ? [] : [fund])))
  const since = Math.min(...wrong.flatMap(({ split }) => (split === undefined ? [] : [split])))
  const months = new Map<number, BookCard>()
  const heldIn = (month: number): BookCard => {
    const held = months.get(month) ?? cardIn(card, month)
    months.set(month, held)
    return held
  }
  const sums = new Map<string, Move>()
  const add = (dept: string | null, fund: string | null, amount: bigint): void => {
    const key = JSON.stringify([dept, fund])
    sums.set(key, { dept, fund, amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  const shared = new Map<string, Posted>()
  for (const one of posted) {
    add(one.dept, one.fund, -one.amount)
    if (one.kind === 'move') continue
    const held = heldIn(one.month)
    const dept = depts.has(one.dept) ? held.dept : one.dept
    const isDivided = book.rules === 'public' && held.funds !== null
    if (book.rules === 'public' && one.month >= since && isShared(one.kind)) {
      const key = `${one.month} ${one.kind} ${dept}`
      shared.set(key, { ...one, dept, amount: (shared.get(key)?.amount ?? 0n) + one.amount })
      continue
    }
    // Shares are those of the breakdown; any other amount is posted to the fund of the card.
    const isOfCard = !one.isSaid && !(isDivided && isShared(one.kind))
    add(dept, isOfCard && funds.has(one.fund) ? held.fund : one.fund, one.amount)
  }
  for (const { month, dept, amount } of shared.values()) {
    const right = fundsOf(book, heldIn(month))
    const shares = splitByFunds(amount < 0n ? -amount : amount, right)
    for (const [at, { fund }] of right.entries()) add(dept, fund, amount < 0n ? -shares[at]! : shares[at]!)
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}
