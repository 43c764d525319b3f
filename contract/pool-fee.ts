import type { PriceKind } from './entities/pool/pool-price.ts'
import { decimalText } from './kit/fields/amount.ts'
import type { Words } from './kit/words.ts'

const minuteMs = 60_000
const unitMinutes = { hour: 60, day: 1440 } as const satisfies Record<PriceKind, number>

/** The duration of a use, and the price of one unit. Times in milliseconds, the price in cents. */
export interface Use {
  readonly priceKind: PriceKind
  readonly unitPrice: bigint
  readonly from: number
  readonly to: number
}

export interface Fee {
  readonly units: number
  /** The fee in cents. */
  readonly fee: bigint
}

/**
 * The fee of a use. Both times count by their minute, a day is 24 hours from the hand-out, a started unit counts in full, and every use has
 * at least one unit. A return before the hand-out, possible with the clocks of two phones, is one unit.
 */
export function feeOf({ priceKind, unitPrice, from, to }: Use): Fee {
  const minutes = Math.floor(to / minuteMs) - Math.floor(from / minuteMs)
  const units = Math.max(1, Math.ceil(minutes / unitMinutes[priceKind]))
  return { units, fee: BigInt(units) * unitPrice }
}

/** The rule of a fee with its numbers, for people. */
export function feeRule({ priceKind, unitPrice }: Pick<Use, 'priceKind' | 'unitPrice'>, { units, fee }: Fee): Words {
  const [price, sum] = [decimalText(unitPrice, 2), decimalText(fee, 2)]
  return priceKind === 'hour'
    ? {
        zh: `按小时计费，从借出到归还，不足 1 小时按 1 小时计：${units} 小时 × ${price} 元 = ${sum} 元`,
        en: `Charged per hour from hand-out to return, a begun hour counts: ${units} h × ${price} = ${sum} CNY`,
      }
    : {
        zh: `按天计费，从借出起每 24 小时为 1 天，不足 1 天按 1 天计：${units} 天 × ${price} 元 = ${sum} 元`,
        en: `Charged per day of 24 hours from the hand-out, a begun day counts: ${units} d × ${price} = ${sum} CNY`,
      }
}
