import { energyTariff } from '#contract/entities/iot/energy-tariff.ts'
import { bandYear, hoursProblem, type TariffHour, tariffBands, unpricedBand } from '#contract/entities/iot/tariff-hours.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** The columns that decide what a day costs, by wire name. */
const deciding = {
  ...{ sharpPrice: 'sharp_price', peakPrice: 'peak_price', flatPrice: 'flat_price', valleyPrice: 'valley_price' },
  co2Factor: 'co2_factor',
} as const

/** The bands of the year; throws for hours that leave a gap, overlap, or lie in a band without a price. */
function yearOf({ hours }: HookLines, tariff: Parsed): string {
  const lines = (hours?.after ?? []) as unknown as readonly TariffHour[]
  const problem = hoursProblem(lines)
  if (problem) throw rule(problem.zh, problem.en)
  const { sharpPrice: sharp, peakPrice: peak, flatPrice: flat, valleyPrice: valley } = tariff
  const bare = unpricedBand(lines, { sharp, peak, flat, valley })
  if (bare) throw rule(`${tariffBands[bare].zh}时段没有电价`, `The ${tariffBands[bare].en.toLowerCase()} band has no price`)
  return bandYear(lines)
}

/**
 * Marks the days from one day on, until the tariff after the later of two days begins, to be worked out again by the job. `id`: the tariff
 * itself.
 */
const marking = `insert into energy_mark (tenant_id, from_day, until_day) select $1, least($3::date, $4::date),
    (select min(f.valid_from) - 1 from energy_tariff f where f.tenant_id = $1 and f.id <> $2 and not f.is_deleted and f.valid_from > greatest($3::date, $4::date))`

function mark(tx: Transaction, id: unknown, one: unknown, other: unknown): void {
  takeNamedLock(tx, `energy tariffs ${tx.tenantId}`)
  tx.later({ text: marking, values: [tx.tenantId, id, one, other] })
}

/** Numbers of the database and of a draft are written differently. */
const isSame = (one: unknown, other: unknown): boolean =>
  (one ?? null) === (other ?? null) || (one !== null && other !== null && Number(one) === Number(other))

hook(energyTariff, {
  async beforeAdd(_context, tx, { id, draft, lines }) {
    const year = yearOf(lines, draft)
    mark(tx, id, draft.validFrom, draft.validFrom)
    return { band_year: year }
  },
  async beforeChange(_context, tx, { row, draft, lines }) {
    const next = Object.fromEntries(
      Object.entries(deciding).map(([name, column]) => [name, draft[name] === undefined ? row[column] : draft[name]]),
    )
    const year = yearOf(lines, next as Parsed)
    const from = draft.validFrom ?? row.valid_from
    const isMoved = from !== row.valid_from || year !== row.band_year
    if (isMoved || Object.entries(deciding).some(([name, column]) => !isSame(next[name], row[column])))
      mark(tx, row.id, row.valid_from, from)
    return { band_year: year }
  },
  async beforeRemove(_context, tx, { rows }) {
    for (const row of rows) mark(tx, row.id, row.valid_from, row.valid_from)
  },
})
