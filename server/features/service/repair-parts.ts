import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { keepForOrder, type PartsOrder } from '#server/features/place/public.ts'

/** Parts used in repairs. */
export const repairParts: PartsOrder = { of: repairOrder, link: 'repair' }

keepForOrder(repairParts, { state: 'repair_status', open: openRepairStates.filter((state) => state !== 'finished'), order: -20 })
