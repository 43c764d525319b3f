import { device } from '#contract/entities/asset/device/device.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { changeMany, type RowDraft } from '#server/kit/write/change-many.ts'

/** Changes many locked cards by drafts that were read, all or none (`changeMany`). Answers how many changed. `act`: what the events are called. */
export async function changeCards(
  context: Context,
  tx: Transaction,
  act: { readonly verb: string; readonly input?: unknown },
  drafts: readonly RowDraft[],
): Promise<number> {
  return (await changeMany(context.actor.settings.view(device), context, tx, act, drafts)).length
}
