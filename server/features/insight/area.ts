import type { ServerArea } from '#server/kit/area.ts'
import { boardAnswers } from './board-answers.ts'

export const insightServer: ServerArea = {
  name: 'insight',
  answers: boardAnswers,
}
