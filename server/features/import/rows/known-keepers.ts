import type { View } from '#contract/kit/entity/view.ts'
import type { Transaction } from '#server/db/pool.ts'
import { matchKeepers } from '#server/features/asset/public.ts'
import { giveFirstPassword } from '#server/features/identity/public.ts'
import type { Context } from '#server/kit/context.ts'
import type { GradedRow } from '#server/kit/import/grading.ts'
import { rememberRows } from '#server/kit/import/rows/add-rows.ts'
import { submit } from '#server/kit/write/save.ts'

/**
 * Gives keepers whom lists of devices named before the account, department and role of the imported row; answers the chosen rows of people who are new.
 * `all`: every row of the file, for they are matched as the check matched them.
 */
export async function fillKeepers(
  view: View,
  context: Context,
  tx: Transaction,
  { jobId, all, chosen }: { readonly jobId: string; readonly all: readonly GradedRow[]; readonly chosen: readonly GradedRow[] },
): Promise<GradedRow[]> {
  const { matched } = await matchKeepers(all, { actor: context.actor, run: tx.run })
  const filled = chosen.filter((row) => matched.has(row))
  for (const row of filled) {
    const { id, version } = matched.get(row)!
    await submit(view, { ...context, input: { ...row.draft, id, version } }, tx)
    await giveFirstPassword(context, tx, id)
  }
  if (filled.length > 0)
    rememberRows(
      tx,
      jobId,
      filled.map((row) => ({ entity: view.entity.name, id: matched.get(row)!.id, hash: row.hash })),
    )
  return chosen.filter((row) => !matched.has(row))
}
