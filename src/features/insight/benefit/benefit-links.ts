import type { Measure, Wanted } from '#contract/kit/figures/measure.ts'
import { depreciation } from '#contract/measures/depreciation.ts'
import { deviceIncomes } from '#contract/measures/device-incomes.ts'
import { energy } from '#contract/measures/energy.ts'
import { maintenance } from '#contract/measures/maintenance.ts'
import { metrology } from '#contract/measures/metrology.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { listAddress } from '#src/kit/chart/measure-chart.ts'

/** The amounts of a benefit in the order of their columns, with the measure and the figure that each is. */
export const benefitColumns = {
  income: { of: deviceIncomes, figure: 'income' },
  uses: { of: deviceIncomes, figure: 'uses' },
  depreciation: { of: depreciation, figure: 'amount' },
  energy: { of: energy, figure: 'kwh' },
  repairs: { of: repairs, figure: 'cost' },
  maintenance: { of: maintenance, figure: 'cost' },
  metrology: { of: metrology, figure: 'cost' },
  consumables: { of: deviceIncomes, figure: 'consumables' },
  staff: { of: deviceIncomes, figure: 'staff' },
} as const satisfies Readonly<Record<string, { readonly of: Measure; readonly figure: string }>>
export type BenefitColumn = keyof typeof benefitColumns

interface Where {
  readonly deviceId: string
  readonly from: string
  readonly to: string
  /** The rules of the main book, whose months alone are counted. */
  readonly ruleSet: string | null
}

/** The list of the rows behind an amount of a device; undefined for who may not list them. */
export function rowsAddress(name: BenefitColumn, where: Where, rights: ReadonlySet<string>): string | undefined {
  const { of, figure }: { readonly of: Measure; readonly figure: string } = benefitColumns[name]
  if (!rights.has(`${of.of.name}.list`)) return undefined
  const filter: Wanted = {
    ...of.where,
    deviceId: where.deviceId,
    [`${of.period}_ge`]: where.from,
    [`${of.period}_le`]: where.to,
    ...(name === 'depreciation' && where.ruleSet ? { ruleSet: where.ruleSet } : {}),
  }
  return listAddress(of, of.figures[figure]!, filter)
}
