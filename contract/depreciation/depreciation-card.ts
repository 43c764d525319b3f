import type { CardStateName } from '../entities/ledger/card-states.ts'
import type { RuleSet } from '../entities/ledger/rule-sets.ts'
import { type CardDates, firstMonth, firstMonthOwned, lastMonth } from './depreciation-books.ts'
import { chargeOfMonth, chargeOfUnits, type DepreciationMethod, lesser, type Stretch } from './depreciation-schedule.ts'

/** The terms of a card in one month. Amounts in cents, units in thousandths, months since year 0. */
export interface CardTerms extends CardDates {
  readonly value: bigint
  /** The value is still unknown, which differs from a value of zero and must be reported. */
  readonly isUnpriced?: boolean
  /** The residual value; zero in the books of a public hospital. */
  readonly residual: bigint
  readonly life: number
  readonly method: DepreciationMethod
  /** The units of work of the whole life. */
  readonly units: bigint
  readonly writeOff?: number
  /** Depreciation is suspended: a check did not find the device. */
  readonly isPaused?: boolean
  /** The device belongs to another owner, so it is not depreciated. */
  readonly isForeign?: boolean
  /** The month from which the hospital owns it, if it belonged to another owner before. */
  readonly ownedSince?: number
  /** The last month without depreciation because the price was unknown, if it is known since. */
  readonly exemptUntil?: number
  /** The accumulated depreciation when the book began; computed from the schedule if absent. */
  readonly opening?: bigint
}

/**
 * The accumulated depreciation of a card. `adjusted`: the adjustments posted so far; `paused`: suspended months; `first`: its first month,
 * fixed after the first charge.
 */
export interface CardState {
  readonly first?: number
  readonly charged: bigint
  readonly adjusted: bigint
  readonly done: number
  readonly paused: number
  readonly worked: bigint
  readonly stretch?: OpenStretch
}

/** A period with the same terms, what was charged in it, and the terms at its beginning. */
export interface OpenStretch extends Stretch {
  readonly value: bigint
  readonly adjusted: bigint
  readonly allUnits: bigint
  readonly done: number
  readonly charged: bigint
  readonly worked: bigint
}

/**
 * The effect of one month of the books on a card. opening: what was charged before the book began; impairment: the posting that keeps the
 * net value from becoming negative when the value falls below what was charged, at most 0.
 */
export interface CardMonth {
  readonly state: CardState
  readonly charges: readonly bigint[]
  readonly opening: bigint
  readonly impairment: bigint
  readonly is: CardStateName
}

/** The value of cards kept without a price (名义金额), in cents. */
export const nominalValue = 100n

/** Whether a card is never depreciated: it cost nothing, or a public hospital keeps it at nominal value. */
export const isExempt = (rules: RuleSet, { value, isUnpriced }: Pick<CardTerms, 'value' | 'isUnpriced'>): boolean =>
  !isUnpriced && (value === 0n || (rules === 'public' && value === nominalValue))

/** The state of a card before its first charge. */
export const newState: CardState = { charged: 0n, adjusted: 0n, done: 0, paused: 0, worked: 0n }

/**
 * The period that the terms continue: a change of value, life, method or adjustments begins a new one, which spreads the remaining amount
 * over the remaining life.
 */
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

/** Whether a card goes on in its open stretch by the terms. */
export const continues = (terms: CardTerms, state: CardState): boolean =>
  state.stretch !== undefined && stretchOf(terms, state) === state.stretch

/**
 * A state that continues with other terms: the months since the card was fully depreciated passed without a charge and are not made up for.
 * `passed`: months since its first one.
 */
function resumed(terms: CardTerms, state: CardState, passed: number): CardState {
  const { stretch } = state
  if (!stretch || !isOver(stretch) || stretchOf(terms, state) === stretch) return state
  return { ...state, done: Math.max(state.done, Math.min(terms.life, passed - state.paused)) }
}

const isOver = ({ charged, base, method, done, months }: OpenStretch): boolean => charged >= base || (method !== 'units' && done >= months)

/** The first month of a card that was never charged: by its dates, at the earliest when the hospital came to own it; undefined without any date. */
function firstOf(rules: RuleSet, terms: CardTerms): number | undefined {
  const dated = firstMonth(rules, terms)
  if (terms.ownedSince === undefined) return dated
  return Math.max(dated ?? 0, firstMonthOwned(rules, terms.ownedSince))
}

/** A month in which a device belongs to another owner: charged nothing, and the months of one that was charged before are not made up for. */
function foreign(state: CardState, month: number): CardMonth {
  const passed = state.first === undefined ? 0 : Math.max(0, month - state.first + 1 - state.done - state.paused)
  return {
    state: passed > 0 ? { ...state, paused: state.paused + passed } : state,
    charges: [],
    opening: 0n,
    impairment: 0n,
    is: 'not_owned',
  }
}

/** The state after a charge of `months` months, with `work` done. */
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

/** Charges `count` consecutive months, or the work since the last charge in one amount. */
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
    // What a part of a divided card was charged is its share, which may differ by cents from what its months come to.
    const left = stretch.base - stretch.charged - charged
    const amount = n === stretch.months - 1 ? left : lesser(left, chargeOfMonth(stretch, n))
    charges.push(amount)
    charged += amount
  }
  if (charges.length > 0) state = after(state, stretch, charged, charges.length, 0n)
  return { state, charges }
}

/** The accumulated depreciation before the book begins in month `begins`: as given, or by the card's schedule. */
function opened(terms: CardTerms, state: CardState, first: number, last: number, begins: number): CardState {
  if (terms.exemptUntil !== undefined && terms.exemptUntil >= first)
    return { ...state, done: Math.min(terms.exemptUntil - first + 1, terms.life) }
  const elapsed = Math.max(0, Math.min(begins - 1, last) - first + 1)
  if (terms.opening !== undefined) return { ...state, charged: lesser(terms.opening, terms.value), done: Math.min(elapsed, terms.life) }
  if (elapsed === 0 || terms.method === 'units') return { ...state, done: Math.min(elapsed, terms.life) }
  return charge(terms, state, elapsed, 0n).state
}

const chargedInAll = ({ charged, adjusted }: CardState): bigint => charged + adjusted

/** The state before a month: a card whose value is below what was charged is impaired to zero net value. */
function impaired(terms: CardTerms, state: CardState): { state: CardState; impairment: bigint } {
  const over = chargedInAll(state) - terms.value
  if (terms.isUnpriced || over <= 0n) return { state, impairment: 0n }
  return { state: { ...state, adjusted: state.adjusted - over }, impairment: -over }
}

/**
 * Charges a card for month `month` of a book that begins in month `begins`, by the terms of that month. Earlier months without a charge,
 * because the card was registered late, are charged together with it. `state`: undefined before the first charge. `worked`: the accumulated
 * work up to the month, in thousandths of a unit.
 */
export function chargeCard(
  rules: RuleSet,
  { begins, month }: { readonly begins: number; readonly month: number },
  terms: CardTerms,
  before: CardState | undefined,
  worked: bigint = 0n,
): CardMonth {
  if (terms.isForeign) return foreign(before ?? newState, month)
  const { state: given, impairment } = impaired(terms, before ?? newState)
  const still = (is: CardStateName): CardMonth => ({ state: given, charges: [], opening: 0n, impairment, is })
  if (isExempt(rules, terms)) return still('exempt')
  const first = given.first ?? firstOf(rules, terms)
  if (first === undefined || terms.life < 1 || terms.isUnpriced || (terms.method === 'units' && terms.units <= 0n))
    return still('incomplete')
  if (first > month) return still('waiting')
  const last = terms.writeOff === undefined ? month : lastMonth(rules, terms.writeOff)
  const isNew = before?.stretch === undefined && given.done === 0 && given.charged === 0n
  const started = { ...(isNew ? opened(terms, given, first, last, begins) : resumed(terms, given, month - first)), first }
  const opening = started.charged - given.charged
  const due = Math.min(month, last) - first + 1 - started.done - started.paused
  const isEnded = terms.writeOff !== undefined && month > last
  if (terms.isPaused && !isEnded)
    return { state: { ...started, paused: started.paused + Math.max(0, due) }, charges: [], opening, impairment, is: 'paused' }
  const work = worked > started.worked ? worked - started.worked : 0n
  const { state, charges } = charge(terms, started, due, work)
  const isComplete = state.stretch !== undefined && isOver(state.stretch)
  return { state, charges, opening, impairment, is: isComplete ? 'complete' : isEnded ? 'ended' : 'charging' }
}

/** A month of a book with its terms. Units of work are accumulated up to the month, in thousandths. */
export interface TermMonth {
  readonly month: number
  readonly terms: CardTerms
  /** The manual adjustments posted up to the month, in cents. */
  readonly adjusted?: bigint
  readonly worked?: bigint
}

/** The accumulated depreciation of a card after the last of these consecutive months, which start with the first month of the book. */
export function replay(rules: RuleSet, begins: number, months: readonly TermMonth[]): CardState | undefined {
  let state: CardState | undefined
  let impairments = 0n
  for (const { month, terms, adjusted = 0n, worked = 0n } of months) {
    const total = adjusted + impairments
    const before = state ? { ...state, adjusted: total } : total === 0n ? undefined : { ...newState, adjusted: total }
    const done = chargeCard(rules, { begins, month }, terms, before, worked)
    impairments += done.impairment
    if (done.impairment !== 0n || (done.is !== 'incomplete' && done.is !== 'waiting' && done.is !== 'exempt')) state = done.state
  }
  return state
}

/**
 * The charges of the next months for a card depreciated by time, by the terms of each. Amounts in cents; units of work cannot be forecast.
 */
export function forecast(
  rules: RuleSet,
  { begins, from, count }: { readonly begins: number; readonly from: number; readonly count: number },
  termsIn: (month: number) => CardTerms,
  before: CardState | undefined,
): { month: number; charge: bigint; accumulated: bigint }[] {
  let state = before
  return Array.from({ length: count }, (_, n) => {
    const month = from + n
    const done = chargeCard(rules, { begins, month }, termsIn(month), state)
    state = done.is === 'incomplete' || done.is === 'waiting' ? state : done.state
    return { month, charge: done.charges.reduce((sum, one) => sum + one, 0n), accumulated: state ? chargedInAll(state) : 0n }
  })
}
