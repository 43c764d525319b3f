import { type CertificateEnd, certificateEnds } from './kit/cycle.ts'
import type { Words } from './kit/words.ts'

/** A parameter of a hospital with a choice of values. */
export interface ParamChoice extends Words {
  readonly of: Readonly<Record<string, Words>>
  /** The value of a hospital that has no such parameter. */
  readonly usual: string
}

/** The key of the parameter that says on which day a certificate ends; it counts for certificates that are recorded from then on. */
export const certificateEndKey = 'measure.certificateEnd'

/** The parameters whose values are choices, by key. */
export const paramChoices: Readonly<Record<string, ParamChoice>> = {
  [certificateEndKey]: { zh: '计量证书到期日', en: 'Metrology certificate expiry', of: certificateEnds, usual: 'dayBefore' },
}

/** The choice that a value means, by its key or its words; undefined if it means none. */
export function choiceOfParam({ of }: ParamChoice, value: unknown): string | undefined {
  const said = String(value ?? '').trim()
  return Object.entries(of).find(([key, { zh, en }]) => [key, zh, en].includes(said))?.[0]
}

/** On which day a certificate ends by the value of the parameter; undefined: the hospital has none. */
export const certificateEndOf = (value: unknown): CertificateEnd => {
  const param = paramChoices[certificateEndKey]!
  return (choiceOfParam(param, value) ?? param.usual) as CertificateEnd
}
