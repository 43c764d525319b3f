import {
  type Band,
  cycleOfDays,
  difference,
  type History,
  incidentPointsOf,
  type Limits,
  type PresentPlan,
  type ProposalKind,
  type Proposed,
  proposedOf,
  type Score,
  type StandingPoints,
  scoreOf,
  usualBands,
} from '#contract/entities/maintenance/risk/score.ts'
import { type Cycle, cycleOf } from '#contract/kit/fields/cycle.ts'
import { monthsAfter, monthsBetween } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { adverseEventsOf, statutoryDays } from '#server/features/quality/public.ts'
import { failuresOf, verificationCycles } from '#server/features/service/public.ts'

/** What a hospital says for all of its devices: bands, and the points of classes with the manual's cycle. */
export interface Ground {
  readonly bands: readonly Band[]
  readonly ofClass: ReadonlyMap<unknown, ClassScore>
}

interface ClassScore {
  readonly points: StandingPoints
  readonly manual: Cycle | undefined
}

/** A proposal for a device, or that it needs none. */
export interface Judged {
  readonly deviceId: string
  readonly classifyId: unknown
  readonly score: Score
  readonly history: History
  readonly proposed: Proposed
  readonly kind: ProposalKind
  readonly present: PresentPlan | undefined
}

const classScore = (row: Row): ClassScore => ({
  points: {
    functionPoints: Number(row.function_points),
    riskPoints: Number(row.risk_points),
    maintenancePoints: Number(row.maintenance_points),
  },
  manual: cycleOf(row.manual_cycle, row.manual_cycle_unit),
})

/** Bands and class points; a class without its own takes those of the nearest class above it. */
export async function groundOf(tx: Transaction): Promise<Ground> {
  const { rows: bands } = await tx.run({
    text: `select b.from_points, b.plan_cycle, b.plan_cycle_unit from risk_band b join risk_scheme s on s.tenant_id = b.tenant_id and s.id = b.scheme_id
      where b.tenant_id = $1 and not s.is_deleted and coalesce(s.is_inactive, 0) = 0 order by b.place`,
    values: [tx.tenantId],
  })
  const { rows: scores } = await tx.run({
    text: 'select * from risk_score where tenant_id = $1 and classify_id is not null and not is_deleted',
    values: [tx.tenantId],
  })
  const { rows: classes } = await tx.run({ text: 'select id, parent_id from device_class where tenant_id = $1', values: [tx.tenantId] })
  const own = new Map(scores.map((row) => [row.classify_id, classScore(row)]))
  const parents = new Map(classes.map((row) => [row.id, row.parent_id]))
  const ofClass = new Map<unknown, ClassScore>()
  for (const { id } of classes) {
    const seen = new Set<unknown>()
    let at: unknown = id
    while (at && !own.has(at) && !seen.has(at)) {
      seen.add(at)
      at = parents.get(at)
    }
    const found = own.get(at)
    if (found) ofClass.set(id, found)
  }
  const stored = bands.map((row) => ({ fromPoints: Number(row.from_points), cycle: cycleOf(row.plan_cycle, row.plan_cycle_unit)! }))
  return { bands: stored.length > 0 ? stored : usualBands, ofClass }
}

/** Devices that may be maintained, with points of their own if they have some. Sealed ones wait, as their schedules do. */
const devices = `select d.id, d.classify_id, d.maintain_cycle, d.maintain_cycle_unit, coalesce(d.enable_date, d.acceptance_date, d.purchase_date) as used_since,
    s.function_points, s.risk_points, s.maintenance_points, s.manual_cycle, s.manual_cycle_unit
  from device d left join risk_score s on s.tenant_id = d.tenant_id and s.device_id = d.id and not s.is_deleted
  where d.tenant_id = $1 and d.id = any($2::uuid[]) and not d.is_deleted and d.eam_status not in ('disposed', 'pending_disposal', 'missing')
    and (d.eam_status <> 'idle' or coalesce(cardinality(d.stop_kinds), 0) > 0)`

/** The plans in use that these devices have a schedule of. */
const plans = `select c.device_id, p.id, p.plan_basis, p.plan_cycle, p.plan_cycle_unit from maintain_card c join device_plan p on p.tenant_id = c.tenant_id and p.id = c.plan_id
  where c.tenant_id = $1 and c.device_id = any($2::uuid[]) and not c.is_deleted and coalesce(c.pause, '') <> 'left'
    and not p.is_deleted and coalesce(p.is_inactive, 0) = 0`

/** What the scores of these devices propose on a day; devices without points, and those whose plan has the proposed interval, are left out. */
export async function judgeDevices(tx: Transaction, ground: Ground, ids: readonly unknown[], today: string): Promise<Judged[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.run({ text: devices, values: [tx.tenantId, ids] })
  const known = rows.filter((row) => row.function_points !== null || ground.ofClass.has(row.classify_id))
  if (known.length === 0) return []
  const those = known.map((row) => row.id)
  const [late, early] = [monthsAfter(today, -12), monthsAfter(today, -36)]
  const failures = await failuresOf(tx, those, late, early)
  const events = await adverseEventsOf(tx, those, late, early)
  const verified = await verificationCycles(tx, those)
  const inspected = await statutoryDays(tx, those)
  const { rows: present } = await tx.run({ text: plans, values: [tx.tenantId, those] })
  const plansOf = new Map<unknown, PresentPlan[]>()
  // A plan by a counter alone has no interval to compare with.
  const counted = new Set(present.filter((row) => row.plan_basis === 'meter').map((row) => row.device_id))
  for (const row of present) {
    const cycle = cycleOf(row.plan_cycle, row.plan_cycle_unit)
    if (cycle) plansOf.set(row.device_id, [...(plansOf.get(row.device_id) ?? []), { planId: String(row.id), cycle }])
  }
  return known.flatMap((row): Judged[] => {
    if (counted.has(row.id)) return []
    const [failed, event] = [failures.get(row.id), events.get(row.id)]
    const since = row.used_since as string | null
    const history: History = {
      failures: failed?.late ?? 0,
      adverseEvents: event?.late ?? 0,
      inThreeYears: (failed?.early ?? 0) + (event?.early ?? 0),
      monthsInUse: since ? Math.max(0, monthsBetween(since, today) - (monthsAfter(since, monthsBetween(since, today)) > today ? 1 : 0)) : 0,
    }
    const own = row.function_points === null ? undefined : classScore(row)
    const ofClass = ground.ofClass.get(row.classify_id)
    const score = scoreOf((own ?? ofClass)!.points, incidentPointsOf(history))
    const days = inspected.get(row.id)
    const limits: Limits = {
      card: cycleOf(row.maintain_cycle, row.maintain_cycle_unit),
      manual: own?.manual ?? ofClass?.manual,
      metrology: verified.get(row.id),
      statutory: days === undefined ? undefined : cycleOfDays(days),
    }
    const proposed = proposedOf(score.points, ground.bands, limits)
    const asked = difference(plansOf.get(row.id) ?? [], proposed.cycle)
    if (!asked) return []
    return [{ deviceId: String(row.id), classifyId: row.classify_id, score, history, proposed, kind: asked.kind, present: asked.present }]
  })
}
