import type { CardState, OpenStretch } from '#contract/depreciation-card.ts'

/** A state as the database keeps it: amounts and units as texts, so that no digit is lost. */
type Kept<T> = {
  readonly [K in keyof T]: T[K] extends bigint ? string : T[K] extends OpenStretch | undefined ? Kept<OpenStretch> | undefined : T[K]
}
export type KeptProgress = Kept<CardState>

const amounts = ['charged', 'adjusted', 'worked', 'base', 'residual', 'units', 'value', 'allUnits'] as const
const isAmount = (name: string): boolean => (amounts as readonly string[]).includes(name)

const each = (from: object, turn: (name: string, value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, turn(name, value)]))

/** The state of a card from its kept form; undefined before the first charge. */
export const stateOf = (kept: KeptProgress | null | undefined): CardState | undefined => {
  const turn = (name: string, value: unknown): unknown =>
    isAmount(name) ? BigInt(value as string) : name === 'stretch' && value ? each(value as object, turn) : value
  return kept ? (each(kept, turn) as CardState) : undefined
}

/** The kept form of a state. */
export const keptOf = (state: CardState): KeptProgress => {
  const turn = (name: string, value: unknown): unknown =>
    typeof value === 'bigint' ? String(value) : name === 'stretch' && value ? each(value as object, turn) : value
  return each(state, turn) as KeptProgress
}
