import { v7 as uuid } from 'uuid'
import { statutoryCard } from '#contract/entities/quality/statutory-card.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { ledgerFollows, liftStopOf, type NewStop, placeStop, stopKindsOf } from '#server/features/asset/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

// An inspection is locked before its device, a device before its ledger.

/** SQL over `statutory_card c`: the device may not be used on day `day`, by a failed inspection or by the end of a certificate that was valid here. */
export const isOver = (day: string): string => `(c.result = 'failed' or c.stops_when_over = 1 and c.valid_until < ${day})`

/** An inspection in force, by SQL column names. */
export type InForce = Row

/** The newest inspection of a device and type in force; `but`: the one that is voided or put in force now. */
async function newestInForce(tx: Transaction, deviceId: unknown, kind: unknown, but: unknown): Promise<InForce | undefined> {
  const { rows } = await tx.run({
    text: `select i.id, i.body, i.certificate_no, i.inspected_on, i.valid_until, i.result from statutory_inspection i
      where i.tenant_id = $1 and i.device_id = $2 and i.inspection_kind = $3 and i.inspection_state = 'finished' and i.id <> $4 and not i.is_deleted
      order by i.inspected_on desc, i.finished_at desc, i.id desc limit 1`,
    values: [tx.tenantId, deviceId, kind, but],
  })
  return rows[0]
}

/** The ledger of a device and type, locked; a new one if there is none. */
async function lockCard(by: Acting, tx: Transaction, of: Row, kind: unknown): Promise<Row> {
  const find = async (): Promise<Row | undefined> => {
    const { rows } = await tx.run({
      text: 'select id from statutory_card where tenant_id = $1 and device_id = $2 and inspection_kind = $3',
      values: [tx.tenantId, of.id, kind],
    })
    const ids = rows.map((row) => row.id)
    return (await lockByRule(statutoryCard, by, tx, ids))[0]
  }
  const found = await find()
  if (found) return found
  const id = uuid()
  const who = by.actor.userId
  await tx.run(
    insertAll('statutory_card', tx.tenantId, [
      { id, created_by: who, updated_by: who, device_id: of.id, inspection_kind: kind, card_title: '' },
    ]),
  )
  recordMany(by, tx, { entity: statutoryCard.name, verb: 'add' }, [{ entityId: id, version: 1, changes: {} }])
  return (await find())!
}

const groundsOf = (card: Row): NewStop => ({
  kind: 'statutory',
  cause: card.result === 'failed' ? 'inspectionFailed' : 'expired',
  certificateNo: (card.certificate_no as string | null) ?? null,
  validUntil: (card.valid_until as string | null) ?? null,
})

/** Whether a statutory stop of a device is one that an inspection or the calendar placed. */
async function isStoppedByInspection(tx: Transaction, of: Row): Promise<boolean> {
  const { rows } = await tx.run({
    text: `select 1 from device_stop where tenant_id = $1 and device_id = $2 and stop_kind = 'statutory' and cause is not null and lifted_at is null`,
    values: [tx.tenantId, of.id],
  })
  return rows.length > 0
}

/**
 * Brings the statutory stop of a locked device in line with its ledger on a day. `isPass`: a pass that counts was just put in force, which
 * lifts the stop of a person as well. Returns whether the device was stopped just now.
 */
export async function settleStatutory(by: Acting, tx: Transaction, of: Row, today: string, isPass: boolean): Promise<boolean> {
  // Its stops ended with its disposal.
  if (of.eam_status === 'disposed') return false
  const { rows } = await tx.run({
    text: `select c.* from statutory_card c where c.tenant_id = $1 and c.device_id = $2 and ${isOver('$3')} order by c.inspected_on desc, c.id limit 1`,
    values: [tx.tenantId, of.id, today],
  })
  if (rows[0]) return (await placeStop(by, tx, of, groundsOf(rows[0]))).isNew
  if (stopKindsOf(of).includes('statutory') && (isPass || (await isStoppedByInspection(tx, of)))) await liftStopOf(by, tx, of, 'statutory')
  return false
}

const told = {
  body: 'body',
  certificateNo: 'certificate_no',
  inspectedOn: 'inspected_on',
  validUntil: 'valid_until',
  result: 'result',
} as const

/**
 * Writes the newest inspection in force to the ledger of a locked device; its stop follows. `own`: the inspection that is put in force now;
 * `gone`: the one that is voided now.
 */
export async function postInspections(
  by: Acting,
  tx: Transaction,
  of: Row,
  kind: unknown,
  today: string,
  { own, gone }: { readonly own?: InForce; readonly gone?: unknown },
): Promise<{ readonly isStopped: boolean; readonly isNewest: boolean; readonly card: Row }> {
  const card = await lockCard(by, tx, of, kind)
  const stored = await newestInForce(tx, of.id, kind, own?.id ?? gone)
  const newest = own && !(stored && String(stored.inspected_on) > String(own.inspected_on)) ? own : stored
  const isNewest = own !== undefined && newest === own
  if (own && !isNewest) return { isStopped: false, isNewest, card }
  const until = (newest?.valid_until as string | null | undefined) ?? null
  // An expired certificate stops the device if one was valid in this system, or if it would take the place of a failed inspection.
  const stops = newest !== undefined && (card.stops_when_over === 1 || card.result === 'failed' || (until !== null && until >= today))
  const set = {
    ...Object.fromEntries(Object.values(told).map((column) => [column, newest?.[column] ?? null])),
    last_inspection_id: newest?.id ?? null,
    stops_when_over: stops ? 1 : 0,
  }
  const changes = Object.fromEntries(
    Object.entries(told).flatMap(([name, column]) =>
      (card[column] ?? null) === (newest?.[column] ?? null) ? [] : [[name, { from: card[column] ?? null, to: newest?.[column] ?? null }]],
    ),
  )
  const last = { from: card.last_inspection_id ?? null, to: newest?.id ?? null }
  if (last.from !== last.to)
    await writeRows(statutoryCard, by, tx, { verb: 'change' }, [{ row: card, set, changes: { ...changes, lastInspectionId: last } }])
  return { isStopped: await settleStatutory(by, tx, of, today, isNewest && own.result === 'passed'), isNewest, card }
}

ledgerFollows(statutoryCard, {
  found: 'select * from statutory_card where tenant_id = $1 and device_id = $2',
  gone: 'delete from statutory_card where tenant_id = $1 and device_id = any($2::uuid[]) returning id, version',
  except: ['last_inspection_id'],
})
