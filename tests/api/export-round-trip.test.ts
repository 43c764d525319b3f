import { describe, expect, test } from 'vitest'
import { type Entity, urlsOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { isPlain, unitFields } from '#contract/kit/fields/field.ts'
import { entityNamed, type ImportTarget } from '#contract/registry.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, type Job, problemsOf, verified } from '#tests/harness/imports.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

// What one hospital exports another imports: in this order, since later lists name rows of earlier ones.

const app = await appForFile()
const here = await app.as('administrator')
const there = await app.as('administrator', other)

const add = async (of: Entity, draft: object, client = here): Promise<string> => {
  const { status, msg, data } = await client.post(urlsOf(of, 'submit')[0]!, draft)
  expect(status, `${JSON.stringify(draft)}: ${msg}`).toBe(200)
  return String(data.id)
}

const [dept, location, supplier, category, deviceClass, user, device, part, attach] = (
  ['dept', 'location', 'supplier', 'assetsCategory', 'deviceClass', 'user', 'device', 'devicePart', 'deviceAttach'] as const
).map((name) => entityNamed(name)) as [Entity, Entity, Entity, Entity, Entity, Entity, Entity, Entity, Entity]

const [workDay, template, rule, depreciation, balance] = (
  ['workDay', 'qualityTemplate', 'depreciationRule', 'deviceDepreciation', 'ledgerBalance'] as const
).map((name) => entityNamed(name)) as [Entity, Entity, Entity, Entity, Entity]

/** Every column that a sheet can hold, the hospital's own among them. */
const columnsOf = (of: Entity): string =>
  [
    ...Object.entries(of.fields).flatMap(([name, field]) =>
      isPlain(field) && !field.closed && !unitFields(of.fields).has(name) ? [wireName(name, field)] : [],
    ),
    ...(of.name === 'device' ? ['x_shelf', 'x_price', 'x_day', 'x_kind'] : []),
  ].join()

const exportOf = (client: Client, of: Entity, query: object = {}) =>
  sheetOf(client, urlsOf(of, 'export')[0]!, { columns: columnsOf(of), ...query })

/** Exports a list here, imports it there as suggested, and compares what is there with what was here, cell by cell. */
async function travels(of: Entity, more: object = {}): Promise<{ job: Job; left: string[] }> {
  const columns = columnsOf(of)
  const before = await exportOf(here, of)
  const file = await here.file(urlsOf(of, 'export')[0]!, { columns })
  const target = of.name as ImportTarget
  const job = await verified(app, there, target, file.bytes)
  expect(job, String(job.note)).toMatchObject({ status: 'verified', rowCount: before.rows.length, faultyCount: 0 })
  const problems = await problemsOf(there, job.id)
  const done = await begin(there, target, 'write', { id: job.id, ...more })
  expect(done, String(done.note)).toMatchObject({ status: 'done' })
  const after = await exportOf(there, of)
  expect(after.headings).toEqual(before.headings)
  // A column that goes nowhere is told, and so is a cell that does.
  const imported = job.layout.columns.filter(({ field }) => field).map(({ at }) => at)
  const left = job.layout.columns.filter(({ field }) => !field).map(({ heading }) => heading)
  for (const heading of left)
    expect(job.groups.map(({ zh }) => zh)).toContainEqual(expect.stringMatching(new RegExp(`^列“${heading}”没有对应字段，不导入`)))
  // The note keeps what a cell said.
  const told = problems.filter(({ row }) => row > 1)
  const note = before.headings.indexOf('导入备注')
  const lost = before.rows.filter((row, index) => {
    const open = new Set(told.filter((one) => one.row === index + 2).map(({ column }) => column))
    const compared = imported.filter((at) => !open.has(at) && !(at === note && open.size > 0))
    return !after.rows.some((one) => compared.every((at) => one[at] === row[at]))
  })
  expect(lost, JSON.stringify(problems)).toEqual([])
  // The text file says the same, so that its rows are the ones that are there.
  const text = await here.file(urlsOf(of, 'export')[0]!, { columns, format: 'csv' })
  const again = await verified(app, there, target, text.bytes)
  expect(again, JSON.stringify(again.groups)).toMatchObject({ rowCount: before.rows.length, newCount: 0, sameCount: before.rows.length })
  return { job: { ...job, groups: job.groups.filter(({ zh }) => !zh.startsWith('列“')) }, left }
}

const awkward = '“引号”, "逗号"; \'撇号\' <b>&amp;</b>|竖线\n第二行\n=1+1\n-80℃ @所有人 +86 😀 _x0041_'

describe('a list that is exported is imported again unchanged', () => {
  test('departments, with two of one name in the tree', async () => {
    const nurses = await add(dept, { deptName: '护士站', parentId: home.depts.surgery, category: 'clinical', sort: 3, remark: awkward })
    await add(dept, { deptName: '护士站', parentId: home.depts.medicine, category: 'clinical' })
    await add(dept, { deptName: '一组', parentId: nurses, category: 'logistics' })
    await add(dept, { deptName: 'A/B（联合）科', fullName: '=联合科', deptCode: '0070', parentId: home.depts.bones, category: 'equipment' })
    const { job } = await travels(dept)
    expect(job.groups).toEqual([])
    expect((await exportOf(there, dept, { keyword: '一组' })).rows[0]).toContain('外科/护士站')
  })

  test('places of one name on several floors', async () => {
    const yard = await add(location, { locationName: '东院区', level: 'courtyard' })
    const building = await add(location, { locationName: '1号楼（新）', level: 'building', parentId: yard })
    for (const floor of ['1层', '2层']) {
      const id = await add(location, { locationName: floor, level: 'floor', parentId: building })
      await add(location, { locationName: '001', level: 'room', parentId: id, deptId: home.depts.bones, remark: awkward })
    }
    const { job } = await travels(location)
    expect(job.groups).toEqual([])
  })

  test('suppliers with brackets of both widths and signs of formulas', async () => {
    await add(supplier, {
      supplierName: '飞利浦（中国）投资有限公司',
      supplierCode: '00012',
      supplierKind: 'maker',
      phone: '+86 021-1234',
      address: awkward.split('\n')[0],
    })
    await add(supplier, { supplierName: '-80℃冷链(上海)公司', supplierKind: 'dealer', remark: awkward })
    for (const supplierCode of ['S-1', 'S-2']) await add(supplier, { supplierName: '同名公司', supplierCode, supplierKind: 'service' })
    const { job } = await travels(supplier)
    expect(job.groups).toEqual([])
  })

  test('categories and classes of one name', async () => {
    for (const name of ['专用设备', '通用设备']) {
      const above = await add(category, { categoryName: name, usefulLifeMonths: 72 })
      await add(category, { categoryName: '其他', parentId: above, remark: awkward })
    }
    await add(deviceClass, { className: '注输器械', classCode: '14' })
    await add(deviceClass, { className: '泵', classCode: '14-01', riskLevel: 'II', parentId: undefined })
    await add(deviceClass, { className: '泵', classCode: '14-02', riskLevel: 'III' })
    expect((await travels(category)).job.groups).toEqual([])
    expect((await travels(deviceClass)).job.groups).toEqual([])
  })

  test('people of one name', async () => {
    const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'engineer'`, [home.tenant])
    for (const account of ['0001', '0002'])
      await add(user, { account, realName: '张伟', roleId: role!.id, deptId: home.depts.bones, phone: '13800000000' })
    const { job } = await travels(user)
    expect(job.groups.filter(({ grade }) => grade !== 'note')).toEqual([])
  })

  test('cards with every field, their numbers, states and the hospital’s own fields', async () => {
    for (const client of [here, there])
      for (const [code, fieldKind, options] of [
        ['shelf', 'text'],
        ['price', 'decimal'],
        ['day', 'date'],
        ['kind', 'choice', '甲（一）\n乙,二'],
      ])
        await client.post('/eam/custom-field/submit', { entity: 'device', code, name: `自有${code}`, fieldKind, options, isList: 1 })
    const named = async (of: Entity, keyword: string) =>
      (await here.get<{ records: { id: string }[] }>(urlsOf(of, 'list')[0]!, { keyword, size: 100 })).data.records.map(({ id }) => id)
    const [other1, other2] = await named(category, '其他')
    const [pump1, pump2] = await named(deviceClass, '泵')
    const [nurses1, nurses2] = await named(dept, '护士站')
    const [zhang1, zhang2] = await named(user, '张伟')
    const [same1] = await named(supplier, 'S-1')
    const [same2] = await named(supplier, 'S-2')
    const [philips] = await named(supplier, '飞利浦')
    const rooms = await named(location, '001')
    const full = {
      assetsCode: '国资0001',
      assetTagNo: '0099',
      rfidCode: 'EPC-1',
      udiDi: '06901234567892',
      registrationNo: '国械注准20203080001',
      commonName: '@通用',
      deviceModel: '007',
      deviceSpecs: '长'.repeat(200),
      ratedPower: '1.2 kW',
      madeDate: '2023-11-30',
      brand: '"品牌", 一',
      manufacturer: '厂（中国）',
      origin: 'imported',
      riskLevel: 'III',
      importantClassification: 'life_support',
      isMeasure: 1,
      measureType: undefined,
      isEmergency: 0,
      originalValue: '12345678901.23',
      fundSource: 'research',
      purchaseDate: '2024-02-29',
      contractNo: '+HT-1',
      invoiceNo: '0012',
      acceptanceDate: '2024-03-01',
      enableDate: '2024-03-02',
      usefulLifeMonths: 96,
      residualRate: 0.05,
      warrantyEnd: '2030-12-31',
      maintainCycle: 6,
      maintainCycleUnit: 'month',
      measureCycle: 1,
      measureCycleUnit: 'year',
      inspectionCycle: 30,
      inspectionCycleUnit: 'day',
      remark: awkward,
      x_shelf: '=架',
      x_price: 12.5,
      x_day: '2024-01-02',
      x_kind: '乙,二',
    }
    const main = await add(device, {
      deviceName: '监护仪',
      sn: 'RT-1',
      ...full,
      classifyId: pump1,
      assetsCategoryId: other1,
      useDeptId: nurses1,
      manageDeptId: nurses2,
      keeperId: zhang1,
      supplierId: same1,
      providerId: philips,
      locationId: rooms[0],
    })
    await add(device, {
      deviceName: '监护仪',
      parentId: main,
      classifyId: pump2,
      assetsCategoryId: other2,
      useDeptId: nurses2,
      keeperId: zhang2,
      supplierId: same2,
      locationId: rooms[1],
      originalValue: '0.10',
    })
    for (const deviceName of ['-80℃超低温冰箱', '=1+1', '监护仪 😀', '(十二道)心电图机', '（十二道）心电图机'])
      await add(device, { deviceName, useDeptId: home.depts.bones, originalValue: '70368744177664.01' })
    // Cards stand in every state of filing, and in states that a list may begin with.
    await app.sql(`update device set filing_status = 'filed', eam_status = 'in_use' where tenant_id = $1 and sn = 'RT-1'`, [home.tenant])
    await app.sql(`update device set filing_status = 'filed', eam_status = 'idle' where tenant_id = $1 and device_name = '=1+1'`, [
      home.tenant,
    ])
    await app.sql(`update device set filing_status = 'pending' where tenant_id = $1 and device_name = '-80℃超低温冰箱'`, [home.tenant])
    await app.sql(`update device set filing_status = 'returned' where tenant_id = $1 and device_name = '监护仪 😀'`, [home.tenant])
    for (const state of ['missing', 'pending_disposal', 'disposed', 'lent', 'repairing']) {
      const id = await add(device, { deviceName: `旧机 ${state}`, useDeptId: home.depts.bones, originalValue: '0.01' })
      await app.sql(`update device set filing_status = 'filed', eam_status = $2 where id = $1`, [id, state])
    }
    const { job, left } = await travels(device, { asFiled: 1, skipFaulty: 1 })
    expect(left).toEqual(['二维码', '借用科室', '保障状态', '保障至', '设备套组', '共享', '标记', '完善度'])
    // A card of the same list is no parent yet.
    expect(job.groups.map(({ grade, zh, cells }) => [grade, zh, cells])).toEqual([['warning', '主设备找不到，留空', 1]])
    const fields = Object.fromEntries(job.layout.columns.map(({ heading, field }) => [heading, field]))
    expect(fields).toMatchObject({ 资产编号: 'deviceCode', 国资编码: 'assetsCode', 院内编号: 'assetTagNo', 建档状态: 'filingStatus' })
    // The rule goes on behind the numbers that came.
    const last = (await exportOf(here, device, { columns: 'deviceCode', descs: 'deviceCode' })).rows[0]![0]!
    const id = await add(device, { deviceName: '下一台' }, there)
    const { deviceCode } = (await there.get('/eam/device/detail', { id })).data as unknown as { deviceCode: string }
    expect(Number(deviceCode.slice(-6))).toBe(Number(last.slice(-6)) + 1)
  })

  test('parts and papers of cards that share their name', async () => {
    const { rows } = await exportOf(here, device, { columns: 'deviceCode', deviceName: '监护仪', ascs: 'deviceCode' })
    const cards = (await here.get<{ records: { id: string; deviceCode: string }[] }>('/eam/device/list', { keyword: '监护仪', size: 100 }))
      .data.records
    for (const [code] of rows.slice(0, 2)) {
      const { id } = cards.find(({ deviceCode }) => deviceCode === code)!
      await add(part, {
        partName: '电极（一次性）',
        deviceId: id,
        quantity: 3,
        unitPrice: '0.05',
        expiresOn: '2027-01-31',
        remark: awkward,
      })
      await add(attach, {
        attachName: `=证书 ${code}`,
        attachType: 'other',
        deviceId: id,
        documentNo: '0001',
        issuedOn: '2024-01-02',
        validUntil: '2025-01-01',
        remark: awkward,
      })
    }
    expect((await travels(part)).job.groups).toEqual([])
    expect((await travels(attach)).job.groups).toEqual([])
  })

  test('days of the working calendar', async () => {
    await add(workDay, { dayName: '中秋（调休）', day: '2027-09-15', dayKind: 'rest' })
    await add(workDay, { dayName: '=补班', day: '2027-09-18', dayKind: 'work' })
    expect(await travels(workDay)).toMatchObject({ left: [], job: { groups: [] } })
  })

  test('templates of quality control, but for the points behind them, which is told', async () => {
    await add(template, {
      templateName: '输液泵质控（一）',
      importantClassification: 'life_support',
      cycleMonths: 6,
      isInactive: 1,
      remark: awkward,
    })
    expect((await travels(template)).left).toEqual(['测量点数'])
  })

  test('terms of depreciation and balances of finance, by the names of their books and cards', async () => {
    for (const [client, useDeptId] of [
      [here, home.depts.bones],
      [there, other.depts.bones],
    ] as const) {
      await add(rule, { ruleName: '往返账', ruleSet: 'public', beginsOn: '2026-01-01', defaultLife: 60 }, client)
      const card = { deviceName: '折旧（往返）机', useDeptId, originalValue: '6000.10', enableDate: '2025-01-05' }
      await add(device, card, client)
    }
    const named = async (of: Entity, keyword: string) =>
      (await here.get<{ records: { id: string }[] }>(urlsOf(of, 'list')[0]!, { keyword })).data.records[0]!.id
    const [ruleId, deviceId] = [await named(rule, '往返账'), await named(device, '折旧（往返）机')]
    const terms = { depreciationMethod: 'straight_line', lifeMonths: 72, residualRate: 0.05, openingAmount: '2400.05', openingMonths: 24 }
    await add(depreciation, { ruleId, deviceId, ...terms, remark: awkward })
    expect((await travels(depreciation)).job.groups).toEqual([])
    const amounts = { originalValue: '6000.10', accumulated: '100.05', netValue: '5900.05' }
    await add(balance, { assetNo: '0070', assetName: '=泵（一）', balanceOn: '2026-01-31', ruleId, ...amounts })
    expect((await travels(balance)).job.groups).toEqual([])
  })
})

describe('the number of a card that comes from elsewhere', () => {
  test('is replaced by a new one, and told, where another card has it', async () => {
    const { rows } = await exportOf(there, device, { columns: 'deviceCode' })
    const taken = rows[0]![0]!
    const job = await verified(app, there, 'device', `设备名称,资产编号\n同号机,${taken}\n同号机,ZC-1999-0001\n同号机二,ZC-1999-0001\n`)
    expect(job.groups.map(({ grade, zh, cells }) => [grade, zh, cells])).toEqual([['warning', '资产编号已被其他记录使用，另行编号', 2]])
    await begin(there, 'device', 'write', { id: job.id })
    const cards = await app.sql(
      `select device_code as code, import_note as note from device where device_name like '同号机%' order by import_note nulls first, device_code`,
    )
    expect(cards[0]).toEqual({ code: 'ZC-1999-0001', note: null })
    expect(cards.slice(1).map(({ note }) => note)).toEqual(['资产编号: ZC-1999-0001', `资产编号: ${taken}`])
    expect(new Set(cards.map(({ code }) => code)).size).toBe(3)
  })

  test('is one number in every writing', async () => {
    const { rows } = await exportOf(there, device, { columns: 'deviceCode' })
    const taken = rows[0]![0]!
    const wide = taken.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    const list = `设备名称,资产编号\n异写机,${wide}\n异写机,zc-1998-0001\n异写机二,ZC‑1998 ‑0001\n`
    const job = await verified(app, there, 'device', list)
    expect(job.groups.map(({ zh, cells }) => [zh, cells])).toEqual([['资产编号已被其他记录使用，另行编号', 2]])
    expect(await begin(there, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', newCount: 3 })
  })

  test('is the national number under other headings, as long as no column is named so', async () => {
    const fields = async (headings: string) =>
      (await verified(app, there, 'device', `${headings}\n甲,A-1,B-1,1\n`)).layout.columns.map(({ field }) => field)
    expect(await fields('设备名称,资产编号,产地说明,台数')).toEqual(['deviceName', 'assetsCode', null, '#quantity'])
    expect(await fields('设备名称,资产编号,国资编码,台数')).toEqual(['deviceName', null, 'assetsCode', '#quantity'])
  })
})
