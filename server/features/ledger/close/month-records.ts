import { lastDay, monthText } from '#contract/depreciation/depreciation-month.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/steps/event.ts'
import type { Book } from '../books/book-cards.ts'
import type { MonthSum } from './charge-cards.ts'
import { heldSql } from './terms.ts'

/** Adds the records of months, whose sums follow. */
export async function addRecords(tx: Transaction, userId: string, book: Book, sums: readonly MonthSum[]): Promise<void> {
  await tx.run({
    text: `insert into depreciation_record (tenant_id, id, created_by, updated_by, record_month, rule_id, posted_on, card_count, charge_total, opening_total,
        offset_total, incomplete_count, attempt_count, closed_by_id)
      select $1, v.id, $2, $2, v.month, $3, v.posted, 0, 0, 0, 0, 0, 0, $2 from unnest($4::uuid[], $5::text[], $6::date[]) v(id, month, posted)`,
    values: [
      ...[tx.tenantId, userId, book.id, sums.map((one) => one.recordId), sums.map(({ month }) => monthText(month))],
      sums.map(({ month }) => lastDay(month)),
    ],
  })
}

/** Posts the offsets of a book that wait, to the department and fund of their cards in the month. Answers their sum. */
export async function postOffsets(tx: Transaction, book: Book, { recordId, month }: MonthSum): Promise<bigint> {
  const { rows } = await tx.run({
    text: `with posted as (update depreciation_offset o set record_id = $3, posted_on = p.day, updated_at = now(),
          use_dept_id = ${heldSql('dept', 'd.use_dept_id', 'p.day')}, posted_fund = coalesce(o.fund_source, ${heldSql('fund', 'd.fund_source', 'p.day')})
        from device d, (select $4::date as day) p
        where d.tenant_id = o.tenant_id and d.id = o.device_id and o.tenant_id = $1 and o.rule_id = $2 and o.record_id is null returning o.amount)
      select coalesce(sum(amount), 0)::text as sum from posted`,
    values: [tx.tenantId, book.id, recordId, lastDay(month)],
  })
  return cents(rows[0]!.sum)
}

/** Writes what the months came to, closes the book until the last of them and records it. */
export async function sumRecords(
  tx: Transaction,
  context: Context,
  book: Book,
  sums: readonly MonthSum[],
  isRepeat: boolean,
): Promise<void> {
  const { userId } = context.actor
  for (const sum of sums) {
    const { rows } = await tx.run({
      text: `update depreciation_record set card_count = $3, charge_total = $4, opening_total = $5, offset_total = $6, incomplete_count = $7,
          attempt_count = attempt_count + 1, repeat_reason = null, closed_by_id = $8, updated_by = $8, updated_at = now(), version = version + $9
        where tenant_id = $1 and id = $2 returning version`,
      values: [
        ...[tx.tenantId, sum.recordId, sum.cards, decimalText(sum.charged, 2), decimalText(sum.opening, 2), decimalText(sum.offsets, 2)],
        ...[sum.incomplete, userId, isRepeat ? 1 : 0],
      ],
    })
    const version = Number(rows[0]!.version)
    record(context, tx, { entity: 'depreciationRecord', entityId: sum.recordId, verb: isRepeat ? 'repeat' : 'close', version })
  }
  // What an earlier month charged too much is taken back by these.
  await tx.run({
    text: 'update depreciation_record set repeat_reason = null, version = version + 1 where tenant_id = $1 and rule_id = $2 and repeat_reason is not null',
    values: [tx.tenantId, book.id],
  })
  await tx.run({
    text: 'update depreciation_rule set closed_on = $3, updated_at = now() where tenant_id = $1 and id = $2',
    values: [tx.tenantId, book.id, lastDay(sums.at(-1)!.month)],
  })
}
