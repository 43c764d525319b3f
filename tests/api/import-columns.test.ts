import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, type Job, problemsOf, verified } from '#tests/harness/imports.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const fieldsOf = (job: Job) => job.layout.columns.map(({ heading, field }) => [heading, field])
const cardsNamed = async (keyword: string): Promise<Row[]> =>
  (await admin.get<Page>('/eam/device/list', { size: 100, keyword, columns: 'sn,originalValue,importNote,locationId', ascs: 'sn' })).data
    .records
const write = async (id: string, more: object = {}): Promise<void> => {
  const done = await begin(admin, 'device', 'write', { id, ...more })
  expect(done.status, String(done.note)).toBe('done')
}

describe('a column of currencies', () => {
  const csv = (heading: string) =>
    `设备名称,出厂编号,原值,${heading}\n列币机,C-1,1000,USD\n列币机,C-2,2000,人民币\n列币机,C-3,300,欧元（EUR）\n列币机,C-4,40,THB\n列币机,C-5,5,\n列币机,C-6,¥600元,USD\n`

  test('says what the amounts beside it are in, which is asked about, and is never taken for yuan', async () => {
    const job = await verified(app, admin, 'device', csv('币种'))
    expect(fieldsOf(job)).toContainEqual(['币种', '#currency'])
    expect(job.layout.found.currencies).toMatchObject([
      { code: 'USD', cells: 1 },
      { code: 'EUR', cells: 1 },
      { code: 'THB', cells: 1 },
    ])
    expect(job.groups.map(({ grade, zh, cells }) => [grade, zh, cells])).toEqual([
      ['warning', '原值按币种列以美元计，不是人民币，留空', 1],
      ['warning', '原值按币种列以欧元计，不是人民币，留空', 1],
      ['warning', '原值按币种列以泰铢计，不是人民币，留空', 1],
    ])
    await begin(admin, 'device', 'verify', { id: job.id, rates: [{ currency: 'USD', rate: '7.1' }] })
    await write(job.id)
    expect((await cardsNamed('列币机')).map(({ originalValue, importNote }) => [originalValue, importNote])).toEqual([
      ['7100.00', '原值: 1000\n币种: USD'],
      ['2000.00', null],
      [null, '原值: 300\n币种: 欧元（EUR）'],
      [null, '原值: 40\n币种: THB'],
      ['5.00', null],
      ['600.00', '币种: USD'],
    ])
  })

  test('counts for unit prices, and gives way to a heading that names yuan', async () => {
    const one = await verified(app, admin, 'device', `Equipment,Serial No,Unit Price,Qty,Total Cost,Currency\nPump,UP-1,50,2,100,USD\n`)
    expect(fieldsOf(one)).toContainEqual(['Currency', '#currency'])
    expect(one.layout.found.currencies).toMatchObject([{ code: 'USD' }])
    const yuan = await verified(app, admin, 'device', `设备名称,出厂编号,原值（元）,币种\n元机,UP-2,50,USD\n`)
    expect(yuan.layout.found.currencies).toEqual([])
    const parts = await verified(app, admin, 'devicePart', `配件名称,数量,单价,币种\n探头,1,5,USD\n`)
    expect(parts.layout.found.currencies).toMatchObject([{ code: 'USD', cells: 1 }])
  })
})

describe('columns that tell a place level by level', () => {
  const placeOf = (rows: readonly Row[]) => rows.map(({ locationName }) => locationName)

  test('are one place: created once from the building down, and found by the next list', async () => {
    const csv = `设备名称,出厂编号,楼栋,楼层,房间号\n层机,L-1,东配楼,2层,201\n层机,L-2,东配楼,2层,202\n层机,L-3,东配楼,3层,\n`
    const job = await verified(app, admin, 'device', csv, { createMissing: 1 })
    expect(fieldsOf(job).slice(2)).toEqual([
      ['楼栋', '#level1'],
      ['楼层', '#level2'],
      ['房间号', 'location'],
    ])
    expect(job.missing.location).toEqual(['东配楼 › 2层 › 201', '东配楼 › 2层 › 202', '东配楼 › 3层'])
    expect(job.layout.found).toMatchObject({ paths: 0 })
    await write(job.id)
    expect(placeOf(await cardsNamed('层机'))).toEqual(['东配楼 2层 201', '东配楼 2层 202', '东配楼 3层'])
    const levels = await app.sql(
      `select l.location_name as name, l.level from location l where l.full_name like '东配楼%' and not l.is_deleted order by l.full_name`,
    )
    expect(levels.map(({ name, level }) => [name, level])).toEqual([
      ['东配楼', 'building'],
      ['2层', 'floor'],
      ['201', 'room'],
      ['202', 'room'],
      ['3层', 'floor'],
    ])
    // A list that leaves the floor out means the same room; the same number in another building is another one.
    const next = await verified(app, admin, 'device', `Equipment,Serial No,Building,Room\nTier,L-4,东配楼,201\nTier,L-5,西配楼,201\n`)
    expect(fieldsOf(next).slice(2)).toEqual([
      ['Building', '#level1'],
      ['Room', 'location'],
    ])
    expect((await problemsOf(admin, next.id)).map(({ row, field }) => [row, field])).toEqual([[3, 'location']])
    await write(next.id)
    expect((await cardsNamed('Tier')).map(({ sn, locationName, importNote }) => [sn, locationName, importNote])).toEqual([
      ['L-4', '东配楼 2层 201', null],
      ['L-5', null, 'Room: 西配楼 › 201'],
    ])
  })

  test('beside a place of its own are above it; a place that says its building already stays whole', async () => {
    const csv = `设备名称,出厂编号,院区,楼栋,存放地点\n并机,P-1,南院,中心楼,药房\n并机,P-2,南院,中心楼,中心楼 检验室\n`
    const job = await verified(app, admin, 'device', csv, { createMissing: 1 })
    expect(fieldsOf(job).slice(2)).toEqual([
      ['院区', '#level0'],
      ['楼栋', '#level1'],
      ['存放地点', 'location'],
    ])
    expect(job.missing.location).toEqual(['南院 » 中心楼 › 药房', '南院 » 中心楼 › 检验室'])
    await write(job.id)
    const [yard] = await app.sql(`select level from location where location_name = '南院' and not is_deleted`)
    expect(yard).toEqual({ level: 'courtyard' })
  })

  test('keep the place that they tell where empty cells clear it', async () => {
    const columns = '设备名称,出厂编号,生产厂家,大楼,楼层号,房号'
    const whole = `${columns}\n清机,K-1,甲,清楼,1层,101\n清机,K-2,甲,清楼,1层,102\n`
    const first = await verified(app, admin, 'device', whole, { createMissing: 1 })
    await write(first.id)
    const list = `${columns}\n清机,K-1,甲,清楼,1层,\n清机,K-2,甲,,,\n`
    const job = await verified(app, admin, 'device', list, { clears: [{ field: 'location' }] })
    expect(job).toMatchObject({ newCount: 0, changedCount: 2 })
    await write(job.id, { update: 1 })
    expect(placeOf(await cardsNamed('清机'))).toEqual(['清楼 1层', null])
  })

  test('alone are the place; a column that the hospital gave another meaning keeps it', async () => {
    expect(fieldsOf(await verified(app, admin, 'device', `设备名称,出厂编号,楼栋\n独机,S-1,东配楼\n`))[2]).toEqual(['楼栋', 'location'])
    expect(fieldsOf(await verified(app, admin, 'device', `设备名称,出厂编号,Building\n独机,S-1,东配楼\n`))[2]).toEqual([
      'Building',
      'location',
    ])
    const job = await verified(app, admin, 'device', `设备名称,出厂编号,楼栋,房间\n独机,S-1,东配楼,201\n`)
    const columns = job.layout.columns.map(({ at, heading, field }) => ({ at, field: heading === '楼栋' ? 'remark' : field }))
    await begin(admin, 'device', 'verify', { id: job.id, columns })
    const again = await verified(app, admin, 'device', `设备名称,出厂编号,楼栋,房间\n独机,S-2,东配楼,201\n`)
    expect(fieldsOf(again).slice(2)).toEqual([
      ['楼栋', 'remark'],
      ['房间', 'location'],
    ])
  })
})

describe('columns of levels that a hospital confirmed', () => {
  const chosen = (job: Job, more: Readonly<Record<string, string>> = {}) =>
    begin(admin, 'device', 'verify', {
      id: job.id,
      columns: job.layout.columns.map(({ at, heading, field }) => ({ at, field: more[heading] ?? field })),
    })

  test('are decided again by the columns beside them, and one alone is the place', async () => {
    const alone = await chosen(await verified(app, admin, 'device', `设备名称,出厂编号,所在楼栋\n记机,M-1,东配楼\n`))
    expect(fieldsOf(alone).slice(2)).toEqual([['所在楼栋', 'location']])
    const both = await chosen(await verified(app, admin, 'device', `设备名称,出厂编号,所在楼栋,所在房间\n记机,M-2,东配楼,201\n`))
    expect(fieldsOf(both).slice(2)).toEqual([
      ['所在楼栋', '#level1'],
      ['所在房间', 'location'],
    ])
    const again = await verified(app, admin, 'device', `设备名称,出厂编号,所在楼栋\n记机,M-3,东配楼\n`)
    expect(fieldsOf(again).slice(2)).toEqual([['所在楼栋', 'location']])
    // The room goes elsewhere: the building is not lost with it.
    expect(fieldsOf(await chosen(both, { 所在房间: 'remark' })).slice(2)).toEqual([
      ['所在楼栋', 'location'],
      ['所在房间', 'remark'],
    ])
  })
})

describe('what a form would refuse is told by the check, row by row', () => {
  test('a place below one of the wrong level', async () => {
    const csv = `位置名称,上级位置,层级\n检院,,院区\n检楼,检院,楼栋\n检一,检楼,房间\n检二,检院,楼层\n检三,,房间\n检院二,检院,院区\n检四,检楼,楼层\n`
    const job = await verified(app, admin, 'location', csv)
    expect(job).toMatchObject({ rowCount: 7, newCount: 3, faultyCount: 4 })
    expect((await problemsOf(admin, job.id)).map(({ row, field, message }) => [row, field, message])).toEqual([
      [4, 'level', '层级不符：“房间”必须建在“楼层”之下'],
      [5, 'level', '层级不符：“楼层”必须建在“楼栋”之下'],
      [6, 'level', '层级不符：“房间”必须建在“楼层”之下'],
      [7, 'level', '层级不符：“院区”是最上级，不能有上级位置'],
    ])
    expect(await begin(admin, 'location', 'write', { id: job.id, skipFaulty: 1 })).toMatchObject({ status: 'done', writtenCount: 3 })
    // Below places that are there, too.
    const more = await verified(app, admin, 'location', `位置名称,上级位置,层级\n检五,检楼,房间\n检六,检四,房间\n`)
    expect(more).toMatchObject({ newCount: 1, faultyCount: 1 })
  })

  test('a role beyond one’s own, for new people alone; a department where one arranges none', async () => {
    const lab = await peopleLab(app, () => admin)
    const rights = ['user.list', 'user.submit', 'dept.list', 'dept.submit', 'role.list', 'importJob.list']
    const { client, alias } = await lab.clerk(rights, 'dept')
    const [given] = await app.sql('select role_name from role where tenant_id = $1 and role_alias = $2', [home.tenant, alias])
    const [high] = await app.sql(`select role_name from role where tenant_id = $1 and role_alias = 'administrator'`, [home.tenant])
    const people = `账号,姓名,角色,部门\nnew1,新一,${given!.role_name},骨科\nnew2,新二,${high!.role_name},骨科\n`
    const job = await verified(app, client, 'user', people)
    expect(job).toMatchObject({ rowCount: 2, newCount: 1, faultyCount: 1 })
    expect(await problemsOf(client, job.id)).toMatchObject([{ row: 3, field: 'role', message: expect.stringContaining('超出您自己的') }])
    expect(await begin(client, 'user', 'write', { id: job.id, skipFaulty: 1 })).toMatchObject({ status: 'done', writtenCount: 1 })

    const depts = await verified(app, client, 'dept', `科室名称,上级科室\n骨科一组,骨科\n骨科小组,骨科一组\n内科一组,内科\n独立科,\n`)
    expect((await problemsOf(client, depts.id)).map(({ row, field }) => [row, field])).toEqual([
      [3, 'parent'],
      [4, 'parent'],
      [5, 'parent'],
    ])
    expect(await begin(client, 'dept', 'write', { id: depts.id, skipFaulty: 1 })).toMatchObject({ status: 'done', writtenCount: 1 })
    // The own department may be changed where it stands.
    const own = await verified(app, client, 'dept', `科室名称,上级科室,备注\n骨科,外科,三楼\n`)
    expect(own).toMatchObject({ faultyCount: 0, newCount: 0, changedCount: 1 })
    expect(await begin(client, 'dept', 'write', { id: own.id, update: 1 })).toMatchObject({ status: 'done', updatedCount: 1 })
  })
})
