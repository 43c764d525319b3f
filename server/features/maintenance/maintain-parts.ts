import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { openMaintainStates } from '#contract/entities/maintenance/maintain-states.ts'
import { keepForOrder, type PartsOrder } from '#server/features/place/public.ts'

/** Parts used in maintenance. */
export const maintainParts: PartsOrder = { of: maintainOrder, link: 'maintenance' }

keepForOrder(maintainParts, { state: 'order_state', open: openMaintainStates, order: -10 })
