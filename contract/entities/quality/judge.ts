import type { QualityResult } from './quality-kinds.ts'

// Values have at most four decimals and are compared as whole numbers, so that a value at its limit is judged exactly.

/** What a reading is judged by. Numbers, texts of numbers, or null. */
export interface JudgedPoint {
  readonly [name: string]: unknown
  readonly setValue?: unknown
  readonly toleranceAbs?: unknown
  readonly tolerancePercent?: unknown
  readonly lowerLimit?: unknown
  readonly upperLimit?: unknown
  readonly measured?: unknown
}

export interface PointVerdict {
  /** Measured value less set value. */
  readonly deviation: number | null
  /** The largest deviation that passes, rounded to four decimals. */
  readonly allowed: number | null
  /** Null while nothing is measured. */
  readonly verdict: QualityResult | null
}

const scale = 4
const unit = 10n ** BigInt(scale)

/** A value in ten-thousandths; null for none. */
function wholeOf(value: unknown): bigint | null {
  if (value === null || value === undefined || value === '') return null
  const text = Number(value).toFixed(scale)
  return BigInt(text.replace('.', ''))
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
const numberOf = (whole: bigint): number => Number(whole) / Number(unit)

/** The tolerance in parts of 1e-10, the larger of both; null where neither applies. */
function toleranceOf(set: bigint | null, abs: bigint | null, percent: bigint | null): bigint | null {
  if (set === null) return null
  const fixed = abs === null ? null : abs * unit * 100n
  const shared = percent === null ? null : absolute(set) * percent
  if (fixed === null || shared === null) return fixed ?? shared
  return fixed > shared ? fixed : shared
}

/** Judges one reading: within its tolerance around the set value and within its limits, each of which counts as within. */
export function judgePoint(point: JudgedPoint): PointVerdict {
  const [set, measured, lower, upper] = [point.setValue, point.measured, point.lowerLimit, point.upperLimit].map(wholeOf) as [
    bigint | null,
    bigint | null,
    bigint | null,
    bigint | null,
  ]
  const tolerance = toleranceOf(set, wholeOf(point.toleranceAbs), wholeOf(point.tolerancePercent))
  const allowed = tolerance === null ? null : numberOf((tolerance + (unit * 100n) / 2n) / (unit * 100n))
  const deviation = set === null || measured === null ? null : measured - set
  if (measured === null) return { deviation: null, allowed, verdict: null }
  const isOff = tolerance !== null && deviation !== null && absolute(deviation) * unit * 100n > tolerance
  const isOut = (lower !== null && measured < lower) || (upper !== null && measured > upper)
  return { deviation: deviation === null ? null : numberOf(deviation), allowed, verdict: isOff || isOut ? 'failed' : 'passed' }
}

/** Judges a control by its readings; `result` is null while a value is missing. A control without readings has no result. */
export function judgeControl<P extends JudgedPoint>(points: readonly P[]) {
  const judged = points.map((point) => ({ point, ...judgePoint(point) }))
  const missing = judged.filter(({ verdict }) => verdict === null)
  const failed = judged.filter(({ verdict }) => verdict === 'failed')
  const result: QualityResult | null = judged.length === 0 || missing.length > 0 ? null : failed.length > 0 ? 'failed' : 'passed'
  return { judged, missing, failed, result }
}

/** What is wrong with a point of a template: nothing decides it, a percentage has nothing to refer to, or its limits cross. */
export function pointProblem(point: JudgedPoint): { readonly zh: string; readonly en: string } | undefined {
  const [set, abs, percent, lower, upper] = [
    point.setValue,
    point.toleranceAbs,
    point.tolerancePercent,
    point.lowerLimit,
    point.upperLimit,
  ].map(wholeOf) as (bigint | null)[]
  const hasTolerance = abs !== null || percent !== null
  if (hasTolerance && set === null) return { zh: '有允许误差，须填写设定值', en: 'needs a set value for its tolerance' }
  if (abs === null && percent !== null && set === 0n)
    return {
      zh: '设定值为 0，百分比误差无意义，请填写允许误差',
      en: 'has the set value 0, so a percentage means nothing. Enter a tolerance',
    }
  if (!hasTolerance && lower === null && upper === null)
    return { zh: '须填写允许误差、下限或上限', en: 'needs a tolerance, a lower limit or an upper limit' }
  if (lower !== null && lower !== undefined && upper !== null && upper !== undefined && lower > upper)
    return { zh: '下限大于上限', en: 'has a lower limit above its upper limit' }
  return undefined
}
