import { ledgerBalance } from '#contract/entities/ledger/ledger-balance.ts'
import type { Transaction } from '#server/db/pool.ts'
import { hook } from '#server/kit/hooks.ts'
import { booksOf, type NamedBook, needPlace } from './balance-defaults.ts'

// Thousands of rows of one import ask for the same books.
const known = new WeakMap<Transaction, Promise<NamedBook[]>>()

function booksIn(tx: Transaction): Promise<NamedBook[]> {
  const found = known.get(tx) ?? booksOf(tx.tenantId, (query) => tx.run(query))
  known.set(tx, found)
  return found
}

hook(ledgerBalance, {
  async beforeAdd(_, tx, { draft }) {
    const { ruleId, balanceOn } = needPlace(await booksIn(tx), draft)
    return { rule_id: ruleId, balance_on: balanceOn }
  },
  async beforeChange(_, tx, { row, draft }) {
    const said = {
      ruleId: 'ruleId' in draft ? draft.ruleId : row.rule_id,
      balanceOn: 'balanceOn' in draft ? draft.balanceOn : row.balance_on,
    }
    const { ruleId, balanceOn } = needPlace(await booksIn(tx), said as typeof draft)
    return { rule_id: ruleId, balance_on: balanceOn }
  },
})
