import type { CardState, OpenStretch } from '#contract/depreciation/depreciation-card.ts'

/** A state as the database keeps it: amounts and units as texts, so that no digit is lost. */
type Kept<T> = {
  readonly [K in keyof T]: T[K] extends bigint ? string : T[K] extends OpenStretch | undefined ? Kept<OpenStretch> | undefined : T[K]
}
export type KeptProgress = Kept<CardState>

/** The state of a card from its kept form; undefined before the first charge. */
export function stateOf(kept: KeptProgress | null | undefined): CardState | undefined {
  if (!kept) return undefined
  const { first, charged, adjusted, done, paused, worked, stretch: of } = kept
  const state = {
    ...(first === undefined ? {} : { first }),
    charged: BigInt(charged),
    adjusted: BigInt(adjusted),
    done,
    paused,
    worked: BigInt(worked),
  }
  if (!of) return state
  const stretch: OpenStretch = {
    method: of.method,
    base: BigInt(of.base),
    residual: BigInt(of.residual),
    months: of.months,
    life: of.life,
    units: BigInt(of.units),
    value: BigInt(of.value),
    adjusted: BigInt(of.adjusted),
    allUnits: BigInt(of.allUnits),
    done: of.done,
    charged: BigInt(of.charged),
    worked: BigInt(of.worked),
  }
  return { ...state, stretch }
}

const keptStretch = (of: OpenStretch): Kept<OpenStretch> => ({
  method: of.method,
  base: String(of.base),
  residual: String(of.residual),
  months: of.months,
  life: of.life,
  units: String(of.units),
  value: String(of.value),
  adjusted: String(of.adjusted),
  allUnits: String(of.allUnits),
  done: of.done,
  charged: String(of.charged),
  worked: String(of.worked),
})

/** The kept form of a state. */
export const keptOf = ({ first, charged, adjusted, done, paused, worked, stretch }: CardState): KeptProgress => ({
  ...(first === undefined ? {} : { first }),
  ...{ charged: String(charged), adjusted: String(adjusted), done, paused, worked: String(worked) },
  ...(stretch ? { stretch: keptStretch(stretch) } : {}),
})

/** Whether a month has left a card as it found it. A stretch with other terms has charged nothing yet. */
export const isSameState = (one: CardState, other: CardState): boolean =>
  one.charged === other.charged &&
  one.adjusted === other.adjusted &&
  one.done === other.done &&
  one.paused === other.paused &&
  one.worked === other.worked &&
  one.stretch?.value === other.stretch?.value &&
  one.stretch?.base === other.stretch?.base &&
  one.stretch?.months === other.stretch?.months &&
  one.stretch?.method === other.stretch?.method
