import { areaLarger } from '#contract/entities/place/area-larger.ts'
import { location } from '#contract/entities/place/location.ts'
import { warehouse } from '#contract/entities/place/warehouse.ts'
import { warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
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
  deptHoldings: [
    { of: location, field: 'dept', keeps: true },
    { of: areaLarger, field: 'dept', keeps: true },
    { of: warehouse, field: 'dept', keeps: true },
    { of: warehouseEntry, field: 'dept' },
  ],
  demo: demoWarehouses,
  demoHistory: demoPlans,
  jobs: [tellStock],
  rowChecks: [levelCheck],
}
