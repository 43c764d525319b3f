import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, type Job, problemsOf, verified } from '#tests/harness/imports.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const columns =
  'deviceName,sn,assetTagNo,eamStatus,riskLevel,purchaseDate,enableDate,useDeptId,locationId,supplierId,keeperId,assetsCategoryId,importNote'
const cardsNamed = async (name: string) =>
  (await admin.get<Page>('/eam/device/list', { size: 200, keyword: name, columns, ascs: 'sn' })).data.records
/** Writes what was found, or says why that was refused. */
const write = async (id: string, more: object = {}) => {
  const done = await begin(admin, 'device', 'write', { id, ...more })
  expect(done.status, String(done.note)).toBe('done')
  return done
}

describe('cells that say nothing, or nothing that can be kept', () => {
  test('placeholders are empty, and as serials make no rows the same', async () => {
    const csv = ['N/A', 'NA', '-', '——', '/', '无', '不详', 'TBD', '0000-00-00', 'null']
      .map((word) => `空机,骨科,${word},厂,${word},${word}`)
      .join('\n')
    const job = await verified(app, admin, 'device', `设备名称,使用科室,出厂编号,生产厂家,启用日期,保管人\n${csv}\n`)
    expect(job).toMatchObject({ rowCount: 10, newCount: 10, faultyCount: 0 })
    expect(job.groups.filter(({ grade }) => grade === 'note').map(({ zh, cells }) => [zh, cells])).toEqual([
      ['出厂编号没有内容，留空', 10],
      ['启用日期没有内容，留空', 10],
      ['保管人没有内容，留空', 10],
    ])
    expect(await write(job.id)).toMatchObject({ writtenCount: 10 })
    for (const card of await cardsNamed('空机')) expect(card).toMatchObject({ sn: null, enableDate: null, importNote: null })
  })

  test('what cannot be read in an optional cell is left empty with a warning, kept in the note and counted by its cause', async () => {
    const csv =
      '设备名称,使用科室,出厂编号,启用日期,供货商,责任人,管理类别\n记机,没有科,R-1,长期,某公司,张三,二类半\n记机,骨科,R-2,2020年,某公司,李四,Ⅱ类\n'
    const job = await verified(app, admin, 'device', csv)
    expect(job).toMatchObject({ rowCount: 2, newCount: 2, faultyCount: 0 })
    expect(job.groups.map(({ at, grade, zh, cells, values }) => [at, grade, zh, cells, values[0]])).toContainEqual([
      4,
      'warning',
      '供应商找不到，留空',
      2,
      { value: '某公司', cells: 2 },
    ])
    expect(await write(job.id)).toMatchObject({ writtenCount: 2 })
    expect(await cardsNamed('记机')).toMatchObject([
      { sn: 'R-1', useDeptId: null, importNote: '使用科室: 没有科\n启用日期: 长期\n供货商: 某公司\n责任人: 张三\n管理类别: 二类半' },
      { sn: 'R-2', enableDate: null, riskLevel: 'II', importNote: '启用日期: 2020年\n供货商: 某公司\n责任人: 李四' },
    ])
  })

  test.each([
    ['原值(USD)', '美元', 'US Dollar'],
    ['Price (US$)', '美元', 'US Dollar'],
    ['PriceUSD', '美元', 'US Dollar'],
    ['单价（美元）', '美元', 'US Dollar'],
    ['采购价/欧元', '欧元', 'Euro'],
    ['Cost (EUR)', '欧元', 'Euro'],
    ['金额 [JPY]', '日元', 'Japanese Yen'],
    ['价格（HK$）', '港元', 'Hong Kong Dollar'],
    ['合同金额（原币）', '外币', 'a foreign currency'],
  ])('an amount under the heading %s is no yuan: left empty, told and kept', async (heading, zh, en) => {
    const job = await verified(
      app,
      admin,
      'device',
      `设备名称,出厂编号,${heading}\n币机${heading},${heading}-1,5000\n币机${heading},${heading}-2,\n`,
    )
    expect(job.layout.columns[2]).toMatchObject({ heading, field: 'originalValue' })
    expect(job).toMatchObject({ newCount: 2, faultyCount: 0, warningCount: 1 })
    expect(job.groups).toMatchObject([
      {
        grade: 'warning',
        zh: `原值按表头以${zh}计，不是人民币，留空`,
        en: expect.stringContaining(`is in ${en} by its heading, not in CNY; left empty`),
        values: [{ value: '5000', cells: 1 }],
      },
    ])
    expect(await write(job.id)).toMatchObject({ writtenCount: 2 })
    const kept = await app.sql('select original_value as value, import_note as note from device where device_name = $1 order by sn', [
      `币机${heading}`,
    ])
    expect(kept).toEqual([
      { value: null, note: `${heading}: 5000` },
      { value: null, note: null },
    ])
  })

  test('an amount that names its own currency is no yuan, however the cell writes it; one that says yuan is', async () => {
    const foreign = { $5000: '美元', '€5;000': '欧元', 'USD 5000': '美元', '5000美元': '美元', HK$5000: '港元', '5000 JPY': '日元' }
    const yuan = { '¥5;000': '5000.00', 人民币5000元: '5000.00', 'RMB 5000': '5000.00', '5千元': '5000.00', '0.5百万元': '500000.00' }
    const cells = [...Object.keys(foreign), ...Object.keys(yuan)].map((cell) => cell.replace(';', ','))
    const csv = cells.map((cell, at) => `异币机,Y-${at + 10},"${cell}"`).join('\n')
    const job = await verified(app, admin, 'device', `设备名称,出厂编号,原值\n${csv}\n`)
    expect(job).toMatchObject({ newCount: 11, faultyCount: 0, warningCount: 6 })
    for (const currency of new Set(Object.values(foreign)))
      expect(job.groups.map(({ zh }) => zh)).toContain(`原值以${currency}计，不是人民币，留空`)
    expect(await write(job.id)).toMatchObject({ writtenCount: 11 })
    const kept = await app.sql(
      `select original_value as value, import_note as note from device where device_name = '异币机' order by sn collate "C"`,
    )
    expect(kept).toEqual([
      ...cells.slice(0, 6).map((cell) => ({ value: null, note: `原值: ${cell}` })),
      ...Object.values(yuan).map((value) => ({ value, note: null })),
    ])
  })

  test('a number that its format shows in a foreign currency is no yuan, but in columns that hold no money it is the number; a marked copy says its unit', async () => {
    const cell = (value: number, numFmt: string) => ({ value, style: { numFmt } })
    const bytes = await writeXlsx({
      sheets: [
        {
          name: '台账',
          rows: [['设备名称', '出厂编号', '原值', '数量'], ...['美', '欧', '元', '万'].map((of) => ['币式机', `BS-${of}`])],
          cells: new Map([
            ['1,2', cell(5000, '"$"#,##0.00')],
            ['1,3', cell(1, '"$"#,##0')],
            ['2,2', cell(4000.5, '#,##0.00\\ [$€-407]')],
            ['3,2', cell(3000, '[$¥-804]#,##0.00')],
            ['4,2', cell(1.5, '0.00"万元"')],
          ]),
        },
      ],
    })
    const job = await verified(app, admin, 'device', bytes)
    expect(job).toMatchObject({ newCount: 4, faultyCount: 0, warningCount: 2 })
    expect(job.groups).toMatchObject([
      { grade: 'warning', zh: '原值以美元计，不是人民币，留空', values: [{ value: '5000 美元', cells: 1 }] },
      { grade: 'warning', zh: '原值以欧元计，不是人民币，留空', values: [{ value: '4000.5 欧元', cells: 1 }] },
    ])
    const marked = await readXlsx((await admin.file('/eam/import-job/marked', { id: job.id })).bytes)
    expect(marked.sheets[0]!.rows.slice(1).map((row) => row[2])).toEqual(['5000 美元', '4000.5 欧元', 3000, '1.5万元'])
    expect(await write(job.id)).toMatchObject({ writtenCount: 4 })
    const kept = await app.sql(
      `select sn, original_value as value, import_note as note from device where device_name = '币式机' order by original_value, sn collate "C"`,
    )
    expect(kept).toEqual([
      { sn: 'BS-元', value: '3000.00', note: null },
      { sn: 'BS-万', value: '15000.00', note: null },
      { sn: 'BS-欧', value: null, note: '原值: 4000.5 欧元' },
      { sn: 'BS-美', value: null, note: '原值: 5000 美元' },
    ])
  })

  test.each([
    ['a group over two columns', ',,价格（美元）,,\n设备名称,出厂编号,原值,净值,使用科室', '价格（美元）'],
    ['a title with brackets', '设备台账（金额单位：美元）\n设备名称,出厂编号,原值,净值,使用科室', '金额单位：美元'],
    ['a line far right above', '设备台账\n编制单位：某医院,,,,币种：USD\n\n设备名称,出厂编号,原值,净值,使用科室', '币种：USD'],
    ['a label and its cell', '台账,,,货币单位：,美元\n设备名称,出厂编号,原值,净值,使用科室', '货币单位：美元'],
  ])('a currency that stands above the headings is that of the amounts: %s', async (name, head, said) => {
    const job = await verified(app, admin, 'device', `${head}\n上币机${name},${name},5000,人民币4000元,骨科\n`)
    expect(job).toMatchObject({ newCount: 1, faultyCount: 0 })
    expect(job.groups.map(({ grade, zh }) => [grade, zh])).toContainEqual(['warning', `原值按表头以美元计，不是人民币，留空`])
    expect(job.layout.columns[2]).toMatchObject({ heading: '原值', field: 'originalValue', unit: said })
    await write(job.id)
    const kept = await app.sql('select original_value as value, import_note as note from device where device_name = $1', [`上币机${name}`])
    expect(kept).toEqual([{ value: null, note: expect.stringContaining('原值: 5000') }])
  })

  test.each([
    ['单位：万元', '100000.00'],
    ['（金额单位: 人民币千元）', '10000.00'],
    ['单位：台、万元', '100000.00'],
    ['单位：元', '10.00'],
    // A class of devices and a hospital, not units.
    ['10万元以上设备台账', '10.00'],
    ['万元设备', '10.00'],
    ['编制单位：美元区医院', '10.00'],
  ])('the unit “%s” above the headings is that of amounts without one of their own, and told', async (said, value) => {
    const name = `量币机${said}`
    const csv = `设备台账,,${said}\n,,,\n设备名称,出厂编号,原值,备注\n${name},${said}-1,10,\n${name},${said}-2,2万,\n${name},${said}-3,5000元,\n`
    const job = await verified(app, admin, 'device', csv)
    expect(job).toMatchObject({ newCount: 3, faultyCount: 0, warningCount: 0 })
    const told = job.groups.filter(({ zh }) => zh.includes('换算'))
    if (/^[^0-9].*[万千]元）?$/.test(said))
      expect(told).toMatchObject([{ grade: 'note', zh: `原值按表格上方的“${said.replace(/[（）]/g, '')}”换算成元`, cells: 1 }])
    else expect(told).toEqual([])
    await write(job.id)
    const kept = await app.sql('select original_value as value from device where device_name = $1 order by sn', [name])
    expect(kept.map((row) => row.value)).toEqual([value, '20000.00', '5000.00'])
  })

  test('a heading tells more than the line above it, and 万元以上 is no unit', async () => {
    const csv = '单位：万元\n设备名称,出厂编号,原值（元）\n头币机,H-1,10\n'
    await write((await verified(app, admin, 'device', csv)).id)
    const other = '设备名称,出厂编号,10万元以上原值\n头币机,H-2,200000\n'
    const job = await verified(app, admin, 'device', other)
    await begin(admin, 'device', 'verify', { id: job.id, columns: [{ at: 2, field: 'originalValue' }] })
    await write(job.id)
    const kept = await app.sql(`select original_value as value from device where device_name = '头币机' order by sn`)
    expect(kept.map((row) => row.value)).toEqual(['10.00', '200000.00'])
  })

  test('sheets that go in together keep their own units', async () => {
    const head = ['设备名称', '出厂编号', '原值']
    const file = await writeXlsx({
      sheets: [
        { name: '一', rows: [head, ['页币机', 'P-1', 10]] },
        { name: '二', rows: [['单位：万元'], head, ['页币机', 'P-2', 10]] },
        { name: '三', rows: [['单位：美元'], head, ['页币机', 'P-3', 10], ['页币机', 'P-4', '20元']] },
      ],
    })
    const job = await verified(app, admin, 'device', file)
    expect(job).toMatchObject({ newCount: 4, faultyCount: 0, warningCount: 1 })
    await write(job.id)
    const kept = await app.sql(`select original_value as value, import_note as note from device where device_name = '页币机' order by sn`)
    expect(kept).toEqual([
      { value: '10.00', note: null },
      { value: '100000.00', note: null },
      { value: null, note: '原值: 10 美元' },
      { value: '20.00', note: null },
    ])
  })

  test('a life in years becomes months, and a warranty of some years ends that long after the row’s own date', async () => {
    const rows = [
      '年机,NL-1,2021-03-05,2021-01-02,5年,3年',
      '年机,NL-2,,2024-02-29,60个月,12个月',
      '年机,NL-3,2021-03-05,,8,2027/1/2',
      '年机,NL-4,,,六年,三年',
      '年机,NL-5,2021-03-05,,96,36',
    ]
    const job = await verified(app, admin, 'device', `设备名称,出厂编号,验收日期,购置日期,使用年限,保修期\n${rows.join('\n')}\n`)
    expect(job).toMatchObject({ newCount: 5, faultyCount: 0, warningCount: 3 })
    expect(job.groups.map(({ grade, zh, cells }) => [grade, zh, cells])).toEqual(
      expect.arrayContaining([
        ['note', '折旧月数按表头的年换算成月', 1],
        ['note', '保修到期是一段时长，从验收日期起算', 1],
        ['note', '保修到期是一段时长，从购置日期起算', 1],
        ['warning', '保修到期是一段时长，这一行没有可起算的日期，留空', 1],
        ['warning', '保修到期没有写明是年还是月，留空', 1],
        ['warning', '折旧月数没有写明是年还是月，留空', 1],
      ]),
    )
    await write(job.id)
    const kept = await app.sql(
      `select useful_life_months as life, warranty_end::text as ends, import_note as note from device where device_name = '年机' order by sn`,
    )
    expect(kept).toEqual([
      { life: 60, ends: '2024-03-05', note: null },
      { life: 60, ends: '2025-02-28', note: null },
      { life: 96, ends: '2027-01-02', note: null },
      { life: 72, ends: null, note: '保修期: 三年' },
      { life: null, ends: null, note: '使用年限: 96\n保修期: 36' },
    ])
    const inUnits = await verified(
      app,
      admin,
      'device',
      '设备名称,出厂编号,启用日期,折旧年限（月）,质保期(年)\n年机,NL-6,2020-01-31,96,1.5\n',
    )
    expect(inUnits).toMatchObject({ newCount: 1, warningCount: 0 })
    await write(inUnits.id)
    expect(await app.sql(`select useful_life_months as life, warranty_end::text as ends from device where sn = 'NL-6'`)).toEqual([
      { life: 96, ends: '2021-07-31' },
    ])
  })

  test('of two columns of amounts the one in yuan is read, whichever stands first', async () => {
    const job = await verified(app, admin, 'device', '设备名称,出厂编号,原值（美元）,原值（元）\n双币机,FF-1,700,5000\n')
    expect(job).toMatchObject({ newCount: 1, warningCount: 1, groups: [{ zh: '列“原值（美元）”没有对应字段，不导入：1 格有内容' }] })
    await write(job.id)
    expect(await app.sql(`select original_value as value from device where device_name = '双币机'`)).toEqual([{ value: '5000.00' }])
  })

  test('the foot of a sheet is left out and told; a name without a colon is a record', async () => {
    const csv = [
      '设备名称,出厂编号,使用科室',
      '尾机,E-1,骨科',
      '审核人,E-2,骨科',
      '制表人：张三,审核人：李四,填表日期：2024-01-05',
      'Prepared by:,Zhang San,日期',
    ].join('\n')
    const job = await verified(app, admin, 'device', csv)
    expect(job).toMatchObject({ rowCount: 2, newCount: 2, faultyCount: 0, warningCount: 0 })
    expect(job.groups).toMatchObject([
      {
        at: null,
        grade: 'note',
        zh: '表尾（制表、审核、日期等）不是一条记录，不导入',
        cells: 2,
        values: [{ value: '制表人：张三 审核人：李四 填表日期：2024-01-05' }, { value: 'Prepared by: Zhang San 日期' }],
      },
    ])
    const depts = await verified(app, admin, 'dept', '科室名称\n统计科室\n经办人：王五\n')
    expect(depts).toMatchObject({ rowCount: 1, newCount: 1, faultyCount: 0 })
  })

  test('values are replaced as the person says, and remembered for the hospital', async () => {
    const csv = (sn: string) => `设备名称,出厂编号,启用日期,管理类别\n换机,${sn},长期,中类\n`
    const job = await verified(app, admin, 'device', csv('V-1'))
    expect(job.warningCount).toBe(2)
    const again = await begin(admin, 'device', 'verify', {
      id: job.id,
      values: [
        { field: 'enableDate', said: '长期', means: '' },
        { field: 'riskLevel', said: '中类', means: 'Ⅱ类' },
      ],
    })
    expect(again).toMatchObject({ warningCount: 0, newCount: 1 })
    await write(job.id)
    const next = await verified(app, await app.as('equipment_manager'), 'device', csv('V-2'))
    expect(next.warningCount).toBe(0)
    await write(next.id)
    for (const card of await cardsNamed('换机')) expect(card).toMatchObject({ enableDate: null, riskLevel: 'II', importNote: null })
    const open = await verified(app, admin, 'device', csv('V-3'))
    const refused = await admin.post('/eam/device/import-verify', { id: open.id, values: [{ field: 'qrToken', said: 'x', means: 'y' }] })
    expect(refused.status).toBe(400)
  })
})

test('what is missing is created with its list in sight: departments, places, suppliers, categories, keepers without an account', async () => {
  const csv = '设备名称,出厂编号,使用科室,存放位置,供应商,资产分类,保管人\n造机,C-1,A/B 联合科,新库房,新公司,新分类,王新\n,C-2,坏行科,,,,\n'
  const names = { dept: ['A/B 联合科', '坏行科'], location: ['新库房'], supplier: ['新公司'], assetsCategory: ['新分类'], user: ['王新'] }
  const job = await verified(app, admin, 'device', csv)
  expect(job).toMatchObject({ newCount: 1, faultyCount: 1, missing: names })
  const ready = await begin(admin, 'device', 'verify', { id: job.id, createMissing: 1 })
  expect(ready).toMatchObject({ newCount: 1, faultyCount: 1, missing: { ...names, isCreated: true } })
  expect(await write(job.id, { skipFaulty: 1 })).toMatchObject({ writtenCount: 1 })
  const [card] = await cardsNamed('造机')
  expect(card).toMatchObject({ useDeptName: 'A/B 联合科', supplierName: '新公司', assetsCategoryName: '新分类', keeperName: '王新' })
  expect(await app.sql('select 1 from dept where dept_name = $1', ['坏行科'])).toEqual([])
  const [person] = await app.sql(
    `select u.account, p.password_hash from app_user u join person p on p.id = u.person_id where u.real_name = '王新'`,
  )
  expect(person).toMatchObject({ account: expect.stringMatching(/^k-/), password_hash: '!' })
  expect(await begin(admin, 'device', 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
  expect(await app.sql(`select 1 from app_user where real_name = '王新' and not is_deleted`)).toEqual([])
})

describe('a keeper whom a list of devices named', () => {
  const peopleNamed = (name: string) =>
    app.sql(
      `select u.id, u.account, d.dept_name as dept from app_user u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
        where u.real_name = $1 and not u.is_deleted order by u.account`,
      [name],
    )

  test('gets the account of the person that is imported later; one of another department stays apart, and both are told', async () => {
    const devices = await verified(app, admin, 'device', '设备名称,出厂编号,使用科室,保管人\n识机,N-1,骨科,识一\n识机,N-2,骨科,识二\n', {
      createMissing: 1,
    })
    expect(await write(devices.id)).toMatchObject({ writtenCount: 2 })
    const [before] = await peopleNamed('识一')
    const csv = '登录账号,姓名,科室,角色\nknown_1,识一,骨科,科室资产管理员\nknown_2,识二,内科,科室资产管理员\n'
    const job = await verified(app, admin, 'user', csv)
    expect(job).toMatchObject({ newCount: 2, warningCount: 2 })
    expect((await problemsOf(admin, job.id)).map(({ message }) => message)).toEqual([
      '姓名与设备台账中的保管人是同一人，其名下设备归此账号；导入后，本次导入和当初新建该保管人的设备导入都不能再撤销',
      '姓名与设备台账中的保管人同名，科室不同或有多人，未合并，请核对其保管的设备',
    ])
    const done = await begin(admin, 'user', 'write', { id: job.id })
    expect(done, String(done.note)).toMatchObject({ status: 'done', writtenCount: 2 })
    expect(await peopleNamed('识一')).toEqual([{ id: before!.id, account: 'known_1', dept: '骨科' }])
    expect(await peopleNamed('识二')).toMatchObject([{ account: expect.stringMatching(/^k-/) }, { account: 'known_2', dept: '内科' }])
    expect((await cardsNamed('识机'))[0]).toMatchObject({ sn: 'N-1', keeperId: before!.id })
    const list = await fetch(`${app.url}/api/blade/user/import-passwords`, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id: job.id }),
    })
    const { rows } = (await readXlsx(new Uint8Array(await list.arrayBuffer()))).sheets[0]!
    const passwords = new Map(rows.slice(1).map(([account, , password]) => [account, String(password)]))
    expect([...passwords.keys()].sort()).toEqual(['known_1', 'known_2'])
    expect(await (await app.signIn(home.tenant, 'known_1', passwords.get('known_1'))).get('/eam/device/list')).toMatchObject({
      error: 'must_change',
    })
    expect(await verified(app, admin, 'user', csv)).toMatchObject({ sameCount: 2, newCount: 0 })
    expect(await begin(admin, 'user', 'undo', { id: job.id })).toMatchObject({
      status: 'done',
      note: '本次导入已把“识一”等人员与设备台账中的保管人合并，不能撤销；请在用户列表中逐个修改',
    })
    expect(await begin(admin, 'device', 'undo', { id: devices.id })).toMatchObject({
      status: 'done',
      note: '本次导入新建的保管人“识一”后来已由人员导入开通账号，不能撤销',
    })
    expect(await peopleNamed('识一')).toEqual([{ id: before!.id, account: 'known_1', dept: '骨科' }])
  })

  test('stays apart where devices of other departments, none, or a second row may mean another person, and where they cannot sign in any more', async () => {
    const csv = [
      '设备名称,出厂编号,使用科室,保管人',
      ...['骨科', '内科'].map((dept, at) => `辨机,B-1${at},${dept},辨一`),
      '辨机,B-2,,辨二',
      '辨机,B-3,骨科,辨三',
      '辨机,B-4,骨科,辨四',
      '辨机,B-5,骨科,辨五',
    ].join('\n')
    await write((await verified(app, admin, 'device', csv, { createMissing: 1 })).id)
    await app.sql(`do $$ begin
      perform set_config('app.tenant', '${home.tenant}', true);
      update app_user set status = 'suspended' where real_name = '辨四';
      insert into identity_binding (tenant_id, issuer, subject, user_id)
        select tenant_id, 'https://in.example', 'b5', id from app_user where real_name = '辨五';
    end $$`)
    const people = ['辨一', '辨二', '辨三', '辨三', '辨四', '辨五'].map((name, at) => `apart_${at},${name},骨科`)
    // The second one of a name is faulty, without a role, and counts all the same.
    const rows = people.map((row, at) => (at === 3 ? row : `${row},科室资产管理员`))
    const job = await verified(app, admin, 'user', `登录账号,姓名,科室,角色\n${rows.join('\n')}\n`)
    const unsure = (await problemsOf(admin, job.id)).filter(({ message }) => message.includes('未合并'))
    expect(unsure.map(({ value }) => value)).toEqual(['辨一', '辨二', '辨三', '辨三'])
    const done = await begin(admin, 'user', 'write', { id: job.id, skipFaulty: 1 })
    expect(done, String(done.note)).toMatchObject({ status: 'done', writtenCount: 5 })
    for (const name of ['辨一', '辨二', '辨三', '辨四', '辨五']) expect(await peopleNamed(name), name).toHaveLength(2)
  })
})

test('a state that the sheet says is the one the card begins with; idle ones can be unsealed', async () => {
  const csv = '设备名称,使用科室,出厂编号,状态\n态机,骨科,Z-1,在库\n态机,骨科,Z-2,停用\n态机,,Z-3,正常\n态机,骨科,Z-4,待报废\n'
  const job = await verified(app, admin, 'device', csv)
  expect(job).toMatchObject({ newCount: 4, faultyCount: 0, warningCount: 0 })
  await write(job.id, { asFiled: 1 })
  const cards = await cardsNamed('态机')
  expect(cards.map(({ eamStatus }) => eamStatus)).toEqual(['in_stock', 'idle', 'in_use', 'pending_disposal'])
  expect(cards[3]).toMatchObject({ importNote: null })
  const idle = cards[1]!
  expect(await admin.post('/eam/device/unseal', { id: idle.id, version: idle.version })).toMatchObject({ status: 200 })
  const after = await cardsNamed('态机')
  expect(after[1]).toMatchObject({ eamStatus: 'in_use' })
})

describe('what is asked once about a file', () => {
  test('a quantity makes one card that keeps it, or a card for each', async () => {
    const csv = '设备名称,出厂编号,数量\n量机,,3\n量机,Q-1,2\n量机,Q-2,1\n'
    const job = await verified(app, admin, 'device', csv)
    expect(job).toMatchObject({ rowCount: 3, newCount: 3, warningCount: 2, layout: { found: { quantities: 2 } } })
    const each = await begin(admin, 'device', 'verify', { id: job.id, quantity: 'each' })
    expect(each).toMatchObject({ rowCount: 5, newCount: 5, warningCount: 2 })
    await write(job.id)
    const cards = await cardsNamed('量机')
    expect(cards.map(({ sn, importNote }) => [sn, importNote])).toEqual([
      ['Q-1', '数量: 2'],
      ['Q-2', null],
      [null, null],
      [null, null],
      [null, null],
    ])
  })

  test('an amount beside a quantity is neither divided nor multiplied, and the person is told what it is taken for', async () => {
    const csv = '资产编号,设备名称,数量,金额\nQA-1,额机,3,9000\nQA-2,额机,5台,5000\nQA-3,额机,2,\n合计,,10,14000\n'
    const job = await verified(app, admin, 'device', csv)
    expect(job).toMatchObject({ rowCount: 3, newCount: 3, faultyCount: 0, layout: { found: { quantities: 3 } } })
    expect(job.layout.columns[0]).toMatchObject({ heading: '资产编号', field: 'assetsCode' })
    const wordsOf = async (id: string) => (await problemsOf(admin, id)).map(({ row, message }) => [row, message])
    expect(await wordsOf(job.id)).toEqual(
      expect.arrayContaining([
        [2, '数量为 3，建一条，数量记入备注，这一条记 原值 9000.00'],
        [3, '数量为 5，建一条，数量记入备注，这一条记 原值 5000.00'],
        [4, '数量为 2，建一条，数量记入备注'],
      ]),
    )
    expect(job.groups.filter(({ grade }) => grade === 'note')).toMatchObject([{ cells: 1, values: [{ value: '合计 10 14000' }] }])
    const each = await begin(admin, 'device', 'verify', { id: job.id, quantity: 'each', columns: [{ at: 0, field: null }] })
    expect(await wordsOf(job.id)).toContainEqual([2, '数量为 3，建 3 条，每条都记 原值 9000.00'])
    expect(each.groups.map(({ zh, cells }) => [zh, cells])).toContainEqual(['数量大于 1：每件建一条，金额不拆分，请核对是否为单价', 2])
    expect(await write(job.id, { skipFaulty: 1 })).toMatchObject({ writtenCount: 10 })
  })

  test('rows that repeat exactly are counted, and go in once where that is said', async () => {
    const csv = '设备名称,使用科室,规格型号\n复机,骨科,M\n复机,骨科,M\n复机,内科,M\n'
    const job = await verified(app, admin, 'device', csv)
    expect(job).toMatchObject({ newCount: 3, warningCount: 1, layout: { found: { repeats: 1 } } })
    const once = await begin(admin, 'device', 'verify', { id: job.id, repeats: 'once' })
    expect(once).toMatchObject({ newCount: 2, sameCount: 1 })
    expect(await write(job.id)).toMatchObject({ writtenCount: 2 })
  })
})

test('the hospital’s own tag number is searched and scanned', async () => {
  const job = await verified(app, admin, 'device', '设备名称,Log Number\n签机,LOG-7731\n')
  await write(job.id)
  expect(await cardsNamed('log-7731')).toMatchObject([{ deviceName: '签机', assetTagNo: 'LOG-7731' }])
  const found = await admin.get<{ deviceName: string }>('/eam/device/queryRfidCode', { rfidCode: 'LOG-7731' })
  expect(found.data).toMatchObject({ deviceName: '签机' })
})

describe('what has a template', () => {
  test.each([
    ['supplier', '名称,类型,电话\n导入公司,经销商,不是电话\n', { faultyCount: 0, warningCount: 1 }],
    ['assetsCategory', '分类名称,上级分类\n下类,上类\n上类,\n', { faultyCount: 0 }],
    ['deviceClass', '分类名称,分类编码,管理类别\n导入器械,90-01,Ⅱ类\n,90-02,\n', { faultyCount: 1 }],
    ['devicePart', '配件名称,数量,所属设备\n导入件,3,\n导入件,4,没有的设备\n', { faultyCount: 1 }],
  ] as const)('%s is imported, found unchanged, and undone', async (target, csv, counts) => {
    const job = await verified(app, admin, target, csv)
    expect(job, String(job.note)).toMatchObject({ status: 'verified', ...counts })
    const done = await begin(admin, target, 'write', { id: job.id, skipFaulty: 1 })
    expect(done, String(done.note)).toMatchObject({ status: 'done', writtenCount: job.newCount })
    expect(await verified(app, admin, target, csv)).toMatchObject({ sameCount: job.newCount, newCount: 0 })
    const undone = await begin(admin, target, 'undo', { id: job.id })
    expect(undone, String(undone.note)).toMatchObject({ status: 'undone' })
  })
})

describe('strokes in the names of departments and places', () => {
  const csv = (name: string) => `设备名称,出厂编号,使用科室\n${name},${name}-1,监护/冠心病\n${name},${name}-2,监护 冠心病\n`
  const deptsOf = async (name: string) => (await cardsNamed(name)).map(({ useDeptName }) => useDeptName)
  const deptTree = () =>
    app.sql(
      `select d.dept_name as name, p.dept_name as above from dept d left join dept p on p.tenant_id = d.tenant_id and p.id = d.parent_id
        where not d.is_deleted and (d.dept_name like '%冠心病%' or d.dept_name = '监护') order by d.dept_name`,
    )

  test('are signs like others unless asked: nothing below is meant, and two names stay two', async () => {
    const trees = await verified(app, admin, 'dept', '科室名称,上级科室\n监护,\n冠心病,监护\n')
    expect(await begin(admin, 'dept', 'write', { id: trees.id })).toMatchObject({ writtenCount: 2 })
    const job = await verified(app, admin, 'device', csv('划机'))
    expect(job).toMatchObject({ missing: { dept: ['监护/冠心病', '监护 冠心病'] }, layout: { found: { paths: 1 } }, warningCount: 2 })
    const made = await begin(admin, 'device', 'verify', { id: job.id, createMissing: 1 })
    expect(made).toMatchObject({ warningCount: 0, newCount: 2 })
    expect(await write(job.id)).toMatchObject({ writtenCount: 2 })
    expect(await deptsOf('划机')).toEqual(['监护/冠心病', '监护 冠心病'])
    expect(await deptTree()).toHaveLength(4)
    expect(await begin(admin, 'device', 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
  })

  test('lead downwards where that was asked for, and only strokes do in departments', async () => {
    const job = await verified(app, admin, 'device', csv('径机'), { createMissing: 1 })
    const asked = await begin(admin, 'device', 'verify', { id: job.id, createMissing: 1, paths: 1 })
    expect(asked).toMatchObject({ warningCount: 0, missing: { dept: ['监护 冠心病'] } })
    expect(await write(job.id)).toMatchObject({ writtenCount: 2 })
    expect(await deptsOf('径机')).toEqual(['冠心病', '监护 冠心病'])
    expect(await deptTree()).toMatchObject([
      { name: '冠心病', above: '监护' },
      { name: '监护', above: null },
      { name: '监护 冠心病', above: null },
    ])
  })
})

describe('places and departments of one name under different parents', () => {
  test('stay apart in their own templates, and devices reach each by its path', async () => {
    const places =
      '位置名称,上级位置,层级\n双院,,院区\n南楼,双院,楼栋\n北楼,双院,楼栋\n1层,双院/南楼,楼层\n1层,双院/北楼,楼层\n治疗室,双院/南楼/1层,房间\n治疗室,双院/北楼/1层,房间\n'
    const open = await verified(app, admin, 'location', places)
    expect(open).toMatchObject({ layout: { found: { paths: 4 } }, faultyCount: 4 })
    const rooms = await begin(admin, 'location', 'verify', { id: open.id, paths: 1 })
    expect(rooms).toMatchObject({ newCount: 7, faultyCount: 0 })
    expect(await begin(admin, 'location', 'write', { id: open.id })).toMatchObject({ writtenCount: 7 })
    const wards = await verified(app, admin, 'dept', '科室名称,上级科室\n双内科,\n双外科,\n护理组,双内科\n护理组,双外科\n')
    expect(wards).toMatchObject({ newCount: 4, faultyCount: 0 })
    expect(await begin(admin, 'dept', 'write', { id: wards.id })).toMatchObject({ writtenCount: 4 })
    const csv =
      '设备名称,出厂编号,使用科室,存放位置\n双机,T-1,双内科/护理组,南楼/1层/治疗室\n双机,T-2,双外科/护理组,北楼/1层/治疗室\n双机,T-3,护理组,治疗室\n'
    const job = await verified(app, admin, 'device', csv)
    const asked = await begin(admin, 'device', 'verify', { id: job.id, paths: 1 })
    expect(asked).toMatchObject({ newCount: 3, warningCount: 2, missing: { dept: [], location: [] } })
    expect(await write(job.id)).toMatchObject({ writtenCount: 3 })
    const cards = await app.sql(
      `select t.sn, p.dept_name as above, l.full_name as place, t.import_note as note from device t
        left join dept d on d.tenant_id = t.tenant_id and d.id = t.use_dept_id left join dept p on p.tenant_id = d.tenant_id and p.id = d.parent_id
        left join location l on l.tenant_id = t.tenant_id and l.id = t.location_id where t.device_name = '双机' order by t.sn`,
    )
    expect(cards).toEqual([
      { sn: 'T-1', above: '双内科', place: '南楼 1层 治疗室', note: null },
      { sn: 'T-2', above: '双外科', place: '北楼 1层 治疗室', note: null },
      { sn: 'T-3', above: null, place: null, note: '使用科室: 护理组\n存放位置: 治疗室' },
    ])
  })
})

describe('what a row says and no field holds', () => {
  test('is told where the note is too short for it', async () => {
    const long = '长'.repeat(3990)
    const job = await verified(app, admin, 'device', `设备名称,出厂编号,导入备注,启用日期\n满机,L-1,${long},说不清的日子\n`)
    expect(job).toMatchObject({ newCount: 1, warningCount: 2 })
    expect((await problemsOf(admin, job.id)).map(({ message }) => message)).toContain('导入备注放不下这一行的全部原文，超出部分不保留')
  })

  test.each([
    ['user', '登录账号,姓名,角色,手机\nnote_1,记人,工程师,不是手机\n', '手机'],
    ['deviceClass', '分类名称,分类编码,管理类别,使用年限（月）\n记类,91-01,Ⅱ类,很多年\n', '使用年限'],
  ] as const)('of %s, which has no note, is told to be lost', async (target, csv, words) => {
    const job = await verified(app, admin, target, csv)
    const messages = (await problemsOf(admin, job.id)).map(({ message }) => message)
    expect(messages.filter((one) => one.includes(words) && one.endsWith('留空，原文不保留'))).toHaveLength(1)
  })

  test('of its state is told to become a note for those who may not file devices', async () => {
    const csv = '设备名称,使用科室,出厂编号,状态\n权机,骨科,O-1,在用\n权机,骨科,O-2,闲置\n'
    expect(await verified(app, admin, 'device', csv)).toMatchObject({ warningCount: 0 })
    const { client } = await peopleLab(app, () => admin).then((lab) =>
      lab.clerk(['device.list', 'device.submit', 'importJob.list', 'dept.list']),
    )
    const job = await verified(app, client, 'device', csv)
    expect((await problemsOf(client, job.id)).map(({ message }) => message)).toEqual(
      Array.from({ length: 2 }, () => '设备状态不作为初始状态（没有建档权限），原文记入备注'),
    )
  })
})

describe('a workbook of many sheets', () => {
  const blank = (at: number) => ({ name: `封面${at}`, rows: [[`第 ${at} 页`]] })
  const cards = (name: string, sn: string) => ({
    name,
    rows: [
      ['Item Name', 'Serial No', 'Quantity'],
      ['页签机', sn, 1],
    ],
  })

  test('of 52 is read to its last one', async () => {
    const sheets = Array.from({ length: 52 }, (_, at) =>
      at === 10 ? cards('十一', 'W-11') : at === 51 ? cards('末页', 'W-52') : blank(at + 1),
    )
    const job = await verified(app, admin, 'device', await writeXlsx({ sheets }))
    expect(job).toMatchObject({ rowCount: 2, newCount: 2 })
    const listed = (job.layout as unknown as { sheets: { name: string; isIn: boolean }[] }).sheets
    expect(listed).toHaveLength(52)
    expect(listed.filter(({ isIn }) => isIn).map(({ name }) => name)).toEqual(['十一', '末页'])
    expect(await write(job.id)).toMatchObject({ writtenCount: 2 })
    expect((await cardsNamed('页签机')).map(({ sn }) => sn)).toEqual(['W-11', 'W-52'])
  })

  const ofDepts = (series: string, names: readonly string[], own: readonly string[] = []) =>
    writeXlsx({
      sheets: names.map((name, at) => ({
        name,
        rows: [
          ['设备名称', '出厂编号', ...own],
          [`科签机${series}`, `${series}-${at}`, ...own.map(() => '骨科')],
          ['合计', '1'],
        ],
      })),
    })
  const sheetColumn = ({ layout }: Job) => layout.columns.filter((column) => (column as { isSheet?: boolean }).isSheet)

  test('whose names are departments offers them as the department, and creates those that are missing', async () => {
    const job = await verified(app, admin, 'device', await ofDepts('甲', ['骨科', '新内科', '汇总']))
    expect(sheetColumn(job)).toEqual([
      { at: 2, heading: '工作表名称', field: 'useDept', isSheet: true, samples: ['骨科', '新内科', '汇总'] },
    ])
    expect(job.groups).toContainEqual({
      at: 2,
      field: 'useDept',
      grade: 'note',
      zh: '使用科室取自工作表名称',
      en: expect.stringContaining('is taken from the sheet name'),
      cells: expect.any(Number),
      values: ['骨科', '新内科', '汇总'].map((value) => ({ value, cells: expect.any(Number) })),
    })
    expect(job.missing.dept).toEqual(['新内科', '汇总'])
    const { bytes } = await admin.file('/eam/import-job/marked', { id: job.id })
    expect((await readXlsx(bytes)).sheets[0]!.rows[0]).toEqual(['设备名称', '出厂编号', expect.stringContaining('导入问题')])
    // One name is meant for another department, which is remembered as for any value.
    const meant = await begin(admin, 'device', 'verify', {
      id: job.id,
      values: [{ field: 'useDept', said: '汇总', means: '骨科' }],
      createMissing: 1,
    })
    expect(meant.missing.dept).toEqual(['新内科'])
    expect(await write(job.id, { skipFaulty: 1 })).toMatchObject({ writtenCount: 3 })
    expect((await cardsNamed('科签机甲')).map(({ sn, useDeptName }) => [sn, useDeptName])).toEqual([
      ['甲-0', '骨科'],
      ['甲-1', '新内科'],
      ['甲-2', '骨科'],
    ])
  })

  test('whose names are departments leaves the department open where the person declines, and for the next file too', async () => {
    const job = await verified(app, admin, 'device', await ofDepts('乙', ['骨科', 'ICU']))
    const { at } = sheetColumn(job)[0]!
    const declined = await begin(admin, 'device', 'verify', { id: job.id, columns: [{ at, field: null }] })
    expect(declined.missing.dept ?? []).toEqual([])
    expect(await write(job.id, { skipFaulty: 1 })).toMatchObject({ writtenCount: 2 })
    for (const card of await cardsNamed('科签机乙')) expect(card).toMatchObject({ useDeptId: null, importNote: null })
    const next = await verified(app, admin, 'device', await ofDepts('丙', ['骨科', 'ICU']))
    expect(sheetColumn(next)).toMatchObject([{ field: null }])
    expect(next.groups.filter(({ at: column }) => column === at)).toEqual([])
  })

  test.each([
    ['no departments', ['Sheet1', 'Sheet2', '骨科'], []],
    ['the department of one sheet', ['骨科'], []],
    ['departments beside a column of departments', ['骨科', 'ICU'], ['使用科室']],
  ])('whose names are %s offers nothing', async (_, names, own) => {
    const job = await verified(app, admin, 'device', await ofDepts('丁', names, own))
    expect(sheetColumn(job)).toEqual([])
  })

  test('of more than three hundred says how many were not read', async () => {
    const sheets = Array.from({ length: 304 }, (_, at) => (at === 0 ? cards('首页', 'W-1') : blank(at + 1)))
    const job = await verified(app, admin, 'device', await writeXlsx({ sheets }))
    expect((await problemsOf(admin, job.id)).map(({ message }) => message)).toContain(
      '文件的工作表超过 300 个，后面的 4 个没有读取；请拆分工作簿后再导入',
    )
  })

  test('of more than two hundred columns says how many filled ones were not read', async () => {
    const beyond = /^表格超过 200 列，后面有内容的 2 列没有读取/
    const wide = (sn: string, more: readonly string[]): string[][] => [
      ['设备名称', '出厂编号', ...Array.from({ length: 198 }, (_, at) => `注${at}`), ...more.map((_, at) => `末${at}`)],
      ['宽机', sn, ...Array.from({ length: 198 }, () => ''), ...more],
    ]
    const told = async (file: Uint8Array | string) =>
      (await problemsOf(admin, (await verified(app, admin, 'device', file)).id)).filter(({ message }) => beyond.test(message)).length
    const bookOf = (rows: string[][]) => writeXlsx({ sheets: [{ name: '台账', rows }] })
    expect(await told(wide('WB-1', ['a', 'b']).join('\n'))).toBe(1)
    expect(await told(await bookOf(wide('WB-2', ['a', 'b'])))).toBe(1)
    expect(await told(wide('WB-3', []).join('\n'))).toBe(0)
  })
})

test('a check that says nothing of paths took every stroke for one: its rows are written so', async () => {
  const csv = '设备名称,出厂编号,使用科室\n旧校机,OLD-CHECK-1,旧楼/旧科\n'
  const job = await verified(app, admin, 'device', csv, { createMissing: 1, paths: 1 })
  await app.sql(`do $$ begin
    perform set_config('app.tenant', '${home.tenant}', true);
    update import_job set layout = layout #- '{found,paths}' #- '{asked,paths}' where id = '${job.id}';
  end $$`)
  expect(await write(job.id, { createMissing: 1 })).toMatchObject({ status: 'done', writtenCount: 1 })
  expect((await cardsNamed('旧校机'))[0]).toMatchObject({ useDeptName: '旧科' })
})
