import { processRule } from '../../../kit/entity/process-rule.ts'

/** Who leaves hands the place in teams over. */
export const teamHandOver = processRule({
  name: 'teamHandOver',
  zh: '班组交接',
  en: 'Team hand-over',
  touches: { serviceTeam: ['change'] },
})
