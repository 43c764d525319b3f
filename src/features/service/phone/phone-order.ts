import type { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { PhoneRow } from '#contract/kit/entity/shape.ts'

/** A repair order as phones keep it. */
export type PhoneOrder = PhoneRow<typeof repairOrder>

const rank: Readonly<Record<PhoneOrder['urgency'], number>> = { critical: 0, urgent: 1, normal: 2 }

/** The most urgent first, then the oldest. */
export const byUrgency = (a: PhoneOrder, b: PhoneOrder): number =>
  rank[a.urgency] - rank[b.urgency] || (a.reportedAt ?? '').localeCompare(b.reportedAt ?? '')

/** The newest first. */
export const byNewest = (a: PhoneOrder, b: PhoneOrder): number => (b.reportedAt ?? '').localeCompare(a.reportedAt ?? '')
