import { cents } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import { paramOf } from '#server/features/settings/public.ts'

/** The parameter of a hospital: disposals of this original value or more need the approval of the superior authority. None: none does. */
const limitKey = 'disposal.superiorLimit'

/** Whether the original value of an application asks for the superior authority. A limit that is no amount asks for it always, to be on the safe side. */
export async function needsSuperior(tx: Transaction, originalTotal: unknown): Promise<boolean> {
  const limit = await paramOf(tx, limitKey)
  if (limit === undefined) return false
  return cents(originalTotal) >= cents(limit)
}
