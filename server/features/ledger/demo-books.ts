import { lastDay, monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import { depreciationRule } from '#contract/entities/ledger/depreciation-rule.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { closeMonths } from './close/close-kind.ts'

/** How many months before the running one are closed. */
const closed = 3

/** The book of a public hospital with its last months closed, by the administrator. */
export async function demoBooks(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, as, settle } = demoActs(tx, ground)
  const first = monthNumber(homeDay(new Date())) - closed
  const ruleId = await add('admin', depreciationRule, {
    ruleName: '政府会计折旧账簿',
    ruleSet: 'public',
    isMain: 1,
    beginsOn: lastDay(first),
    defaultLife: 72,
    remark: `从 ${monthText(first)} 起按月计提`,
  })
  const context = await as('admin')
  const run = { signal: new AbortController().signal, say: () => undefined }
  for (let month = first; month < first + closed; month++) await closeMonths(context, tx, { ruleId, from: month, to: month }, run)
  await settle()
}
