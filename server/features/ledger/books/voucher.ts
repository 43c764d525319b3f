import { monthVoucher } from '#contract/calls/ledger/depreciation.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { depreciationLine } from '#contract/entities/ledger/depreciation-line.ts'
import { depreciationOffset } from '#contract/entities/ledger/depreciation-offset.ts'
import { depreciationRecord } from '#contract/entities/ledger/depreciation-record.ts'
import type { RuleSet } from '#contract/entities/ledger/rule-sets.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { SheetFormat } from '#contract/kit/sheets/sheet.ts'
import type { Language } from '#contract/kit/words.ts'
import { Parameters, type Rows } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import type { SheetColumn } from '#server/kit/export/sheet-cell.ts'
import { sheetFile } from '#server/kit/export/sheet-file.ts'
import type { Download } from '#server/kit/files/download.ts'
import { nameSql } from '#server/kit/read/by-name.ts'
import { read } from '#server/kit/refuse.ts'
import { subjectOf, subjectsQuery } from './voucher-subjects.ts'

const headers = {
  zh: ['日期', '摘要', '科目编码', '科目名称', '科室', '资金来源', '借方', '贷方'],
  en: ['Date', 'Text', 'Account', 'Account name', 'Department', 'Fund', 'Debit', 'Credit'],
} as const

const kinds: Readonly<Record<number, SheetColumn['kind']>> = { 0: 'date', 6: 'money', 7: 'money' }
const columnsIn = (language: Language): SheetColumn[] => headers[language].map((heading, at) => ({ heading, kind: kinds[at] }))

interface Entry {
  readonly dept: string | null
  readonly fund: string | null
  readonly amount: string
}

/**
 * The voucher of a month: what departments and funds were charged within the person's scope, offsets included, against accumulated depreciation by fund. Debits and
 * credits are the same to the cent. What was taken over is not posted.
 */
export function voucherFile(context: Context): ReadPlan<Download> {
  const { recordId, format } = read(monthVoucher.input, { format: 'xlsx', ...context.input }) as { recordId: string; format: SheetFormat }
  const { actor, language } = context
  const into = new Parameters()
  const [tenant, id] = [into.add(actor.tenantId), into.add(recordId)]
  const [scope, cards] = [scopeSql(depreciationLine, actor, 't', into), scopeSql(device, actor, 'd', into)]
  // A fund that the hospital hides stays out of both.
  const fund = actor.settings.view(depreciationLine).fields.fundSource
  const ofCard = 'fundSource' in actor.settings.view(device).fields ? 'o.posted_fund' : 'o.fund_source'
  const ofOffset = 'fundSource' in actor.settings.view(depreciationOffset).fields ? ofCard : 'null'
  const posted = `select t.use_dept_id, ${fund ? 't.fund_source' : 'null::text'} as fund_source, t.amount from depreciation_line t where t.tenant_id = ${tenant} and t.record_id = ${id} and t.line_kind = 'charge'${scope ? ` and ${scope}` : ''}
    union all select o.use_dept_id, ${fund ? ofOffset : 'null'}, o.amount
      from depreciation_offset o join device d on d.tenant_id = o.tenant_id and d.id = o.device_id
      where o.tenant_id = ${tenant} and o.record_id = ${id}${cards ? ` and ${cards}` : ''}`
  const fundWord = (key: string | null): string | null =>
    key === null ? null : (fund?.kind === 'choice' && fund.of[key]?.[language]) || key
  return {
    queries: [
      {
        text: `select r.record_month, r.posted_on, b.rule_set from depreciation_record r join depreciation_rule b on b.tenant_id = r.tenant_id and b.id = r.rule_id
          where r.tenant_id = $1 and r.id = $2`,
        values: [actor.tenantId, recordId],
      },
      {
        text: `select n.dept_name as dept, p.fund_source as fund, sum(p.amount) as amount from (${posted}) p
          left join dept n on n.tenant_id = ${tenant} and n.id = p.use_dept_id group by n.id, n.dept_name, p.fund_source order by ${nameSql('n.dept_name')} nulls last, p.fund_source`,
        values: into.values,
      },
      subjectsQuery(actor.tenantId),
    ],
    answer([months, entries, subjects]: Rows[]) {
      const month = months!.rows[0]
      if (!month) throw new Refusal('not_found', { what: depreciationRecord })
      const rules = month.rule_set as RuleSet
      const subject = (side: 'cost' | 'taken', key: string | null) => subjectOf(subjects!.rows, { rules, side, fund: key, language })
      const text = `${month.record_month} ${language === 'zh' ? '计提折旧' : 'depreciation'}`
      const date = String(month.posted_on)
      const posted = entries!.rows as unknown as Entry[]
      const debits = posted.map(({ dept, fund: key, amount }) => [
        ...[date, text, ...subject('cost', key)],
        ...[dept, fundWord(key), amount, null],
      ])
      const byFund = new Map<string | null, bigint>()
      for (const { fund: key, amount } of posted) byFund.set(key, (byFund.get(key) ?? 0n) + cents(amount))
      const credits = [...byFund].map(([key, amount]) => [
        date,
        text,
        ...subject('taken', key),
        null,
        fundWord(key),
        null,
        decimalText(amount, 2),
      ])
      const name = `${depreciationRecord[language]} ${month.record_month}`
      return sheetFile({
        name,
        sheet: String(month.record_month),
        format,
        columns: columnsIn(language),
        rows: [...debits, ...credits],
        at: context.occurredAt,
      })
    },
  }
}
