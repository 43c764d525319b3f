import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import type { Measured, MeasureValues } from '#contract/kit/figures/measure.ts'
import { daysAfter, homeDay, yearsBefore } from '#contract/kit/time/day.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { writeAs } from '#server/db/pool.ts'
import { demoCatalogues } from '#server/demo/demo-catalogues.ts'
import { fillRegister } from '#server/demo/demo-fill.ts'
import { deviceTally } from '#server/features/asset/cards/device-tally.ts'
import { foldCounts } from '#server/jobs/fold-counts.ts'
import { orderOf } from '#server/kit/read/filter.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Query, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, verified } from '#tests/harness/imports.ts'
import { numbers } from '#tests/harness/numbers.ts'

// The tests of this file build on each other, in this order.

let admin: Client
let keeper: Client
const { bones, surgery, medicine } = home.depts
const today = homeDay(new Date())
const places: (string | null)[] = [null]
const suppliers: (string | null)[] = [null]
const app = await appForFile()
beforeAll(async () => {
  await writeAs(app.pool, home.tenant, async (tx) => void demoCatalogues(tx))
  admin = await app.as('administrator')
  keeper = await app.as('keeper')
  for (const locationName of ['东院', '西院'])
    places.push((await admin.post('/eam/plc/location/submit', { locationName, level: 'courtyard' })).data.id)
  for (const supplierName of ['甲公司', '乙公司']) suppliers.push((await admin.post('/eam/supplierinfo/submit', { supplierName })).data.id)
})

const random = numbers(20_261_120)
const oneOf = <T>(many: readonly T[]): T => many[random(many.length)]!

const seen = () =>
  [
    { client: admin, reach: 'true' },
    { client: keeper, reach: `use_dept_id in ('${surgery}', '${bones}')` },
  ] as const
const count = async (where: string, tenant = home.tenant): Promise<number> =>
  Number((await app.sql(`select count(*) as n from device where tenant_id = $1 and not is_deleted and ${where}`, [tenant]))[0]!.n)
const total = async (query: Query, client = admin): Promise<number> =>
  (await client.get<Page>('/eam/device/list', { size: 1, ...query })).data.total

const calls = [
  ['/eam/device/filing-count', 'filing_status'],
  ['/eam/device/count-by-classifyId', 'classify_id'],
  ['/eam/home-page/status-distribution', 'eam_status'],
  ['/eam/sec-view/status-total', 'eam_status'],
  ['/eam/home-page/ranking-categories', 'assets_category_id'],
  ['/eam/report/count-assets-category', 'assets_category_id'],
  ['/eam/home-page/dept-device-count', 'use_dept_id'],
  ['/eam/sec-view/important-classification-total', 'important_classification'],
] as const

const important =
  'device_name, assets_code, sn, registration_no, device_model, manufacturer, risk_level, original_value, purchase_date, enable_date, use_dept_id'

/** How many cards are how complete, by the call and by the cards themselves. `filled`: the columns that count. */
async function expectCompleteness(client: Client, reach: string, filled: string, after: string, query: Query = {}): Promise<void> {
  const truth = await app.sql(
    `select round(100.0 * num_nonnulls(${filled}) / ${filled.split(', ').length})::int as key, count(*)::int as count from device
      where tenant_id = $1 and not is_deleted and ${reach} group by 1 order by 1`,
    [home.tenant],
  )
  const { data } = await client.get<Row[]>('/eam/device/perfection-count', query)
  expect(
    data.map((row) => ({ key: Number(row.key), count: row.count })),
    `completeness after ${after}`,
  ).toEqual(truth)
}

/** The age and the band of value of a card, as groups are named. */
const ageSql = `(select case when y < 1 then 'under1' when y < 3 then '1to3' when y < 5 then '3to5' when y < 8 then '5to8' when y < 10 then '8to10' when y is not null then 'from10' end
  from (select extract(year from age((now() at time zone 'Asia/Shanghai')::date, enable_date)) as y) a)`
const valueSql = `case when original_value < 10000 then 'under10000' when original_value < 50000 then '10000to50000' when original_value < 100000 then '50000to100000'
  when original_value < 500000 then '100000to500000' when original_value < 1000000 then '500000to1000000' when original_value is not null then 'from1000000' end`
/** Groupings of the measure, each with one that it is split by, and the columns behind them. */
const groupings = [
  ['eamStatus', 'useDept', 'eam_status', 'use_dept_id'],
  ['useDept', 'eamStatus', 'use_dept_id', 'eam_status'],
  ['classify', 'riskLevel', 'classify_id', 'risk_level'],
  ['assetsCategory', 'filingStatus', 'assets_category_id', 'filing_status'],
  ['importantClassification', 'origin', 'important_classification', 'origin'],
  ['location', 'eamStatus', 'location_id', 'eam_status'],
  ['supplier', 'useDept', 'supplier_id', 'use_dept_id'],
  ['fundSource', 'eamStatus', 'fund_source', 'eam_status'],
  ['purchaseYear', 'useDept', 'extract(year from purchase_date)', 'use_dept_id'],
  ['age', 'eamStatus', ageSql, 'eam_status'],
  ['value', 'useDept', valueSql, 'use_dept_id'],
] as const

const measured = async (client: Client, query: Query): Promise<Measured> =>
  (await client.get<Measured>('/eam/measure/device-cards', query)).data

/** Totals leave out disposed cards. */
const standing = `eam_status <> 'disposed'`

/** Every figure of the measure in a grouping, of groups and their parts, against the cards themselves. */
async function expectMeasure(client: Client, reach: string, [group, split, first, second]: (typeof groupings)[number], after: string) {
  const found = await measured(client, { group, split })
  const truth = await app.sql(
    `select g as key, p as part, grouping(g)::int as is_all, grouping(p)::int as is_whole, count(*)::int as count,
        coalesce(sum(original_value), 0)::numeric(20,2)::text as amount,
        round(100.0 * count(*) filter (where eam_status in ('in_use', 'lent', 'idle'))
          / nullif(count(*) filter (where eam_status not in ('in_stock', 'disposed')), 0), 1)::float8 as intact
      from (select *, (${first})::text as g, (${second})::text as p from device) d
      where tenant_id = $1 and not is_deleted and ${standing} and ${reach} group by grouping sets ((), (g), (g, p))`,
    [home.tenant],
  )
  const line = (path: string, { count: n, amount, intact }: Row | MeasureValues): string =>
    [path, n, Number(amount).toFixed(2), intact].join(' ')
  const shown = [
    line('all', found.values),
    ...found.rows.flatMap((row) => [
      ...(Number(row.values.count) > 0 ? [line(`${row.key}`, row.values)] : []),
      ...row.parts!.map((part) => line(`${row.key}/${part.key}`, part.values)),
    ]),
  ]
  const told = truth.map((row) =>
    line(row.is_all === 1 ? 'all' : row.is_whole === 1 ? String(row.key) : `${row.key}/${row.part}`, row as Row),
  )
  expect(shown.sort(), `${group} by ${split} after ${after}`).toEqual(told.sort())
}

/** The same in every grouping, of who sees all and of who sees departments. */
async function expectMeasures(after: string): Promise<void> {
  for (const { client, reach } of seen()) for (const grouping of groupings) await expectMeasure(client, reach, grouping, after)
}

/** Every count that the calls answer, against the cards themselves. */
async function expectCounts(after: string): Promise<void> {
  for (const { client, reach } of seen()) {
    for (const [path, column] of calls) {
      const truth = await app.sql(
        `select ${column}::text as key, count(*)::int as count, coalesce(sum(original_value), 0)::numeric(20,2)::text as amount from device
          where tenant_id = $1 and not is_deleted and ${column === 'eam_status' ? 'true' : standing} and ${reach} group by 1 order by 1 nulls last`,
        [home.tenant],
      )
      const rows = (await client.get<Row[]>(path)).data.filter((row) => Number(row.count) > 0)
      const found = rows.map(({ key, count: n, amount }) => ({ key, count: n, amount: Number(amount).toFixed(2) }))
      const inOrder = (list: readonly Record<string, unknown>[]) => [...list].sort((a, b) => String(a.key).localeCompare(String(b.key)))
      expect(inOrder(found), `${path} after ${after}`).toEqual(
        inOrder(truth.map((row) => ({ ...row, amount: Number(row.amount).toFixed(2) }))),
      )
    }
    await expectCompleteness(client, reach, `${important}, location_id`, after)
    await expectCompleteness(client, `${reach} and use_dept_id = '${bones}'`, `${important}, location_id`, after, { useDeptId: bones })
    const filed = (await client.get<Row[]>('/eam/device/filing-dept-count')).data
    for (const row of filed) {
      const where = `${standing} and ${row.key === null ? 'use_dept_id is null' : `use_dept_id = '${row.key}'`}`
      expect(row.count, after).toBe(await count(where))
      expect(row.filed, after).toBe(await count(`${where} and filing_status = 'filed'`))
    }
    const all = (await client.get('/eam/home-page/device-statistics')).data
    expect(all.count, after).toBe(await count(`${standing} and ${reach}`))
    expect(
      filed.reduce((sum, row) => sum + Number(row.count), 0),
      after,
    ).toBe(all.count)
    for (const [query, where] of [
      [{}, 'true'],
      [{ eamStatus: 'idle' }, `eam_status = 'idle'`],
      [{ eamStatus: 'idle,in_stock', riskLevel: 'II' }, `eam_status in ('idle', 'in_stock') and risk_level = 'II'`],
      [
        { useDeptId: `${bones},${medicine}`, filingStatus: 'draft' },
        `use_dept_id in ('${bones}', '${medicine}') and filing_status = 'draft'`,
      ],
      [{ classifyId: '_none', origin: 'domestic' }, `classify_id is null and origin = 'domestic'`],
      [{ useDeptId: '_none' }, 'use_dept_id is null'],
      [
        { eamStatus: 'in_stock', filingStatus: 'draft', riskLevel: 'III', origin: 'imported', fundSource: '_none' },
        `eam_status = 'in_stock' and filing_status = 'draft' and risk_level = 'III' and origin = 'imported' and fund_source is null`,
      ],
    ] as const)
      expect(await total(query, client), `${JSON.stringify(query)} after ${after}`).toBe(await count(`${reach} and ${where}`))
  }
}

describe('counts of the register equal the cards', () => {
  const draft = async () => ({
    deviceName: oneOf(['监护仪', '输液泵', '呼吸机']),
    useDeptId: oneOf([bones, medicine, surgery, null]),
    riskLevel: oneOf(['I', 'II', 'III', null]),
    origin: oneOf(['domestic', 'imported']),
    originalValue: oneOf(['100.50', '9999.99', '10000', '99999', '1000000', null]),
    purchaseDate: oneOf(['2019-12-31', '2020-01-01', null]),
    enableDate: oneOf([yearsBefore(today, 1), daysAfter(yearsBefore(today, 1), 1), yearsBefore(today, 10), '2020-02-29', null]),
    locationId: oneOf(places),
    supplierId: oneOf(suppliers),
    importantClassification: oneOf(['emergency', 'large', null]),
    classifyId: oneOf([
      null,
      ...(await app.sql('select id from device_class where tenant_id = $1 order by class_code', [home.tenant])).map((row) => row.id),
    ]),
  })

  test('after adds, changes, moves, steps and removals, folded or not', async () => {
    const ids: string[] = []
    for (let index = 0; index < 40; index++) {
      const act = random(ids.length < 10 ? 1 : 6)
      const id = oneOf(ids)
      if (act === 0) ids.push((await admin.post('/eam/device/submit', await draft())).data.id)
      else if (act === 1) await admin.post('/eam/device/submit', { id, ...(await draft()) })
      else if (act === 2) await admin.post('/eam/device/submit', { id, useDeptId: oneOf([bones, medicine, null]) })
      else if (act === 3) await admin.post('/eam/device/seal', { id, reason: '停用' })
      else if (act === 4) await admin.post('/eam/device/unseal', { id })
      else await admin.post(`/eam/device/remove?ids=${id}`)
      if (index % 13 === 12) await expectCounts(`${index + 1} writes`)
    }
    await admin.post('/eam/device/submit-filing', { id: ids[0] })
    await admin.post('/eam/device/sureEam', { ids: ids[0] })
    await expectMeasures('the writes')
    await foldCounts(app.pool)
    await expectCounts('a fold')
    await expectMeasures('a fold')
  })

  test('after an import and its undoing', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `进口泵${index},SN${index},骨科,${1000 + index}`)
    const checked = await verified(app, admin, 'device', `设备名称,出厂编号,使用科室,原值\n${lines.join('\n')}`)
    expect((await begin(admin, 'device', 'write', { id: checked.id })).status).toBe('done')
    await expectCounts('an import')
    expect((await begin(admin, 'device', 'undo', { id: checked.id })).status).toBe('undone')
    await expectCounts('its undoing')
  })

  test('while many write and counts are folded', async () => {
    const writers = Array.from({ length: 6 }, async () => {
      for (let index = 0; index < 8; index++) await admin.post('/eam/device/submit', await draft())
    })
    for (let round = 0; round < 5; round++) await foldCounts(app.pool)
    await Promise.all(writers)
    await expectCounts('a rush')
    await foldCounts(app.pool)
    const left = await app.sql('select count(*)::int as n from device_count where tenant_id = $1 and seq > 0', [home.tenant])
    expect(left[0]!.n).toBe(0)
    await expectCounts('the last fold')
  })

  test('are told from what is kept beside the cards, rates too', async () => {
    const plus = [home.tenant, '00000000-0000-0000-0000-000000000000', 1_000_000]
    // Counts without cards: who answers them has read no card.
    for (const [dim, key] of [
      ['eam_status', 'repairing'],
      ['*', `repairing${'|'.repeat(deviceTally.together.length - 1)}`],
      ['filled', '0'.repeat(12)],
    ])
      await app.sql(`insert into device_count (tenant_id, dim, key, dept_id, n, value) select $1, $4, $5, $2, $3, 0`, [...plus, dim, key])
    const [none] = (await admin.get<Row[]>('/eam/device/perfection-count')).data
    expect(none).toMatchObject({ key: '0', count: plus[2] })
    for (const group of ['eamStatus', 'useDept', 'classify', 'riskLevel', 'origin'])
      expect([group, (await measured(admin, { group, figures: 'intact' })).values.intact]).toEqual([group, 0])
    await app.sql('delete from device_count where tenant_id = $1 and n = $2', [home.tenant, plus[2]])
    await app.sql(
      `insert into device_count (tenant_id, dim, key, dept_id, n, value)
        select $1, d.dim, '|repairing', $2, $3, 0 from (select distinct dim from device_count where tenant_id = $1 and dim like '*%+%') d`,
      plus,
    )
    for (const { by } of deviceTally.crossed!.by) {
      const group = Object.keys(deviceCards.groups).find((name) => deviceCards.groups[name as 'age'].by === by)!
      expect([group, (await measured(admin, { group, figures: 'intact' })).values.intact]).toEqual([group, 0])
      expect([group, (await measured(keeper, { group, figures: 'intact' })).values.intact]).not.toEqual([group, 0])
    }
    for (const group of ['eamStatus', 'useDept'])
      expect([group, (await measured(keeper, { group, figures: 'intact' })).values.intact]).not.toEqual([group, 0])
    await app.sql('delete from device_count where tenant_id = $1 and n = $2', [home.tenant, plus[2]])
    await expectMeasures('the end of this')
    // A hospital that hides an important field has it left out of what is counted, too.
    const show = (isShow: 0 | 1) =>
      admin.post('/osm/industry-config/tenant-update', { entity: 'device', fields: [{ fieldCode: 'location', isShow }] })
    expect((await show(0)).status).toBe(200)
    await expectCompleteness(admin, 'true', important, 'a field was hidden')
    expect((await show(1)).status).toBe(200)
    await expectCompleteness(admin, 'true', `${important}, location_id`, 'it is shown again')
  })

  test('are not open to whom cards are not', async () => {
    const board = await app.as('virtual')
    for (const [path] of calls) expect([path, (await board.get(path)).status]).toEqual([path, 403])
    const stranger = await app.as('administrator', other)
    expect((await stranger.get('/eam/home-page/device-statistics')).data.count).toBe(await count(standing, other.tenant))
  })
})

describe('a filled register', () => {
  const wanted = 2000
  let before = 0
  beforeAll(async () => {
    before = await count('true')
    const foreign = await count('true', other.tenant)
    expect(await fillRegister(app.pool, home.tenant, wanted)).toEqual({ before, added: wanted - before })
    expect(await count('true', other.tenant)).toBe(foreign)
  })

  test('holds as many cards as were asked for, counted like all others', async () => {
    expect(await count('true')).toBe(wanted)
    expect(await total({})).toBe(wanted)
    await expectCounts('a filling')
    const states = await app.sql('select distinct eam_status from device where tenant_id = $1 order by 1', [home.tenant])
    expect(states.map((row) => row.eam_status)).toEqual(['disposed', 'idle', 'in_stock', 'in_use'])
  })

  test('a second run adds nothing, a larger one the rest', async () => {
    expect(await fillRegister(app.pool, home.tenant, wanted)).toEqual({ before: wanted, added: 0 })
    expect(await fillRegister(app.pool, home.tenant, wanted + 10)).toEqual({ before: wanted, added: 10 })
    expect(await fillRegister(app.pool, home.tenant, wanted + 20, undefined, () => true)).toEqual({ before: wanted + 10, added: 0 })
  })

  test('every card has the history of its state, and goes on from there', async () => {
    const idle = (await admin.get<Page>('/eam/device/list', { eamStatus: 'idle', ascs: 'createTime', size: 1 })).data.records[0]!
    expect((await admin.post('/eam/device/unseal', { id: idle.id })).status).toBe(200)
    expect((await admin.get('/eam/device/detail', { id: idle.id })).data.eamStatus).toBe('in_use')
    const { id } = (await admin.post('/eam/device/submit', { deviceName: '后来的泵', useDeptId: bones })).data
    const added = (await admin.get('/eam/device/detail', { id })).data
    expect(added.deviceCode).toMatch(/^ZC-\d{4}-\d{6,}$/)
    expect(await count(`device_code = '${added.deviceCode}'`)).toBe(1)
  })

  test('is found, and reaches phones', async () => {
    expect(await total({ keyword: '监护' })).toBe(await count(`strpos(search, '监护') > 0`))
    expect(await total({ keyword: '监护', useDeptId: bones }, keeper)).toBe(
      await count(`strpos(search, '监护') > 0 and use_dept_id = '${bones}'`),
    )
    const [fed] = await app.sql(
      `select count(*)::int as n from sync_change where tenant_id = $1 and scope_id = 'tenant' and entity = 'device' and not deleted`,
      [home.tenant],
    )
    expect(fed!.n).toBe(await count('true'))
    const bundle = (await keeper.get<{ ids: { heads: number[] } }>('/sync/pack', { scope: `dept:${bones}`, entity: 'device', rows: 5000 }))
      .data
    expect(bundle.ids.heads).toHaveLength(await count(`use_dept_id = '${bones}'`))
  })

  test('its pages are the same from either end', async () => {
    for (const order of [{}, { ascs: 'deviceName' }, { descs: 'originalValue' }, { ascs: 'manufacturer', descs: 'eamStatus' }]) {
      const all: string[] = []
      const pages = Math.ceil((await total(order)) / 200)
      for (let current = 1; current <= pages + 1; current++) {
        const { records } = (await admin.get<Page>('/eam/device/list', { ...order, size: 200, current })).data
        all.push(...records.map((row) => row.id))
      }
      expect(new Set(all).size).toBe(await count('true'))
      for (const current of [8, 150, 190]) {
        const { records } = (await admin.get<Page>('/eam/device/list', { ...order, size: 10, current })).data
        expect(records.map((row) => row.id)).toEqual(all.slice((current - 1) * 10, current * 10))
      }
    }
    expect((await admin.get<Page>('/eam/device/list', { size: 200, current: 900 })).data.records).toEqual([])
    expect((await admin.get<Page>('/eam/device/list', { size: 10, current: 900 })).data.records).toEqual([])
    expect((await admin.get<Page>('/eam/device/list', { keyword: v7() })).data.records).toEqual([])
  })

  /** The ids of cards, the newest first, as the cards themselves tell. */
  const newest = async (where: string): Promise<unknown[]> =>
    (
      await app.sql(`select id from device where tenant_id = $1 and not is_deleted and ${where} order by created_at desc, id desc`, [
        home.tenant,
      ])
    ).map((row) => row.id)
  const ids = async (query: Query, client = admin): Promise<string[]> =>
    (await client.get<Page>('/eam/device/list', query)).data.records.map((row) => row.id)

  test('a later page is the same from whichever month it is sought, for everybody and beside any change', async () => {
    // A person who sees two of the departments, and enough of them that pages behind the first thousand are there.
    await app.sql(
      `update device set use_dept_id = case when id::text < '0180' then $2::uuid else $3::uuid end where tenant_id = $1 and not is_deleted and device_code like 'ZC-%' and device_name <> '后来的泵' and hashtext(id::text) % 4 <> 0`,
      [home.tenant, bones, surgery],
    )
    const same = async (after: string, folded: boolean) => {
      if (folded) await foldCounts(app.pool)
      for (const [client, reach, query] of [
        [admin, 'true', {}],
        [keeper, `use_dept_id in ('${surgery}', '${bones}')`, {}],
        [admin, `use_dept_id in ('${surgery}', '${medicine}')`, { useDeptId: `${surgery},${medicine}` }],
        [keeper, `use_dept_id = '${surgery}'`, { useDeptId: surgery }],
        [admin, `eam_status = 'in_use'`, { eamStatus: 'in_use' }],
        [admin, `use_dept_id = '${bones}' and eam_status = 'in_use'`, { useDeptId: bones, eamStatus: 'in_use' }],
      ] as const) {
        const truth = await newest(reach)
        const last = Math.ceil(truth.length / 7)
        for (const current of [144, 150 + random(60), Math.floor(last / 2), last - 1, last, last + 1])
          expect(await ids({ ...query, size: 7, current }, client), `page ${current} of ${JSON.stringify(query)} after ${after}`).toEqual(
            truth.slice((current - 1) * 7, current * 7),
          )
      }
    }
    await same('a filling', false)
    // Rows of one moment, and of the first and last moment of a month.
    await app.sql(
      `update device set created_at = case hashtext(id::text) % 3 when 0 then timestamptz '2019-12-31 23:59:59.999999+00' when 1 then timestamptz '2020-01-01 00:00:00+00' else timestamptz '2020-12-31 17:00:00+00' end
        where tenant_id = $1 and not is_deleted and created_at between '2019-06-01' and '2021-03-01'`,
      [home.tenant],
    )
    await same('all of a year at the same moments', true)
    const middle = await newest('true')
    for (let round = 0; round < 3; round++) {
      const at = 900 + random(middle.length - 950)
      await admin.post(`/eam/device/remove?ids=${middle[at]}`)
      await admin.post('/eam/device/submit', { deviceName: '后来的泵', useDeptId: oneOf([bones, medicine, surgery, null]) })
      await admin.post('/eam/device/submit', { id: middle[at + 1], useDeptId: oneOf([bones, medicine, surgery]) })
      await same(`${round + 1} changes`, round % 2 === 0)
    }
    await expectCounts('pages')
  })

  test('the total since and until a moment is that of the cards, on whichever side of it most are', async () => {
    const moments = ['1999-01-01', '2019-12-31T23:59:59.999Z', '2020-01-01T00:00:00Z', '2025-10-01', '2199-01-01']
    const check = async (after: string, among: readonly string[]) => {
      for (const { client, reach } of seen())
        for (const [query, where] of [
          [{}, 'true'],
          [{ useDeptId: surgery, riskLevel: 'II' }, `use_dept_id = '${surgery}' and risk_level = 'II'`],
          [
            { eamStatus: 'in_use', filingStatus: 'filed', riskLevel: 'II', origin: 'imported', fundSource: 'own,fiscal' },
            `eam_status = 'in_use' and filing_status = 'filed' and risk_level = 'II' and origin = 'imported' and fund_source in ('own', 'fiscal')`,
          ],
          [
            { eamStatus: 'in_use', isMeasure: '1', keyword: '监护' },
            `eam_status = 'in_use' and is_measure = 1 and strpos(search, '监护') > 0`,
          ],
        ] as const) {
          for (const [index, since] of among.entries()) {
            const typed = { ...query, createTime_dategt: since }
            const from = `created_at >= '${new Date(since.length > 10 ? since : `${since}T00:00:00+08:00`).toISOString()}'`
            expect(await total(typed, client), `${JSON.stringify(typed)} after ${after}`).toBe(
              await count(`${reach} and ${where} and ${from}`),
            )
            const until = among[Math.min(among.length - 1, index + 2)]!
            const to = `created_at <= '${new Date(until.length > 10 ? until : `${until}T00:00:00+08:00`).toISOString()}'`
            expect(await total({ ...query, createTime_datelt: until }, client)).toBe(await count(`${reach} and ${where} and ${to}`))
            expect(await total({ ...typed, createTime_datelt: until }, client)).toBe(
              await count(`${reach} and ${where} and ${from} and ${to}`),
            )
          }
        }
    }
    await check('changes', moments)
    for (const id of (await newest(`created_at < '2020-01-01'`)).slice(0, 3)) await admin.post(`/eam/device/remove?ids=${id}`)
    await admin.post('/eam/device/submit', { deviceName: '后来的泵', useDeptId: surgery, riskLevel: 'II' })
    await check('a removal before and a card after', ['2016-03-01', '2020-01-01T00:00:00Z'])
  })

  test('any choices together, since and until any moment, count and list the cards themselves, folded or not', async () => {
    const columns = [
      ['eamStatus', 'eam_status'],
      ['filingStatus', 'filing_status'],
      ['riskLevel', 'risk_level'],
      ['origin', 'origin'],
      ['fundSource', 'fund_source'],
      ['importantClassification', 'important_classification'],
      ['classifyId', 'classify_id'],
      ['assetsCategoryId', 'assets_category_id'],
    ] as const
    const cards = await app.sql(
      `select ${columns.map(([, column]) => column).join(', ')}, created_at from device where tenant_id = $1 and not is_deleted`,
      [home.tenant],
    )
    for (let round = 0; round < 40; round++) {
      const query: Record<string, string> = {}
      const where: string[] = []
      // What two cards are, or both of them: some pass, and some choices are none.
      const [card, another] = [oneOf(cards), oneOf(cards)]
      const isMany = round % 4 === 3
      for (const [wire, column] of columns) {
        if (random(8) >= (round % 2 === 0 ? 5 : 3) && wire !== 'eamStatus') continue
        const value = card[column]
        const values = isMany && value !== null && another[column] !== null ? [...new Set([value, another[column]])] : [value]
        query[wire] = value === null ? '_none' : values.join(',')
        where.push(value === null ? `${column} is null` : `${column}::text in (${values.map((one) => `'${one}'`).join(', ')})`)
      }
      const moment = new Date(another.created_at as Date).toISOString()
      const bounds = [[], ['createTime_dategt', '>='], ['createTime_datelt', '<=']][round % 3]!
      if (bounds.length > 0) {
        query[bounds[0]!] = moment
        where.push(`created_at ${bounds[1]} '${moment}'`)
      }
      if (round === 20) await foldCounts(app.pool)
      // As many more, counted beside the sums.
      if (round === 30) await fillRegister(app.pool, home.tenant, (await count('true')) + 50)
      for (const { client, reach } of seen()) {
        const truth = await newest(`${reach} and ${where.join(' and ')}`)
        const found = (await client.get<Page>('/eam/device/list', { ...query, size: 20 })).data
        expect([found.total, found.records.map((row) => row.id)], JSON.stringify(query)).toEqual([truth.length, truth.slice(0, 20)])
      }
    }
  })

  test('five choices are read where their cards stand together', async () => {
    await app.sql('vacuum analyze device')
    const plan = await app.sql(
      `explain select count(*) from device t where t.tenant_id = $1 and not t.is_deleted and t.eam_status = 'in_use' and t.filing_status = 'filed'
        and t.risk_level = 'II' and t.origin = 'imported' and t.fund_source = 'own' and t.created_at >= '2020-01-01'`.replace(
        '$1',
        `'${home.tenant}'`,
      ),
    )
    expect(plan.map((row) => row['QUERY PLAN']).join(' ')).toContain('device_by_choices')
  })

  test.each([
    ['perfection', 'device_by_completeness'],
    ['deviceName', 'device_by_name'],
    ['manufacturer', 'device_by_maker'],
    ['deviceCode', 'device_by_code'],
  ])('cards in order of %s are read from their index', async (field, index) => {
    const order = orderOf(viewOf(device), { ascs: field })
    const plan = await app.sql(
      `explain select t.id from device t where t.tenant_id = '${home.tenant}' and not t.is_deleted order by ${order} limit 10`,
    )
    expect(plan.map((row) => row['QUERY PLAN']).join(' ')).toContain(index)
  })
})
