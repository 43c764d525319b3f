import { monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import type { DepreciationMethod } from '#contract/depreciation/depreciation-schedule.ts'
import { decimalText } from '#contract/kit/fields/amount.ts'
import type { Book, BookCard } from '#server/features/ledger/books/book-cards.ts'
import { chargeMonths, type MonthSum, type NewLine, type NewOffset } from '#server/features/ledger/close/charge-cards.ts'

/** The first month of the book. */
const begins = monthNumber('2024-01')

interface Act {
  /** Months since the book began. */
  readonly at: number
  readonly kind: 'value' | 'life' | 'dept' | 'missing' | 'found' | 'leased' | 'bought'
  readonly to: number
}

interface Course {
  readonly method: DepreciationMethod
  readonly life: number
  readonly months: number
  readonly acts: readonly Act[]
  /** The right value in cents, where a wrong one is corrected in month `wrongUntil`. */
  readonly value?: bigint
  readonly wrongUntil?: number
}

/** A card in a book with what happens to it. */
export interface Lived {
  readonly book: Book
  readonly card: BookCard
  readonly months: number
  readonly wrongUntil: number | undefined
}

type Held = [field: string, last: number, value: string | null, reason: null]

/** A card whose acts are kept as the database keeps them: what held until the month of an act, a state and an owner until the one before. Values only rise. */
export function bookCard(rules: Book['rules'], { method, life, months, acts, value = 3_600_000n, wrongUntil }: Course): Lived {
  const now = { value: decimalText(value, 2), life: life as number, dept: 'd0', status: 'in_use', ownership: 'owned' }
  const terms: Held[] = []
  const keep = (field: string, last: number, was: string): void => {
    if (!terms.some(([name, until]) => name === field && until >= last)) terms.push([field, last, was, null])
  }
  for (const { at, kind, to } of acts.toSorted((a, b) => a.at - b.at)) {
    if (kind === 'value') {
      keep('value', begins + at, now.value)
      now.value = decimalText(BigInt(now.value.replace('.', '')) + BigInt(to) * 12_345n, 2)
    } else if (kind === 'life') {
      keep('life', begins + at, String(now.life))
      now.life = to
    } else if (kind === 'dept') {
      keep('dept', begins + at, now.dept)
      now.dept = `d${to}`
    } else if (kind === 'leased' || kind === 'bought') {
      const ownership = kind === 'leased' ? 'leased' : 'owned'
      if (ownership !== now.ownership) keep('ownership', begins + at - 1, now.ownership)
      now.ownership = ownership
    } else if ((kind === 'missing') !== (now.status === 'missing')) {
      keep('status', begins + at - 1, now.status)
      now.status = kind === 'missing' ? 'missing' : 'in_use'
    }
  }
  if (now.status === 'missing') {
    keep('status', begins + life, 'missing')
    now.status = 'in_use'
  }
  if (now.ownership === 'leased') {
    keep('ownership', begins + life, 'leased')
    now.ownership = 'owned'
  }
  const none = { fund: null, accepted: null, purchased: null, category: null, category_life: null, own_method: null, own_life: null }
  const empty = {
    own_rate: null,
    own_units: null,
    opening: null,
    write_off: null,
    funds: null,
    work: null,
    category_terms: null,
    posted: null,
  }
  const card: BookCard = {
    ...{
      ...none,
      ...empty,
      ...now,
      id: 'c',
      code: 'ZC-1',
      rate: '0.05',
      method,
      enabled: `${monthText(begins)}-01`,
      card: 'b',
      start_date: null,
    },
    ...{ state: null, book_value: null, accumulated: null, progress: null, offsets: null, correction: null },
    terms: terms.toSorted((a, b) => a[1] - b[1]),
  }
  const book: Book = { id: 'r', name: 'r', rules, begins, closed: undefined, life: null, residualRate: '0', terms: [] }
  return { book, card, months, wrongUntil }
}

/** Closes all months of a card, `late` of them at a time. A wrong value is half of the right one. */
export function closings({ book, card: given, months, wrongUntil }: Lived, late: number) {
  let [card, corrected] = [given, wrongUntil === undefined]
  const lines: NewLine[] = []
  const offsets: NewOffset[] = []
  for (let from = 0; from < months; from += late) {
    if (!corrected && from > wrongUntil!) {
      corrected = true
      card = { ...card, value: given.value, correction: '录错' }
    } else if (!corrected) card = { ...card, value: decimalText(BigInt(given.value!.replace('.', '')) / 2n, 2) }
    const sums = Array.from({ length: Math.min(late, months - from) }, (_, n): MonthSum => {
      const month = begins + from + n
      return {
        recordId: String(month),
        month,
        postedOn: `${monthText(month)}-28`,
        cards: 0,
        charged: 0n,
        opening: 0n,
        offsets: 0n,
        incomplete: 0,
      }
    })
    const figures = chargeMonths(book, sums, card, { lines, offsets })
    const posted = offsets.reduce((sum, { amount }) => sum + amount, 0n)
    if (figures)
      card = {
        ...card,
        ...{ state: figures.state, progress: figures.progress, offsets: decimalText(posted, 2), correction: null },
        ...{ book_value: decimalText(figures.value, 2), accumulated: decimalText(figures.accumulated, 2) },
      }
  }
  const accumulated = lines.reduce((sum, { amount }) => sum + amount, 0n) + offsets.reduce((sum, { amount }) => sum + amount, 0n)
  const value = BigInt(given.value!.replace('.', ''))
  const residual = book.rules === 'public' ? 0n : (2n * value * 5n + 100n) / 200n
  return {
    lines: lines.map((line) => ({
      month: monthNumber(line.postedOn) - begins,
      amount: line.amount,
      net: line.netValue,
      dept: line.card.dept,
      kind: line.kind,
    })),
    accumulated,
    base: value - residual,
  }
}
