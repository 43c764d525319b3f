import { repeatRecord } from '#contract/calls/ledger/depreciation.ts'
import { lastMonth } from '#contract/depreciation/depreciation-books.ts'
import { lastDay, monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import { depreciationRecord } from '#contract/entities/ledger/depreciation-record.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import { openJobs } from '#server/kit/jobs/start-job.ts'
import type { Book } from '../books/book-cards.ts'
import { closeKind } from './close-kind.ts'

/** A day as `yyyy-MM-dd`; none where a card is not written off. */
type Day = string | null | undefined

/** A card in a book with its write-off. `chargedOn`: the last day of the latest month that charged it; `isEnded`: closed months went by the write-off. */
export interface WrittenOff {
  readonly writeOff: Day
  readonly chargedOn: Day
  readonly isEnded: boolean
}

/**
 * Refuses a changed write-off where closed months went by the former one, or charged what the new one ends. Only the latest month is run again: a write-off dated into
 * it is accepted. Answers whether that month charged what the new one ends.
 */
export function refuseClosedWriteOff({ name, rules, closed }: Book, before: WrittenOff | undefined, after: Day): boolean {
  if (closed === undefined || (before?.writeOff ?? null) === (after ?? null)) return false
  const isOver = (day: Day): day is string => Boolean(day) && lastMonth(rules, monthNumber(day!)) < closed
  const isCharged = before?.chargedOn === lastDay(closed)
  const isFormerInUse = isOver(before?.writeOff) && before?.isEnded === true
  if (!isFormerInUse && (!isOver(after) || monthNumber(after) === closed)) return isOver(after) && isCharged
  throw new Refusal('rule', {
    zh: `账簿“${name}”已结账至 ${monthText(closed)}，核销月份不能更早，也不能再撤销；多提的折旧请用冲销`,
    en: `The book “${name}” is closed until ${monthText(closed)}, so the write-off month cannot be earlier and the write-off cannot be undone. Correct excess depreciation with an offset`,
  })
}

/**
 * Offers to run the latest month of a book again, which charged cards that are written off in it. Where it is not, the next month takes back what was charged.
 */
export async function offerRepeat(context: Acting, tx: Transaction, book: Book, deviceIds: readonly string[]): Promise<void> {
  const month = monthText(book.closed!)
  const { rows } = await tx.run({
    text: `with c as (update device_depreciation b set correction = left(concat_ws('；', b.correction, $5::text), 2000)
          where b.tenant_id = $1 and b.rule_id = $2 and b.device_id = any($3::uuid[]) returning b.asset_no),
        n as (select string_agg(asset_no, '、' order by asset_no) as names from c)
      update depreciation_record r set repeat_reason = left(concat_ws('；', r.repeat_reason, n.names), 2000), version = r.version + 1
      from n where r.tenant_id = $1 and r.rule_id = $2 and r.posted_on = $4::date returning r.id, n.names`,
    values: [tx.tenantId, book.id, deviceIds, lastDay(book.closed!), `核销于已结账的 ${month}`],
    once: true,
  })
  const { id, names } = rows[0]!
  notify(context, tx, {
    kind: 'month_to_repeat',
    subject: `${month} ${book.name}`,
    detail: String(names),
    target: depreciationRecord.name,
    targetId: String(id),
    to: { self: true, holders: { right: repeatRecord.may } },
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
