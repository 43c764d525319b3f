import { methodsOf } from '#contract/depreciation/depreciation-books.ts'
import { nominalValue } from '#contract/depreciation/depreciation-card.ts'
import type { Parameters } from '#server/db/query.ts'
import { type Book, bookIn } from '../books/book-cards.ts'
import { inBookSql, monthSql, ownedSql } from './terms.ts'

/** What a set of ordinary cards is charged in. `month`: months since the year 0. */
export interface Piece {
  readonly tenantId: string
  readonly book: Book
  readonly month: number
  /** The last card of the piece before; none for the first. */
  readonly after: string | undefined
  readonly limit: number
}

/** The columns of the cards of a piece, the same cards as those of `cardsQuery`: amounts in cents, what `termsOf` says in the same order of precedence. */
function cardsSql({ book: given, month, after, limit, tenantId }: Piece, into: Parameters): string {
  const book = bookIn(given, month)
  const of = `${into.add(month)}::int`
  const [tenant, rule] = [into.add(tenantId), `${into.add(book.id)}::uuid`]
  // Said of both tables, so that the rows of cards before are not walked through again.
  const from = `${into.add(after ?? '00000000-0000-0000-0000-000000000000')}::uuid`
  const isPublic = book.rules === 'public'
  const days = isPublic ? 'd.acceptance_date, d.enable_date' : 'd.enable_date, d.acceptance_date'
  // Cards whose terms have changed since the month, or whose value or ownership ever has, are left to the caller.
  const moved = `select owner_id from depreciation_term where tenant_id = ${tenant} and (last_month >= ${of} or field in ('value', 'ownership'))`
  const method = `coalesce(b.depreciation_method, d.depreciation_method, 'straight_line')`
  const rate = isPublic ? '0::numeric' : `coalesce(b.residual_rate, d.residual_rate, ${into.add(book.residualRate)}::numeric, 0)`
  const funds = isPublic
    ? 'exists (select 1 from device_fund f where f.tenant_id = d.tenant_id and f.card_id = b.id and f.amount > 0)'
    : 'false'
  return `select d.id, coalesce(d.device_code, '') as code, d.use_dept_id as dept, d.assets_category_id as category, d.fund_source as fund,
      b.id as card, b.card_state as was, b.progress, (b.opening_amount * 100)::bigint as told,
      coalesce((b.book_value * 100)::bigint, 0) as was_value, coalesce((b.accumulated * 100)::bigint, 0) as was_charged,
      coalesce(d.original_value * 100, 0)::bigint as value, d.original_value is null as is_unpriced, (round(coalesce(d.original_value, 0) * ${rate}, 2) * 100)::bigint as residual,
      coalesce(b.life_months, d.useful_life_months, case when h.field is null then c.useful_life_months else h.value::int end, ${into.add(book.life)}::int, 0) as life,
      coalesce(b.life_units * 1000, 0)::bigint as units, ${monthSql(`coalesce(b.start_date, ${days}, d.purchase_date)`)} + ${isPublic ? 0 : 1} as dated_first,
      coalesce((select sum(o.amount) * 100 from depreciation_offset o where o.tenant_id = d.tenant_id and o.device_id = d.id and o.rule_id = ${rule}
        and o.record_id is not null), 0)::bigint as adjusted,
      (${method} = 'straight_line' or ${method} <> all (array['${methodsOf[book.rules].join("','")}'])) and d.eam_status <> 'missing' and ${ownedSql}
        and b.write_off_date is null and b.correction is null and coalesce(b.part_residual, '[]') = '[]' and not ${funds}
        and d.id not in (${moved}) and (b.id is null or b.id not in (${moved})) as is_plain
    from device d
    left join device_depreciation b on b.tenant_id = d.tenant_id and b.rule_id = ${rule} and b.device_id = d.id and b.device_id > ${from}
    left join assets_category c on c.tenant_id = d.tenant_id and c.id = d.assets_category_id
    left join lateral (select t.field, t.value from depreciation_term t where t.tenant_id = c.tenant_id and t.owner_id = c.id and t.field = 'category_life'
      and t.last_month >= ${of} order by t.last_month limit 1) h on true
    where d.tenant_id = ${tenant} and d.id > ${from} and not d.is_deleted and ${inBookSql}
    order by d.id limit ${limit}`
}

/** Keeps the steps of the calculation apart: the planner would put each into the next, and work out the first of them dozens of times for a card. */
const apart = ' offset 0'

/** What is charged in the first `n` months of a stretch: `chargeOfMonth` added up. */
const chargedBy = (n: string): string => `case when ${n} >= months then base else least(each * ${n}, base) end`

/**
 * SQL of `graded`, what a month does to the cards of a piece: the rules of `chargeCard` for cards that are charged evenly over time, in whole numbers.
 * kind: `charge` (it goes on), `still` (it changes nothing; `becomes_state` says why), `rest` (another method, funds, changed terms, a correction: not charged here).
 * from_n, n: months charged in the stretch before and now; opened: those of them before the book began.
 */
export function gradedSql(piece: Piece, into: Parameters): string {
  const [month, begins] = [`${into.add(piece.month)}::int`, `${into.add(piece.book.begins)}::int`]
  const exempt = piece.book.rules === 'public' ? `k.value in (0, ${nominalValue})` : 'k.value = 0'
  return `cards as materialized (${cardsSql(piece, into)}),
    dated as (select k.*, coalesce((k.progress->>'first')::int, k.dated_first) as first from cards k${apart}),
    parsed as (select k.*, p.charged as p_charged, p.done as p_done, p.paused as p_paused, p.stretch, s.base as s_base, s.months as s_months, s.done as s_done,
        s.charged as s_charged, coalesce(p.adjusted, 0) = k.adjusted as is_settled,
        p.stretch is not null and s.method = 'straight_line' and s.value = k.value and s.residual = k.residual and s.life = k.life
          and s.adjusted = k.adjusted and s."allUnits" = k.units as goes_on,
        p.stretch is null and coalesce(p.done, 0) = 0 and coalesce(p.charged, 0) = 0 and coalesce(p.paused, 0) = 0 and k.adjusted = 0 as is_new,
        greatest(0, ${begins} - k.first) as elapsed, k.first is null or k.life < 1 or k.is_unpriced as is_incomplete,
        not k.is_unpriced and ${exempt} as is_exempt, not k.is_unpriced and coalesce(p.charged, 0) + k.adjusted > k.value as is_over, coalesce(k.first > ${month}, false) as is_waiting
      from dated k
      left join lateral jsonb_to_record(k.progress) p(charged bigint, adjusted bigint, done int, paused int, stretch jsonb) on true
      left join lateral jsonb_to_record(p.stretch) s(method text, base bigint, residual bigint, months int, life int, value bigint, adjusted bigint,
        "allUnits" bigint, done int, charged bigint) on true${apart}),
    stretches as (select *, case when goes_on then s_base else greatest(value - residual - coalesce(told, 0), 0) end as base,
        case when goes_on then s_months else greatest(1, life - told_months) end as months, case when goes_on then s_done else 0 end as from_n,
        case when goes_on then s_done + greatest(0, ${month} - first + 1 - p_done - p_paused) else ${month} - first + 1 - told_months end as due
      from (select *, case when told is null then 0 else least(elapsed, life) end as told_months from parsed${apart}) t${apart}),
    evenly as (select *, (2 * base + months) / (2 * months::bigint) as each from stretches${apart}),
    reached as (select *, case when base = 0 then 0 when each > 0 then least(months, (base + each - 1) / each) else months end as most from evenly${apart}),
    counted as (select *, greatest(from_n, least(due, most)) as n, case when goes_on then from_n when told is null then least(elapsed, most) else 0 end as opened
      from reached${apart}),
    summed as (select *, ${chargedBy('n')} as charged_n, ${chargedBy('from_n')} as charged_from, ${chargedBy('opened')} as charged_opened from counted${apart}),
    judged as (select *, case when is_exempt then 'exempt' when is_incomplete then 'incomplete' when is_waiting then 'waiting' when charged_n >= base or n >= months then 'complete' else 'charging' end as becomes_state,
        case when is_exempt or is_incomplete or is_waiting then coalesce(p_charged, 0) + adjusted when goes_on then p_charged + charged_n - charged_from + adjusted
          else coalesce(told, 0) + charged_n end as accumulated
      from summed${apart}),
    graded as materialized (select *, case when not is_plain or not is_settled or is_over then 'rest'
        when is_exempt or is_incomplete or is_waiting then case when card is null or (was = becomes_state and was_value = value and was_charged = accumulated) then 'still' else 'rest' end
        when goes_on and s_charged <> charged_from or not goes_on and (not is_new or base <= 0) then 'rest'
        when n > from_n then 'charge'
        when was = becomes_state and was_value = value and was_charged = accumulated then 'still'
        else 'rest' end as kind
      from judged)`
}
