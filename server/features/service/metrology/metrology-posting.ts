import { device } from '#contract/entities/asset/device/device.ts'
import type { StopCause } from '#contract/entities/asset/stops/stop-kinds.ts'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { lastOfKinds } from '#contract/entities/service/metrology-labels.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { liftStopOf, type NewStop, placeStop } from '#server/features/asset/public.ts'
import { notify } from '#server/features/notice/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import type { Change } from '#server/kit/steps/event.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { columnsOf, type Finding, findingOf, type MetrologyKind, noSummary, summaryOf, unverifiedSince } from './metrology-label.ts'

// A device is locked before its metrology card, so that a result and the nightly work do not wait for each other.

/** The device and its metrology card, locked by the rule of metrology; no card where the device has none. */
export async function lockMeasured(by: Acting, tx: Transaction, deviceId: unknown): Promise<{ card: Row | undefined; of: Row }> {
  const [of] = await lockByRule(device, by, tx, [deviceId])
  const { rows } = await tx.run({
    text: 'select id from measure_card where tenant_id = $1 and device_id = $2 and not is_deleted',
    values: [tx.tenantId, deviceId],
  })
  const [card] = await lockByRule(
    metrologyCard,
    by,
    tx,
    rows.map((row) => row.id),
  )
  return { card, of: of! }
}

/** Why a label says that its device may not be used. */
export interface LabelCause {
  readonly cause: StopCause
  readonly measureRecordId?: string | null
}

const groundsOf = (finding: Finding, why: LabelCause): NewStop => ({
  kind: 'metrology',
  ...why,
  certificateNo: finding.no,
  validUntil: finding.until,
})

/** Whether a device is stopped because it was never verified: a passed calibration changes nothing of that. */
async function isStoppedUnverified(tx: Transaction, of: Row): Promise<boolean> {
  const { rows } = await tx.run({
    text: `select 1 from device_stop where tenant_id = $1 and device_id = $2 and cause = 'unverified' and lifted_at is null`,
    values: [tx.tenantId, of.id],
  })
  return rows.length > 0
}

const told = ['labelState', 'lastResult', 'measuredOn', 'certificateNo', 'validUntil', 'unverifiedSince', ...Object.keys(lastOfKinds)]

/**
 * Writes what one kind found, and what follows from both kinds, on a metrology card; the metrology stop of the device follows, in any state: placed with a
 * label “stopped”, lifted with any other. Without a finding the kind has none any more. Answers whether the device was stopped just now.
 */
export async function postFinding(
  by: Acting,
  tx: Transaction,
  { card, of }: { readonly card: Row; readonly of: Row },
  kind: MetrologyKind,
  finding: Finding | undefined,
  why: LabelCause,
): Promise<boolean> {
  const next = { ...card, ...columnsOf(kind, finding) }
  const since = daysAfter(homeDay(by.occurredAt), -1)
  const set: Record<string, unknown> = {
    ...noSummary,
    ...columnsOf(kind, finding),
    ...summaryOf(next),
    unverified_since: unverifiedSince(next, since),
  }
  const changes: Record<string, Change> = {}
  for (const name of told) {
    const column = snake(name)
    if (column in set && set[column] !== (card[column] ?? null)) changes[name] = { from: card[column], to: set[column] }
  }
  await writeRows(metrologyCard, by, tx, { verb: 'change' }, [{ row: card, set, changes }])
  // Its stops ended with its disposal.
  if (of.eam_status === 'disposed') return false
  if (card.label_state !== 'stopped') {
    if (!(card.unverified_since && (await isStoppedUnverified(tx, of)))) await liftStopOf(by, tx, of, 'metrology')
    return false
  }
  if (finding?.label === 'stopped') return (await placeStop(by, tx, of, groundsOf(finding, why))).isNew
  // The other kind stops the device still: its grounds stay, or take the place of those that are gone.
  const other = findingOf(card, kind === 'verification' ? 'calibration' : 'verification')!
  await placeStop(by, tx, of, groundsOf(other, { cause: other.result === 'failed' ? 'failed' : 'expired' }))
  return false
}

/** Tells the keeper of a device and those who report faults where it is. */
export function tellOfLabel(
  by: Acting,
  tx: Transaction,
  { card, of }: { readonly card: Row; readonly of: Row },
  kind: 'measure_failed' | 'measure_overdue' | 'measure_due',
  detail: string | null,
): void {
  notify(by, tx, {
    kind,
    subject: `${of.device_name} ${of.device_code ?? ''}`.trim(),
    detail,
    target: 'measureCard',
    targetId: String(card.id),
    to: {
      users: [of.keeper_id as string | null],
      holders: {
        right: kind === 'measure_failed' ? 'repairOrder.submit' : 'measureRecord.work',
        deptId: (of.borrow_dept_id ?? of.use_dept_id) as string | null,
      },
    },
  })
}
