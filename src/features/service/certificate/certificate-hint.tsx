import { Alert, Form } from 'antd'
import type { ReactNode } from 'react'
import { certificateTerms } from '#contract/calls/service/metrology.ts'
import { type CertificateEnd, certificateEnd, certificateEnds, countText, cycleOf, cycleUnits } from '#contract/kit/fields/cycle.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  /** The record, where the form does not ask for its device and kind. */
  readonly record?: Row | undefined
}

/** Says until when the certificate that is being entered will be valid, and by which rule. Must be inside a Form. */
export function CertificateHint({ record }: Props): ReactNode {
  const { language, say, word } = useWords()
  const [device, kind] = [Form.useWatch<unknown>('deviceId'), Form.useWatch<unknown>('measureKind')]
  const [measuredOn, result, printed]: unknown[] = [Form.useWatch('measuredOn'), Form.useWatch('result'), Form.useWatch('validUntil')]
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  const [deviceId, measureKind] = [text(record?.deviceId ?? device), text(record?.measureKind ?? kind)]
  const { data: terms } = useCall(certificateTerms, { deviceId, measureKind }, deviceId !== undefined)
  if (!terms || typeof measuredOn !== 'string' || result === 'failed') return null
  if (typeof printed === 'string') return null
  const cycle = cycleOf(terms.measureCycle, terms.measureCycleUnit)
  if (!cycle) return <Alert type="info" title={word(terms.firstOnly ? 'measure.firstOnly' : 'measure.noCycle')} />
  const ends = terms.certificateEnd as CertificateEnd
  return (
    <Alert
      type="info"
      title={word('measure.validUntil', {
        day: dayText(certificateEnd(measuredOn, cycle, ends, terms.measuredDays), language),
        cycle: countText(cycle.count, cycleUnits[cycle.unit], language),
        rule: say(certificateEnds[ends]),
      })}
    />
  )
}
