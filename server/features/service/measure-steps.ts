import { measureRecord, measuring } from '#contract/entities/service/measure-record.ts'
import { measurePosting } from '#contract/entities/service/measure-rules.ts'
import { homeDay } from '#contract/kit/day.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import type { Row } from '#server/db/query.ts'
import { actingBy } from '#server/kit/acting.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { step } from '#server/kit/step.ts'
import { askBeforePurchase, computedEnd } from './certificate-end.ts'
import { lockMeasured, postLabel, tellOfLabel } from './measure-posting.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })
const labels = { passed: 'qualified', limited: 'limited', failed: 'stopped' } as const

step(measuring, 'send', async ({ context, input }) => ({
  sent_on: input.sentOn,
  body: input.body,
  batch_no: input.batchNo ?? `${homeDay(context.occurredAt).replaceAll('-', '')} ${input.body}`.slice(0, measureRecord.fields.batchNo.max),
}))

/** Refuses a finding that cannot be: in the future, before the device was sent, or without what its label would stand on. */
function refuseFinding(row: Row, input: Parsed, today: string): void {
  const { result, measuredOn, certificateNo, validUntil } = input as Record<string, string | null>
  if (measuredOn! > today) throw rule('计量日期不能晚于今天', 'The day measured cannot be in the future')
  if (row.sent_on && measuredOn! < String(row.sent_on))
    throw rule(`计量日期早于送检日期 ${row.sent_on}`, `The day measured is before the device was sent, ${row.sent_on}`)
  if (validUntil && validUntil <= measuredOn!)
    throw rule('有效期须晚于计量日期', 'A certificate is valid until a day after the day measured')
  if (row.measure_kind === 'verification' && result !== 'failed' && !certificateNo)
    throw refusalOf([{ field: 'certificateNo', label: measuring.steps.finish.input.certificateNo, rule: 'required' }])
}

step(measuring, 'finish', async ({ context, tx, row, input, changes }) => {
  refuseFinding(row, input, homeDay(context.occurredAt))
  const { result, measuredOn, certificateNo } = input as { result: keyof typeof labels; measuredOn: string; certificateNo?: string | null }
  const by = actingBy(context, measurePosting)
  const { card, of } = await lockMeasured(by, tx, row.device_id)
  askBeforePurchase([{ measuredOn, of }], input.confirmed)
  // A date printed on the certificate wins.
  const validUntil = result === 'failed' ? null : ((input.validUntil as string | null) ?? (await computedEnd(tx, card, measuredOn)))
  if (validUntil !== (input.validUntil ?? null)) changes.validUntil = { from: null, to: validUntil }
  // A certificate of former years says nothing of the label that is on the device now.
  if (card && !(card.measured_on && String(card.measured_on) > measuredOn)) {
    await postLabel(by, tx, { card, of }, labels[result], {
      last_result: result,
      measured_on: measuredOn,
      certificate_no: certificateNo ?? null,
      // A device that is verified once is never due again, even if its certificate names a day.
      valid_until: card.first_only === 1 ? null : validUntil,
    })
    if (result === 'failed') tellOfLabel(by, tx, { card, of }, 'measure_failed', certificateNo ?? null)
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
