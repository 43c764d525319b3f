import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCsv } from 'hucre/csv'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { userTemplate } from '#contract/calls/import/import.ts'
import { importTargets } from '#contract/entities/import/import-job.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { entityNamed, type ImportTarget } from '#contract/registry.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { purge } from '#server/jobs/purge.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, type Problem, problemsOf, sendFile, settled, verified } from '#tests/harness/imports.ts'
import { bombOf, zipOf } from '#tests/harness/zip.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')
const admin = await app.as('administrator')

const devices = async (client: Client, query: Record<string, string | number> = {}) =>
  (await client.get<Page>('/eam/device/list', { size: 200, ...query })).data

describe('an import of cards', () => {
  test('is read, written once and found unchanged the second time', async () => {
    const csv =
      '设备名称,使用科室,出厂编号,生产厂家,购置日期,原值\n输液泵,骨科,SN-1,史密斯,31/01/2020,"12,500.50"\n监护仪,内科,SN-2,迈瑞,2021-02-03,9800\n'
    const job = await verified(app, manager, 'device', csv)
    expect(job).toMatchObject({ status: 'verified', rowCount: 2, newCount: 2, sameCount: 0, faultyCount: 0 })
    expect((await devices(manager, { keyword: '输液泵' })).total).toBe(0)
    const done = await begin(manager, 'device', 'write', { id: job.id })
    expect(done, String(done.note)).toMatchObject({ status: 'done', writtenCount: 2 })
    const [card] = (await devices(manager, { keyword: '输液泵', columns: 'sn,purchaseDate,originalValue,qrToken' })).records
    expect(card).toMatchObject({
      sn: 'SN-1',
      purchaseDate: '2020-01-31',
      originalValue: '12500.50',
      useDeptId: home.depts.bones,
      eamStatus: 'in_stock',
      filingStatus: 'draft',
      qrToken: expect.stringMatching(/^[0-9a-z]{12}$/),
      deviceCode: expect.stringMatching(/^ZC-\d{4}-\d{6}$/),
    })
    const again = await verified(app, manager, 'device', csv)
    expect(again).toMatchObject({ newCount: 0, sameCount: 2 })
    const nothing = await begin(manager, 'device', 'write', { id: again.id })
    expect(nothing).toMatchObject({ status: 'done', writtenCount: 0, note: '所有行都已在系统中，没有改动' })
    expect((await devices(manager, { keyword: '输液泵' })).total).toBe(1)
  })
})

describe('what is wrong', () => {
  const csv = [
    '设备名称,使用科室,出厂编号,生产厂家,购置日期,原值,管理类别,RFID',
    ',骨科,E-1,甲,2020-01-01,1,Ⅰ类,',
    '泵,没有的科,E-2,甲,2020-01-01,1,Ⅰ类,',
    '泵,骨科,E-3,甲,31/02/2020,1,Ⅰ类,',
    '泵,骨科,E-4,甲,2020-01-01,很多,Ⅰ类,',
    '泵,骨科,E-5,甲,2020-01-01,1,IX,',
    '泵,骨科,E-6,甲,2020-01-01,1,Ⅰ类,RF1',
    '泵,骨科,E-6,甲,2020-01-01,1,Ⅰ类,RF2',
    '泵,骨科,E-7,甲,2020-01-01,1,Ⅰ类,RF1',
    '泵,骨科,1.2E+15,甲,2020-01-01,1,Ⅰ类,',
    '好泵,骨科,E-9,甲,2020-01-01,1,Ⅰ类,RF9',
  ].join('\n')

  test('is named cell by cell in the person’s language, and nothing of it is written', async () => {
    const job = await verified(app, manager, 'device', csv)
    expect(job).toMatchObject({ rowCount: 10, newCount: 7, faultyCount: 3, warningCount: 5 })
    const found = await problemsOf(manager, job.id)
    expect(found.map(({ row, column, grade }) => [row, column, grade])).toEqual([
      [2, 0, 'error'],
      [3, 1, 'warning'],
      [4, 4, 'warning'],
      [5, 5, 'warning'],
      [6, 6, 'warning'],
      [8, 2, 'error'],
      [9, 7, 'error'],
      [10, 2, 'warning'],
    ])
    expect(found.map(({ message }) => message)).toEqual([
      '设备名称不能为空',
      '使用科室找不到，留空',
      '购置日期应为日期，如 2026-01-31，留空',
      '原值应为金额，最多两位小数，留空',
      '管理类别不在可选范围内：Ⅰ类、Ⅱ类、Ⅲ类，留空',
      '出厂编号与第 7 行相同，是同一条',
      'RFID与第 7 行重复',
      '出厂编号已被电子表格损坏（科学计数法），留空；请把该列设为文本后重新填写',
    ])
    expect(found[1]).toMatchObject({ field: 'useDept', value: '没有的科' })
    const english = await manager.get<Page<Problem>>('/eam/import-job/problems', { id: job.id, size: 200 }, { 'accept-language': 'en' })
    expect(english.data.records[1]!.message).toBe('Department was not found; left empty')
    expect((await problemsOf(manager, job.id, { grade: 'warning' })).map(({ row }) => row)).toEqual([3, 4, 5, 6, 10])
    expect((await problemsOf(manager, job.id, { field: 'sn' })).map(({ row }) => row)).toEqual([8, 10])
    expect((await devices(manager, { keyword: '好泵' })).total).toBe(0)
    const refused = await begin(manager, 'device', 'write', { id: job.id })
    expect(refused).toMatchObject({ status: 'verified', note: '有 3 行有错误；请改正后重新导入，或选择不导入这些行' })
    expect((await devices(manager, { keyword: '好泵' })).total).toBe(0)
    const done = await begin(manager, 'device', 'write', { id: job.id, skipFaulty: 1 })
    expect(done).toMatchObject({ status: 'done', writtenCount: 7 })
    const known = await verified(app, manager, 'device', '设备名称,RFID\n别的泵,RF9\n')
    expect(known).toMatchObject({ changedCount: 1, newCount: 0 })
    const taken = await verified(app, manager, 'device', '设备名称,出厂编号,RFID\n别的泵,NEU-1,RF9\n')
    expect((await problemsOf(manager, taken.id)).map(({ message }) => message)).toEqual(['RFID已被其他记录使用'])
  })

  test('is marked in a copy of the same file', async () => {
    const job = await verified(app, manager, 'device', csv)
    const marked = await manager.file('/eam/import-job/marked', { id: job.id })
    expect(marked.status).toBe(200)
    expect(decodeURIComponent(marked.headers.get('content-disposition') ?? '')).toContain('台账-标出问题.csv')
    const lines = parseCsv(new TextDecoder().decode(marked.bytes))
    expect(lines[0]).toEqual([...csv.split('\n')[0]!.split(','), '导入问题'])
    expect(lines[2]).toEqual([...csv.split('\n')[2]!.split(','), '使用科室找不到，留空'])
    const sheet = await writeXlsx({ sheets: [{ name: '表', rows: csv.split('\n').map((line) => line.split(',')) }] })
    const book = await verified(app, manager, 'device', sheet)
    const file = await manager.file('/eam/import-job/marked', { id: book.id })
    const { sheets } = await readXlsx(file.bytes, { readStyles: true })
    expect(sheets[0]!.rows[2]!.at(-1)).toBe('使用科室找不到，留空')
    expect(sheets[0]!.cells?.get('2,1')?.style?.fill).toMatchObject({ fgColor: { rgb: expect.stringContaining('FFEB9C') } })
    expect(await (await app.as('administrator', other)).get('/eam/import-job/marked', { id: book.id })).toMatchObject({ status: 404 })
  })

  test('with the whole file is one sentence', async () => {
    const sentence = async (bytes: Uint8Array | string) => {
      const job = await verified(app, manager, 'device', bytes)
      expect(job.status).toBe('failed')
      return job.note
    }
    expect(await sentence('设备名称,科室\n')).toBe('表头下面没有数据行')
    const sheet = await writeXlsx({ sheets: [{ name: '表', rows: [['设备名称'], ['泵']] }] })
    const bomb = await zipOf(sheet, {}, { 'xl/worksheets/sheet1.xml': bombOf(450, '<c/>') })
    expect(await sentence(bomb)).toBe('文件解压后过大，已拒绝读取')
    // The texts may lie in a part of any name, and the archive may say truly how large it is.
    const elsewhere = { 'xl/_rels/workbook.xml.rels': (xml: string) => xml.replace('sharedStrings.xml', 'more.xml') }
    const texts = await zipOf(sheet, elsewhere, { 'xl/more.xml': { ...bombOf(400), size: 400 * 1024 * 1024 } })
    expect(await sentence(texts)).toBe('文件解压后过大，已拒绝读取')
    const lost = await verified(app, manager, 'device', '设备名称,科室\n失踪泵,骨科\n')
    await rm(join(app.dataDir, 'files', manager.tenant), { recursive: true })
    expect(await begin(manager, 'device', 'verify', { id: lost.id })).toMatchObject({ status: 'failed', note: '源文件已不在，请重新上传' })
    const broken = await zipOf(sheet, { 'xl/worksheets/sheet1.xml': (xml) => xml.slice(0, 200) })
    expect(await sentence(broken)).toMatch(/损坏|没有数据/)
    const lacking = await verified(app, manager, 'device', '出厂编号,科室\nX-1,骨科\nX-2,骨科\n')
    expect(lacking).toMatchObject({ status: 'verified', newCount: 0, faultyCount: 2 })
    expect((await problemsOf(manager, lacking.id))[0]).toMatchObject({ row: 1, message: '没有列对应必填的“设备名称”' })
  })
})

describe('columns', () => {
  test('are chosen by the person and remembered for this hospital alone', async () => {
    const csv = '院内名,部门甲,出厂编号\n映射泵,骨科,MAP-1\n'
    const job = await verified(app, manager, 'device', csv)
    expect(job.layout.columns.map(({ field }) => field)).toEqual([null, null, 'sn'])
    expect(job.newCount).toBe(0)
    const again = await begin(manager, 'device', 'verify', {
      id: job.id,
      columns: [
        { at: 0, field: 'deviceName' },
        { at: 1, field: 'useDept' },
      ],
    })
    expect(again).toMatchObject({ newCount: 1, faultyCount: 0 })
    expect(again.layout.columns.map(({ field }) => field)).toEqual(['deviceName', 'useDept', 'sn'])
    const next = await verified(app, admin, 'device', csv.replace('MAP-1', 'MAP-2'))
    expect(next.layout.columns.map(({ field }) => field)).toEqual(['deviceName', 'useDept', 'sn'])
    const foreign = await verified(app, await app.as('administrator', other), 'device', csv)
    expect(foreign.layout.columns.map(({ field }) => field)).toEqual([null, null, 'sn'])
  })

  test('follow the hospital’s field settings and its own fields', async () => {
    const client = await app.as('administrator', other)
    await client.post('/eam/custom-field/submit', {
      entity: 'device',
      code: 'zone',
      name: '责任区',
      fieldKind: 'choice',
      options: '东\n西',
      isSearch: 1,
    })
    await client.post('/osm/industry-config/tenant-update', {
      entity: 'device',
      fields: [
        { fieldCode: 'brand', isShow: 0 },
        { fieldCode: 'sn', isShow: 1, alias: '机号' },
      ],
    })
    const job = await verified(app, client, 'device', '设备名称,责任区,品牌,机号\n区泵,东,牌,Z-1\n区泵,南,牌,Z-2\n')
    expect(job.layout.columns.map(({ field }) => field)).toEqual(['deviceName', 'x_zone', null, 'sn'])
    expect((await problemsOf(client, job.id)).map(({ row, message }) => [row, message])).toEqual([
      [1, expect.stringContaining('列“品牌”没有对应字段，不导入')],
      [3, '责任区不在可选范围内：东、西，留空'],
    ])
    await begin(client, 'device', 'write', { id: job.id, skipFaulty: 1 })
    const found = (await client.get<Page>('/eam/device/list', { x_zone: '东', columns: 'x_zone,sn' })).data
    expect(found.records).toMatchObject([{ x_zone: '东', sn: 'Z-1' }])
    const history = (await client.get<Page>('/eam/device/history', { id: found.records[0]!.id })).data.records
    expect(history).toHaveLength(1)
  })
})

describe('departments and locations', () => {
  test('that do not exist yet are created with the cards, and undone with them', async () => {
    const csv = '设备名称,使用科室,位置,出厂编号\n建泵,新建科,新楼/3层/305,B-1\n建灯,新建科,新楼/3层/306,B-2\n建床,骨科,新楼,B-3\n'
    const job = await verified(app, manager, 'device', csv)
    expect(job).toMatchObject({
      faultyCount: 0,
      warningCount: 5,
      missing: { dept: ['新建科'], location: ['新楼/3层/305', '新楼/3层/306', '新楼'] },
    })
    const ready = await begin(manager, 'device', 'verify', { id: job.id, createMissing: 1, paths: 1 })
    expect(ready).toMatchObject({ faultyCount: 0, warningCount: 0, newCount: 3, missing: { dept: ['新建科'] } })
    const count = async () =>
      (
        await app.sql(
          `select (select count(*)::int from dept where tenant_id = $1 and not is_deleted) as depts, (select count(*)::int from location where tenant_id = $1 and not is_deleted) as places`,
          [home.tenant],
        )
      )[0]
    const before = await count()
    const done = await begin(manager, 'device', 'write', { id: job.id })
    expect(done, String(done.note)).toMatchObject({ status: 'done', note: expect.stringContaining('新建科室、位置等') })
    const [card] = (await devices(manager, { keyword: '建泵' })).records
    expect(card).toMatchObject({ useDeptName: '新建科', locationName: '新楼 3层 305' })
    expect(await begin(manager, 'device', 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
    expect(await count()).toEqual(before)
    expect((await devices(manager, { keyword: '建泵' })).total).toBe(0)
  })

  test('are created only for rows that go in: neither for faulty ones nor by a second run', async () => {
    const csv = '设备名称,使用科室,出厂编号,购置日期\n需机,需要科,N-1,2020-01-01\n,多余科,N-2,2020-01-01\n'
    const job = await verified(app, manager, 'device', csv, { createMissing: 1 })
    expect(job).toMatchObject({ newCount: 1, faultyCount: 1, missing: { dept: ['需要科', '多余科'] } })
    await begin(manager, 'device', 'write', { id: job.id, skipFaulty: 1 })
    const named = (name: string) => app.sql('select id from dept where dept_name = $1 and not is_deleted', [name])
    const [made] = await named('需要科')
    expect(await named('多余科')).toEqual([])
    expect((await manager.post('/blade-system/dept/submit', { id: made!.id, deptName: '后来叫这名' })).status).toBe(200)
    const again = await verified(app, manager, 'device', csv, { createMissing: 1 })
    expect(again).toMatchObject({ sameCount: 1, missing: { dept: ['多余科'] } })
    expect(await begin(manager, 'device', 'write', { id: again.id, skipFaulty: 1 })).toMatchObject({
      writtenCount: 0,
      note: '除有错误的 1 行外，所有行都已在系统中，没有改动',
    })
    expect(await named('需要科')).toEqual([])
  })

  test('are imported as trees, in any order of the rows', async () => {
    const places =
      '位置名称,上级位置,层级,科室\n101,东院/甲楼/1层,房间,骨科\n1层,东院/甲楼,楼层,\n东院,,院区,\n甲楼,东院,楼栋,\n102,甲楼/没有层,房间,\n'
    const open = await verified(app, admin, 'location', places)
    expect(open).toMatchObject({ rowCount: 5, newCount: 2, faultyCount: 3, layout: { found: { paths: 3 } } })
    const job = await begin(admin, 'location', 'verify', { id: open.id, paths: 1 })
    expect(job).toMatchObject({ rowCount: 5, newCount: 4, faultyCount: 1 })
    expect(await begin(admin, 'location', 'write', { id: job.id, skipFaulty: 1 })).toMatchObject({ status: 'done', writtenCount: 4 })
    const [room] = (await admin.get<Page>('/eam/plc/location/list', { keyword: '101' })).data.records
    expect(room).toMatchObject({ fullName: '甲楼 1层 101', deptName: '骨科' })
    const again = await verified(app, admin, 'location', places)
    expect(await begin(admin, 'location', 'verify', { id: again.id, paths: 1 })).toMatchObject({
      sameCount: 4,
      newCount: 0,
      faultyCount: 1,
    })
    const depts = await verified(app, admin, 'dept', '科室名称,上级科室,编码\n心内一区,心内科,XN1\n心内科,,XN\n')
    expect(await begin(admin, 'dept', 'write', { id: depts.id })).toMatchObject({ writtenCount: 2 })
    const [ward] = (await admin.get<Page>('/blade-system/dept/list', { keyword: '心内一区' })).data.records
    expect(ward).toMatchObject({ parentName: '心内科', category: 'clinical' })
    const ring = await verified(app, admin, 'dept', '科室名称,上级科室\n甲环,乙环\n乙环,甲环\n')
    expect(ring).toMatchObject({ newCount: 0, faultyCount: 2 })
  })
})

describe('an undo', () => {
  test('is refused once a card was changed or is used', async () => {
    const make = async (sn: string) => {
      const job = await verified(app, manager, 'device', `设备名称,使用科室,出厂编号\n撤泵,骨科,${sn}\n`)
      await begin(manager, 'device', 'write', { id: job.id })
      return { job, card: (await devices(manager, { sn })).records[0]! }
    }
    const changed = await make('UNDO-1')
    await manager.post('/eam/device/submit', { id: changed.card.id, remark: '改过' })
    expect(await begin(manager, 'device', 'undo', { id: changed.job.id })).toMatchObject({
      status: 'done',
      note: '导入的设备卡中有 1 条后来被修改或删除，不能撤销',
    })
    const used = await make('UNDO-2')
    await manager.post('/eam/deviceparts/submit', { partName: '电池', deviceId: used.card.id, quantity: 1 })
    expect(await begin(manager, 'device', 'undo', { id: used.job.id })).toMatchObject({
      status: 'done',
      note: expect.stringContaining('正被其他记录使用'),
    })
    expect((await devices(manager, { sn: 'UNDO-2' })).total).toBe(1)
  })
})

describe('people', () => {
  const url = '/blade/user/import-passwords'
  const take = (by: Client, id: string) =>
    fetch(`${app.url}/api${url}`, {
      method: 'POST',
      headers: { ...by.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })

  test('get a first password each, in a list that only the importing person gets, and once', async () => {
    const csv =
      '登录账号,姓名,科室,角色,手机\nimp_li,李医生,骨科,工程师,13800000001\nimp_he,何医生,骨科,工程师,\nimp_wang,王护士,内科,没有的角色,\n'
    const job = await verified(app, admin, 'user', csv)
    expect(job).toMatchObject({ newCount: 2, faultyCount: 1 })
    // One password for a whole list is no parameter any more.
    expect(await admin.post('/blade/user/import-card', { id: job.id, skipFaulty: 1, password: 'first2026x' })).toMatchObject({
      status: 400,
    })
    expect(await begin(admin, 'user', 'write', { id: job.id, skipFaulty: 1 })).toMatchObject({ status: 'done' })
    const [stored] = await app.sql('select key_id, sealed from secret where row_id = $1', [job.id])
    expect(String(stored!.key_id)).toMatch(/^[0-9a-f]{8}$/)

    const twin = await app.signIn(home.tenant, 'equipment_manager')
    expect((await take(twin, job.id)).status).toBe(403)
    expect((await take(await app.as('administrator', other), job.id)).status).toBe(404)
    const both = await Promise.all([take(admin, job.id), take(admin, job.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const fine = both.find(({ status }) => status === 200)!
    expect(fine.headers.get('cache-control')).toContain('no-store')
    const { rows } = (await readXlsx(new Uint8Array(await fine.arrayBuffer()))).sheets[0]!
    expect(rows[0]).toEqual(['登录账号', '姓名', '初始密码'])
    const passwords = Object.fromEntries(rows.slice(1).map(([account, , password]) => [String(account), String(password)]))
    expect(Object.keys(passwords).sort()).toEqual(['imp_he', 'imp_li'])
    expect(new Set(Object.values(passwords)).size).toBe(2)
    expect(await (await take(admin, job.id)).json()).toMatchObject({ error: 'rule', msg: expect.stringContaining('已经下载过') })
    expect(await app.sql('select 1 from secret where row_id = $1', [job.id])).toEqual([])

    const li = await app.signIn(home.tenant, 'imp_li', passwords.imp_li)
    await expect(app.signIn(home.tenant, 'imp_he', passwords.imp_li)).rejects.toThrow('wrong_password')
    expect(await li.get('/eam/device/list')).toMatchObject({ status: 403, error: 'must_change' })
    const change = { oldPassword: passwords.imp_li, newPassword: 'second2026x', newPassword1: 'second2026x' }
    expect((await li.post('/osm/user/update-password', change)).status).toBe(200)
    expect((await li.get('/eam/device/list')).status).toBe(200)
    expect(await verified(app, admin, 'user', csv)).toMatchObject({ sameCount: 2 })
    const kept = await app.sql(
      `select 1 from audit_event e where to_jsonb(e)::text like any($1) union all select 1 from import_job j where to_jsonb(j)::text like any($1)
        union all select 1 from sync_op o where to_jsonb(o)::text like any($1) union all select 1 from secret s where to_jsonb(s)::text like any($1)`,
      [Object.values(passwords).map((password) => `%${password}%`)],
    )
    expect(kept).toEqual([])
    expect((await manager.post('/blade/user/import-verify', { source: [] })).status).toBe(403)
  })

  test('a list not fetched within seven days is deleted', async () => {
    const job = await verified(app, admin, 'user', '登录账号,姓名,科室,角色\nimp_late,晚医生,骨科,工程师\n')
    await begin(admin, 'user', 'write', { id: job.id })
    await app.sql(`update secret set until = now() - interval '1 second' where row_id = $1`, [job.id])
    expect((await take(admin, job.id)).status).toBe(400)
    const jobs = openPool(app.database.jobsUrl, 1)
    await purge(jobs).finally(() => jobs.end())
    expect(await app.sql('select 1 from secret where row_id = $1', [job.id])).toEqual([])
  })
})

describe('who may', () => {
  const letKeepersImport = () =>
    writeAs(app.pool, home.tenant, async (tx) =>
      tx.later({
        text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, unnest(array['device.submit', 'device.remove', 'importJob.list']) from role
          where tenant_id = $1 and role_alias = 'keeper' on conflict do nothing`,
        values: [home.tenant],
      }),
    )

  test('is who may enter such rows by hand, into their own departments, in their own tenant', async () => {
    const keeper = await app.as('keeper')
    const source = await sendFile(app, keeper, new TextEncoder().encode('设备名称,科室\n泵,骨科\n'), '台账.csv')
    expect(await keeper.post('/eam/device/import-verify', { source: [source] })).toMatchObject({ status: 403, error: 'forbidden' })
    await letKeepersImport()
    const own = await verified(app, keeper, 'device', '设备名称,科室,出厂编号\n限泵,骨科,K-1\n限泵,内科,K-2\n限泵,,K-3\n限泵,新科,K-4\n', {
      createMissing: 1,
    })
    expect(own).toMatchObject({ newCount: 2, faultyCount: 2 })
    expect((await problemsOf(keeper, own.id)).map(({ row }) => row)).toEqual(expect.arrayContaining([3, 5]))
    await begin(keeper, 'device', 'write', { id: own.id, skipFaulty: 1, createMissing: 1 })
    const cards = (await devices(manager, { keyword: '限泵', ascs: 'sn' })).records
    expect(cards.map(({ useDeptId }) => useDeptId).sort()).toEqual([home.depts.bones, home.depts.surgery].sort())

    const foreign = await app.as('administrator', other)
    for (const answer of [
      await foreign.get('/eam/import-job/detail', { id: own.id }),
      await foreign.post('/eam/device/import-card', { id: own.id }),
      await foreign.post('/eam/device/import-undo', { id: own.id }),
      await foreign.post('/eam/device/import-verify', { id: own.id }),
    ])
      expect(answer).toMatchObject({ status: 404, error: 'not_found' })
    expect((await foreign.get<Page<Problem>>('/eam/import-job/problems', { id: own.id })).data.total).toBe(0)
    // Another person's file, and a file of another record, are not to be imported.
    const mine = await sendFile(app, manager, new TextEncoder().encode('设备名称,科室\n泵,骨科\n'), '台账.csv')
    expect((await admin.post('/eam/device/import-verify', { source: [mine] })).status).toBe(400)
    // An import of cards is none of departments.
    expect((await admin.post('/blade-system/dept/import-card', { id: own.id })).status).toBe(404)
  })

  test('undoes nothing outside the person’s own departments', async () => {
    await letKeepersImport()
    const keeper = await app.as('keeper')
    const job = await verified(app, manager, 'device', '设备名称,使用科室,出厂编号\n远泵,骨科,FAR-1\n远泵,内科,FAR-2\n')
    await begin(manager, 'device', 'write', { id: job.id })
    await writeAs(app.pool, home.tenant, async (tx) =>
      tx.later({
        text: 'update import_job set user_id = $3 where tenant_id = $1 and id = $2',
        values: [home.tenant, job.id, keeper.userId],
      }),
    )
    expect(await begin(keeper, 'device', 'undo', { id: job.id })).toMatchObject({ status: 'done' })
    expect((await devices(manager, { keyword: '远泵' })).total).toBe(2)
    expect(await begin(manager, 'device', 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
  })

  test.each(Object.keys(importTargets) as ImportTarget[])(
    '%s has a template, and its headings are understood by its import',
    async (target) => {
      const [path] = target === 'user' ? pathsOf(userTemplate) : urlsOf(entityNamed(target), 'template')
      const { bytes, status } = await admin.file(path!)
      expect(status).toBe(200)
      const [headings] = (await readXlsx(bytes)).sheets[0]!.rows
      expect(headings!.length).toBeGreaterThan(1)
      const filled = await writeXlsx({ sheets: [{ name: '表', rows: [headings!, headings!.map(() => '泵')] }] })
      const job = await verified(app, admin, target, filled)
      expect(job, String(job.note)).toMatchObject({ status: 'verified' })
      expect(job.layout.columns.filter(({ field }) => field === null)).toEqual([])
    },
  )
})

describe('the work on an import', () => {
  test('is started once, and resumed when its process has died', async () => {
    const job = await verified(app, manager, 'device', '设备名称,使用科室,出厂编号\n一泵,骨科,W-1\n')
    const answers = await Promise.all([1, 2, 3].map(() => manager.post('/eam/device/import-card', { id: job.id })))
    const [first, ...others] = answers.map(({ status }) => status).sort()
    // One that comes while it runs is told so, one that comes when it is done finds it closed.
    expect([first, others.every((status) => status === 400 || status === 409)]).toEqual([200, true])
    expect(await settled(manager, job.id)).toMatchObject({ status: 'done', writtenCount: 1, progress: 100 })
    expect(await manager.post('/eam/device/import-card', { id: job.id })).toMatchObject({ status: 409, error: 'closed' })
    const next = await verified(app, manager, 'device', '设备名称,使用科室,出厂编号\n二泵,骨科,W-2\n')
    await app.sql(`update import_job set status = 'writing', alive_at = now() - interval '10 seconds' where id = $1`, [next.id])
    expect((await manager.post('/eam/device/import-card', { id: next.id })).status).toBe(400)
    await app.sql(`update import_job set alive_at = now() - interval '2 minutes' where id = $1`, [next.id])
    expect(await begin(manager, 'device', 'write', { id: next.id })).toMatchObject({ status: 'done', writtenCount: 1 })
  })

  test('that fails half way leaves nothing', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `半泵,骨科,HALF-${index},H${index}`)
    const job = await verified(app, manager, 'device', ['设备名称,使用科室,出厂编号,RFID', ...rows].join('\n'))
    expect(job.newCount).toBe(1500)
    // The database refuses a row of the second thousand.
    await app.sql(`alter table device add constraint half check (sn is distinct from 'HALF-1400') not valid`)
    const failed = await begin(manager, 'device', 'write', { id: job.id })
    expect(failed).toMatchObject({ status: 'verified', writtenCount: 0, note: expect.stringContaining('中断') })
    expect((await devices(manager, { keyword: '半泵' })).total).toBe(0)
    expect(await app.sql('select 1 from import_row where job_id = $1', [job.id])).toEqual([])
    await app.sql('alter table device drop constraint half')
    expect(await begin(manager, 'device', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 1500 })
    expect((await devices(manager, { keyword: '半泵' })).total).toBe(1500)
  })
})
