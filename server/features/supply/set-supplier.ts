import { setSupplier } from '#contract/calls/supply/supply.ts'
import { editMany } from '#server/features/asset/public.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'

/** Setting the supplier of many cards is a batch edit of that field. */
export const supplierAnswers: readonly Answer[] = [
  answer(setSupplier, {
    write: (context, tx) => editMany({ ...context, input: read(setSupplier.input, context.input) }, tx),
  }),
]
