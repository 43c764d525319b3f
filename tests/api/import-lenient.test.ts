import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { begin, verified } from '#tests/harness/imports.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const columns =
  'deviceName,sn,assetTagNo,eamStatus,riskLevel,purchaseDate,enableDate,useDeptId,locationId,supplierId,keeperId,assetsCategoryId,importNote'
const cardsNamed = async (name: string) =>
  (await admin.get<Page>('/eam/device/list', { size: 200, keyword: name, columns, ascs: 'sn' })).data.records
const write = (id: string, more: object = {}) => begin(admin, 'device', 'write', { id, ...more })

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
      '设备名称,使用科室,出厂编号,启用日期,供货商,责任人,管理类别\n记机,没有科,R-1,长期,某公司,张三,二类\n记机,骨科,R-2,2020年,某公司,李四,Ⅱ类\n'
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
      { sn: 'R-1', useDeptId: null, importNote: '使用科室: 没有科\n启用日期: 长期\n供货商: 某公司\n责任人: 张三\n管理类别: 二类' },
      { sn: 'R-2', enableDate: null, riskLevel: 'II', importNote: '启用日期: 2020年\n供货商: 某公司\n责任人: 李四' },
    ])
  })

  test('values are replaced as the person says, and remembered for the hospital', async () => {
    const csv = (sn: string) => `设备名称,出厂编号,启用日期,管理类别\n换机,${sn},长期,二类\n`
    const job = await verified(app, admin, 'device', csv('V-1'))
    expect(job.warningCount).toBe(2)
    const again = await begin(admin, 'device', 'verify', {
      id: job.id,
      values: [
        { field: 'enableDate', said: '长期', means: '' },
        { field: 'riskLevel', said: '二类', means: 'Ⅱ类' },
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

test('a state that the sheet says is the one the card begins with; idle ones can be unsealed; other states are kept as text', async () => {
  const csv = '设备名称,使用科室,出厂编号,状态\n态机,骨科,Z-1,在库\n态机,骨科,Z-2,停用\n态机,,Z-3,正常\n态机,骨科,Z-4,待报废\n'
  const job = await verified(app, admin, 'device', csv)
  expect(job).toMatchObject({ newCount: 4, faultyCount: 0, warningCount: 1 })
  await write(job.id, { asFiled: 1 })
  const cards = await cardsNamed('态机')
  expect(cards.map(({ eamStatus }) => eamStatus)).toEqual(['in_stock', 'idle', 'in_use', 'in_use'])
  expect(cards[3]).toMatchObject({ importNote: '状态: 待报废' })
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
    expect(await begin(admin, target, 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
  })
})
