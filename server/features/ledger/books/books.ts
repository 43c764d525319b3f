import { monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import { depreciationRule } from '#contract/entities/ledger/depreciation-rule.ts'
import type { RuleSet } from '#contract/entities/ledger/rule-sets.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type HeldTerm, termsSql } from '../close/terms.ts'
import { type Book, bookOrder } from './book-cards.ts'

const columns = `id, rule_name, rule_set, is_main, begins_on, default_life, default_residual_rate, closed_on,
  ${termsSql('depreciation_rule.tenant_id', 'depreciation_rule.id')} as terms`
/** A book by its id, or the hospital's main one. */
export const bookQuery = (tenantId: string, ruleId: string | null | undefined): Query => ({
  text: `select ${columns} from depreciation_rule where tenant_id = $1 and ($2::uuid is null or id = $2) and not is_deleted ${bookOrder} limit 1`,
  values: [tenantId, ruleId ?? null],
})

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** A book from its row; refuses where there is none. */
export function bookOf(row: Row | undefined): Book {
  if (!row) throw new Refusal('not_found', { what: depreciationRule })
  return {
    id: String(row.id),
    name: String(row.rule_name),
    rules: row.rule_set as RuleSet,
    begins: monthNumber(String(row.begins_on)),
    closed: row.closed_on === null ? undefined : monthNumber(String(row.closed_on)),
    life: row.default_life === null ? null : Number(row.default_life),
    residualRate: text(row.default_residual_rate),
    terms: (row.terms as readonly HeldTerm[] | null) ?? [],
  }
}

/** A book, locked until the end of the transaction: what changes its months goes one after another. */
export async function lockBook(tx: Transaction, ruleId: string | null | undefined): Promise<Book> {
  const query = bookQuery(tx.tenantId, ruleId)
  const { rows } = await tx.run({ ...query, text: `${query.text} for no key update` })
  return bookOf(rows[0])
}

/** The month that a book closes next. */
export const nextMonth = ({ begins, closed }: Book): number => (closed === undefined ? begins : closed + 1)

/** Refuses a tenant that is not the person's own. */
export function refuseOtherTenant(context: Context, tenantId: unknown): void {
  if (tenantId !== null && tenantId !== undefined && tenantId !== context.actor.tenantId)
    throw new Refusal('not_found', { what: depreciationRule })
}

/** Refuses a month that is not the next one of its book. */
export function refuseOutOfOrder(book: Book, month: number): void {
  const next = nextMonth(book)
  if (month === next) return
  if (month < book.begins)
    throw new Refusal('rule', {
      zh: `账簿“${book.name}”从 ${monthText(book.begins)} 启用，不能计提 ${monthText(month)}`,
      en: `The book “${book.name}” begins with ${monthText(book.begins)}, so ${monthText(month)} cannot be closed`,
    })
  if (month < next) throw new Refusal('taken', { label: { zh: '折旧记录', en: 'Monthly depreciation' }, value: monthText(month) })
  throw new Refusal('rule', {
    zh: `请按月份顺序计提：下一个月份是 ${monthText(next)}`,
    en: `Months are closed in order: the next one is ${monthText(next)}`,
  })
}
