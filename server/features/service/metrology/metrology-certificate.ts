import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { tellStopped } from '#server/features/asset/public.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { submit } from '#server/kit/write/save.ts'
import { dueKind, type Finding, findingOf, labelOf, type MetrologyKind } from './metrology-label.ts'
import { lockMeasured, postFinding, tellOfLabel } from './metrology-posting.ts'

/** The device of a record with its metrology card, locked; a device that has none gets one, so that a result is never without effect. */
export async function measuredOf(by: Acting & Context, tx: Transaction, row: Row): Promise<{ card: Row; of: Row }> {
  const { card, of } = await lockMeasured(by, tx, row.device_id)
  if (card) return { card, of }
  await submit(
    by.actor.settings.view(metrologyCard),
    { ...by, input: { deviceId: row.device_id, measureKind: row.measure_kind, body: row.body } },
    tx,
  )
  const made = await lockMeasured(by, tx, row.device_id)
  return { card: made.card!, of: made.of }
}

/** What a certificate says. */
export interface Certificate {
  readonly kind: MetrologyKind
  readonly result: keyof typeof labelOf
  readonly measuredOn: string
  readonly certificateNo: string | null
  readonly validUntil: string | null
}

/** What a certificate says of its kind on a day: one that has ended stops its device. */
function foundOn(card: Row, { result, measuredOn, certificateNo, validUntil }: Certificate, day: string): Finding & { isOver: boolean } {
  // A device that is verified once is never due again, even if its certificate names a day.
  const until = card.first_only === 1 ? null : validUntil
  const isOver = until !== null && until < day
  return { label: isOver ? 'stopped' : labelOf[result], result, on: measuredOn, no: certificateNo, until, isOver }
}

/** Puts a certificate on the metrology card of its device. `recordId`: the record by which a stop is known; a row of an import, which may be undone, is none. */
export async function postCertificate(
  by: Acting,
  tx: Transaction,
  { card, of }: { readonly card: Row; readonly of: Row },
  certificate: Certificate,
  recordId: string | null,
): Promise<void> {
  const { kind, result, measuredOn, certificateNo } = certificate
  const before = findingOf(card, kind)
  // A certificate of former years says nothing of the label that is on the device now.
  if (before?.on && before.on > measuredOn) return
  const { isOver, ...finding } = foundOn(card, certificate, homeDay(by.occurredAt))
  const cause = result === 'failed' ? 'failed' : 'expired'
  const isStopped = await postFinding(by, tx, { card, of }, kind, finding, { cause, measureRecordId: recordId })
  if (result === 'failed') tellOfLabel(by, tx, { card, of }, 'measure_failed', certificateNo)
  // The people of a device that failed are told above, all but those who borrowed it.
  if (isStopped && (isOver || of.eam_status === 'lent')) await tellStopped(by, tx, of, certificateNo)
}

/** Puts the newest certificate that is left of a kind on the card of a device again, or none. */
export async function repostNewest(by: Acting, tx: Transaction, deviceId: unknown, kind: MetrologyKind): Promise<void> {
  const { card, of } = await lockMeasured(by, tx, deviceId)
  if (!card) return
  const { rows } = await tx.run({
    text: `select id, result, measured_on, certificate_no, valid_until, updated_at from measure_record where tenant_id = $1 and device_id = $2 and measure_kind = $3
      and record_status = 'done' and result is not null and measured_on is not null and not is_deleted order by measured_on desc, created_at desc, id desc limit 1`,
    values: [tx.tenantId, deviceId, kind],
  })
  const newest = rows[0]
  // What is compulsory may be used by the day alone; any other device is stopped by a certificate only if that had ended when it was recorded.
  const isByDay = card.measure_type === 'mandatory' && kind === dueKind(card)
  const day = homeDay(newest && !isByDay ? new Date(String(newest.updated_at)) : by.occurredAt)
  const found =
    newest &&
    foundOn(
      card,
      {
        kind,
        result: newest.result as keyof typeof labelOf,
        measuredOn: String(newest.measured_on),
        certificateNo: newest.certificate_no as string | null,
        validUntil: newest.valid_until as string | null,
      },
      day,
    )
  const { isOver: _, ...finding } = found ?? { isOver: false }
  const cause = newest?.result === 'failed' ? 'failed' : 'expired'
  await postFinding(by, tx, { card, of }, kind, found && (finding as Finding), { cause, measureRecordId: null })
}
