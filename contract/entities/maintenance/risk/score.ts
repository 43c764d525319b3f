import { type Cycle, type CycleUnit, cycleUnits } from '../../../kit/fields/cycle.ts'
import { daysOfCycle } from '../../../kit/time/due-day.ts'

// The risk score of a device after Fennigkoh and Smith, and the interval of maintenance that it proposes. Nothing here reads or writes rows.

/** Points that a class or a card has by itself. */
export interface StandingPoints {
  readonly functionPoints: number
  readonly riskPoints: number
  readonly maintenancePoints: number
}

/** Points of a device with those of its history, and their sum. */
export interface Score extends StandingPoints {
  readonly incidentPoints: number
  readonly points: number
}

/** What happened to a device. */
export interface History {
  /** Repairs that were reported in the last 12 months, without cancelled ones. */
  readonly failures: number
  /** Adverse events of the last 12 months, without drafts. */
  readonly adverseEvents: number
  /** Repairs and adverse events of the last 36 months. */
  readonly inThreeYears: number
  /** Whole months since the device was put into use; 0 if no one knows. */
  readonly monthsInUse: number
}

/** An adverse event weighs as much as so many failures. */
const adverseWeight = 3

/** Points of history, +2 to -2; docs/design/maintenance.md says the rule. */
export function incidentPointsOf({ failures, adverseEvents, inThreeYears, monthsInUse }: History): number {
  const weight = failures + adverseWeight * adverseEvents
  if (weight >= 4) return 2
  if (weight >= 2) return 1
  if (weight === 1 || monthsInUse < 12) return 0
  return monthsInUse >= 36 && inThreeYears === 0 ? -2 : -1
}

/** The score of a device: the sum of its four kinds of points. */
export const scoreOf = (standing: StandingPoints, incidentPoints: number): Score => ({
  functionPoints: standing.functionPoints,
  riskPoints: standing.riskPoints,
  maintenancePoints: standing.maintenancePoints,
  incidentPoints,
  points: standing.functionPoints + standing.riskPoints + standing.maintenancePoints + incidentPoints,
})

/** The four kinds of points as people write them: `10 + 5 + 5 + 0`. */
export const pointsText = ({ functionPoints, riskPoints, maintenancePoints, incidentPoints }: Score): string =>
  [functionPoints, riskPoints, maintenancePoints, incidentPoints].join(' + ').replace('+ -', '- ')

/** Devices with so many points or more, up to the band above, are maintained once in a cycle. */
export interface Band {
  readonly fromPoints: number
  readonly cycle: Cycle
}

/** The bands of a hospital without its own: quarterly, half-yearly, yearly, none below. */
export const usualBands: readonly Band[] = [
  { fromPoints: 18, cycle: { count: 3, unit: 'month' } },
  { fromPoints: 15, cycle: { count: 6, unit: 'month' } },
  { fromPoints: 12, cycle: { count: 12, unit: 'month' } },
]

/** The band of a score; undefined below the lowest one. Bands begin with the highest. */
export const bandOf = (points: number, bands: readonly Band[]): Band | undefined => bands.find((band) => points >= band.fromPoints)

/** What is wrong with bands: a row that does not go down, or whose interval does not grow. Each ends where the one above begins, so no gap is possible. */
export function bandProblem(bands: readonly Band[]): { readonly at: number; readonly rule: 'points' | 'cycle' } | undefined {
  for (let at = 1; at < bands.length; at++) {
    const [above, below] = [bands[at - 1]!, bands[at]!]
    if (below.fromPoints >= above.fromPoints) return { at, rule: 'points' }
    if (daysOfCycle(below.cycle) <= daysOfCycle(above.cycle)) return { at, rule: 'cycle' }
  }
  return undefined
}

/** What decides a proposed interval, as a choice. */
export const proposalReasons = {
  score: { zh: '风险评分', en: 'Risk score' },
  card: { zh: '设备卡的保养周期', en: 'Maintenance cycle on the card' },
  manual: { zh: '说明书保养周期', en: 'Manual’s cycle' },
  metrology: { zh: '计量检定周期', en: 'Metrology cycle' },
  statutory: { zh: '法定检验周期', en: 'Statutory inspection interval' },
} as const
export type ProposalReason = keyof typeof proposalReasons

/** Longest intervals that others allow. */
export type Limits = Readonly<Partial<Record<Exclude<ProposalReason, 'score'>, Cycle>>>

/** The interval that is proposed; no cycle: no planned maintenance. */
export interface Proposed {
  readonly cycle: Cycle | undefined
  readonly reason: ProposalReason
}

/**
 * The interval of a score, never longer than the limits. Below the lowest band the manual alone asks for maintenance: legal inspections have ledgers of
 * their own, and only shorten what is maintained at all.
 */
export function proposedOf(points: number, bands: readonly Band[], limits: Limits): Proposed {
  let found: Proposed = { cycle: bandOf(points, bands)?.cycle, reason: 'score' }
  for (const reason of ['card', 'manual', 'metrology', 'statutory'] as const) {
    const cycle = limits[reason]
    if (!cycle) continue
    const isLegal = reason === 'metrology' || reason === 'statutory'
    if (found.cycle ? daysOfCycle(cycle) < daysOfCycle(found.cycle) : !isLegal) found = { cycle, reason }
  }
  return found
}

/** A plan of a device as far as a proposal compares it. */
export interface PresentPlan {
  readonly planId: string
  readonly cycle: Cycle
}

/** What a proposal asks for, as a choice. */
export const proposalKinds = {
  first: { zh: '首个计划', en: 'First plan' },
  change: { zh: '调整周期', en: 'Change interval' },
  end: { zh: '不再计划保养', en: 'End planned maintenance' },
} as const
export type ProposalKind = keyof typeof proposalKinds

/** What the proposed interval asks of the plans of a device, and the plan that it is about; undefined if a plan has this interval already. */
export function difference(
  plans: readonly PresentPlan[],
  proposed: Cycle | undefined,
): { readonly kind: ProposalKind; readonly present?: PresentPlan } | undefined {
  const [present] = [...plans].sort(
    (one, other) => daysOfCycle(one.cycle) - daysOfCycle(other.cycle) || one.planId.localeCompare(other.planId),
  )
  if (!proposed) return present && { kind: 'end', present }
  if (!present) return { kind: 'first' }
  if (plans.some((plan) => daysOfCycle(plan.cycle) === daysOfCycle(proposed))) return undefined
  return { kind: 'change', present }
}

/** A number of days as a cycle, in months where it is about so many. */
export function cycleOfDays(days: number): Cycle {
  const months = Math.round((days * cycleUnits.day.size) / cycleUnits.month.size)
  const unit: CycleUnit = months === 0 ? 'day' : 'month'
  return { count: Math.max(1, unit === 'day' ? days : months), unit }
}
