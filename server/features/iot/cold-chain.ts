import type { Sample } from './judge-alarms.ts'

/** Heat of activation of usual products by the gas constant, in K: 83.144 kJ/mol ÷ 0.0083144 kJ/(mol·K). */
const activation = 83.144 / 0.0083144
const zero = 273.15

/**
 * The mean kinetic temperature in °C of readings in °C; null without any. The temperature at which as much decays as at the readings
 * together: T = (ΔH/R) ÷ −ln((e^(−ΔH/RT₁) + … + e^(−ΔH/RTₙ)) ÷ n), in K, with ΔH = 83.144 kJ/mol. Source: USP general chapter <1079.2>,
 * “Mean Kinetic Temperature in the Evaluation of Temperature Excursions”, after J. D. Haynes, J. Pharm. Sci. 60 (1971) 927–929.
 */
export function meanKinetic(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const mean = values.reduce((sum, value) => sum + Math.exp(-activation / (value + zero)), 0) / values.length
  return activation / -Math.log(mean) - zero
}

/** A stretch of time without readings. */
export interface Gap {
  readonly from: number
  readonly to: number
}

interface Period {
  readonly from: number
  readonly until: number
  readonly lower: number
  readonly upper: number
  /** A value holds until the next one, at most for so long; a longer silence is a gap. */
  readonly holdMs: number
}

/** The figures of a period from its readings, in order of time. */
export function coldFigures(samples: readonly Sample[], { from, until, lower, upper, holdMs }: Period) {
  const values = samples.map(({ value }) => value)
  const isOutside = (value: number): boolean => value < lower || value > upper
  const gaps: Gap[] = []
  let outsideMs = 0
  let heard = from
  for (const [index, { at, value }] of samples.entries()) {
    if (at - heard > holdMs) gaps.push({ from: heard, to: at })
    heard = at
    if (isOutside(value)) outsideMs += Math.min((samples[index + 1]?.at ?? until) - at, holdMs)
  }
  if (until - heard > holdMs) gaps.push({ from: heard, to: until })
  const sum = values.reduce((total, value) => total + value, 0)
  return {
    count: values.length,
    least: values.reduce<number | null>((least, value) => (least === null || value < least ? value : least), null),
    most: values.reduce<number | null>((most, value) => (most === null || value > most ? value : most), null),
    mean: values.length === 0 ? null : sum / values.length,
    kinetic: meanKinetic(values),
    outside: samples.filter(({ value }) => isOutside(value)),
    outsideMinutes: Math.round(outsideMs / 60_000),
    gaps,
  }
}
