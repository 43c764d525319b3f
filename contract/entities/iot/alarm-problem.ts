import type { Words } from '../../kit/words.ts'
import { type Comparison, limited } from './alarm-kinds.ts'
import { type Quantity, quantities } from './sensor-kinds.ts'

/** The condition of a rule; numbers may be texts of the database. */
export interface Condition {
  readonly comparison: Comparison
  readonly quantity?: Quantity | null
  readonly lowerLimit?: number | string | null
  readonly upperLimit?: number | string | null
  readonly hysteresis?: number | string | null
  readonly holdMinutes: number
}

/** A field of a condition that cannot be judged, and why. */
export interface ConditionProblem extends Words {
  readonly field: 'quantity' | 'lowerLimit' | 'upperLimit' | 'hysteresis' | 'holdMinutes'
}

const numberOf = (value: number | string | null | undefined): number | undefined =>
  value === null || value === undefined ? undefined : Number(value)

/** What a comparison does not use is empty, so that a rule says one thing. */
export function usedBy({ comparison }: Pick<Condition, 'comparison'>) {
  const isLimited = limited.includes(comparison)
  return {
    quantity: isLimited,
    lowerLimit: comparison === 'under' || comparison === 'outside',
    upperLimit: comparison === 'over' || comparison === 'outside',
    hysteresis: isLimited || comparison === 'leftFence',
  }
}

/** Why a condition cannot be judged; undefined if it can. */
export function conditionProblem(of: Condition): ConditionProblem | undefined {
  const used = usedBy(of)
  const [low, high] = [used.lowerLimit ? numberOf(of.lowerLimit) : undefined, used.upperLimit ? numberOf(of.upperLimit) : undefined]
  if (of.comparison === 'offline' && of.holdMinutes < 1)
    return { field: 'holdMinutes', zh: '离线告警的持续时间至少 1 分钟', en: 'A sensor is offline after a minute at the earliest' }
  if (!used.quantity) return undefined
  const quantity = of.quantity && quantities[of.quantity]
  if (!quantity) return { field: 'quantity', zh: '请选择测量量', en: 'Choose a quantity' }
  if (used.lowerLimit && low === undefined) return { field: 'lowerLimit', zh: '请填写下限', en: 'Enter the lower limit' }
  if (used.upperLimit && high === undefined) return { field: 'upperLimit', zh: '请填写上限', en: 'Enter the upper limit' }
  if (low !== undefined && high !== undefined && low >= high)
    return {
      field: 'upperLimit',
      zh: `上限（${high}）须大于下限（${low}）`,
      en: `The upper limit (${high}) must be above the lower limit (${low})`,
    }
  const range = `${quantity.min}–${quantity.max} ${quantity.unit}`.trim()
  for (const [field, limit] of [
    ['lowerLimit', low],
    ['upperLimit', high],
  ] as const)
    if (limit !== undefined && (limit < quantity.min || limit > quantity.max))
      return { field, zh: `${quantity.zh}的限值须在 ${range} 之间`, en: `A limit of ${quantity.en.toLowerCase()} lies within ${range}` }
  const back = numberOf(of.hysteresis) ?? 0
  if (low !== undefined && high !== undefined && 2 * back >= high - low)
    return { field: 'hysteresis', zh: '回差须小于上下限之差的一半', en: 'The hysteresis must be less than half of the range' }
  return undefined
}
