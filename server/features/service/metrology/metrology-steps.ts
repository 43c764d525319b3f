import { findingProblem, needsCertificate, returnProblem } from '#contract/entities/service/metrology-finding.ts'
import { measuring, metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { metrologyPosting } from '#contract/entities/service/metrology-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { step } from '#server/kit/steps/step.ts'
import { askBeforePurchase, computedEnd } from '../certificate-end.ts'
import { measuredOf, postCertificate } from './metrology-certificate.ts'
import type { labelOf, MetrologyKind } from './metrology-label.ts'

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
  const certificate = { kind, result, measuredOn, certificateNo: certificateNo ?? null, validUntil }
  await postCertificate(by, tx, { card, of }, certificate, String(row.id))
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
