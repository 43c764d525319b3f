import { methodsOf } from '#contract/depreciation/depreciation-books.ts'
import { type CardTerms, isExempt } from '#contract/depreciation/depreciation-card.ts'
import type { Fund } from '#contract/depreciation/depreciation-funds.ts'
import { monthNumber } from '#contract/depreciation/depreciation-month.ts'
import type { DepreciationMethod } from '#contract/depreciation/depreciation-schedule.ts'
import { isForeign } from '#contract/entities/asset/device/ownership.ts'
import type { RuleSet } from '#contract/entities/ledger/rule-sets.ts'
import { cents, productOf } from '#contract/kit/fields/amount.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import type { KeptProgress } from '../close/progress.ts'
import { type HeldTerm, heldIn, inBookSql, termsSql } from '../close/terms.ts'

/** A book as its work needs it. `begins`, `closed`: months since the year 0. */
export interface Book {
  readonly id: string
  readonly name: string
  readonly rules: RuleSet
  readonly begins: number
  readonly closed: number | undefined
  readonly life: number | null
  readonly residualRate: string | null
  /** What held before changes of the book's own terms. */
  readonly terms: readonly HeldTerm[]
}

/** A filed card with what the book says of it. Days as texts, amounts as decimals. */
export interface BookCard {
  readonly id: string
  readonly code: string
  readonly value: string | null
  readonly life: number | null
  readonly rate: string | null
  readonly method: DepreciationMethod | null
  readonly fund: string | null
  readonly accepted: string | null
  readonly enabled: string | null
  readonly purchased: string | null
  readonly status: string
  readonly ownership: string | null
  readonly dept: string | null
  readonly category: string | null
  readonly category_life: number | null
  readonly card: string | null
  readonly start_date: string | null
  readonly own_method: DepreciationMethod | null
  readonly own_life: number | null
  readonly own_rate: string | null
  readonly own_units: string | null
  readonly opening: string | null
  readonly write_off: string | null
  readonly state: string | null
  readonly book_value: string | null
  readonly accumulated: string | null
  readonly progress: KeptProgress | null
  /** The residual value of a part of a divided card, for the value and the rate that it was divided at. */
  readonly part_residual?: PartResidual | readonly [] | null
  readonly funds: readonly (readonly [fund: string, amount: string])[] | null
  readonly offsets: string | null
  /** Why the card is charged again from the start, and then the offsets of people by the day they were posted. */
  readonly correction: string | null
  readonly posted: readonly (readonly [day: string, amount: string])[] | null
  readonly terms: readonly HeldTerm[] | null
  readonly category_terms: readonly HeldTerm[] | null
  readonly work: readonly (readonly [day: string, units: string])[] | null
}

/** Value, rate and residual value of a part, so that the residual values of all parts add up. */
export type PartResidual = readonly [value: string, rate: string, residual: string]

/** The main book of the tenant in $1 comes first, then the one of public hospitals. */
export const bookOrder = 'order by coalesce(is_main, 0) desc, rule_set desc, id'

interface Which {
  readonly after?: string | undefined
  /** These cards alone. */
  readonly only?: readonly string[]
  readonly limit: number
}

/**
 * Cards of a book (the main one where none is named) in the order of their ids: those that are filed, and those that have been charged. A device that was gone
 * before the book knew it, such as one imported as history, is charged nothing, and one that has always belonged to another owner is in no book.
 */
export function cardsQuery(tenantId: string, ruleId: string | undefined, { after, only, limit }: Which): Query {
  const into = new Parameters()
  const tenant = into.add(tenantId)
  const rule = ruleId
    ? `${into.add(ruleId)}::uuid`
    : `(select id from depreciation_rule where tenant_id = $1 and not is_deleted ${bookOrder} limit 1)`
  const wanted =
    only === undefined
      ? `d.id > ${into.add(after ?? '00000000-0000-0000-0000-000000000000')}::uuid`
      : `d.id = any(${into.add(only)}::uuid[])`
  return {
    text: `select d.id, coalesce(d.device_code, '') as code, d.original_value as value, d.useful_life_months as life, d.residual_rate as rate,
        d.depreciation_method as method, d.fund_source as fund, d.acceptance_date as accepted, d.enable_date as enabled, d.purchase_date as purchased,
        d.eam_status as status, d.ownership, d.use_dept_id as dept, d.assets_category_id as category, c.useful_life_months as category_life,
        b.id as card, b.start_date, b.depreciation_method as own_method, b.life_months as own_life, b.residual_rate as own_rate,
        b.life_units as own_units, b.opening_amount as opening, b.write_off_date as write_off, b.card_state as state, b.book_value, b.accumulated, b.progress, b.part_residual,
        (select json_agg(json_build_array(f.fund_source, f.amount::text) order by f.place) from device_fund f
          where f.tenant_id = d.tenant_id and f.card_id = b.id and f.amount > 0) as funds,
        (select sum(o.amount) from depreciation_offset o where o.tenant_id = d.tenant_id and o.device_id = d.id and o.rule_id = ${rule}
          and o.record_id is not null) as offsets,
        b.correction, case when b.correction is not null then (select json_agg(json_build_array(o.posted_on::text, o.amount::text)) from depreciation_offset o
          where o.tenant_id = d.tenant_id and o.device_id = d.id and o.rule_id = ${rule} and o.record_id is not null
            and o.offset_kind in ('reversal', 'adjustment')) end as posted,
        ${termsSql('d.tenant_id', 'd.id, b.id')} as terms, ${termsSql('c.tenant_id', 'c.id')} as category_terms,
        case when coalesce(b.depreciation_method, d.depreciation_method) = 'units' or 'units' in (select h.value from depreciation_term h
            where h.tenant_id = d.tenant_id and h.owner_id in (d.id, b.id) and h.field in ('method', 'own_method')) then
          (select json_agg(json_build_array(w.worked_on::text, w.units::text) order by w.worked_on) from depreciation_work w
            where w.tenant_id = d.tenant_id and w.device_id = d.id and not w.is_deleted) end as work
      from device d
      left join device_depreciation b on b.tenant_id = d.tenant_id and b.rule_id = ${rule} and b.device_id = d.id
      left join assets_category c on c.tenant_id = d.tenant_id and c.id = d.assets_category_id
      where d.tenant_id = ${tenant} and ${wanted} and not d.is_deleted and ${inBookSql}
      order by d.id limit ${limit}`,
    values: into.values,
  }
}

const thousandths = (units: unknown): bigint => productOf([units], 3) ?? 0n

/** A book with the terms that hold in a month. */
export const bookIn = (book: Book, month: number): Book => {
  const { life, rate } = heldIn(book.terms, month)
  return {
    ...book,
    ...(life === undefined ? {} : { life: life === null ? null : Number(life) }),
    ...(rate === undefined ? {} : { residualRate: rate }),
  }
}

const numeric = new Set(['life', 'own_life', 'category_life'])

/** A card with what held of it in a month. */
export function cardIn(card: BookCard, month: number): BookCard {
  if (!card.terms && !card.category_terms) return card
  const held = { ...heldIn(card.category_terms ?? [], month), ...heldIn(card.terms ?? [], month) }
  const read = ([name, value]: [string, string | null]): [string, unknown] =>
    value === null ? [name, null] : [name, numeric.has(name) ? Number(value) : name === 'funds' ? JSON.parse(value) : value]
  return { ...card, ...Object.fromEntries(Object.entries(held).map(read)) }
}

/** The last month before `month` in which a card had a value that is never charged. */
function exemptUntil({ rules }: Book, { terms }: BookCard, month: number): number | undefined {
  const last = (terms ?? []).findLast(
    ([field, until, value]) => field === 'value' && until < month && isExempt(rules, { value: cents(value) }),
  )
  return last?.[1]
}

/** The month from which the hospital owns a device that belonged to another owner before it. */
function ownedSince({ terms }: BookCard, month: number): number | undefined {
  const last = (terms ?? []).findLast(([field, until, value]) => field === 'ownership' && until < month && isForeign(value))
  return last && last[1] + 1
}

/** The rate of the residual value; a public hospital keeps none. */
export const rateOf = (book: Book, card: BookCard): string =>
  book.rules === 'public' ? '0' : (card.own_rate ?? card.rate ?? book.residualRate ?? '0')

/** The residual value of a card at a rate; of a part of a divided card its share, as long as neither value nor rate change. */
function residualOf({ value, part_residual: part }: BookCard, rate: string): bigint {
  const [of, at, residual] = part ?? []
  const isPart = of !== undefined && cents(of) === cents(value) && Number(at) === Number(rate)
  return isPart ? cents(residual) : (productOf([value ?? '0', rate], 2) ?? 0n)
}

/** What a card is charged by in a month: what finance said of it, else what the card, its category and the book say. */
export function termsOf(given: Book, of: BookCard, month: number): CardTerms {
  const [book, card] = [bookIn(given, month), cardIn(of, month)]
  const value = cents(card.value)
  const rate = rateOf(book, card)
  const allowed: readonly string[] = methodsOf[book.rules]
  const method = card.own_method ?? card.method ?? 'straight_line'
  const [unpriced, since] = [exemptUntil(book, of, month), ownedSince(of, month)]
  return {
    value,
    ...(card.value === null ? { isUnpriced: true } : {}),
    ...(unpriced === undefined ? {} : { exemptUntil: unpriced }),
    ...(isForeign(card.ownership) ? { isForeign: true } : {}),
    ...(since === undefined ? {} : { ownedSince: since }),
    residual: residualOf(card, rate),
    life: card.own_life ?? card.life ?? card.category_life ?? book.life ?? 0,
    method: allowed.includes(method) ? method : 'straight_line',
    units: thousandths(card.own_units),
    startDate: card.start_date,
    acceptanceDate: card.accepted,
    enableDate: card.enabled,
    purchaseDate: card.purchased,
    ...(card.write_off ? { writeOff: monthNumber(card.write_off) } : {}),
    ...(card.opening === null ? {} : { opening: cents(card.opening) }),
    isPaused: card.status === 'missing',
  }
}

/** What the funds paid of a card: as finance said in the book of a public hospital, else the one fund of the card. */
export const fundsOf = ({ rules }: Book, { funds, fund }: BookCard): readonly Fund[] =>
  rules === 'public' && funds ? funds.map(([name, amount]) => ({ fund: name, amount: cents(amount) })) : [{ fund, amount: 1n }]

/** The work of a card up to the end of a month, in thousandths. */
export const workedUntil = ({ work }: BookCard, month: number): bigint =>
  (work ?? []).reduce((sum, [day, units]) => (monthNumber(day) <= month ? sum + thousandths(units) : sum), 0n)
