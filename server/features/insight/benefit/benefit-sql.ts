import { device } from '#contract/entities/asset/device/device.ts'
import type { Wanted } from '#contract/kit/figures/measure.ts'
import { meetOrNone } from '#contract/kit/figures/measure-groups.ts'
import { depreciation } from '#contract/measures/depreciation.ts'
import { deviceIncomes } from '#contract/measures/device-incomes.ts'
import { energy } from '#contract/measures/energy.ts'
import { maintenance } from '#contract/measures/maintenance.ts'
import { metrology } from '#contract/measures/metrology.ts'
import { repairs } from '#contract/measures/repairs.ts'
import type { Parameters } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hiddenSum, type SumsBy, sumsJoin } from '#server/kit/measures/sums-by.ts'
import { conditionsOf } from '#server/kit/read/list.ts'
import { columnName } from '#server/kit/table.ts'

/** SQL of the rules of the main book of a hospital: one month is not charged twice where there are two books. */
export const mainBook = (tenant: string): string =>
  `(select b.rule_set from depreciation_rule b where b.tenant_id = ${tenant} and not b.is_deleted order by b.is_main desc nulls last, b.id limit 1)`

/** SQL of the price of energy per kWh; null where the hospital has set none. */
const priceSql = (tenant: string): string =>
  `(select r.energy_price from replacement_rule r where r.tenant_id = ${tenant} and not r.is_deleted)`

/** The price of energy and the rules of the main book, for the answers. */
export const basisQuery = (tenantId: string) => ({
  text: `select ${priceSql('$1')}::float8 as "energyPrice", ${mainBook('$1')} as "ruleSet"`,
  values: [tenantId],
})

/** The measures that benefit is made of, with their figures by the names of an answer. */
export const benefitSources = {
  incomes: {
    of: deviceIncomes,
    figures: { entered: 'entered', income: 'income', uses: 'uses', consumables: 'consumables', staff: 'staff' },
  },
  depreciation: { of: depreciation, figures: { amount: 'depreciation' } },
  energy: {
    of: energy,
    figures: {
      ...{ kwh: 'kwh', cost: 'tariff', sharp: 'sharp', peak: 'peak', flat: 'flat', valley: 'valley' },
      ...{ count: 'energy_days', unpriced: 'bare_days' },
    },
  },
  repairs: { of: repairs, figures: { cost: 'repairs' } },
  maintenance: { of: maintenance, figures: { cost: 'maintenance' } },
  metrology: { of: metrology, figures: { cost: 'metrology' } },
} as const

/** The figures that say what the days with a tariff cost and how much energy they had; where the hospital hides one, all energy has the same price. */
export const tariffFigures = [
  'cost',
  'sharp',
  'peak',
  'flat',
  'valley',
  'unpriced',
  'count',
] as const satisfies readonly (keyof typeof benefitSources.energy.figures)[]

/** The costs that a net benefit takes off, as columns of the statement. */
const costs = ['depreciation', 'energy', 'repairs', 'maintenance', 'metrology', 'consumables', 'staff'] as const
/** The amounts of the statement, as answers name them. */
export const amountNames = [
  'income',
  'uses',
  'depreciation',
  'kwh',
  'energy',
  'repairs',
  'maintenance',
  'metrology',
  'consumables',
  'staff',
] as const
const counts: ReadonlySet<string> = new Set(['uses', 'kwh'])

/** SQL of an amount as it travels: to the cent as text, a count as a number. */
export const travels = (name: string, sql: string): string => (counts.has(name) ? `(${sql})::float8` : `(${sql})::numeric(20,2)`)

/**
 * SQL of filed devices with what each earned and cost in a year as the measures say, and what is left; `net` is null where no income was entered. A
 * disposed device is there only while it has an income in the year.
 */
export function benefitSql(context: Context, year: number, filters: Wanted): { readonly text: string; readonly into: Parameters } {
  const { actor } = context
  const { into, where } = conditionsOf(actor.settings.view(device), { ...context, input: meetOrNone({ filingStatus: 'filed' }, filters) })
  const tenant = into.add(actor.tenantId)
  const joins = Object.values(benefitSources).map(({ of, figures }, place) => {
    const only =
      of.name === depreciation.name
        ? (own: Parameters) => `t.${columnName('ruleSet', depreciation.of.fields.ruleSet)} = ${mainBook(own.add(actor.tenantId))}`
        : undefined
    const sums: SumsBy = {
      of,
      by: 'device',
      figures,
      where: { [`${of.period}_ge`]: `${year}-01-01`, [`${of.period}_le`]: `${year}-12-31` },
    }
    return sumsJoin(only ? { ...sums, only } : sums, `b${place}`, context, into)
  })
  const columns: Readonly<Record<string, string>> = Object.assign({}, ...joins.map((one) => one.columns))
  const amount = (name: string): string => `coalesce(${columns[name]}, 0)`
  const price = priceSql(tenant)
  const isCosted = tariffFigures.every((name) => columns[benefitSources.energy.figures[name]] !== hiddenSum)
  const bare = isCosted ? ['kwh', 'sharp', 'peak', 'flat', 'valley'].map(amount).join(' - ') : amount('kwh')
  const flat = `(${bare}) * coalesce(p.price, 0)`
  const isPriced = isCosted ? `${amount('energy_days')} > ${amount('bare_days')}` : 'false'
  const values: Readonly<Record<(typeof amountNames)[number], string>> = {
    income: `case when ${amount('entered')} > 0 then ${columns.income} end`,
    uses: amount('uses'),
    depreciation: amount('depreciation'),
    kwh: amount('kwh'),
    energy: `case when p.price is not null or ${isPriced} then round(${isCosted ? `${amount('tariff')} + ${flat}` : flat}, 2) end`,
    repairs: amount('repairs'),
    maintenance: amount('maintenance'),
    metrology: amount('metrology'),
    consumables: amount('consumables'),
    staff: amount('staff'),
  }
  const text = `select v.*, v.income - ${costs.map((name) => `coalesce(v.${name}, 0)`).join(' - ')} as net
    from (select t.id, t.use_dept_id, t.classify_id, t.original_value, ${amountNames.map((name) => `${values[name]} as ${name}`).join(', ')}, ${amount('entered')} as entered
      from device t cross join (select ${price} as price) p${joins.map(({ join }) => join).join('')}
      where ${where} and (t.eam_status <> 'disposed' or ${amount('entered')} > 0)) v`
  return { text, into }
}
