import type { processDetail } from '#contract/calls/flow/flow.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'

/** An approval as its page shows it. */
export type Approving = AnswerOf<typeof processDetail>
