import { type Comparison, watched } from '#contract/entities/iot/alarm-kinds.ts'
import { type Quantity, quantities } from '#contract/entities/iot/sensor-kinds.ts'
import type { Language } from '#contract/kit/words.ts'
import { numberText } from '#src/kit/value-text.ts'

/** The condition and the peak of an alarm. */
export interface AlarmValues {
  readonly comparison: Comparison
  readonly quantity?: Quantity | null
  readonly lowerLimit?: number | null
  readonly upperLimit?: number | null
  readonly peak?: number | null
}

const unitOf = ({ comparison, quantity }: AlarmValues): string => {
  const shown = quantity ?? watched[comparison]
  return shown ? quantities[shown].unit : ''
}

/** The worst value with its unit: `9.4 °C`, outside a fence `+120 m`; empty where none is measured. */
export function peakText(of: AlarmValues, language: Language): string {
  if (of.peak === null || of.peak === undefined) return ''
  const value = numberText(of.peak, language)
  return of.comparison === 'leftFence' ? `+${value} m` : `${value} ${unitOf(of)}`.trim()
}

/** The allowed range with its unit: `2 – 8 °C`, `≤ 8 °C`, `≥ 2 °C`; empty without limits. */
export function rangeText(of: AlarmValues, language: Language): string {
  const [low, high] = [of.lowerLimit, of.upperLimit].map((limit) => (typeof limit === 'number' ? numberText(limit, language) : undefined))
  const range = low && high ? `${low} – ${high}` : high ? `≤ ${high}` : low ? `≥ ${low}` : ''
  return range && `${range} ${unitOf(of)}`.trim()
}
