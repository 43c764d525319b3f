import { device } from '#contract/entities/asset/device.ts'
import type { StopCause } from '#contract/entities/asset/stop-kinds.ts'
import { measureCard } from '#contract/entities/service/measure-card.ts'
import { snake } from '#contract/kit/names.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { liftStopOf, placeStop } from '#server/features/asset/public.ts'
import { notify } from '#server/features/platform/public.ts'
import { type Acting, lockByRule } from '#server/kit/acting.ts'
import type { Change } from '#server/kit/event.ts'
import { writeRows } from '#server/kit/write-rows.ts'

// A device is locked before its metrology card, so that a result and the nightly work do not wait for each other.

/** The device and its metrology card, locked by the rule of metrology; no card where the device has none. */
export async function lockMeasured(by: Acting, tx: Transaction, deviceId: unknown): Promise<{ card: Row | undefined; of: Row }> {
  const [of] = await lockByRule(device, by, tx, [deviceId])
  const { rows } = await tx.run({
    text: 'select id from measure_card where tenant_id = $1 and device_id = $2 and not is_deleted',
    values: [tx.tenantId, deviceId],
  })
  const [card] = await lockByRule(
    measureCard,
    by,
    tx,
    rows.map((row) => row.id),
  )
  return { card, of: of! }
}

type Label = 'qualified' | 'limited' | 'stopped'

/** Why a label says that its device may not be used. */
export type LabelCause = { readonly cause: StopCause; readonly measureRecordId?: string | null }

/**
 * Writes the label of a device with what it stands on; the metrology stop of the device follows, in any state: placed with a label “stopped”, lifted
 * with any other. Answers whether the device was stopped just now.
 */
export async function postLabel(
  by: Acting,
  tx: Transaction,
  { card, of }: { readonly card: Row; readonly of: Row },
  label: Label,
  more: Readonly<Record<string, unknown>> = {},
  why: LabelCause = { cause: 'expired' },
): Promise<boolean> {
  const set: Record<string, unknown> = { ...more, label_state: label }
  const changes: Record<string, Change> = {}
  for (const name of ['labelState', 'lastResult', 'measuredOn', 'certificateNo', 'validUntil'] as const) {
    const column = snake(name)
    if (column in set && set[column] !== card[column]) changes[name] = { from: card[column], to: set[column] }
  }
  await writeRows(measureCard, by, tx, { verb: 'change' }, [{ row: card, set, changes }])
  if (label !== 'stopped') {
    await liftStopOf(by, tx, of, 'metrology')
    return false
  }
  const { isNew } = await placeStop(by, tx, of, {
    kind: 'metrology',
    ...why,
    certificateNo: card.certificate_no as string | null,
    validUntil: card.valid_until as string | null,
  })
  return isNew
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
