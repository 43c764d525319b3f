/**
 * When a smaller reading of a meter is a roll-over: the one before lies in the last tenth below the maximum, this one in the first tenth, and it
 * came within a day. Any other smaller reading is a reset.
 */
export const rollOver = { share: 0.1, seconds: 86_400 } as const

/** A reading of an energy meter: its value in thousandths of a unit and its second. */
export interface MeterReading {
  readonly value: number
  readonly at: number
}

/** What a meter counted from one reading to the next. `maximum`: the value behind which it begins at zero again; null if it is unknown. */
export function meterDifference(before: MeterReading, next: MeterReading, maximum: number | null): number {
  if (next.value >= before.value) return next.value - before.value
  const isNear =
    maximum !== null &&
    before.value <= maximum &&
    before.value >= maximum * (1 - rollOver.share) &&
    next.value <= maximum * rollOver.share &&
    next.at - before.at <= rollOver.seconds
  return isNear ? maximum - before.value + next.value : next.value
}
