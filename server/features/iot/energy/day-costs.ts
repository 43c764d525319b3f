import { slotsOfDay, type TariffBand, tariffBands } from '#contract/entities/iot/tariff-hours.ts'
import { homeTimeSql } from '#server/db/home-time.ts'

const bands = Object.keys(tariffBands) as TariffBand[]

/** Columns of days and months that follow from the tariff. */
export const costColumns = [...bands.map((band) => `${band}_kwh`), 'energy_cost', ...bands.map((band) => `${band}_cost`), 'co2_kg'] as const
export const costNames = costColumns.join(', ')

/** SQL: a figure of records `t` put together: the largest peak, the first and last moment, and the sum of all else. */
export const sumOf = (name: string): string =>
  `${name === 'peak_watts' || name === 'last_off' ? 'max' : name === 'first_on' ? 'min' : 'sum'}(t.${name}) as ${name}`

/** SQL: the moment at which a home day begins. */
export const dayStartSql = (day: string): string => homeTimeSql(`(${day})::timestamp`)

/** SQL: joins the tariff of a day as `f`, with the bands of its month; all is empty before the first one. */
export const tariffJoin = (day: string): string => `left join lateral (select w.*,
    substr(w.band_year, (extract(month from ${day})::int - 1) * ${slotsOfDay} + 1, ${slotsOfDay}) as day_bands from energy_tariff w where w.tenant_id = $1 and not w.is_deleted
  and w.valid_from <= ${day} order by w.valid_from desc limit 1) f on true`

/** SQL: the letter of the band in which the ten minutes from `at` lie. */
const bandAt = `substr(f.day_bands, floor(extract(epoch from t.at - ${dayStartSql('g.day')}) / 600)::int + 1, 1)`

/** SQL: what the energy `n` of the first bands costs by the tariff `f`, rounded once. */
const upTo = (count: number): string =>
  count === 0
    ? '0'
    : `round(${bands
        .slice(0, count)
        .map((band) => `coalesce(n.${band}, 0) * coalesce(f.${band}_price, 0)`)
        .join(' + ')}, 4)`

/** SQL: the cost of a day and of its bands. Each band has what it adds to the rounded cost of the bands before it, so that they are the whole. */
const bandCosts = [
  `case when f.id is not null then ${upTo(bands.length)} end as energy_cost`,
  ...bands.map((band, place) => `case when f.id is not null then ${upTo(place + 1)} - ${upTo(place)} end as ${band}_cost`),
].join(', ')

/**
 * SQL: days (device, day) in $2, $3 with the sums of these figures over their ten-minute records `t`, the energy of each band, and what follows from the tariff. Cost
 * and CO2 are exact decimals, rounded once for the day, half away from zero; all larger sums add up these. A day without a tariff has neither.
 */
export const costedDays = (
  figures: readonly string[],
): string => `select n.*, ${bands.map((band) => `case when f.id is not null then coalesce(n.${band}, 0) end as ${band}_kwh`).join(', ')},
    ${bandCosts}, round(n.kwh * f.co2_factor, 4) as co2_kg
  from (select g.device_id, g.day, ${figures.map(sumOf).join(', ')}, ${bands.map((band) => `sum(t.kwh) filter (where ${bandAt} = '${band[0]}') as ${band}`).join(', ')}
    from unnest($2::uuid[], $3::date[]) as g(device_id, day) ${tariffJoin('g.day')}
      join device_sec_ten t on t.tenant_id = $1 and t.device_id = g.device_id and t.at >= ${dayStartSql('g.day')} and t.at < ${dayStartSql('g.day + 1')}
    group by g.device_id, g.day) n ${tariffJoin('n.day')}`

const of = (table: string): string => costColumns.map((name) => `${table}.${name}`).join(', ')

/** Days entered by hand: their hours are unknown, so that all of it is flat. */
const byHand = `select g.device_id, g.day, ${bands.map((band) => `case when f.id is not null then ${band === 'flat' ? 'd.kwh' : '0'} end as ${band}_kwh`).join(', ')},
    round(d.kwh * f.flat_price, 4) as energy_cost, ${bands.map((band) => `case when f.id is not null then ${band === 'flat' ? 'round(d.kwh * f.flat_price, 4)' : '0'} end as ${band}_cost`).join(', ')},
    round(d.kwh * f.co2_factor, 4) as co2_kg
  from unnest($2::uuid[], $3::date[]) as g(device_id, day) join device_sec_day d on d.tenant_id = $1 and d.device_id = g.device_id and d.day = g.day
    ${tariffJoin('g.day')} where d.is_manual = 1`

/** Works the cost of days entered by hand out. */
export const costByHand = `update device_sec_day o set (${costNames}) = row(${of('n')}), version = o.version + 1, updated_at = now() from (${byHand}) n
  where o.tenant_id = $1 and o.device_id = n.device_id and o.day = n.day and o.is_manual = 1 and (${of('o')}) is distinct from (${of('n')})`

/** Works the cost of days out again after their tariff has changed. A day whose ten-minute records are no longer all stored keeps its cost. */
export const costAgain = `update device_sec_day o set (${costNames}) = row(${of('n')}), version = o.version + 1, updated_at = now() from (${costedDays(['kwh'])}) n
  where o.tenant_id = $1 and o.device_id = n.device_id and o.day = n.day and o.is_manual is distinct from 1 and n.kwh = o.kwh
    and (${of('o')}) is distinct from (${of('n')})`
