import { v7 as uuid } from 'uuid'
import { monthNumber } from '#contract/depreciation/depreciation-month.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Book, type BookCard, cardsQuery } from '../books/book-cards.ts'
import type { MonthSum, NewOffset } from './charge-cards.ts'
import { movesOf, type Posted, type Wrong } from './moves.ts'
import { writeOffsets } from './write-month.ts'

/** Cards that are read and written at a time. */
const chunk = 1000

/** SQL that a correction of the department or funds of a card in a book waits for the next month. */
export const waitsSql = `misfiled @? '$[*] ? (!exists(@.at))'`

/** A wrong department or fund. `at`: the month that moved what was posted to it. */
interface Misfiled extends Wrong {
  readonly why: string
  readonly at?: number
}

const reasonOf = (misfiled: readonly Misfiled[]): string =>
  [...new Set(misfiled.flatMap(({ why, at }) => (at === undefined ? [why] : [])))].join('；').slice(0, 500)

/** What months posted of cards, by card. The month that is being closed is one of them: a correction may have been said after it had read the card. */
async function postedOf(tx: Transaction, book: Book, ids: readonly string[]): Promise<Map<string, Posted[]>> {
  const { rows } = await tx.run({
    text: `select l.device_id as id, l.posted_on::text as day, 'charge' as kind, l.use_dept_id as dept, l.fund_source as fund, false as is_said, sum(l.amount)::text as amount
        from depreciation_line l join depreciation_record r on r.tenant_id = l.tenant_id and r.id = l.record_id
        where l.tenant_id = $1 and r.rule_id = $2 and l.device_id = any($3::uuid[]) and l.line_kind = 'charge'
        group by l.device_id, l.posted_on, l.use_dept_id, l.fund_source
      union all select o.device_id, o.posted_on::text, o.offset_kind, o.use_dept_id, o.posted_fund,
          o.offset_kind in ('reversal', 'adjustment') and o.fund_source is not null, sum(o.amount)::text
        from depreciation_offset o where o.tenant_id = $1 and o.rule_id = $2 and o.device_id = any($3::uuid[]) and o.record_id is not null
        group by o.device_id, o.posted_on, o.offset_kind, o.use_dept_id, o.posted_fund, o.fund_source is not null`,
    values: [tx.tenantId, book.id, ids],
  })
  const found = new Map<string, Posted[]>(ids.map((id) => [id, []]))
  for (const row of rows)
    found.get(String(row.id))!.push({
      ...{ month: monthNumber(String(row.day)), kind: row.kind as Posted['kind'], isSaid: row.is_said === true },
      ...{ dept: row.dept as string | null, fund: row.fund as string | null, amount: cents(row.amount) },
    })
  return found
}

/** Moves what a chunk of cards has been charged. */
async function moveChunk(
  tx: Transaction,
  book: Book,
  userId: string,
  { recordId, postedOn }: MonthSum,
  due: readonly Row[],
): Promise<void> {
  const ids = due.map((row) => String(row.device_id))
  const [cards, posted] = await Promise.all([
    tx.run(cardsQuery(tx.tenantId, book.id, { only: ids, limit: chunk })),
    postedOf(tx, book, ids),
  ])
  const misfiled = new Map(due.map((row) => [String(row.device_id), row.misfiled as readonly Misfiled[]]))
  const offsets = (cards.rows as unknown as BookCard[]).flatMap((card) => {
    const wrong = misfiled.get(card.id)!
    const of = { recordId, postedOn, card, kind: 'move', reason: reasonOf(wrong) } as const
    return movesOf(book, card, posted.get(card.id)!, wrong).map((move): NewOffset => ({ id: uuid(), ...of, ...move }))
  })
  await writeOffsets(tx, book, userId, offsets)
}

/** Moves what was posted to departments and funds that corrections called wrong since the last month, by offsets of this one whose sum is zero. */
export async function postMoves(tx: Transaction, book: Book, userId: string, sum: MonthSum): Promise<void> {
  // A correction that is said meanwhile waits for its row, and for the month after.
  const { rows } = await tx.run({
    text: `select device_id, misfiled from device_depreciation where tenant_id = $1 and rule_id = $2 and misfiled is not null and ${waitsSql} order by device_id for update`,
    values: [tx.tenantId, book.id],
  })
  for (let at = 0; at < rows.length; at += chunk) await moveChunk(tx, book, userId, sum, rows.slice(at, at + chunk))
  if (rows.length > 0)
    await tx.run({
      text: `update device_depreciation set misfiled = (select jsonb_agg(case when x.one ? 'at' then x.one else x.one || jsonb_build_object('at', $4::int) end order by x.place)
          from jsonb_array_elements(misfiled) with ordinality x(one, place))
        where tenant_id = $1 and rule_id = $2 and device_id = any($3::uuid[])`,
      values: [tx.tenantId, book.id, rows.map((row) => row.device_id), sum.month],
      once: true,
    })
}

/** Cards whose moves a month posted wait for them again, as it is taken back. */
export async function waitAgain(tx: Transaction, book: Book, month: number): Promise<void> {
  await tx.run({
    text: `update device_depreciation set misfiled = (select jsonb_agg(case when (x.one->>'at')::int = $3::int then x.one - 'at' else x.one end order by x.place)
        from jsonb_array_elements(misfiled) with ordinality x(one, place))
      where tenant_id = $1 and rule_id = $2 and misfiled @> jsonb_build_array(jsonb_build_object('at', $3::int))`,
    values: [tx.tenantId, book.id, month],
    once: true,
  })
}
