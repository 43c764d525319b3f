import { v7 } from 'uuid'
import type { TestApp } from './app-for-test.ts'

/** A closed month of a book of a hospital, with a line, a place in the book and an offset for each of the cards; answers their ids by entity. */
export async function ledgerRows(app: TestApp, tenant: string, word: string, ruleId?: string): Promise<Record<string, string>> {
  const rows = { depreciationRule: ruleId ?? v7(), depreciationRecord: v7() }
  const put = (text: string, ...more: unknown[]) => app.sql(text, [tenant, ...more])
  if (!ruleId)
    await put(
      `insert into depreciation_rule (tenant_id, id, rule_name, rule_set, is_main, begins_on) values ($1, $2, $3, 'public', 1, '2026-01-01')`,
      rows.depreciationRule,
      `${word}账簿`,
    )
  await put(
    `insert into depreciation_record (tenant_id, id, record_month, rule_id, posted_on, card_count, charge_total, opening_total, offset_total, incomplete_count, attempt_count)
      values ($1, $2, '2026-01', $3, '2026-01-31', 1, 10, 0, 0, 0, 1)`,
    rows.depreciationRecord,
    rows.depreciationRule,
  )
  const cards = 'from device d where d.tenant_id = $1 and not d.is_deleted'
  await put(
    `insert into device_depreciation (tenant_id, id, asset_no, device_id, rule_id, card_state, book_value, accumulated, net_value, charged_months)
      select $1, gen_random_uuid(), $3, d.id, $2, 'charging', 100, 10, 90, 1 ${cards} on conflict do nothing`,
    rows.depreciationRule,
    word,
  )
  await put(
    `insert into depreciation_line (tenant_id, id, asset_no, device_id, posted_on, line_kind, amount, month_count, accumulated, net_value, use_dept_id, rule_set, record_id)
      select $1, gen_random_uuid(), $3, d.id, '2026-01-31', 'charge', 10, 1, 10, 90, d.use_dept_id, 'public', $2 ${cards}`,
    rows.depreciationRecord,
    word,
  )
  await put(
    `insert into depreciation_offset (tenant_id, id, asset_no, device_id, rule_id, offset_kind, amount, reason)
      select $1, gen_random_uuid(), $3, d.id, $2, 'adjustment', 1, $3 ${cards}`,
    rows.depreciationRule,
    word,
  )
  const reconciliation = v7()
  await put(
    `insert into ledger_reconciliation (tenant_id, id, run_title, rule_id, posted_on, run_no, register_count, ledger_count, agree_count, difference_count,
        missing_ledger_count, missing_ledger_total, missing_register_count, missing_register_total, value_count, value_total, depreciation_count, depreciation_total,
        net_count, net_total, register_value, ledger_value, register_accumulated, ledger_accumulated, run_by_id)
      select $1, $2, $3, $4, '2026-01-31', 1, 1, 1, 0, 1, 1, 100, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 10, 0, u.id from app_user u where u.tenant_id = $1 order by u.id limit 1`,
    reconciliation,
    word,
    rows.depreciationRule,
  )
  await put(
    `insert into ledger_difference (tenant_id, id, asset_no, difference_kind, difference, device_id, use_dept_id, reconciliation_id)
      select $1, gen_random_uuid(), $3, 'missing_ledger', 100, d.id, d.use_dept_id, $2 ${cards}`,
    reconciliation,
    word,
  )
  const deviceSplit = v7()
  await put(
    `insert into device_split (tenant_id, id, split_no, split_status, device_id, split_on, part_count, value_total, reason)
      select $1, $2, $3, 'done', d.id, '2026-01-31', 2, 100, $3 ${cards} order by d.id limit 1`,
    deviceSplit,
    word,
  )
  await put(
    `insert into device_split_part (tenant_id, id, split_id, place, asset_no, device_id, part_value)
      select $1, gen_random_uuid(), s.id, 1, $2, s.device_id, 100 from device_split s where s.tenant_id = $1`,
    word,
  )
  await put(
    `insert into depreciation_split (tenant_id, id, split_id, place, asset_no, rule_id, device_id, book_value, accumulated, net_value)
      select $1, gen_random_uuid(), s.id, 1, $3, $2, s.device_id, 100, 10, 90 from device_split s where s.tenant_id = $1`,
    rows.depreciationRule,
    word,
  )
  const first = async (table: string): Promise<string> =>
    String((await put(`select id from ${table} where tenant_id = $1 order by id limit 1`))[0]!.id)
  return {
    ...rows,
    deviceDepreciation: await first('device_depreciation'),
    depreciationLine: await first('depreciation_line'),
    depreciationOffset: await first('depreciation_offset'),
    ledgerReconciliation: reconciliation,
    ledgerDifference: await first('ledger_difference'),
    deviceSplit,
    deviceSplitPart: await first('device_split_part'),
    depreciationSplit: await first('depreciation_split'),
  }
}
