import { decimalText } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query } from '#server/db/query.ts'
import type { Book } from '../books/book-cards.ts'
import type { NewFigures, NewLine, NewOffset } from './charge-cards.ts'

const money = (amount: bigint): string => decimalText(amount, 2)

/** An array of ids, numbers or days as PostgreSQL reads it; they hold nothing that needs quotes, which the driver would look for in each of them. */
const plainArray = (values: readonly (string | number | null)[]): string => `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** Writes lines of months, thousands at once. */
export async function writeLines(tx: Transaction, book: Book, userId: string, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return
  const column = <T>(of: (line: NewLine) => T): T[] => lines.map(of)
  const plain = (of: (line: NewLine) => string | number | null): string => plainArray(lines.map(of))
  await tx.run({
    text: `insert into depreciation_line (tenant_id, id, created_by, updated_by, asset_no, device_id, posted_on, line_kind, fund_source, amount, month_count,
        accumulated, net_value, use_dept_id, assets_category_id, rule_set, record_id)
      select $1, v.id, $2, $2, v.no, v.device, v.posted, v.kind, v.fund, v.amount, v.months, v.accumulated, v.net, v.dept, v.category, $3, v.record
      from unnest($4::uuid[], $5::text[], $6::uuid[], $7::date[], $8::text[], $9::text[], $10::numeric[], $11::int[], $12::numeric[], $13::numeric[], $14::uuid[],
        $15::uuid[], $16::uuid[]) v(id, no, device, posted, kind, fund, amount, months, accumulated, net, dept, category, record)`,
    values: [
      ...[tx.tenantId, userId, book.rules, plain((one) => one.id), column(({ card }) => card.code), plain(({ card }) => card.id)],
      ...[plain((one) => one.postedOn), plain((one) => one.kind), column((one) => one.fund), plain((one) => money(one.amount))],
      ...[plain((one) => one.months), plain((one) => money(one.accumulated)), plain((one) => money(one.netValue))],
      ...[plain(({ card }) => card.dept), plain(({ card }) => card.category), plain((one) => one.recordId)],
    ],
    once: true,
  })
}

/** Writes the offsets that months post by themselves. */
export async function writeOffsets(tx: Transaction, book: Book, userId: string, offsets: readonly NewOffset[]): Promise<void> {
  if (offsets.length === 0) return
  const column = <T>(of: (offset: NewOffset) => T): T[] => offsets.map(of)
  await tx.run({
    text: `insert into depreciation_offset (tenant_id, id, created_by, updated_by, rule_id, asset_no, device_id, offset_kind, amount, fund_source, reason, record_id, posted_on,
        use_dept_id, posted_fund)
      select $1, v.id, $2, $2, $3, v.no, v.device, v.kind, v.amount, v.fund, v.reason, v.record, v.posted, v.dept, v.fund
      from unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::numeric[], $9::text[], $10::text[], $11::uuid[], $12::date[], $13::uuid[])
        v(id, no, device, kind, amount, fund, reason, record, posted, dept)`,
    values: [
      ...[tx.tenantId, userId, book.id, column((one) => one.id), column(({ card }) => card.code), column(({ card }) => card.id)],
      ...[column((one) => one.kind), column((one) => money(one.amount)), column((one) => one.fund), column((one) => one.reason)],
      ...[column((one) => one.recordId), column((one) => one.postedOn), column((one) => one.dept)],
    ],
    once: true,
  })
}

/** Whether a month went on from what the row holds, so that the database copies it. */
const isKept = ({ card, before }: NewFigures): boolean => before !== null && before === card.progress

/** Writes what cards in the books became. A card that finance changes meanwhile keeps what they say: only figures are written. */
export async function writeFigures(tx: Transaction, book: Book, userId: string, figures: readonly NewFigures[]): Promise<void> {
  const values = (of: readonly NewFigures[]): unknown[] => {
    const column = <T>(read: (one: NewFigures) => T): T[] => of.map(read)
    const plain = (read: (one: NewFigures) => string | number | null): string => plainArray(of.map(read))
    return [
      ...[tx.tenantId, userId, plain((one) => one.id), plain((one) => one.state), plain((one) => money(one.value))],
      ...[plain((one) => money(one.accumulated)), plain((one) => money(one.value - one.accumulated)), plain((one) => one.months)],
      ...[plain((one) => one.postedOn), column((one) => JSON.stringify(one.progress))],
      column((one) => (one.before && !isKept(one) ? JSON.stringify(one.before) : null)),
      ...[column(({ card }) => card.code), plain(({ card }) => card.id), plain((one) => String(isKept(one)))],
      column(({ card }) => card.correction),
    ]
  }
  const from = `unnest($3::uuid[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[], $8::int[], $9::date[], $10::text[], $11::text[], $12::text[], $13::uuid[],
    $14::boolean[], $15::text[]) v(id, state, value, accumulated, net, months, posted, progress, before, no, device, kept, correction)`
  const [added, changed] = [figures.filter((one) => one.isNew), figures.filter((one) => !one.isNew)]
  const insert: Query = {
    text: `insert into device_depreciation (tenant_id, id, created_by, updated_by, asset_no, device_id, rule_id, card_state, book_value, accumulated, net_value,
        charged_months, charged_on, progress, progress_before)
      select $1, v.id, $2, $2, v.no, v.device, $16, v.state, v.value, v.accumulated, v.net, v.months, v.posted, v.progress::jsonb, v.before::jsonb from ${from}`,
    values: [...values(added), book.id],
    once: true,
  }
  const update: Query = {
    text: `update device_depreciation b set card_state = v.state, book_value = v.value, accumulated = v.accumulated, net_value = v.net, charged_months = v.months,
        charged_on = coalesce(v.posted, b.charged_on), progress = v.progress::jsonb,
        progress_before = case when v.posted is null then b.progress_before when v.kept then b.progress else v.before::jsonb end, asset_no = v.no, updated_by = $2, updated_at = now(),
        correction = case when b.correction is not distinct from v.correction then null else b.correction end,
        correction_before = case when v.posted is null then b.correction_before else v.correction end
      from ${from} where b.tenant_id = $1 and b.id = v.id and b.device_id = v.device`,
    values: values(changed),
    once: true,
  }
  await Promise.all([...(added.length > 0 ? [tx.run(insert)] : []), ...(changed.length > 0 ? [tx.run(update)] : [])])
}

/**
 * Takes the latest month of a book back, so that it can be run again: its lines go, cards stand where the month found them, offsets wait again. The record
 * stays, with its number. What it corrected is to be corrected again.
 */
export async function takeBack(tx: Transaction, book: Book, record: { readonly id: string; readonly postedOn: string }): Promise<void> {
  await tx.run({ text: 'delete from depreciation_line where tenant_id = $1 and record_id = $2', values: [tx.tenantId, record.id] })
  await tx.run({
    text: `delete from depreciation_offset where tenant_id = $1 and record_id = $2 and offset_kind in ('correction', 'impairment', 'move')`,
    values: [tx.tenantId, record.id],
  })
  await tx.run({
    text: `update depreciation_offset set record_id = null, posted_on = null, use_dept_id = null, posted_fund = null where tenant_id = $1 and record_id = $2`,
    values: [tx.tenantId, record.id],
  })
  await tx.run({
    text: `update device_depreciation b set progress = s.was, progress_before = null, charged_on = null, card_state = 'waiting', charged_months = (s.was->>'done')::int,
        accumulated = s.taken, net_value = b.book_value - s.taken, correction = nullif(left(concat_ws('；', b.correction_before, b.correction), 2000), ''), correction_before = null
      from (select id, progress_before as was, coalesce((progress_before->>'charged')::numeric + (progress_before->>'adjusted')::numeric, 0) / 100 as taken
        from device_depreciation where tenant_id = $1 and rule_id = $2 and charged_on = $3) s
      where b.tenant_id = $1 and b.id = s.id`,
    values: [tx.tenantId, book.id, record.postedOn],
  })
}
