import { setSupplier } from '#contract/calls/supply.ts'
import { device } from '#contract/entities/asset/device.ts'
import { changeCards } from '#server/features/asset/public.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { lockRows } from '#server/kit/lock.ts'
import { idsOf, read } from '#server/kit/refuse.ts'
import { gatherStatistics } from '#server/kit/statistics.ts'

/** The supplier of many cards, changed as any other field of theirs. */
export const supplierAnswers: readonly Answer[] = [
  answer(setSupplier, {
    async write(context, tx) {
      const { supplierId } = read(setSupplier.input, context.input)
      const rows = await lockRows(device, context, tx, idsOf(context))
      const changed = await changeCards(
        context,
        tx,
        { verb: 'change' },
        rows.map((row) => ({ row, draft: { supplierId } })),
      )
      await gatherStatistics(tx, changed, [device])
      return { changed }
    },
  }),
]
