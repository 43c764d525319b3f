import { device } from '#contract/entities/asset/device/device.ts'
import { foreignOwnerships, ownerships } from '#contract/entities/asset/device/ownership.ts'
import { type ReplacementTerms, replacementFactors, riskPoints, usualTerms } from '#contract/entities/insight/replacement-terms.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { during, type Wanted } from '#contract/kit/figures/measure.ts'
import { meetOrNone } from '#contract/kit/figures/measure-groups.ts'
import { homeDay, yearsBefore } from '#contract/kit/time/day.ts'
import { availability } from '#contract/measures/availability.ts'
import { maintenance } from '#contract/measures/maintenance.ts'
import { metrology } from '#contract/measures/metrology.ts'
import { repairs } from '#contract/measures/repairs.ts'
import type { Parameters } from '#server/db/query.ts'
import { plannedJoin } from '#server/features/supply/public.ts'
import type { Context } from '#server/kit/context.ts'
import { amountColumn, amountsJoin } from '#server/kit/measures/amounts.ts'
import { duringOf } from '#server/kit/measures/measure-ask.ts'
import { hiddenSum, sumsJoin } from '#server/kit/measures/sums-by.ts'
import { conditionsOf } from '#server/kit/read/list.ts'

/** Filed devices that the hospital owns and uses: one that is disposed of, or waits for it, is not replaced any more. */
const replaceable: Wanted = {
  filingStatus: 'filed',
  eamStatus: 'in_use,repairing,lent,idle',
  ownership: [...Object.keys(ownerships).filter((one) => !(foreignOwnerships as readonly string[]).includes(one)), '_none'].join(),
}

const termColumns = Object.keys(usualTerms).map((name) => `r.${snake(name)} as "${name}"`)

/** The terms of the hospital with the id and version of their rule; a row without an id where it has none. */
export const termsQuery = (tenantId: string) => ({
  text: `select r.id, r.version, ${termColumns.join(', ')}, r.energy_price as "energyPrice" from (select) one
    left join replacement_rule r on r.tenant_id = $1 and not r.is_deleted`,
  values: [tenantId],
})

/** SQL of a term of the joined rule `r`, the usual one where the hospital has none. */
const term = (name: keyof ReplacementTerms): string => `coalesce(r.${snake(name)}, ${usualTerms[name]})`

/** SQL of points of 100: a part of what gives all of them; null where either is unknown. */
function pointsOf(part: string, whole: string): string {
  const found = `100 * (${part})::numeric / nullif(${whole}, 0)`
  return `case when ${found} is not null then round(least(100, greatest(0, ${found})), 1) end`
}

/** The columns of a score, by the names that answers give them. */
export const scoreColumns = [
  ...['score', 'level', 'ageMonths', 'lifeMonths', 'yearCost', 'costShare', 'downMinutes', 'isVital', 'riskClass'],
  ...['agePoints', 'costPoints', 'downtimePoints', 'riskPoints', 'planId', 'planTitle'],
] as const

/**
 * SQL of the devices that may be replaced, each with its score and what it is made of: what upkeep cost and how long it was out of use in the last
 * twelve months as the measures say, its age, its risk, and the plan that replaces it. `ids`: only of these.
 */
export function scoredSql(
  context: Context,
  filters: Wanted,
  ids?: readonly string[],
): { readonly text: string; readonly into: Parameters } {
  const { actor } = context
  const today = homeDay(context.occurredAt)
  const since = yearsBefore(today, 1)
  const input = meetOrNone(replaceable, filters)
  const { into, where } = conditionsOf(actor.settings.view(device), { ...context, input })
  const tenant = into.add(actor.tenantId)
  const costs = [
    sumsJoin(
      { of: repairs, by: 'device', figures: { cost: 'repaired' }, where: { reportedAt_ge: since, reportedAt_le: today } },
      'c0',
      context,
      into,
    ),
    sumsJoin(
      { of: maintenance, by: 'device', figures: { cost: 'maintained' }, where: { dueDate_ge: since, dueDate_le: today } },
      'c1',
      context,
      into,
    ),
    sumsJoin(
      { of: metrology, by: 'device', figures: { cost: 'measured' }, where: { measuredOn_ge: since, measuredOn_le: today } },
      'c2',
      context,
      into,
    ),
  ]
  const parts = costs.flatMap(({ columns }) => Object.values(columns)).filter((column) => column !== hiddenSum)
  const cost = parts.length === 0 ? 'null::numeric' : `(${parts.map((column) => `coalesce(${column}, 0)`).join(' + ')})`
  const stretch = duringOf({ [`${during}_ge`]: since, [`${during}_le`]: today }, today)
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  // Whole months from the first day of use, which is a day of the card; unknown without one.
  const age = `case when o.enable_date is not null then greatest(0, ${into.add(year * 12 + month)}::int - extract(year from o.enable_date)::int * 12
      - extract(month from o.enable_date)::int - (${into.add(day)}::int < extract(day from o.enable_date)::int)::int) end`
  const risk = `case when f.vital then ${riskPoints.vital} ${Object.entries(riskPoints)
    .flatMap(([key, found]) => (key === 'vital' ? [] : [`when f.risk = '${key}' then ${found}`]))
    .join(' ')} end`
  const scored = Object.keys(replacementFactors)
    .map((factor) => `${term(`${factor}Weight` as keyof ReplacementTerms)} * coalesce(p."${factor}Points", 0)`)
    .join(' + ')
  // `offset 0`: each part is worked out once for a device, not again wherever it is named.
  const text = `select t.id, s.score::float8 as score,
      case when s.score >= ${term('adviseScore')} then 'advise' when s.score >= ${term('watchScore')} then 'watch' else 'keep' end as level,
      f."ageMonths", f."lifeMonths", f.cost::numeric(20,2) as "yearCost", round(100 * f.cost / nullif(t.original_value, 0), 1)::float8 as "costShare",
      round(f.down::numeric, 1)::float8 as "downMinutes", f.vital::int as "isVital", f.risk as "riskClass",
      p."agePoints"::float8 as "agePoints", p."costPoints"::float8 as "costPoints", p."downtimePoints"::float8 as "downtimePoints",
      p."riskPoints"::float8 as "riskPoints", planned.id as "planId", planned.title as "planTitle"
    from device t left join assets_category g on g.tenant_id = t.tenant_id and g.id = t.assets_category_id
    left join device_class k on k.tenant_id = t.tenant_id and k.id = t.classify_id
    left join replacement_rule r on r.tenant_id = ${tenant} and not r.is_deleted
    ${costs.map(({ join }) => join).join('')}${amountsJoin(availability, stretch, actor.tenantId, into)}${plannedJoin(tenant)}
    cross join lateral (select coalesce(t.enable_date, t.acceptance_date, t.purchase_date) as enable_date offset 0) o
    cross join lateral (select ${age} as "ageMonths", coalesce(t.useful_life_months, g.useful_life_months, k.useful_life_months) as "lifeMonths",
      case when t.original_value > 0 then ${cost} end as cost, amounts.${amountColumn('down')} as down,
      (t.is_emergency = 1 or t.important_classification in ('emergency', 'life_support')) is true as vital,
      coalesce(t.risk_level, k.risk_level) as risk offset 0) f
    cross join lateral (select ${pointsOf('100 * f."ageMonths"', `f."lifeMonths" * ${term('ageFull')}`)} as "agePoints",
      ${pointsOf('100 * f.cost', `t.original_value * ${term('costFull')}`)} as "costPoints",
      ${pointsOf('f.down', `60 * ${term('downtimeFull')}`)} as "downtimePoints", ${risk} as "riskPoints" offset 0) p
    cross join lateral (select round((${scored}) / 100.0, 1) as score offset 0) s
    where ${where} and (${into.add(ids === undefined)}::boolean or t.id = any(${into.add(ids ?? [])}::uuid[]))`
  return { text, into }
}
