import { describe, expect, test } from 'vitest'
import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, type Job as Imported, problemsOf, verified } from '#tests/harness/imports.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')

const columns = 'deviceName,sn,eamStatus,useDeptId,originalValue,purchaseDate,importNote,residualRate,depreciationMethod'
const cardsNamed = async (name: string) =>
  (await admin.get<Page>('/eam/device/list', { size: 200, keyword: name, columns, ascs: 'sn' })).data.records
/** Writes what was found, or says why that was refused. */
const write = async (id: string, more: object = {}) => {
  const done = await begin(admin, 'device', 'write', { id, asFiled: 1, ...more })
  expect(done.status, String(done.note)).toBe('done')
  return done
}
const sheetOf = (name: string, states: readonly string[], heading = '使用状况') =>
  `设备名称,使用科室,出厂编号,${heading}\n${states.map((state, at) => `${name},骨科,${name}-${String(at + 10)},${state}`).join('\n')}\n`

describe('the state that a sheet says', () => {
  test.each([
    ['使用状态', '资产状态'],
    ['资产状态', '使用状态'],
  ])('in two columns, %s and %s, is the one that says more, which is told', async (one, other) => {
    const name = `双态${one}`
    const states = ['在用,报废', '报废,在用', '在用,待报废', '闲置,正常', '在用,完好', '维修中,说不清', '不详,丢失', ',在用']
    const csv = `设备名称,使用科室,出厂编号,${one},${other}\n${states.map((said, at) => `${name},骨科,${name}-${at},${said}`).join('\n')}\n`
    const job = await verified(app, admin, 'device', csv)
    const fields = job.layout.columns.slice(3).map(({ field }) => field)
    expect(fields.sort()).toEqual(['#state', 'eamStatus'])
    expect(job).toMatchObject({ newCount: 6, faultyCount: 0, layout: { found: { gone: 2 } } })
    const told = job.groups.find(({ zh }) => zh === '设备状态在两列中不一致，取说得更明确的一个，另一个记入备注')
    expect(told).toMatchObject({ grade: 'note', cells: 4 })
    await write(job.id)
    const cards = await cardsNamed(name)
    expect(cards.map(({ eamStatus }) => eamStatus)).toEqual(['pending_disposal', 'idle', 'in_use', 'repairing', 'missing', 'in_use'])
    expect(cards[0]!.importNote).toContain(': 在用')
    expect(cards[3]!.importNote).toContain('说不清')
  })

  test('of our own words is our own state in both languages, with events that the steps back find', async () => {
    const states = Object.entries(deviceStates)
    const words = states.flatMap(([, { zh, en }]) => [zh, en])
    const job = await verified(app, admin, 'device', sheetOf('自态机', words, '设备状态'))
    expect(job).toMatchObject({ rowCount: 16, newCount: 16, warningCount: 0, layout: { found: { gone: 0 } } })
    await write(job.id)
    const cards = await cardsNamed('自态机')
    expect(cards.map(({ eamStatus }) => eamStatus)).toEqual(states.flatMap(([state]) => [state, state]))
    const verbs = await app.sql(
      `select d.eam_status as state, string_agg(e.verb || ' ' || e.from_state || ' ' || e.to_state, ', ' order by e.id) as steps from device d
        join audit_event e on e.tenant_id = d.tenant_id and e.entity_id = d.id and e.field = 'eamStatus' where d.device_name = '自态机' group by d.id, d.eam_status`,
    )
    expect(Object.fromEntries(verbs.map(({ state, steps }) => [state, steps]))).toEqual({
      repairing: 'breakDown in_use repairing',
      lent: 'lend in_use lent',
      idle: 'seal in_use idle',
      pending_disposal: 'applyDisposal in_use pending_disposal',
      disposed: 'applyDisposal in_use pending_disposal, dispose pending_disposal disposed',
      missing: 'miss in_use missing',
    })
    // A loan that no document here ends is over when that is said.
    const lent = cards.find(({ eamStatus }) => eamStatus === 'lent')!
    expect(await manager.post('/eam/device/end-loan', { id: lent.id })).toMatchObject({ status: 200 })
    // A device that came in repair leaves it with the order of the next report.
    const repair = await manager.post('/eam/eventtyperepair/save', {
      ...{
        deviceId: cards.find(({ eamStatus }) => eamStatus === 'repairing')!.id,
        faultDescription: '送修中',
        urgency: 'normal',
        isStopped: 1,
      },
    })
    expect(repair.status, repair.msg).toBe(200)
    expect(await manager.post('/eam/eventtyperepair/cancel', { id: repair.data.id })).toMatchObject({ status: 200 })
    const pending = cards.find(({ eamStatus }) => eamStatus === 'pending_disposal')!
    const disposal = await admin.post('/eam/devicedisposal/submit', {
      ...{
        disposalType: 'scrap',
        declareReasons: 'aged',
        reasonDetail: '老旧',
        useDeptId: home.depts.bones,
        lines: [{ deviceId: pending.id }],
      },
    })
    expect(disposal.status, disposal.msg).toBe(200)
    expect(await admin.post('/eam/devicedisposal/declare', { id: disposal.data.id })).toMatchObject({ status: 200 })
    expect(await admin.post('/eam/devicedisposal/undo', { ids: disposal.data.id })).toMatchObject({ status: 200 })
    const back = await cardsNamed('自态机')
    for (const { sn } of cards.filter(({ id }) => [lent.id, pending.id].includes(id)))
      expect(back.find((card) => card.sn === sn)).toMatchObject({ eamStatus: 'in_use' })
    expect(back.filter(({ eamStatus }) => eamStatus === 'repairing')).toHaveLength(1)
  })

  test('of a device that is gone is asked about once: left out, or kept as disposed history', async () => {
    const gone = [
      '报废',
      '处置',
      '注销',
      '已处置',
      '销账',
      '核销',
      '调出',
      '捐出',
      'Disposed',
      'RETIRED',
      'Sold',
      'Scrapped',
      'Written off',
      'Written-Off',
      'Decommissioned',
      '报废（2023年）',
      '2021年已报废处置',
      'Retired 05/2020',
      '无偿划转',
      '已拆除',
      '转让',
      '作废',
      '无此设备',
      'Cannibalized',
      'Returned to supplier',
    ]
    const rows = ['在用', ...gone, '在用（捐赠）', '待报废', '拟报废，待审批', '未报废']
    const job = await verified(app, admin, 'device', sheetOf('去机', rows))
    expect(job).toMatchObject({
      rowCount: rows.length,
      newCount: rows.length - gone.length,
      faultyCount: 0,
      layout: { found: { gone: gone.length } },
    })
    expect(job.groups.map(({ field, zh, cells }) => [field, zh, cells])).toContainEqual([
      'eamStatus',
      '设备状态表示设备已不在，这一行不导入',
      gone.length,
    ])
    const done = await write(job.id)
    expect(done).toMatchObject({ writtenCount: 5, note: expect.stringContaining(`已不在的设备 ${gone.length} 行未导入`) })
    expect((await cardsNamed('去机')).map(({ eamStatus }) => eamStatus)).toEqual([
      ...['in_use', 'in_use', 'pending_disposal', 'pending_disposal', 'idle'],
    ])
    const again = await verified(app, admin, 'device', sheetOf('史机', rows), { gone: 'keep' })
    expect(again).toMatchObject({ rowCount: rows.length, newCount: rows.length })
    await write(again.id)
    const states = (await cardsNamed('史机')).map(({ eamStatus }) => eamStatus)
    expect(states.filter((state) => state === 'disposed')).toHaveLength(gone.length)
    expect(states.filter((state) => state === 'in_use')).toHaveLength(2)
    // History is filed or not at all: a draft would be a device that is there.
    const drafts = await verified(app, admin, 'device', sheetOf('稿去机', ['报废', '在用']), { gone: 'keep' })
    expect(await write(drafts.id, { asFiled: 0 })).toMatchObject({ writtenCount: 1 })
  })

  test('that is unknown never makes a device in use: it is idle with a warning, until the word is mapped', async () => {
    const job = await verified(app, admin, 'device', sheetOf('谜机', ['丙', '丙', '未知', '在用', '']))
    expect(job).toMatchObject({ newCount: 5, warningCount: 3 })
    const [group] = job.groups
    expect(group).toMatchObject({ field: 'eamStatus', cells: 3, values: [{ value: '丙', cells: 2 }, { value: '未知' }] })
    const copy = await verified(app, admin, 'device', sheetOf('谜二机', ['丙']))
    await write(job.id)
    expect((await cardsNamed('谜机')).map(({ eamStatus, importNote }) => [eamStatus, importNote])).toEqual([
      ['idle', '使用状况: 丙'],
      ['idle', '使用状况: 丙'],
      ['idle', '使用状况: 未知'],
      ['in_use', null],
      ['in_use', null],
    ])
    const mapped = await begin(admin, 'device', 'verify', { id: copy.id, values: [{ field: 'eamStatus', said: '丙', means: '盘亏' }] })
    expect(mapped).toMatchObject({ warningCount: 0 })
    await write(copy.id)
    expect(await cardsNamed('谜二机')).toMatchObject([{ eamStatus: 'missing', importNote: null }])
  })

  test('is what every other module goes by: totals, checks, the pool, depreciation, disposals', async () => {
    const csv = `设备名称,使用科室,出厂编号,设备状态,原值,启用日期,折旧月数
域机,骨科,域-1,在用,600,2024-01-10,60
域机,骨科,域-2,已报废,6000,2024-01-10,60
域机,骨科,域-3,盘亏,60000,2024-01-10,60
域机,骨科,域-4,待报废,600000,2024-01-10,60\n`
    const before = (await manager.get<Row[]>('/eam/home-page/status-distribution')).data
    const job = await verified(app, manager, 'device', csv)
    expect(await begin(manager, 'device', 'write', { id: job.id, asFiled: 1 })).toMatchObject({ status: 'done', writtenCount: 4 })
    const cards = (await manager.get<Page>('/eam/device/list', { keyword: '域机', ascs: 'sn' })).data.records
    const after = (await manager.get<Row[]>('/eam/home-page/status-distribution')).data
    const grown = (key: string) =>
      Number(after.find((one) => one.key === key)?.count ?? 0) - Number(before.find((one) => one.key === key)?.count ?? 0)
    expect(['in_use', 'disposed', 'missing', 'pending_disposal'].map(grown)).toEqual([1, 1, 1, 1])
    const check = await manager.post('/eam/check/submit', {
      ...{
        checkTitle: '域查',
        mode: 'open',
        beginDate: '2026-11-20',
        scopeDepts: [home.depts.bones],
        members: [{ userId: home.users.keeper }],
      },
    })
    expect((await manager.post('/eam/check/start', { id: check.data.id })).status).toBe(200)
    const lines = (await manager.get<Page>('/eam/deviceapplylist/list', { checkId: check.data.id, keyword: '域机' })).data
    expect(lines.total).toBe(3)
    for (const card of cards.slice(1))
      expect(
        await manager.post('/eam/share/pool/submit', { deviceId: card.id, priceKind: 'hour', unitPrice: '1' }),
        String(card.eamStatus),
      ).toMatchObject({
        status: 400,
      })
    const { book, close, lines: linesOf } = ledgerLab(admin)
    const ruleId = await book({ ruleName: '域账', ruleSet: 'public', beginsOn: '2026-10-01' })
    expect(await close({ ruleId, month: '2026-10' })).toMatchObject({ status: 'done' })
    const charged = await Promise.all(cards.map(async ({ id }) => (await linesOf(String(id))).length > 0))
    expect(charged).toEqual([true, false, true, true])
  })
})

/** Lists as other systems and offices write them. */
const lists = {
  fixedAssets: `某某医院固定资产清单,,,,,,,,,,,,,,,,,,,
序号,资产编号,标签号,资产名称,规格型号,资产类别,单价,数量,原值,取得日期,使用部门,存放地点,保管人,使用状况,净残值率,折旧方法,使用年限,累计折旧,净值,生产日期
1,GZ2019001,T-001,彩色超声诊断仪,LOGIQ E9,医用超声仪器,1200000,1,1200000,2019/5/6,超声科,门诊楼3层,张三,在用,5%,直线法,6年,1000000,200000,2019-01-02
2,GZ2019002,T-002,监护仪,MEC-1000,生命支持,25000,10,250000,2018/3/9,骨科,住院楼,李四,在用,5%,年限平均法,5年,237500,12500,2018-05-01
3,GZ2009003,T-003,麻醉机,Fabius,麻醉设备,180000,1,180000,2009/1/1,麻醉科,手术室,王五,报废,5%,直线法,8年,171000,9000,
4,GZ2009004,T-004,除颤仪,D3,急救设备,42000,1,42000,2030/1/1,急诊科,抢救室,王五,待报废,5%,年限总和法,5年,0,42000,`,
  surplus: `State,Agency Name,NSN,Item Name,Quantity,UI,Acquisition Value,DEMIL Code,Ship Date,Station Type
AL,ABBEVILLE POLICE DEPT,6515-01-534-7284,DEFIBRILLATOR,1,Each,"$1,200.00",A,9/19/2019,Local
TX,AUSTIN COUNTY SHERIFF,6530-01-290-9964,"LITTER, FOLDING",4,Each,$138.00,D,12/28/2016,State
NY,NY STATE POLICE,6515-01-449-1951,SUCTION APPARATUS,2,Each,$499.00,A,2/14/2018,State
OK,TULSA PD,6515-01-449-1951,SUCTION APPARATUS,1,Each,$499.00,A,3/24/2018,State`,
  udi: `Primary DI,Brand Name,Version or Model Number,Catalog Number,Company Name,Device Description,GMDN Term,Serial Number,Lot Number,Manufacturing Date,Expiration Date
00884838079649,IntelliVue,MX450,866062,"Philips Medizin Systeme GmbH",Patient monitor for adult and neonatal patients,Multiple physiological parameter monitor,DE33500001,,2018-02-03,
07613327059304,SERVO-u,SERVO-U,6694800,Maquet Critical Care AB,Intensive care ventilator,Intensive-care ventilator,22101,,2017-01-01,
06921875008370,BeneVision,N15,121-001,Shenzhen Mindray,Modular monitor,Multiple physiological parameter monitor,MR-1,,2019-01-01,`,
  cmms: `Control Number,Equipment Description,Type,Manufacturer,Model,Serial Number,Department,Building,Room,Status,Condition,Install Date,Warranty Expiration Date,Purchase Cost,PM Frequency,Risk Level,Next PM Due
BM-0001,Infusion Pump,Pump,BD,Alaris 8100,11223344,ICU,Main,301,Active,Good,03/25/2019,03/25/2021,2450.00,12 months,High,03/2025
BM-0002,Ventilator,Ventilator,Hamilton,C1,V-99,ICU,Main,302,Retired,Poor,06/30/2012,06/30/2014,18000.00,6 months,High,
BM-0003,ECG,Electrocardiograph,GE,MAC 5500,E-12,Cardiology,Main,210,Missing,Unknown,01/15/2015,01/15/2014,6000,12 months,Medium,
BM-0004,Bed,Bed,Hillrom,P500,B-1,4A,West,401,In Storage,Fair,01/15/2015,,0,12 months,Low,
BM-0005,Scope,Endoscope,Olympus,GIF-H190,G-1,Endo,West,101,Loaner,Good,01/15/2016,,9000,12 months,Low,`,
  ledger: `固定资产台账,,,,,,,,,,,,,
单位：元,,,,,,,,,,,,,
卡片编号,资产名称,类别名称,入账日期,开始使用日期,原值,残值率（%）,折旧方法,预计使用年限,已提折旧,期末净值,使用部门,使用状态,凭证号
00001,CT机,医疗设备,2015-06-30,2015-07-01,"8,500,000.00",5,年限总和法,10年,8000000,500000,放射科,使用中,记-0630-12
00002,血球仪,医疗设备,2018-06-30,2018-07-01,320000,4,双倍余额递减法,8,300000,20000,检验科,不需用,记-0630-13
00003,手术床,医疗设备,2010-06-30,2010-07-01,96000,0.05,平均年限法,96,90000,6000,手术室,已报废,记-0630-14
00004,灭菌器,医疗设备,2010-06-30,2010-07-01,96000,3%,工作量法,120个月,90000,6000,供应室,未使用,记-0630-15`,
} as const

const fieldsOf = (job: Imported): Record<string, string | null> =>
  Object.fromEntries(job.layout.columns.map(({ heading, field }) => [heading, field]))
const taken = async (csv: string, more: object = {}) => {
  const job = await verified(app, admin, 'device', csv, { createMissing: 1, ...more })
  expect(job.status, String(job.note)).toBe('verified')
  return job
}
const rows = (names: readonly string[], columns: string) =>
  app.sql(
    `select ${columns} from device d left join dept t on t.tenant_id = d.tenant_id and t.id = d.use_dept_id left join location p on p.tenant_id = d.tenant_id and p.id = d.location_id
      left join assets_category c on c.tenant_id = d.tenant_id and c.id = d.assets_category_id where d.tenant_id = $1 and d.device_name = any($2::text[]) order by d.id`,
    [home.tenant, names],
  )
const warnings = async (id: string) => (await problemsOf(admin, id, { grade: 'warning' })).map(({ row, message }) => `${row} ${message}`)

describe('lists of other systems', () => {
  test('a list of fixed assets: the value of all, the quantity asked, the ended one left out, dates that cannot be', async () => {
    const job = await taken(lists.fixedAssets)
    expect(fieldsOf(job)).toMatchObject({
      标签号: 'assetTagNo',
      单价: '#unitPrice',
      数量: '#quantity',
      原值: 'originalValue',
      净残值率: 'residualRate',
      生产日期: 'madeDate',
      累计折旧: null,
    })
    expect(job).toMatchObject({ rowCount: 4, newCount: 3, faultyCount: 0, layout: { found: { quantities: 1, gone: 1 } } })
    expect(await warnings(job.id)).toEqual(
      expect.arrayContaining([
        '2 列“累计折旧”没有对应字段，不导入：4 格有内容',
        '4 购置日期早于生产日期，请核对',
        '5 设备状态“报废”表示设备已不在，这一行不导入',
        '6 购置日期晚于今天，请核对',
      ]),
    )
    const each = await begin(admin, 'device', 'verify', { id: job.id, quantity: 'each', columns: [{ at: 1, field: null }] })
    expect(each.newCount).toBe(12)
    await write(job.id)
    const found = await rows(
      ['彩色超声诊断仪', '监护仪', '麻醉机', '除颤仪'],
      'device_name as name, asset_tag_no as tag, original_value as value, residual_rate as rate, depreciation_method as method, d.useful_life_months as life, eam_status as state, t.dept_name as dept',
    )
    expect(found).toHaveLength(12)
    expect(found.reduce((sum, { value }) => sum + Number(value), 0)).toBe(1_200_000 + 250_000 + 42_000)
    expect(found[0]).toEqual({
      name: '彩色超声诊断仪',
      tag: 'T-001',
      value: '1200000.00',
      rate: '0.0500',
      method: 'straight_line',
      life: 72,
      state: 'in_use',
      dept: '超声科',
    })
    expect(found[1]).toMatchObject({ name: '监护仪', value: '25000.00', method: 'straight_line', dept: '骨科' })
    expect(found.at(-1)).toMatchObject({ name: '除颤仪', method: 'sum_of_years', state: 'pending_disposal' })
  })

  test('the value of all stays that of one card where the quantity is kept', async () => {
    const job = await taken('设备名称,单价,数量,原值\n总机,2500,10,25000\n总二机,2500,10,\n总三机,2500,,\n')
    await write(job.id)
    expect(await rows(['总机', '总二机', '总三机'], 'original_value as value')).toEqual([
      { value: '25000.00' },
      { value: '25000.00' },
      { value: '2500.00' },
    ])
  })

  test('a surplus list of a state: the state is a place, dollars are asked about by their currency', async () => {
    const job = await taken(lists.surplus)
    expect(fieldsOf(job)).toEqual({
      ...{ State: 'location', 'Agency Name': 'useDept', NSN: null, 'Item Name': 'deviceName', Quantity: '#quantity', UI: null },
      ...{ 'Acquisition Value': 'originalValue', 'DEMIL Code': null, 'Ship Date': 'purchaseDate', 'Station Type': null },
    })
    expect(job).toMatchObject({ newCount: 4, layout: { found: { gone: 0, currencies: [{ code: 'USD', zh: '美元', cells: 4 }] } } })
    const asked = await begin(admin, 'device', 'verify', { id: job.id, rates: [{ currency: 'USD', rate: '7.1234' }] })
    expect(asked.groups.map(({ zh, cells }) => [zh, cells])).toContainEqual(['原值以美元计，按 1 美元 = 7.1234 元换算', 4])
    await write(job.id)
    expect(
      await rows(
        ['DEFIBRILLATOR', 'LITTER, FOLDING'],
        'original_value as value, purchase_date::text as day, p.location_name as place, t.dept_name as dept, eam_status as state, import_note as note',
      ),
    ).toEqual([
      {
        value: '8548.08',
        day: '2019-09-19',
        place: 'AL',
        dept: 'ABBEVILLE POLICE DEPT',
        state: 'in_use',
        note: 'Acquisition Value: $1,200.00',
      },
      {
        value: '983.03',
        day: '2016-12-28',
        place: 'TX',
        dept: 'AUSTIN COUNTY SHERIFF',
        state: 'in_use',
        note: 'Quantity: 4\nAcquisition Value: $138.00',
      },
    ])
  })

  test('an export of identifiers: brand, model, company and term, with a name from the term where there is no other', async () => {
    const job = await taken(lists.udi)
    expect(fieldsOf(job)).toEqual({
      ...{
        'Primary DI': 'udiDi',
        'Brand Name': 'brand',
        'Version or Model Number': 'deviceModel',
        'Catalog Number': null,
        'Company Name': 'manufacturer',
      },
      ...{
        'Device Description': 'deviceName',
        'GMDN Term': 'commonName',
        'Serial Number': 'sn',
        'Lot Number': null,
        'Manufacturing Date': 'madeDate',
        'Expiration Date': null,
      },
    })
    await write(job.id)
    expect(
      await rows(
        ['Intensive care ventilator'],
        'udi_di as di, brand, device_model as model, manufacturer as maker, common_name as term, sn, made_date::text as made, import_note as note',
      ),
    ).toEqual([
      {
        di: '07613327059304',
        brand: 'SERVO-u',
        model: 'SERVO-U',
        maker: 'Maquet Critical Care AB',
        term: 'Intensive-care ventilator',
        sn: '22101',
        made: '2017-01-01',
        note: null,
      },
    ])
    const bare = await taken('UDI,Brand Name,GMDN PT Name\n00884838079649,BN,Bone saw\n')
    expect(fieldsOf(bare)).toEqual({ UDI: 'udiDi', 'Brand Name': 'brand', 'GMDN PT Name': 'deviceName' })
  })

  test('an export of a maintenance program: words of its states, kinds as categories, a warranty that ends before its device', async () => {
    const job = await taken(lists.cmms)
    expect(fieldsOf(job)).toMatchObject({
      ...{
        'Control Number': 'assetTagNo',
        'Equipment Description': 'deviceName',
        Type: 'assetsCategory',
        Model: 'deviceModel',
        Status: 'eamStatus',
      },
      ...{
        Building: '#level1',
        Room: 'location',
        Condition: '#state',
        'Install Date': 'enableDate',
        'Warranty Expiration Date': 'warrantyEnd',
        'Purchase Cost': 'originalValue',
        'PM Frequency': 'maintainCycle',
      },
    })
    expect(job).toMatchObject({ rowCount: 5, newCount: 4, faultyCount: 0, layout: { found: { gone: 1 } } })
    expect(await warnings(job.id)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^3 设备状态“Retired”表示设备已不在/),
        '4 保修到期早于启用日期，请核对',
        '5 原值为 0，请核对',
        expect.stringMatching(/^6 设备状态无法识别/),
      ]),
    )
    await write(job.id)
    expect(
      await rows(
        ['Infusion Pump', 'ECG', 'Bed', 'Scope'],
        'asset_tag_no as tag, eam_status as state, enable_date::text as used, original_value as value, c.category_name as category',
      ),
    ).toEqual([
      { tag: 'BM-0001', state: 'in_use', used: '2019-03-25', value: '2450.00', category: 'Pump' },
      { tag: 'BM-0003', state: 'missing', used: '2015-01-15', value: '6000.00', category: 'Electrocardiograph' },
      { tag: 'BM-0004', state: 'in_stock', used: '2015-01-15', value: '0.00', category: 'Bed' },
      { tag: 'BM-0005', state: 'idle', used: '2016-01-15', value: '9000.00', category: 'Endoscope' },
    ])
  })

  test('a ledger of finance: rates in hundredths, methods by their other names, net values told as left out', async () => {
    const job = await taken(lists.ledger)
    expect(fieldsOf(job)).toMatchObject({
      卡片编号: 'assetsCode',
      类别名称: 'assetsCategory',
      入账日期: 'purchaseDate',
      开始使用日期: 'enableDate',
      '残值率（%）': 'residualRate',
      已提折旧: null,
      期末净值: null,
      使用状态: 'eamStatus',
    })
    expect(job.groups.map(({ zh, cells }) => [zh, cells])).toEqual(
      expect.arrayContaining([
        ['列“期末净值”没有对应字段，不导入：4 格有内容', 1],
        ['残值率按百分数换算', 2],
      ]),
    )
    await write(job.id)
    expect(
      await rows(
        ['CT机', '血球仪', '手术床', '灭菌器'],
        'original_value as value, residual_rate as rate, depreciation_method as method, d.useful_life_months as life, eam_status as state, voucher_no as voucher',
      ),
    ).toEqual([
      { value: '8500000.00', rate: '0.0500', method: 'sum_of_years', life: 120, state: 'in_use', voucher: '记-0630-12' },
      { value: '320000.00', rate: '0.0400', method: 'double_declining', life: 96, state: 'idle', voucher: '记-0630-13' },
      { value: '96000.00', rate: '0.0500', method: 'straight_line', life: null, state: 'disposed', voucher: '记-0630-14' },
      { value: '96000.00', rate: '0.0300', method: 'units', life: 120, state: 'idle', voucher: '记-0630-15' },
    ])
    const bare = await taken('设备名称,残值率\n率机,5\n率机,0.05\n率机,5%\n率机,1\n')
    await write(bare.id)
    expect((await rows(['率机'], 'residual_rate as rate')).map(({ rate }) => rate)).toEqual(['0.0500', '0.0500', '0.0500', '0.0100'])
  })
})

test('amounts in several currencies are asked about one by one: a rate, the number as it is, or nothing', async () => {
  const csv = `设备名称,出厂编号,原值\n币机,B-1,"$1,000.50"\n币机,B-2,EUR 200\n币机,B-3,5万日元\n币机,B-4,3000\n币机,B-5,US$10\n`
  const job = await verified(app, admin, 'device', csv)
  expect(job.layout.found.currencies).toMatchObject([
    { code: 'USD', cells: 2 },
    { code: 'EUR', cells: 1 },
    { code: 'JPY', cells: 1 },
  ])
  const refused = await admin.post('/eam/device/import-verify', { id: job.id, rates: [{ currency: 'USD', rate: '0' }] })
  expect(refused).toMatchObject({ status: 400 })
  const rates = [
    { currency: 'USD', rate: '7.25' },
    { currency: 'EUR', rate: '1' },
  ]
  expect(await begin(admin, 'device', 'verify', { id: job.id, rates })).toMatchObject({ warningCount: 1 })
  const jpy = await begin(admin, 'device', 'verify', { id: job.id, rates: [{ currency: 'JPY', rate: '0.0481' }] })
  expect(jpy).toMatchObject({ warningCount: 0, layout: { asked: { rates: { USD: '7.25', EUR: '1', JPY: '0.0481' } } } })
  await begin(admin, 'device', 'verify', { id: job.id, rates: [{ currency: 'JPY', rate: null }] })
  await write(job.id)
  expect((await cardsNamed('币机')).map(({ originalValue, importNote }) => [originalValue, importNote])).toEqual([
    ['7253.63', '原值: $1,000.50'],
    ['200.00', '原值: EUR 200'],
    [null, '原值: 5万日元'],
    ['3000.00', null],
    ['72.50', '原值: US$10'],
  ])
  const scaled = await verified(app, admin, 'device', '设备名称,原值（万美元）\n万币机,1.5\n', { rates: [{ currency: 'USD', rate: '7' }] })
  await write(scaled.id)
  expect(await cardsNamed('万币机')).toMatchObject([{ originalValue: '105000.00' }])
})

test('dates that are possible and unlikely go in with a warning', async () => {
  const csv = `设备名称,购置日期,验收日期,启用日期,保修到期
日机,2020-05-01,2020-04-01,2020-03-01,2019-05-01
日机,1899-01-01,,,2199-01-01
日机,2020-05-01,2020-06-01,2099-01-01,2023-05-01\n`
  const job = await verified(app, admin, 'device', csv)
  expect(job).toMatchObject({ newCount: 3, faultyCount: 0 })
  expect(await warnings(job.id)).toEqual([
    '2 验收日期早于购置日期，请核对',
    '2 启用日期早于购置日期，请核对',
    '2 保修到期早于购置日期，请核对',
    expect.stringMatching(/^3 购置日期应为日期/),
    '3 保修到期在 50 年之后，请核对',
    '4 启用日期在 50 年之后，请核对',
    '4 保修到期早于启用日期，请核对',
  ])
})

describe('a name and a code in one cell', () => {
  test('is the department of both, in brackets or before it; a code of a department with another name is none', async () => {
    const [one, other] = [`编码科${Date.now()}`, `另码科${Date.now()}`]
    const saved = await Promise.all(
      [
        [one, 'BM07'],
        [other, 'BM08'],
      ].map(([deptName, deptCode]) => admin.post<Row>('/blade-system/dept/submit', { deptName, deptCode, category: 'clinical' })),
    )
    const [id] = saved.map(({ data }) => data.id)
    const cells = [`${one}(BM07)`, `${one}（bm07）`, `BM07 ${one}`, `BM07-${one}`, `${one}【BM07】`, `${one}(X999)`, one]
    const wrong = [`${one}(BM08)`, '旧名(BM07)', 'BM07 病区', `${one}(2)`, '没有(A1)']
    const lines = [...cells, ...wrong].map((said, at) => `编码机,${said},BM-${at + 10},在用`)
    const job = await verified(app, admin, 'device', `设备名称,使用科室,出厂编号,使用状况\n${lines.join('\n')}\n`)
    expect(job.missing.dept).toEqual(wrong)
    await write(job.id)
    const cards = await cardsNamed('编码机')
    expect(cards.map(({ useDeptId }) => useDeptId)).toEqual([...cells.map(() => id), ...wrong.map(() => null)])
  })
})
