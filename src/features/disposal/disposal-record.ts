import type { disposalLists } from '#contract/calls/disposal/disposal.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'

/** A disposal as its detail answers it. */
export type DisposalRecord = AnswerOf<typeof disposalLists.record>
