import { cents } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'

/** The parameter of a hospital: disposals of this original value or more need the approval of the superior authority. None: none does. */
const limitKey = 'disposal.superiorLimit'

/** Whether the original value of an application asks for the superior authority. A limit that is no amount asks for it always, to be on the safe side. */
export async function needsSuperior(tx: Transaction, originalTotal: unknown): Promise<boolean> {
  const { rows } = await tx.run({
    text: 'select param_value from param where tenant_id = $1 and param_key = $2 and not is_deleted',
    values: [tx.tenantId, limitKey],
  })
  if (!rows[0]) return false
  return cents(originalTotal) >= cents(String(rows[0].param_value).trim())
}
