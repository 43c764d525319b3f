import type { repairStates, urgencies } from '#contract/entities/service/repair-states.ts'

/** A repair order as phones keep it. What a phone has just made lacks names until the server's row comes. */
export interface PhoneOrder {
  readonly id: string
  readonly version?: number
  readonly orderNo?: string | null
  readonly deviceId: string
  readonly deviceName?: string | null
  readonly useDeptName?: string | null
  readonly locationName?: string | null
  readonly faultDescription: string
  readonly faultKind?: string | null
  readonly faultKindValue?: string | null
  readonly urgency: keyof typeof urgencies
  readonly isStopped?: 0 | 1 | null
  readonly stopRequested?: 0 | 1 | null
  readonly images?: readonly string[] | null
  /** The order that goes on in the place of this one. */
  readonly mergedIntoId?: string | null
  readonly mergedIntoName?: string | null
  readonly repairStatus: keyof typeof repairStates
  readonly reporterId?: string | null
  readonly reporterName?: string | null
  readonly reporterPhone?: string | null
  readonly reportedAt?: string | null
  readonly engineerId?: string | null
  readonly engineerName?: string | null
  readonly acceptedAt?: string | null
  readonly arrivedAt?: string | null
  readonly waitingFor?: string | null
  readonly finishedAt?: string | null
  readonly diagnosis?: string | null
  readonly measures?: string | null
  readonly reminders?: number | null
  readonly remindedAt?: string | null
}

const rank: Readonly<Record<PhoneOrder['urgency'], number>> = { critical: 0, urgent: 1, normal: 2 }

/** The most urgent first, then the oldest. */
export const byUrgency = (a: PhoneOrder, b: PhoneOrder): number =>
  rank[a.urgency] - rank[b.urgency] || (a.reportedAt ?? '').localeCompare(b.reportedAt ?? '')

/** The newest first. */
export const byNewest = (a: PhoneOrder, b: PhoneOrder): number => (b.reportedAt ?? '').localeCompare(a.reportedAt ?? '')
