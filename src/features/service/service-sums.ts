import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Measured, MeasureGroup } from '#contract/kit/figures/measure.ts'

/** One year of the service of a device: the group of each kind that has rows in it. */
export interface ServiceYear<K extends string = string> {
  readonly key: string
  readonly groups: Readonly<Partial<Record<K, MeasureGroup>>>
}

/** The years of several measures together, the newest first. */
export function yearsOf<K extends string>(found: Readonly<Record<K, Measured | undefined>>): readonly ServiceYear<K>[] {
  const kinds = Object.keys(found) as K[]
  const keys = new Set(kinds.flatMap((kind) => (found[kind]?.rows ?? []).flatMap(({ key }) => (key === null ? [] : [key]))))
  return [...keys]
    .sort()
    .reverse()
    .map((key) => ({
      key,
      groups: Object.fromEntries(
        kinds.flatMap((kind) => found[kind]?.rows.filter((row) => row.key === key).map((row) => [kind, row]) ?? []),
      ) as Partial<Record<K, MeasureGroup>>,
    }))
}

/** The sum of amounts, exact to the cent; undefined where none of them is shown. */
export function sumOf(amounts: readonly (string | number | null | undefined)[]): string | undefined {
  const shown = amounts.filter((one) => one !== undefined)
  if (shown.length === 0) return undefined
  return decimalText(
    shown.reduce<bigint>((sum, one) => sum + cents(one), 0n),
    2,
  )
}

/** An amount in percent of another with one decimal, rounded half up; undefined where there is nothing to compare with. */
export function shareOf(amount: string | undefined, whole: unknown): string | undefined {
  const all = cents(whole)
  if (amount === undefined || all <= 0n) return undefined
  return `${decimalText((cents(amount) * 2000n + all) / (2n * all), 1)}%`
}
