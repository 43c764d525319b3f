import { ledgerBalance } from '#contract/entities/ledger/ledger-balance.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Row } from '#server/db/query.ts'
import type { ReadRow } from '#server/kit/import/rows/read-rows.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'
import { booksOf, placeOf } from './balance-defaults.ts'

const noPlace: Words = { zh: '没有可用的账簿或结账月份，请填写月末日期', en: 'has no book or closed month. Enter a month-end date' }
const there: Words = {
  zh: '该月已有此资产的余额；请先撤销之前的导入或删除该余额',
  en: 'already has a balance for this month. Undo the earlier import or delete the balance first',
}
const twice: Words = { zh: '在文件中出现多次', en: 'is in the file more than once' }

const keyOf = (rule: unknown, day: unknown, no: unknown): string => JSON.stringify([rule, day, codeKey(String(no))])
const amounts = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([row.originalValue, row.accumulated, row.netValue ?? null].map((one) => (one === null ? null : Number(one))))

/** Balances without a book or a month get the main book and its latest closed month; an asset is told once for a month. */
export const balanceCheck: RowCheck = {
  of: ledgerBalance,
  async check(rows, { actor, run, known: knownRows }, wrong) {
    const books = await booksOf(actor.tenantId, run)
    const keys = new Map<ReadRow, string>()
    for (const row of rows) {
      const place = placeOf(books, row.draft)
      if (!place) {
        wrong(row, 'balanceOn', noPlace, '')
        continue
      }
      Object.assign(row.draft, place)
      keys.set(row, keyOf(place.ruleId, place.balanceOn, row.draft.assetNo))
    }
    const days = [...new Set([...keys.keys()].map(({ draft }) => String(draft.balanceOn)))]
    const { rows: found } = await run({
      text: `select b.rule_id, b.balance_on, b.asset_no, b.original_value as "originalValue", b.accumulated, b.net_value as "netValue"
        from ledger_balance b where b.tenant_id = $1 and b.balance_on = any($2::date[]) and not b.is_deleted`,
      values: [actor.tenantId, days],
    })
    const known = new Map<string, Row>(found.map((row) => [keyOf(row.rule_id, row.balance_on, row.asset_no), row]))
    // Asked for when books and months are filled in, as they were when the rows were written.
    const standing = await knownRows()
    const seen = new Set<string>()
    for (const [row, key] of keys) {
      const said = String(row.draft.assetNo ?? '')
      const before = known.get(key)
      // A second import of the same file changes nothing and says so.
      if (seen.has(key)) wrong(row, 'assetNo', twice, said)
      else if (before && !(standing.has(row) && amounts(before) === amounts(row.draft))) wrong(row, 'assetNo', there, said)
      seen.add(key)
    }
  },
}
