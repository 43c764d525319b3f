import type { ServerArea } from '#server/kit/area.ts'
import { demoHistory } from './demo-history.ts'
import { demoRepairs } from './demo-repairs.ts'
import { openOrders } from './open-orders.ts'
import { repairAnswers } from './repair-answers.ts'
import './repair-hooks.ts'
import './repair-steps.ts'

export const serviceServer: ServerArea = {
  name: 'service',
  answers: repairAnswers,
  demo: demoRepairs,
  demoHistory,
  openWork: [openOrders],
}
