import type { disposalLists } from '#contract/calls/disposal.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'

/** A disposal as its detail answers it. */
export type DisposalRecord = AnswerOf<typeof disposalLists.record>
