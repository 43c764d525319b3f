import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { findingProblem, needsCertificate, returnProblem } from '#contract/entities/service/metrology-finding.ts'
import { measuring, metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { metrologyPosting } from '#contract/entities/service/metrology-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { tellStopped } from '#server/features/asset/public.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { step } from '#server/kit/steps/step.ts'
import { submit } from '#server/kit/write/save.ts'
import { askBeforePurchase, computedEnd } from '../certificate-end.ts'
import { findingOf, labelOf, type MetrologyKind } from './metrology-label.ts'
import { lockMeasured, postFinding, tellOfLabel } from './metrology-posting.ts'

step(measuring, 'send', async ({ context, input }) => ({
  sent_on: input.sentOn,
  body: input.body,
  batch_no:
    input.batchNo ?? `${homeDay(context.occurredAt).replaceAll('-', '')} ${input.body}`.slice(0, metrologyRecord.fields.batchNo.max),
}))

const sentOn = (row: Row): string | null => (row.sent_on ? String(row.sent_on) : null)

step(measuring, 'takeBack', async ({ context, row, input }) => {
  const problem = returnProblem(String(input.returnedOn), sentOn(row), homeDay(context.occurredAt))
  if (problem) throw new Refusal('rule', { ...problem })
  return { returned_on: input.returnedOn }
})

/** Refuses a finding that cannot be, or without what its label would stand on. */
function refuseFinding(row: Row, input: Parsed, today: string): void {
  const problem = findingProblem(input, sentOn(row), today)
  if (problem) throw new Refusal('rule', { ...problem.words })
  if (needsCertificate(row.measure_kind, input))
    throw refusalOf([{ field: 'certificateNo', label: measuring.steps.finish.input.certificateNo, rule: 'required' }])
}

/** The device of a record with its metrology card, locked; a device that has none gets one, so that a result is never without effect. */
async function measuredOf(by: Context, tx: Transaction, row: Row): Promise<{ card: Row; of: Row }> {
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

step(measuring, 'finish', async ({ context, tx, row, input, changes }) => {
  refuseFinding(row, input, homeDay(context.occurredAt))
  const { result, measuredOn, certificateNo } = input as { result: keyof typeof labelOf; measuredOn: string; certificateNo?: string | null }
  const by = asSystem(context, metrologyPosting)
  const { card, of } = await measuredOf(by, tx, row)
  askBeforePurchase([{ measuredOn, of }], input.confirmed)
  const kind = row.measure_kind as MetrologyKind
  // A date printed on the certificate wins.
  const validUntil = result === 'failed' ? null : ((input.validUntil as string | null) ?? (await computedEnd(tx, card, kind, measuredOn)))
  if (validUntil !== (input.validUntil ?? null)) changes.validUntil = { from: null, to: validUntil }
  const before = findingOf(card, kind)
  // A certificate of former years says nothing of the label that is on the device now.
  if (!(before?.on && before.on > measuredOn)) {
    // A device that is verified once is never due again, even if its certificate names a day.
    const endsOn = card.first_only === 1 ? null : validUntil
    const isOver = endsOn !== null && endsOn < homeDay(context.occurredAt)
    const label = isOver ? 'stopped' : labelOf[result]
    const isStopped = await postFinding(
      by,
      tx,
      { card, of },
      kind,
      { label, result, on: measuredOn, no: certificateNo ?? null, until: endsOn },
      { cause: result === 'failed' ? 'failed' : 'expired', measureRecordId: String(row.id) },
    )
    if (result === 'failed') tellOfLabel(by, tx, { card, of }, 'measure_failed', certificateNo ?? null)
    // The people of a device that failed are told above, all but those who borrowed it.
    if (isStopped && (isOver || of.eam_status === 'lent')) await tellStopped(by, tx, of, certificateNo ?? null)
  }
  return {
    result,
    measured_on: measuredOn,
    certificate_no: certificateNo ?? null,
    valid_until: validUntil,
    readings: input.readings ?? null,
    cost: input.cost ?? null,
    certificate: input.certificate ?? null,
    measured_by_id: context.actor.userId,
  }
})
