import { accessLog } from '#contract/entities/record/access-log.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { accessReviewAnswers } from './access-review.ts'
import { logAnswers } from './log-answers.ts'
import { foundSignIns } from './sign-in-search.ts'

export const recordServer: ServerModule = {
  name: 'record',
  answers: [...logAnswers, ...accessReviewAnswers],
  countedLogs: [{ of: accessLog, kinds: ['event', 'outcome'], holding: foundSignIns }],
}
