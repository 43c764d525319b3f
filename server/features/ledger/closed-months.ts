import { lastMonth } from '#contract/depreciation-books.ts'
import { monthNumber, monthText } from '#contract/depreciation-month.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { openJobs } from '#server/kit/jobs/start-job.ts'
import type { Book } from './book-cards.ts'
import { closeKind } from './close-kind.ts'

/** A day as `yyyy-MM-dd`; none where a card is not written off. */
type Day = string | null | undefined

/** Refuses a changed write-off where closed months went by the former one, or charged what the new one ends. */
export function refuseClosedWriteOff({ name, rules, closed }: Book, before: Day, after: Day): void {
  if (closed === undefined || (before ?? null) === (after ?? null)) return
  if ([before, after].every((day) => !day || lastMonth(rules, monthNumber(day)) >= closed)) return
  throw new Refusal('rule', {
    zh: `账簿“${name}”已结账至 ${monthText(closed)}，核销月份不能更早，也不能再撤销；多提的折旧请用冲销`,
    en: `The book “${name}” is closed until ${monthText(closed)}: a write-off is neither earlier nor taken back. Take back what was charged by an offset`,
  })
}

/**
 * Keeps the months of a book as they are until the end of the transaction, and refuses while they are being closed. The lock is one between requests: the work
 * itself holds the row of the book, and no request waits for its end.
 */
export async function holdMonths(tx: Transaction, ruleId: string): Promise<void> {
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`depreciation ${tx.tenantId} ${ruleId}`] })
  const { rows } = await tx.run(openJobs(tx.tenantId, closeKind.name, 'ruleId', ruleId))
  if (rows.length > 0) throw new Refusal('op_in_progress')
}
