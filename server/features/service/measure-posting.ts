import { device } from '#contract/entities/asset/device.ts'
import { deviceState } from '#contract/entities/asset/device-machines.ts'
import { measureCard } from '#contract/entities/service/measure-card.ts'
import { snake } from '#contract/kit/names.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/platform/public.ts'
import { type Acting, lockByRule } from '#server/kit/acting.ts'
import type { Context } from '#server/kit/context.ts'
import type { Change } from '#server/kit/event.ts'
import { apply } from '#server/kit/step.ts'
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

/**
 * What the label of a device says follows, and so does its state: a stopped device is idle until a result brings it back. Who has a lent one is told to
 * give it back.
 */
export async function postLabel(
  by: Acting,
  tx: Transaction,
  { card, of }: { readonly card: Row; readonly of: Row },
  label: 'qualified' | 'limited' | 'stopped',
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  // Inner steps of a card have no effect that needs the person.
  const context = by as Context
  const isStopped = label === 'stopped'
  let stopped = card.has_stopped === 1
  if (isStopped && (of.eam_status === 'in_use' || of.eam_status === 'in_stock')) {
    await apply(deviceState, 'failMeasure', context, tx, of)
    stopped = true
  }
  if (!isStopped && stopped) {
    if (of.eam_status === 'idle') await apply(deviceState, 'passMeasure', context, tx, of)
    stopped = false
  }
  const set: Record<string, unknown> = { ...more, label_state: label, has_stopped: stopped ? 1 : 0 }
  const changes: Record<string, Change> = {}
  for (const name of ['labelState', 'lastResult', 'measuredOn', 'certificateNo', 'validUntil'] as const) {
    const column = snake(name)
    if (column in set && set[column] !== card[column]) changes[name] = { from: card[column], to: set[column] }
  }
  if (stopped !== (card.has_stopped === 1)) changes.hasStopped = { from: card.has_stopped, to: set.has_stopped }
  await writeRows(measureCard, by, tx, { verb: 'change' }, [{ row: card, set, changes }])
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
