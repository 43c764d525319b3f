import { accessLog } from '#contract/entities/record/access-log.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { accessReviewAnswers } from './access-review.ts'
import { logAnswers } from './log-answers.ts'
import { foundSignIns } from './sign-in-search.ts'

export const recordServer: ServerArea = {
  name: 'record',
  answers: [...logAnswers, ...accessReviewAnswers],
  countedLogs: [{ of: accessLog, kinds: ['event', 'outcome'], holding: foundSignIns }],
}
