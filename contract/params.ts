import { type CertificateEnd, certificateEnds } from './kit/fields/cycle.ts'
import type { Words } from './kit/words.ts'

/** A parameter of a hospital with a fixed set of values. */
export interface ParamChoice extends Words {
  readonly of: Readonly<Record<string, Words>>
  /** The default for hospitals without this parameter. */
  readonly usual: string
}

/** Key of the parameter that determines the last day of a certificate; applies to certificates recorded from then on. */
export const certificateEndKey = 'measure.certificateEnd'

/** Key of the parameter with the help text of the sign-in page for forgotten passwords. */
export const signInHelpKey = 'signIn.help'

/** The parameters with a fixed set of values, by key. */
export const paramChoices: Readonly<Record<string, ParamChoice>> = {
  [certificateEndKey]: { zh: '计量证书到期日', en: 'Metrology certificate expiry', of: certificateEnds, usual: 'dayBefore' },
}

/** The choice of a value, by its key or its label; undefined if it is none. */
export function choiceOfParam({ of }: ParamChoice, value: unknown): string | undefined {
  const said = String(value ?? '').trim()
  return Object.entries(of).find(([key, { zh, en }]) => [key, zh, en].includes(said))?.[0]
}

/** The setting for the last day of a certificate; undefined: the hospital's parameter is not set. */
export const certificateEndOf = (value: unknown): CertificateEnd => {
  const param = paramChoices[certificateEndKey]!
  return (choiceOfParam(param, value) ?? param.usual) as CertificateEnd
}
