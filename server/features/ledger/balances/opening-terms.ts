import { monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import type { RuleSet } from '#contract/entities/ledger/rule-sets.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Words } from '#contract/kit/words.ts'

/** What an opening says, and what it is held against. `begins`: the first month of the book; `life`: months of the whole life, null where it is not known. */
export interface OpeningTerms {
  readonly rules: RuleSet
  readonly begins: number
  readonly amount: unknown
  readonly months: number | null
  readonly startDate: string | null
  readonly value: unknown
  readonly life: number | null
}

/** The day from which a card is charged that had been charged so many months when its book began. */
export const startOf = (rules: RuleSet, begins: number, months: number): string =>
  `${monthText(begins - months - (rules === 'public' ? 0 : 1))}-01`

/** What contradicts the card, by the field it is said of; undefined where nothing does. */
export function openingFault({
  rules,
  begins,
  amount,
  months,
  startDate,
  value,
  life,
}: OpeningTerms): { field: string; words: Words } | undefined {
  const most = cents(value)
  if (amount !== null && amount !== undefined && cents(amount) > most)
    return {
      field: 'openingAmount',
      words: {
        zh: `期初累计折旧不能超过原值 ${decimalText(most, 2)}`,
        en: `Opening accumulated depreciation cannot exceed the original value of ${decimalText(most, 2)}`,
      },
    }
  if (months === null) return undefined
  if (life !== null && months > life)
    return {
      field: 'openingMonths',
      words: { zh: `期初已计提月数不能超过折旧月数 ${life}`, en: `Opening months charged cannot exceed the useful life of ${life} months` },
    }
  if (startDate === null) return undefined
  const elapsed = Math.max(0, begins - monthNumber(startDate) - (rules === 'public' ? 0 : 1))
  if (months === elapsed || (months === life && elapsed > life)) return undefined
  return {
    field: 'openingMonths',
    words: {
      zh: `从开始日期到账簿启用为 ${elapsed} 个月，与期初已计提月数 ${months} 不符`,
      en: `From the start date to the start of the book there are ${elapsed} months, not ${months}`,
    },
  }
}
