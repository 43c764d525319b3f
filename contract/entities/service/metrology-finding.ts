import type { Words } from '../../kit/words.ts'

interface Finding {
  readonly result?: unknown
  readonly measuredOn?: unknown
  readonly certificateNo?: unknown
  readonly validUntil?: unknown
}

/** Why a finding cannot be: in the future, before the device was sent, or valid until before it was found. */
export function findingProblem(
  { measuredOn, validUntil }: Finding,
  sentOn: string | null,
  today: string,
): { readonly field: 'measuredOn' | 'validUntil'; readonly words: Words } | undefined {
  const on = String(measuredOn)
  if (on > today) return { field: 'measuredOn', words: { zh: '计量日期不能晚于今天', en: 'The metrology date cannot be in the future' } }
  if (sentOn && on < sentOn)
    return {
      field: 'measuredOn',
      words: { zh: `计量日期早于送检日期 ${sentOn}`, en: `The metrology date is before the sent date, ${sentOn}` },
    }
  if (validUntil && String(validUntil) <= on)
    return { field: 'validUntil', words: { zh: '有效期须晚于计量日期', en: 'The expiry date must be after the metrology date' } }
  return undefined
}

/** Whether a finding needs the number of its certificate: a label of verification stands on it. */
export const needsCertificate = (measureKind: unknown, { result, certificateNo }: Finding): boolean =>
  measureKind === 'verification' && result !== 'failed' && !certificateNo

/** Why a day of return cannot be: in the future, or before the device was sent. */
export function returnProblem(returnedOn: string, sentOn: string | null, today: string): Words | undefined {
  if (returnedOn > today) return { zh: '取回日期不能晚于今天', en: 'The collection date cannot be in the future' }
  if (sentOn && returnedOn < sentOn)
    return { zh: `取回日期早于送检日期 ${sentOn}`, en: `The collection date is before the sent date, ${sentOn}` }
  return undefined
}
