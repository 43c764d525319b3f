import { v7 as uuid } from 'uuid'
import { lastDay } from '#contract/depreciation/depreciation-month.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { gradedSql, type Piece } from './ordinary-sql.ts'

/** What a piece of cards came to. `last`: its last card; `rest`: cards that are not charged by time in equal parts and have to be worked out one by one. */
export interface Charged {
  readonly last: string | undefined
  readonly read: number
  readonly rest: readonly string[]
  readonly cards: number
  readonly charged: bigint
  readonly opening: bigint
  readonly incomplete: number
  readonly added: number
  readonly lines: number
}

const progress = `case when goes_on then progress || jsonb_build_object('charged', (p_charged + charged_n - charged_from)::text, 'done', p_done + n - from_n, 'first', first, 'stretch',
      stretch || jsonb_build_object('done', n, 'charged', charged_n::text))
    when kind = 'still' then '{"charged": "0", "adjusted": "0", "done": 0, "paused": 0, "worked": "0"}'
    else jsonb_build_object('first', first, 'charged', accumulated::text, 'adjusted', '0', 'done', told_months + n, 'paused', 0, 'worked', '0', 'stretch', jsonb_build_object(
      'method', 'straight_line', 'base', base::text, 'residual', residual::text, 'months', months, 'life', life, 'units', units::text, 'value', value::text,
      'adjusted', '0', 'allUnits', units::text, 'done', n, 'charged', charged_n::text, 'worked', '0')) end`

/** Cents as an amount, without a division of each. */
const money = (units: string): string => `(${units} * 0.01)::numeric(16,2)`

/** Months that a card has been charged in all. */
const months = 'case when goes_on then p_done + n - from_n else told_months + n end'

/**
 * Charges the cards of a piece that go on evenly over time for one month, in one statement: it works them out, writes their lines and what they become. Cards of
 * every other kind are left to the caller, and so are those that left the book meanwhile. What it does to a card is what `chargeMonths` does.
 */
export async function chargeOrdinary(
  tx: Transaction,
  piece: Piece,
  { recordId, userId }: { readonly recordId: string; readonly userId: string },
): Promise<Charged> {
  const into = new Parameters()
  const graded = gradedSql(piece, into)
  const [tenant, user, rule, record] = [into.add(piece.tenantId), `${into.add(userId)}::uuid`, into.add(piece.book.id), into.add(recordId)]
  // Ids follow each other, so that indexes grow at their end.
  const [posted, head] = [`${into.add(lastDay(piece.month))}::date`, into.add(uuid().replaceAll('-', '').slice(0, 24))]
  const [cardHead, rules] = [into.add(uuid().replaceAll('-', '').slice(0, 24)), into.add(piece.book.rules)]
  const idOf = (first: string): string => `(${first} || lpad(to_hex(row_number() over ()), 8, '0'))::uuid`
  const { rows } = await tx.run({
    text: `with ${graded},
      changed as (update device_depreciation b set card_state = g.becomes_state, book_value = ${money('g.value')}, accumulated = ${money('g.accumulated')},
          net_value = ${money('(g.value - g.accumulated)')}, charged_months = g.all_months, charged_on = ${posted}, progress = g.becomes,
          progress_before = b.progress, correction_before = null, asset_no = g.code, updated_by = ${user}, updated_at = now()
        from (select *, ${progress} as becomes, ${months} as all_months from graded where kind = 'charge' and card is not null) g
        where b.tenant_id = ${tenant} and b.id = g.card returning b.id),
      added as (insert into device_depreciation (tenant_id, id, created_by, updated_by, asset_no, device_id, rule_id, card_state, book_value, accumulated,
          net_value, charged_months, charged_on, progress)
        select ${tenant}, ${idOf(cardHead)}, ${user}, ${user}, code, id, ${rule}::uuid, becomes_state, ${money('value')}, ${money('accumulated')},
          ${money('(value - accumulated)')}, case when kind = 'still' then 0 else ${months} end, case when kind = 'charge' then ${posted} end, ${progress}
        from graded where card is null and kind <> 'rest' returning 1),
      written as (insert into depreciation_line (tenant_id, id, created_by, updated_by, asset_no, device_id, posted_on, line_kind, fund_source, amount, month_count,
          accumulated, net_value, use_dept_id, assets_category_id, rule_set, record_id)
        select ${tenant}, ${idOf(head)}, ${user}, ${user}, g.code, g.id, ${posted}, v.kind, g.fund, ${money('v.amount')}, v.months, ${money('v.accumulated')},
          ${money('(g.value - v.accumulated)')}, g.dept, g.category, ${rules}, ${record}::uuid
        from graded g cross join lateral (values
            ('opening', case when goes_on then 0 else coalesce(told, charged_opened) end, opened + told_months, coalesce(told, charged_opened)),
            ('charge', charged_n - charged_opened, n - opened, g.accumulated)) v(kind, amount, months, accumulated)
        where g.kind = 'charge' and v.amount > 0 and (g.card is null or g.card in (select id from changed)) returning line_kind, amount)
      select (select id from cards order by id desc limit 1) as last, (select count(*) from cards) as read,
        (select json_agg(id order by id) from graded where kind = 'rest' or kind = 'charge' and card not in (select id from changed)) as rest,
        (select count(*) from graded where kind = 'still' and becomes_state = 'incomplete') as incomplete, (select count(*) from added) as added,
        count(*) as lines, count(*) filter (where line_kind = 'charge') as cards, coalesce(sum(amount) filter (where line_kind = 'charge'), 0) as charged,
        coalesce(sum(amount) filter (where line_kind = 'opening'), 0) as opening
      from written`,
    values: into.values,
    once: true,
  })
  const row = rows[0]!
  return {
    last: row.last === null ? undefined : String(row.last),
    rest: (row.rest as string[] | null) ?? [],
    ...{ read: Number(row.read), cards: Number(row.cards), charged: cents(row.charged), opening: cents(row.opening) },
    ...{ incomplete: Number(row.incomplete), added: Number(row.added), lines: Number(row.lines) },
  }
}
