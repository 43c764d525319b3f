import type { Field } from './field.ts'

/** An exact decimal: its digits, and the number of them after the point. */
interface Exact {
  readonly digits: bigint
  readonly scale: number
}

function exact(value: unknown): Exact | undefined {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value ?? '').trim()) ?? []
  return whole === undefined ? undefined : { digits: BigInt(`${sign}${whole}${part}`), scale: part.length }
}

/** The number of decimals of a numeric field; undefined for any other field. */
export const scaleOf = (field: Field | undefined): number | undefined =>
  field?.kind === 'money' ? 2 : field?.kind === 'decimal' ? field.scale : field?.kind === 'integer' ? 0 : undefined

/** The product of numbers in units of 10^-scale, rounded half away from zero; undefined if one is missing. */
export function productOf(factors: readonly unknown[], scale: number): bigint | undefined {
  let [digits, has] = [1n, 0]
  for (const value of factors) {
    const factor = exact(value)
    if (!factor) return undefined
    digits *= factor.digits
    has += factor.scale
  }
  if (has <= scale) return digits * 10n ** BigInt(scale - has)
  const unit = 10n ** BigInt(has - scale)
  return (digits + (digits < 0n ? -unit : unit) / 2n) / unit
}

/** Formats units of 10^-scale as a decimal: `1234.50`. */
export function decimalText(units: bigint, scale: number): string {
  const size = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${size.slice(0, size.length - scale)}${scale > 0 ? `.${size.slice(-scale)}` : ''}`
}

/** The largest number that a column of decimals or money can store, in units of its scale. */
export const mostUnits = 10n ** 16n - 1n

/** An amount of money in cents; 0 if it is missing. */
export const cents = (amount: unknown): bigint => productOf([amount], 2) ?? 0n
