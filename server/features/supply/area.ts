import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import type { ServerArea } from '#server/kit/area.ts'

export const supplyServer: ServerArea = {
  name: 'supply',
  deptHoldings: [{ of: purchasePlan, field: 'dept' }],
}
