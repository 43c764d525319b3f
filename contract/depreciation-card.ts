import { type CardDates, firstMonth, lastMonth } from './depreciation-books.ts'
import { chargeOfMonth, chargeOfUnits, type DepreciationMethod, type Stretch } from './depreciation-schedule.ts'
import type { CardStateName } from './entities/ledger/card-states.ts'
import type { RuleSet } from './entities/ledger/rule-sets.ts'

/** What a card is charged by, as the books know it now. Amounts in cents, units in thousandths, months since the year 0. */
export interface CardTerms extends CardDates {
  readonly value: bigint
  /** What stays at the end; nothing in the book of a public hospital. */
  readonly residual: bigint
  readonly life: number
  readonly method: DepreciationMethod
  /** The work of the whole life. */
  readonly units: bigint
  readonly writeOff?: number
  /** Not charged now: it was not found in a check. */
  readonly isPaused?: boolean
  /** What had been charged when the book began; worked out from the schedule where it is not told. */
  readonly opening?: bigint
}

/** How far a card has been charged. `adjusted`: the offsets posted so far; `paused`: months left out. */
export interface CardState {
  readonly charged: bigint
  readonly adjusted: bigint
  readonly done: number
  readonly paused: number
  readonly worked: bigint
  readonly stretch?: OpenStretch
}

/** A stretch with what has been charged in it, and the terms that it was begun with. */
export interface OpenStretch extends Stretch {
  readonly value: bigint
  readonly adjusted: bigint
  readonly allUnits: bigint
  readonly done: number
  readonly charged: bigint
  readonly worked: bigint
}

/** What one month of the books does to a card. months: those charged; opening: what was charged before the book began. */
export interface CardMonth {
  readonly state: CardState
  readonly charges: readonly bigint[]
  readonly opening: bigint
  readonly is: CardStateName
}

export const newState: CardState = { charged: 0n, adjusted: 0n, done: 0, paused: 0, worked: 0n }

/** The stretch that the terms go on in: a new one spreads what is left over the life that is left when value, life, method or offsets have changed. */
function stretchOf(terms: CardTerms, state: CardState): OpenStretch {
  const open = state.stretch
  const { value, residual, life, method } = terms
  const isSame =
    open &&
    open.value === value &&
    open.residual === residual &&
    open.life === life &&
    open.method === method &&
    open.adjusted === state.adjusted &&
    open.allUnits === terms.units
  if (isSame) return open
  const left = value - residual - state.charged - state.adjusted
  const unitsLeft = terms.units - state.worked
  return {
    ...{ value, residual, life, method, adjusted: state.adjusted, allUnits: terms.units },
    ...{ base: left > 0n ? left : 0n, months: Math.max(1, life - state.done), units: unitsLeft > 0n ? unitsLeft : 0n },
    ...{ done: 0, charged: 0n, worked: 0n },
  }
}

const isOver = ({ charged, base, method, done, months }: OpenStretch): boolean => charged >= base || (method !== 'units' && done >= months)

/** The state after a charge of `months`, `work` of it done. */
const after = (state: CardState, stretch: OpenStretch, charge: bigint, months: number, work: bigint): CardState => ({
  ...state,
  charged: state.charged + charge,
  done: state.done + months,
  worked: state.worked + work,
  stretch: {
    ...stretch,
    done: stretch.done + months,
    charged: stretch.charged + charge,
    worked: stretch.worked + work,
  },
})

/** Charges `count` months one after another, or the work since the last charge in one amount. */
function charge(terms: CardTerms, given: CardState, count: number, work: bigint): { state: CardState; charges: bigint[] } {
  const stretch = stretchOf(terms, given)
  let state: CardState = { ...given, stretch }
  const charges: bigint[] = []
  if (terms.method === 'units') {
    if (count <= 0 || isOver(stretch)) return { state, charges }
    const amount = chargeOfUnits(stretch, stretch.charged, stretch.worked, work)
    return { state: after(state, stretch, amount, count, work), charges: amount > 0n ? [amount] : [] }
  }
  let charged = 0n
  for (let n = stretch.done; charges.length < count && n < stretch.months && stretch.charged + charged < stretch.base; n++) {
    const amount = chargeOfMonth(stretch, n)
    charges.push(amount)
    charged += amount
  }
  if (charges.length > 0) state = after(state, stretch, charged, charges.length, 0n)
  return { state, charges }
}

/** What a card has been charged before the book begins in month `begins`: as told, or as its schedule says. */
function opened(terms: CardTerms, state: CardState, first: number, last: number, begins: number): CardState {
  const elapsed = Math.max(0, Math.min(begins - 1, last) - first + 1)
  if (terms.opening !== undefined) return { ...state, charged: terms.opening, done: Math.min(elapsed, terms.life) }
  if (elapsed === 0 || terms.method === 'units') return { ...state, done: Math.min(elapsed, terms.life) }
  return charge(terms, state, elapsed, 0n).state
}

/**
 * Charges a card for month `month` of a book that begins in month `begins`. Months that were not charged yet, because the card came late into the register, are charged
 * together with it. `state`: none before the first charge. `worked`: the work of the whole life up to the month, in thousandths of a unit.
 */
export function chargeCard(
  rules: RuleSet,
  { begins, month }: { readonly begins: number; readonly month: number },
  terms: CardTerms,
  before: CardState | undefined,
  worked: bigint = 0n,
): CardMonth {
  const first = firstMonth(rules, terms)
  const given = before ?? newState
  if (first === undefined || terms.life < 1 || terms.value <= 0n || (terms.method === 'units' && terms.units <= 0n))
    return { state: given, charges: [], opening: 0n, is: 'incomplete' }
  if (first > month) return { state: given, charges: [], opening: 0n, is: 'waiting' }
  const last = terms.writeOff === undefined ? month : lastMonth(rules, terms.writeOff)
  const isNew = before?.stretch === undefined && given.done === 0 && given.charged === 0n
  const started = isNew ? opened(terms, given, first, last, begins) : given
  const opening = started.charged - given.charged
  const due = Math.min(month, last) - first + 1 - started.done - started.paused
  const isEnded = terms.writeOff !== undefined && month > last
  if (terms.isPaused && !isEnded)
    return { state: { ...started, paused: started.paused + Math.max(0, due) }, charges: [], opening, is: 'paused' }
  const work = worked > started.worked ? worked - started.worked : 0n
  const { state, charges } = charge(terms, started, due, work)
  const isComplete = state.stretch !== undefined && isOver(state.stretch)
  return { state, charges, opening, is: isComplete ? 'complete' : isEnded ? 'ended' : 'charging' }
}

/** What the next months charge a card by time if nothing changes, in cents. Units of work cannot be foreseen. */
export function forecast(
  rules: RuleSet,
  { begins, from, count }: { readonly begins: number; readonly from: number; readonly count: number },
  terms: CardTerms,
  before: CardState | undefined,
): { month: number; charge: bigint; accumulated: bigint }[] {
  let state = before
  return Array.from({ length: count }, (_, n) => {
    const month = from + n
    const done = chargeCard(rules, { begins, month }, terms, state)
    state = done.is === 'incomplete' || done.is === 'waiting' ? state : done.state
    const accumulated = (state?.charged ?? 0n) + (state?.adjusted ?? 0n)
    return { month, charge: done.charges.reduce((sum, one) => sum + one, 0n), accumulated }
  })
}
