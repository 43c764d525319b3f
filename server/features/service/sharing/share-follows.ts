import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { sharing } from '#contract/entities/service/share-flow.ts'
import { shareFollowing } from '#contract/entities/service/share-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { apply } from '#server/kit/steps/step.ts'
import { liveShare } from './agreed-fields.ts'

/** Takes the step of a shared order that follows from its repair order, where it is with a provider. */
export async function shareFollows(
  context: Context,
  tx: Transaction,
  repairId: unknown,
  name: 'end' | 'sign' | 'rework',
  reason?: string,
): Promise<void> {
  const live = await liveShare(tx, repairId)
  if (!live || (name !== 'end' && live.share_state !== 'finished')) return
  const by = asSystem(context, shareFollowing)
  const [order] = await lockByRule(serviceOrder, by, tx, [live.id])
  await apply(sharing, name, by, tx, order!, reason === undefined ? {} : { reason })
}
