import { v7 as uuid } from 'uuid'
import { device } from '#contract/entities/asset/device/device.ts'
import { qualityCard } from '#contract/entities/quality/quality-card.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { certificateEnd, cycleOf } from '#contract/kit/fields/cycle.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { ledgerFollows, liftStopOf, placeStop, stopKindsOf } from '#server/features/asset/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

// A control is locked before its device, a device before its schedules.

/** The device of a control, locked. */
export const lockControlled = async (by: Acting, tx: Transaction, deviceId: unknown): Promise<Row> =>
  (await lockByRule(device, by, tx, [deviceId]))[0]!

/** Throws if a device is disposed of. */
export function refuseDisposed(of: Row): void {
  if (of.eam_status === 'disposed')
    throw new Refusal('rule', {
      zh: `设备“${of.device_name}”已报废，不能做质控`,
      en: `“${of.device_name}” is disposed of and cannot be controlled`,
    })
}

/** A finished control as far as the schedule of its device needs it. */
export interface Finished {
  readonly id: string
  readonly controlNo: string
  readonly controlledOn: string
  readonly result: string
  readonly nextDue: string | null
  readonly failedPoints: string | null
}

/** The newest finished control of a device by a template; the day decides, then the moment of finishing. `but`: the one that is being voided. */
async function newestControl(tx: Transaction, deviceId: unknown, templateId: unknown, but: unknown): Promise<Finished | undefined> {
  const { rows } = await tx.run({
    text: `select c.id, c.control_no, c.controlled_on, c.result, c.next_due, c.failed_points from quality_control c
      where c.tenant_id = $1 and c.device_id = $2 and c.template_id = $3 and c.control_state = 'finished' and c.id <> $4 and not c.is_deleted
      order by c.controlled_on desc, c.finished_at desc, c.id desc limit 1`,
    values: [tx.tenantId, deviceId, templateId, but],
  })
  const [row] = rows
  return (
    row && {
      id: String(row.id),
      controlNo: String(row.control_no),
      controlledOn: String(row.controlled_on),
      result: String(row.result),
      nextDue: (row.next_due as string | null) ?? null,
      failedPoints: (row.failed_points as string | null) ?? null,
    }
  )
}

/** The schedule of a device by a template, locked; a new one if there is none. */
async function lockCard(by: Acting, tx: Transaction, of: Row, templateId: unknown): Promise<Row> {
  const find = async (): Promise<Row | undefined> => {
    const { rows } = await tx.run({
      text: 'select id from quality_card where tenant_id = $1 and device_id = $2 and template_id = $3 and not is_deleted order by id limit 1',
      values: [tx.tenantId, of.id, templateId],
    })
    const [card] = await lockByRule(
      qualityCard,
      by,
      tx,
      rows.map((row) => row.id),
    )
    return card
  }
  const found = await find()
  if (found) return found
  const id = uuid()
  const who = by.actor.userId
  const row = { id, created_by: who, updated_by: who, device_id: of.id, template_id: templateId, card_title: '' }
  await tx.run(insertAll('quality_card', tx.tenantId, [row]))
  recordMany(by, tx, { entity: qualityCard.name, verb: 'add' }, [{ entityId: id, version: 1, changes: {} }])
  return (await find())!
}

/** Another schedule of a device whose last control failed; undefined if there is none. */
async function failedCard(tx: Transaction, of: Row, card: Row): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: `select k.last_on, c.control_no, c.failed_points from quality_card k
        join quality_control c on c.tenant_id = k.tenant_id and c.id = k.last_control_id
      where k.tenant_id = $1 and k.device_id = $2 and k.id <> $3 and k.last_result = 'failed' and not k.is_deleted
      order by k.last_on desc, k.id limit 1`,
    values: [tx.tenantId, of.id, card.id],
  })
  return rows[0]
}

const reasonOf = (no: unknown, points: unknown): string => [no, points].filter(Boolean).join(' ').replaceAll('\n', '、').slice(0, 500)

/** Whether a quality stop of a device is one that a result placed. */
async function isStoppedByControl(tx: Transaction, of: Row): Promise<boolean> {
  const { rows } = await tx.run({
    text: `select 1 from device_stop where tenant_id = $1 and device_id = $2 and stop_kind = 'quality' and cause is not null and lifted_at is null`,
    values: [tx.tenantId, of.id],
  })
  return rows.length > 0
}

/** A schedule that follows a change of its controls. */
interface Posted {
  /** Whether the device was stopped just now. */
  readonly isStopped: boolean
  /** Whether the control is the newest of its template, so that the device follows it. */
  readonly isNewest: boolean
}

/**
 * Brings the schedule of a locked device, and its quality stop, in line with its finished controls. `own`: the control that is finished now;
 * `gone`: the one that is voided now. A stop that a person placed is lifted by a pass alone.
 */
export async function postControls(
  by: Acting,
  tx: Transaction,
  of: Row,
  templateId: unknown,
  { own, gone }: { readonly own?: Finished; readonly gone?: string },
): Promise<Posted> {
  const card = await lockCard(by, tx, of, templateId)
  const stored = await newestControl(tx, of.id, templateId, own?.id ?? gone)
  const newest = own && !(stored && stored.controlledOn > own.controlledOn) ? own : stored
  const isNewest = own !== undefined && newest === own
  if (own && !isNewest) return { isStopped: false, isNewest }
  const set = {
    next_due: newest?.nextDue ?? null,
    last_on: newest?.controlledOn ?? null,
    last_result: newest?.result ?? null,
    last_control_id: newest?.id ?? null,
    // The work that was planned is done.
    planned_on: own ? null : (card.planned_on ?? null),
  }
  const changes = {
    nextDue: { from: card.next_due, to: set.next_due },
    lastOn: { from: card.last_on, to: set.last_on },
    lastResult: { from: card.last_result, to: set.last_result },
    plannedOn: { from: card.planned_on ?? null, to: set.planned_on },
  }
  // The control itself may be the only difference, which no field above tells.
  const told = Object.entries(changes).filter(([, { from, to }]) => from !== to)
  const lastControl = { lastControlId: { from: card.last_control_id, to: set.last_control_id } }
  const isSame = told.length === 0 && card.last_control_id === set.last_control_id
  if (!isSame)
    await writeRows(qualityCard, by, tx, { verb: 'change' }, [{ row: card, set, changes: { ...Object.fromEntries(told), ...lastControl } }])
  // Its stops ended with its disposal.
  if (of.eam_status === 'disposed') return { isStopped: false, isNewest }
  if (newest?.result === 'failed') {
    const stop = { kind: 'quality', cause: 'controlFailed', reason: reasonOf(newest.controlNo, newest.failedPoints) } as const
    return { isStopped: (await placeStop(by, tx, of, stop)).isNew, isNewest }
  }
  if (!stopKindsOf(of).includes('quality')) return { isStopped: false, isNewest }
  const other = await failedCard(tx, of, card)
  if (other) {
    // Another template stops the device still.
    await placeStop(by, tx, of, { kind: 'quality', cause: 'controlFailed', reason: reasonOf(other.control_no, other.failed_points) })
  } else if (isNewest || (await isStoppedByControl(tx, of))) await liftStopOf(by, tx, of, 'quality')
  return { isStopped: false, isNewest }
}

/** The day on which the next control by a template is due, counted in the chain of the earlier ones; null without a cycle. `own`: the control itself. */
export async function nextDueOf(
  tx: Transaction,
  own: { readonly id: string; readonly deviceId: unknown; readonly templateId: unknown; readonly controlledOn: string },
): Promise<string | null> {
  const { rows } = await tx.run({
    text: 'select control_cycle, control_cycle_unit from quality_template where tenant_id = $1 and id = $2',
    values: [tx.tenantId, own.templateId],
  })
  const cycle = cycleOf(rows[0]?.control_cycle, rows[0]?.control_cycle_unit)
  if (!cycle) return null
  const { rows: earlier } = await tx.run({
    text: `select c.controlled_on from quality_control c
      where c.tenant_id = $1 and c.device_id = $2 and c.template_id = $3 and c.id <> $4 and c.control_state = 'finished' and not c.is_deleted
      order by c.controlled_on desc limit 120`,
    values: [tx.tenantId, own.deviceId, own.templateId, own.id],
  })
  return certificateEnd(
    own.controlledOn,
    cycle,
    'anniversary',
    earlier.map((row) => String(row.controlled_on)),
  )
}

ledgerFollows(qualityCard, {
  found: 'select * from quality_card where tenant_id = $1 and device_id = $2 and not is_deleted',
  gone: `update quality_card set is_deleted = true, version = version + 1, updated_at = now()
    where tenant_id = $1 and device_id = any($2::uuid[]) and not is_deleted returning id, version`,
  except: ['last_control_id'],
})
