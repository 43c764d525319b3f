import { v7 as uuid } from 'uuid'
import { runReconciliation } from '#contract/calls/check/reconciliation.ts'
import { lastDay, monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import { differenceKinds } from '#contract/entities/ledger/difference-kinds.ts'
import { ledgerDifference } from '#contract/entities/ledger/ledger-difference.ts'
import { ledgerReconciliation } from '#contract/entities/ledger/ledger-reconciliation.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { seesAll } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { gatherGrown } from '#server/kit/write/statistics.ts'
import type { Book } from './book-cards.ts'
import { lockBook } from './books.ts'
import { comparedSql, differencesSql, registerSql } from './register-sql.ts'

/** The month to compare: as asked, else that of the newest balances. Refuses one that is not closed or has no balances. */
async function monthToCompare(tx: Transaction, book: Book, asked: string | null | undefined): Promise<number> {
  const { rows } = await tx.run({
    text: `select max(balance_on)::text as newest from ledger_balance where tenant_id = $1 and rule_id = $2 and not is_deleted
      and ($3::date is null or balance_on = $3::date)`,
    values: [tx.tenantId, book.id, asked ? lastDay(monthNumber(asked)) : null],
  })
  const newest = rows[0]!.newest
  if (!newest)
    throw new Refusal('rule', {
      zh: `${asked ? `${asked} ` : ''}暂无财务账余额，请先导入`,
      en: `There are no balances of the finance ledger${asked ? ` for ${asked}` : ''}. Import them first`,
    })
  const month = monthNumber(String(newest))
  if (month < book.begins || book.closed === undefined || month > book.closed)
    throw new Refusal('rule', {
      zh: `账簿“${book.name}”的 ${monthText(month)} 尚未结账，不能对账`,
      en: `${monthText(month)} of the book “${book.name}” is not closed, so it cannot be compared`,
    })
  return month
}

const kinds = Object.keys(differenceKinds)
/** The figures of a run that its differences add up to, by kind: how they are found, written and read back. */
const figures = {
  names: kinds.map((kind) => `${kind}_count, ${kind}_total`).join(', '),
  none: kinds.map(() => '0, 0').join(', '),
  found: kinds
    .map((kind) => {
      const which = `filter (where difference_kind = '${kind}')`
      return `count(*) ${which}::int as ${kind}_count, coalesce(sum(difference) ${which}, 0) as ${kind}_total`
    })
    .join(', '),
  types: kinds.map((kind) => `${kind}_count int, ${kind}_total numeric`).join(', '),
  written: kinds.map((kind) => `${kind}_count = f.${kind}_count, ${kind}_total = f.${kind}_total`).join(', '),
}

/** Compares a book with the balances of a month and keeps the run with its differences. Only for people who see every card. */
export async function reconcile(context: Context, tx: Transaction): Promise<AnswerOf<typeof runReconciliation>> {
  const given = read(runReconciliation.input, context.input) as { ruleId?: string | null; month?: string | null }
  if (!seesAll(ledgerDifference, context.actor))
    throw new Refusal('rule', {
      zh: '对账涉及全院设备，数据范围须为全部',
      en: 'Reconciliation covers all devices, so it needs a data scope of all',
    })
  // No month is closed or run again meanwhile, and runs have their numbers one after another.
  const book = await lockBook(tx, given.ruleId)
  const month = await monthToCompare(tx, book, given.month)
  const [id, day] = [uuid(), lastDay(month)]
  const { userId } = context.actor
  await tx.run({
    text: `insert into ledger_reconciliation (tenant_id, id, created_by, updated_by, run_title, rule_id, posted_on, run_no, register_count, ledger_count, agree_count,
        difference_count, ${figures.names}, register_value, ledger_value, register_accumulated, ledger_accumulated, run_by_id)
      select $1, $2, $3, $3, $5 || ' (' || n || ')', $4, $6::date, n, 0, 0, 0, 0, ${figures.none}, 0, 0, 0, 0, $3
      from (select coalesce(max(run_no), 0) + 1 as n from ledger_reconciliation where tenant_id = $1 and rule_id = $4 and posted_on = $6::date) last`,
    values: [tx.tenantId, id, userId, book.id, `${monthText(month)} ${book.name}`, day],
  })
  const head = uuid().replaceAll('-', '').slice(0, 24)
  const { rows } = await tx.run({
    text: `with ${registerSql(month === book.closed)}, ${comparedSql},
      found as (insert into ledger_difference (tenant_id, id, created_by, updated_by, asset_no, asset_name, difference_kind, difference, register_value, ledger_value,
          register_accumulated, ledger_accumulated, register_net, ledger_net, device_id, use_dept_id, reconciliation_id)
        select $1, ($5::text || lpad(to_hex(row_number() over (order by v.kind, c.no)), 8, '0'))::uuid, $6::uuid, $6::uuid, c.no, c.name, v.kind, v.difference, c.value,
          c.ledger_value, c.accumulated, c.ledger_accumulated, c.value - c.accumulated, c.ledger_net, c.device, c.dept, $7::uuid
        from compared c cross join lateral ${differencesSql} where v.is_so returning difference_kind, difference, device_id, asset_no),
      f as (select count(*)::int as differences, ${figures.found} from found),
      a as (select count(device)::int as cards, count(balance)::int as rows, coalesce(sum(value), 0) as value, coalesce(sum(accumulated), 0) as accumulated,
        coalesce(sum(ledger_value), 0) as ledger_value, coalesce(sum(ledger_accumulated), 0) as ledger_accumulated,
        count(*) filter (where device is not null and balance is not null and value = ledger_value and accumulated = ledger_accumulated
          and value - accumulated = ledger_net)::int as agree from compared)
      select a.*, f.* from a, f`,
    values: [tx.tenantId, book.id, day, book.rules, head, userId, id],
    once: true,
  })
  const found = rows[0]!
  const { rows: done } = await tx.run({
    text: `update ledger_reconciliation t set register_count = $3, ledger_count = $4, agree_count = $5, difference_count = $6, register_value = $7, ledger_value = $8,
        register_accumulated = $9, ledger_accumulated = $10, ${figures.written}
      from jsonb_to_record($11::jsonb) f(${figures.types}) where t.tenant_id = $1 and t.id = $2 returning t.version`,
    values: [
      ...[tx.tenantId, id, found.cards, found.rows, found.agree, found.differences, found.value, found.ledger_value],
      ...[found.accumulated, found.ledger_accumulated, JSON.stringify(found)],
    ],
  })
  record(context, tx, { entity: ledgerReconciliation.name, entityId: id, verb: 'add', version: 1 })
  await gatherGrown(tx, Number(found.differences), ledgerDifference)
  return { id, version: Number(done[0]!.version) }
}
