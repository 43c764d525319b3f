import type { ServerModule } from '#server/kit/module.ts'
import { buildAnswers } from './build-answers.ts'
import { demoPlans } from './demo-plans.ts'
import { demoWarehouses } from './demo-warehouses.ts'
import { floorPlanAnswers } from './floor-plan-view.ts'
import { locationAnswers } from './location-answers.ts'
import './area-hooks.ts'
import './floor-plan-hooks.ts'
import './entry-facts.ts'
import './entry-steps.ts'
import { levelCheck } from './location-hooks.ts'
import './reservations.ts'
import { tellStock } from './tell-stock.ts'

export const placeServer: ServerModule = {
  name: 'place',
  answers: [...locationAnswers, ...buildAnswers, ...floorPlanAnswers],
  demo: demoWarehouses,
  demoHistory: demoPlans,
  jobs: [tellStock],
  rowChecks: [levelCheck],
}
