import { lastDay, monthNumber } from '#contract/depreciation/depreciation-month.ts'
import { depreciationRule } from '#contract/entities/ledger/depreciation-rule.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Query, Row, Rows } from '#server/db/query.ts'
import { bookOrder } from '../books/book-cards.ts'

/** The books of a hospital as balances name them, the main one first. `closed`: the last day of the latest closed month. */
export interface NamedBook {
  readonly id: string
  readonly closed: string | null
}

/** Reads the books of a hospital. */
export async function booksOf(tenantId: string, run: (query: Query) => Promise<Rows>): Promise<NamedBook[]> {
  const { rows } = await run({
    text: `select id, closed_on from depreciation_rule where tenant_id = $1 and not is_deleted ${bookOrder}`,
    values: [tenantId],
  })
  return rows.map((row: Row) => ({ id: String(row.id), closed: row.closed_on === null ? null : String(row.closed_on) }))
}

/** Book and month of a balance: as it says, else the main book and its latest closed month. Days become the last of their month; undefined where there is none. */
export function placeOf(books: readonly NamedBook[], { ruleId, balanceOn }: Parsed): { ruleId: string; balanceOn: string } | undefined {
  const book = ruleId ? books.find(({ id }) => id === ruleId) : books[0]
  const day = balanceOn ? String(balanceOn) : book?.closed
  return book && day ? { ruleId: book.id, balanceOn: lastDay(monthNumber(day)) } : undefined
}

/** The same, refused where there is no book or no closed month. */
export function needPlace(books: readonly NamedBook[], draft: Parsed): { ruleId: string; balanceOn: string } {
  const place = placeOf(books, draft)
  if (place) return place
  if (books.length === 0) throw new Refusal('not_found', { what: depreciationRule })
  throw new Refusal('rule', { zh: '账簿暂无已结账的月份，请填写月末日期', en: 'The book has no closed month. Enter a month end' })
}
