import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'

const app = await appForFile()
const cards = 400
const months = 9

/** A repeatable number below `n` for a card and a question. */
const drawn = (card: number, question: number, n: number): string => `(abs(hashint4(${card} * 131 + ${question})) % ${n})`

/** The same register in each hospital: values, lives, dates, methods and states of every kind, some of them missing. */
const fill = async (tenant: string, dept: string): Promise<unknown> => {
  const of = (question: number, n: number): string => drawn(0, question, n).replaceAll('0 * 131', 'g * 131')
  const some = (question: number, share: number, value: string): string =>
    `case when ${of(question, share)} = 0 then null else ${value} end`
  return app.sql(
    `insert into device (tenant_id, id, device_name, device_code, eam_status, filing_status, original_value, useful_life_months, residual_rate,
        depreciation_method, fund_source, enable_date, acceptance_date, purchase_date, use_dept_id)
      select $1, gen_random_uuid(), 'C' || g, 'C' || lpad(g::text, 4, '0'), case when ${of(1, 20)} = 0 then 'missing' else 'in_use' end, 'filed',
        ${some(2, 25, `round((${of(3, 100_000)} * ${of(4, 30)} / (1 + ${of(5, 7)}))::numeric / 100, 2)`)}, ${some(6, 10, `1 + ${of(7, 40)}`)}, ${some(8, 3, `${of(9, 2000)}::numeric / 10000`)},
        (array['straight_line', 'straight_line', 'straight_line', 'double_declining', 'sum_of_years', 'units'])[1 + ${of(10, 6)}],
        (array['fiscal_basic', 'teaching_research', null])[1 + ${of(11, 3)}], ${some(12, 4, `date '2024-06-15' + ${of(13, 900)}`)},
        ${some(14, 3, `date '2024-06-15' + ${of(15, 900)}`)}, ${some(16, 8, `date '2024-06-15' + ${of(17, 700)}`)}, $2
      from generate_series(1, ${cards}) g`,
    [tenant, dept],
  )
}

/** What finance said of some of the cards before the first month. */
const say = (tenant: string): Promise<unknown> =>
  app.sql(
    `insert into device_depreciation (tenant_id, id, asset_no, device_id, rule_id, card_state, opening_amount, write_off_date, life_months, life_units, start_date)
      select d.tenant_id, gen_random_uuid(), d.device_code, d.id, b.id, 'waiting', case when n % 9 = 0 then round(d.original_value / (1 + n % 5), 2) end,
        case when n % 13 = 0 then date '2026-01-20' + n end, case when n % 11 = 0 then 1 + n % 50 end, case when n % 7 = 0 then n end,
        case when n % 17 = 0 then date '2025-02-10' + n end
      from (select *, substr(device_code, 2)::int as n from device where tenant_id = $1) d, depreciation_rule b where b.tenant_id = $1 and n % 2 = 0`,
    [tenant],
  )

const offsets = (tenant: string): Promise<unknown> =>
  app.sql(
    `insert into depreciation_offset (tenant_id, id, asset_no, device_id, rule_id, offset_kind, amount, reason)
      select b.tenant_id, gen_random_uuid(), b.asset_no, b.device_id, b.rule_id, 'adjustment', 0.37, '试' from device_depreciation b
      where b.tenant_id = $1 and substr(b.asset_no, 2)::int % 10 = 0`,
    [tenant],
  )

const posted = (tenant: string): Promise<unknown[]> =>
  app.sql(
    `select asset_no, rule_set, posted_on, line_kind, fund_source, amount, month_count, accumulated, net_value from depreciation_line
      where tenant_id = $1 order by rule_set, asset_no, posted_on, line_kind, fund_source`,
    [tenant],
  )

const kept = (tenant: string): Promise<unknown[]> =>
  app.sql(
    `select b.asset_no, r.rule_set, b.card_state, b.book_value, b.accumulated, b.net_value, b.charged_months, b.charged_on, b.progress
      from device_depreciation b join depreciation_rule r on r.tenant_id = b.tenant_id and r.id = b.rule_id where b.tenant_id = $1 order by 2, 1`,
    [tenant],
  )

const sums = (tenant: string): Promise<unknown[]> =>
  app.sql(
    `select b.rule_set, r.record_month, r.card_count, r.charge_total, r.opening_total, r.offset_total, r.incomplete_count from depreciation_record r
      join depreciation_rule b on b.tenant_id = r.tenant_id and b.id = r.rule_id where r.tenant_id = $1 order by 1, 2`,
    [tenant],
  )

test('months closed by themselves in sets come to what months worked out card by card come to, to the cent, in both books', async () => {
  const hospitals = [home, other]
  const labs = await Promise.all(hospitals.map(async (hospital) => ledgerLab(await app.as('equipment_manager', hospital))))
  for (const [at, lab] of labs.entries()) {
    const { tenant, depts } = hospitals[at]!
    await fill(tenant, depts.bones)
    const rules = [
      await lab.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2026-01-01', defaultLife: 24 }),
      await lab.book({ ruleName: '企业账', ruleSet: 'enterprise', beginsOn: '2026-01-01', defaultLife: 24, defaultResidualRate: '0.05' }),
    ]
    await say(tenant)
    for (const ruleId of rules) {
      if (at === 0) {
        // By statements of the database.
        for (let month = 1; month <= months; month++) expect(await lab.close({ ruleId }), String(month)).toMatchObject({ status: 'done' })
      } else expect(await lab.closeAll({ ruleId, month: `2026-0${months}` })).toMatchObject({ status: 'done' })
    }
  }
  const [sets, each] = [await posted(home.tenant), await posted(other.tenant)]
  expect(sets.length).toBeGreaterThan(cards * 3)
  expect(sets).toEqual(each)
  expect(await kept(home.tenant)).toEqual(await kept(other.tenant))
  expect(await sums(home.tenant)).toEqual(await sums(other.tenant))
  const before = [await posted(home.tenant), await kept(home.tenant), await sums(home.tenant)]
  expect(await labs[0]!.repeat({})).toMatchObject({ status: 'done' })
  expect([await posted(home.tenant), await kept(home.tenant), await sums(home.tenant)]).toEqual(before)
  // Offsets change the terms of cards, which then are worked out one by one.
  for (const { tenant } of hospitals) await offsets(tenant)
  expect(await labs[0]!.close({})).toMatchObject({ status: 'done' })
  expect(await labs[0]!.close({})).toMatchObject({ status: 'done' })
  expect(await labs[1]!.closeAll({ month: `2026-${months + 2}` })).toMatchObject({ status: 'done' })
  expect(await posted(home.tenant)).toEqual(await posted(other.tenant))
  expect(await kept(home.tenant)).toEqual(await kept(other.tenant))
})
