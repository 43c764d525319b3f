import { describe, expect, test } from 'vitest'
import { homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
const [admin, manager, head, auditor, engineer, keeper, neighbour] = (await Promise.all([
  app.as('administrator'),
  app.as('equipment_manager'),
  app.as('head'),
  app.as('auditor'),
  app.as('engineer'),
  app.as('keeper'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client, Client, Client, Client]
const today = homeDay(new Date())
const incomes = '/eam/device-income'
let serial = 0

async function card(more: object = {}): Promise<string> {
  const draft = { deviceName: `效益设备${++serial}`, useDeptId: home.depts.bones, originalValue: '1000.00', ...more }
  const { data } = await admin.post('/eam/device/submit', draft)
  await app.sql("update device set eam_status = 'in_use', filing_status = 'filed' where id = $1", [data.id])
  return data.id
}
const enter = (deviceId: string, month: string, more: object = {}, who = manager) =>
  who.post(`${incomes}/submit`, { deviceId, month, ...more })
const list = async (client: Client, more: object = {}): Promise<Page> =>
  (await client.get<Page>('/eam/benefit/page', { year: 2025, size: 200, ...more })).data
const of = async (id: string, client = admin): Promise<Row | undefined> => (await list(client)).records.find((row) => row.id === id)
const life = async (deviceId: string, client = admin): Promise<Row> => (await client.get<Row>('/eam/benefit/device', { deviceId })).data

/** A repair of a day in 2025 with its cost. */
async function repaired(deviceId: string, day: string, cost: string): Promise<void> {
  const { data } = await admin.post('/eam/eventtyperepair/save', { deviceId, faultDescription: '不开机', urgency: 'normal' })
  await app.sql(
    "update repair_order set reported_at = $2::timestamptz, closed_at = $2::timestamptz, repair_status = 'done', total_cost = $3 where id = $1",
    [data.id, `${day}T10:00:00+08:00`, cost],
  )
}

describe('the income of a device', () => {
  test('is entered once for a month, on any day of it; of two people at once one enters it', async () => {
    const deviceId = await card()
    const added = await Promise.all([
      enter(deviceId, '2025-03-15', { income: '10.00' }),
      enter(deviceId, '2025-03-02', { income: '11.00' }, admin),
    ])
    expect(added.filter(({ success }) => success)).toHaveLength(1)
    expect(added.find(({ success }) => !success)?.msg).toContain('2025-03 月的收入已录入')
    const [row] = (await admin.get<Page>(`${incomes}/list`, { deviceId })).data.records
    expect(row).toMatchObject({ month: '2025-03-01' })
    const april = (await enter(deviceId, '2025-04-30', { income: '12.00' })).data
    expect((await manager.post(`${incomes}/submit`, { ...april, month: '2025-03-09' })).msg).toContain('已录入')
    expect((await manager.post(`${incomes}/submit`, { ...april, income: '12.50' })).msg).toBe('操作成功')
    const { records } = (await admin.get<Page>(`${incomes}/history`, { id: april.id })).data
    expect(JSON.stringify(records)).toContain('12.50')
    expect((await enter(deviceId, monthAfter(today, 2))).msg).toContain('月份不能晚于本月')
    for (const more of [{ income: '-1' }, { income: '1.234' }, { useCount: 1.5 }])
      expect((await enter(deviceId, '2025-06-01', more)).status).toBe(400)
  })

  test('is entered by managers; heads read their department, auditors all, others none', async () => {
    const [person] = await app.sql('select dept_id from app_user where id = $1', [head.userId])
    const [own, foreign] = [await card({ useDeptId: person!.dept_id }), await card({ useDeptId: home.depts.medicine })]
    for (const id of [own, foreign]) expect((await enter(id, '2025-01-01', { income: '5.00' })).msg).toBe('操作成功')
    const seen = async (client: Client) => (await list(client)).records.flatMap(({ id }) => (id === own || id === foreign ? [id] : []))
    expect((await seen(auditor)).sort()).toEqual([own, foreign].sort())
    expect(await seen(head)).toEqual([own])
    expect((await head.get('/eam/benefit/device', { deviceId: foreign })).status).toBe(404)
    for (const client of [engineer, keeper])
      for (const call of ['/eam/benefit/page', '/eam/benefit/sums', '/eam/benefit/export', `${incomes}/list`])
        expect((await client.get(call)).status).toBe(403)
    for (const client of [head, auditor, engineer]) expect((await enter(own, '2025-02-01', {}, client)).status).toBe(403)
    expect((await neighbour.get(`/eam/benefit/device`, { deviceId: own })).status).toBe(404)
    expect((await list(neighbour)).records.map(({ id }) => id)).not.toContain(own)
  })
})

describe('the benefit of a year', () => {
  test('takes every cost off the income as the measures say, and none of another year', async () => {
    const id = await card()
    await enter(id, '2025-05-01', { income: '500.00', useCount: 20, consumables: '50.25', staffCost: '100.00' })
    await enter(id, '2025-06-01', { income: '300.00', useCount: 11 })
    await enter(id, '2024-06-01', { income: '9999.00' })
    await repaired(id, '2025-05-20', '40.10')
    await repaired(id, '2024-12-31', '7000.00')
    expect(await of(id)).toMatchObject({
      ...{ income: '800.00', uses: 31, consumables: '50.25', staff: '100.00', repairs: '40.10', maintenance: '0.00', metrology: '0.00' },
      ...{ depreciation: '0.00', kwh: 0, energy: null, net: '609.65', rate: 76.2 },
    })
    const { months, originalValue, energyPrice } = await life(id)
    expect({ originalValue, energyPrice }).toEqual({ originalValue: '1000.00', energyPrice: null })
    expect((months as Row[]).map((one) => [one.month, one.income, one.repairs])).toEqual([
      ['2024-06', '9999.00', '0.00'],
      ['2024-07', null, '0.00'],
      ['2024-08', null, '0.00'],
      ['2024-09', null, '0.00'],
      ['2024-10', null, '0.00'],
      ['2024-11', null, '0.00'],
      ['2024-12', null, '7000.00'],
      ['2025-01', null, '0.00'],
      ['2025-02', null, '0.00'],
      ['2025-03', null, '0.00'],
      ['2025-04', null, '0.00'],
      ['2025-05', '500.00', '40.10'],
      ['2025-06', '300.00', '0.00'],
    ])
  })

  test('says that no income was entered, which is not 0', async () => {
    const [none, zero] = [await card(), await card()]
    await enter(none, '2025-05-01', { consumables: '8.00' })
    await enter(zero, '2025-05-01', { income: '0.00', consumables: '8.00' })
    expect(await of(none)).toMatchObject({ income: null, net: null, rate: null, consumables: '8.00' })
    expect(await of(zero)).toMatchObject({ income: '0.00', net: '-8.00', rate: null })
    const ids = async (entered: number) => (await list(admin, { entered })).records.map(({ id }) => id)
    expect([(await ids(1)).includes(zero), (await ids(1)).includes(none), (await ids(0)).includes(none)]).toEqual([true, false, true])
  })

  test('takes the charges of the main book alone, and energy at the price of the hospital', async () => {
    const id = await card()
    await enter(id, '2025-05-01', { income: '500.00' })
    const line = async (ruleSet: string, amount: string) => {
      const [book] = await app.sql('select id from depreciation_rule where tenant_id = $1 and rule_set = $2 and not is_deleted', [
        home.tenant,
        ruleSet,
      ])
      const ruleId =
        book?.id ??
        (
          await manager.post('/eam/depreciation-rule/submit', {
            ruleName: `账簿${ruleSet}`,
            ruleSet,
            isMain: ruleSet === 'public' ? 1 : 0,
            beginsOn: '2025-01-01',
          })
        ).data.id
      const [record] = await app.sql(
        `insert into depreciation_record (tenant_id, id, record_month, rule_id, posted_on, card_count, charge_total, opening_total, offset_total, incomplete_count, attempt_count)
          values ($1, gen_random_uuid(), '2025-05', $2, '2025-05-31', 1, $3, 0, 0, 0, 1) returning id`,
        [home.tenant, ruleId, amount],
      )
      await app.sql(
        `insert into depreciation_line (tenant_id, id, asset_no, device_id, posted_on, line_kind, amount, month_count, accumulated, net_value, use_dept_id, rule_set, record_id)
          values ($1, gen_random_uuid(), 'ZC', $2, '2025-05-31', 'charge', $3, 1, $3, 0, $4, $5, $6)`,
        [home.tenant, id, amount, home.depts.bones, ruleSet, record!.id],
      )
    }
    await line('public', '16.67')
    await line('enterprise', '15.83')
    await app.sql(
      `insert into device_sec_day (tenant_id, id, day_title, device_id, day, running_seconds, standby_seconds, off_seconds, starts, kwh) values ($1, gen_random_uuid(), '2025-05-03', $2, '2025-05-03', 0, 0, 0, 0, 100.5)`,
      [home.tenant, id],
    )
    const rule = {
      ...{ ruleName: '规则', ageWeight: 40, costWeight: 25, downtimeWeight: 20, riskWeight: 15, ageFull: 100, costFull: 30 },
      ...{ downtimeFull: 720, adviseScore: 70, watchScore: 50, energyPrice: '0.8' },
    }
    expect(await of(id)).toMatchObject({ depreciation: '16.67', kwh: 100.5, energy: null, net: '483.33' })
    expect((await manager.post('/eam/replacement-rule/submit', rule)).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ depreciation: '16.67', energy: '80.40', net: '402.93', rate: 80.6 })
    const { months, energyPrice, ruleSet } = await life(id)
    expect({ energyPrice, ruleSet }).toEqual({ energyPrice: 0.8, ruleSet: 'public' })
    expect((months as Row[])[0]).toMatchObject({ month: '2025-05', depreciation: '16.67', energy: '80.40' })
  })

  test('takes the cost of the tariff on days that have one, the price of the hospital on others, and says which', async () => {
    const id = await card()
    await enter(id, '2025-05-01', { income: '100.00' })
    const day = (on: string, kwh: number, cost: string | null) =>
      app.sql(
        `insert into device_sec_day (tenant_id, id, day_title, device_id, day, running_seconds, standby_seconds, off_seconds, starts, kwh, sharp_kwh, peak_kwh,
          flat_kwh, valley_kwh, energy_cost, sharp_cost, peak_cost, flat_cost, valley_cost)
          values ($1, gen_random_uuid(), to_char($3::date, 'YYYY-MM-DD'), $2, $3::date, 0, 0, 0, 0, $4::numeric, $5, $5, $6, $5, $7, $5, $5, $7, $5)`,
        [home.tenant, id, on, kwh, cost === null ? null : 0, cost === null ? null : kwh, cost],
      )
    await day('2025-05-14', 10.004, null)
    await day('2025-05-15', 2, '1.6646')
    await day('2025-06-01', 1, '0.9000')
    const { months, energyPrice } = await life(id)
    // 1.6646 + 10.004 × 0.8 = 9.6678.
    expect(energyPrice).toBe(0.8)
    expect(months).toMatchObject([
      { month: '2025-05', energy: '9.67', kwh: 12.004, bareKwh: 10.004, tariffCost: '1.6646', energyDays: 2, bareDays: 1 },
      { month: '2025-06', energy: '0.90', bareKwh: 0, tariffCost: '0.9000', energyDays: 1, bareDays: 0 },
    ])
    // 9.6678 + 0.9, rounded once for the year.
    expect(await of(id)).toMatchObject({ kwh: 13.004, energy: '10.57', net: '89.43' })
  })

  test('sums departments and classes over devices with an income, and counts those without', async () => {
    const dept =
      (await admin.post('/blade-system/dept/submit', { deptName: '效益影像科', deptCategory: 1, parentId: '0' })).data.id ??
      home.depts.surgery
    const [one, two, without] = [await card({ useDeptId: dept }), await card({ useDeptId: dept }), await card({ useDeptId: dept })]
    await enter(one, '2025-01-01', { income: '100.00', staffCost: '30.00' })
    await enter(two, '2025-01-01', { income: '50.00', consumables: '60.00' })
    await enter(without, '2025-01-01', { consumables: '999.00' })
    const { data } = await manager.get<{ total: Row; rows: Row[] }>('/eam/benefit/sums', { year: 2025, group: 'useDept', useDeptId: dept })
    const row = data.rows.find(({ id }) => id === dept)
    expect(row).toMatchObject({ income: '150.00', staff: '30.00', consumables: '60.00', net: '60.00', rate: 40, devices: 2, without: 1 })
    expect(data.total).toMatchObject({ net: '60.00', devices: 2, without: 1 })
    const classes = await manager.get<{ rows: Row[] }>('/eam/benefit/sums', { year: 2025, group: 'classify', useDeptId: dept })
    expect(classes.data.rows).toMatchObject([{ id: null, name: null, net: '60.00' }])
    expect((await manager.get('/eam/benefit/sums', { group: 'maker' })).status).toBe(400)
  })

  test('is exported; who lacks an income has an empty cell', async () => {
    const [id, bare] = [await card({ deviceName: '导出效益机甲' }), await card({ deviceName: '导出效益机乙' })]
    await enter(id, '2025-01-01', { income: '100.00', staffCost: '30.00' })
    await enter(bare, '2025-01-01', { staffCost: '1.00' })
    const { headings, rows } = await sheetOf(manager, '/eam/benefit/export', { year: 2025, keyword: '导出效益机', format: 'csv' })
    const cell = (row: readonly unknown[], heading: string) => row[headings.indexOf(heading)]
    expect(rows.map((row) => [cell(row, '收入'), cell(row, '净收益')])).toEqual([
      ['100.00', '70.00'],
      ['', ''],
    ])
  })
})

describe('the import of income', () => {
  test('reads months as billing systems write them; the same file again changes nothing, a corrected one corrects', async () => {
    const deviceId = await card({ deviceName: '导入效益机' })
    const [{ device_code: code }] = (await app.sql('select device_code from device where id = $1', [deviceId])) as [Row]
    const sheet = (income: string) =>
      `资产编号,月份,收入金额,人次,耗材\r\n${code},2025年3月,${income},120,300.5\r\n${code},2025-04,900,80,\r\n`
    const job = await verified(app, manager, 'deviceIncome', sheet('1200.10'))
    expect(job).toMatchObject({ newCount: 2, faultyCount: 0 })
    expect(await begin(manager, 'deviceIncome', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 2 })
    expect(await of(deviceId)).toMatchObject({ income: '2100.10', uses: 200, consumables: '300.50' })
    expect(await verified(app, manager, 'deviceIncome', sheet('1200.10'))).toMatchObject({ newCount: 0, sameCount: 2 })
    const corrected = await verified(app, manager, 'deviceIncome', sheet('1300.10'))
    expect(corrected).toMatchObject({ newCount: 0, sameCount: 1, changedCount: 1 })
    const wrong = await verified(
      app,
      manager,
      'deviceIncome',
      `资产编号,月份,收入金额\r\n${code},2025-03-15,1\r\n${code},2090-01,1\r\n${code},2025-07-01,1\r\n${code},2025-07-20,2\r\n`,
    )
    expect(wrong.faultyCount).toBe(3)
    const said = (await problemsOf(manager, wrong.id)).map(({ message }) => message).join()
    for (const words of ['该设备该月的收入已录入', '不能晚于本月', '在文件中出现多次']) expect(said).toContain(words)
  })
})
