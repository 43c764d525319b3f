import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { importChanges } from '#contract/calls/import/import.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import type { ImportTarget } from '#contract/registry.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { holdWrites } from '#tests/harness/hold-writes.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, type Job, problemsOf, verified } from '#tests/harness/imports.ts'
import { op, push } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')
const admin = await app.as('administrator')

/** What a difference calls a card, without the number behind its name. */
const named = (title: string): string => title.replace(/ ZC-\d+-\d+$/, '')

interface Difference {
  id: string
  row: number
  title: string
  outcome: string
  message: string | null
  changes: { field: string; label: string; from: string; to: string }[]
}
type Summary = {
  fields: { field: string; rows: number; samples: { row: number; title: string; from: { zh: string }; to: { zh: string } }[] }[]
  left: { zh: string; rows: number; samples: { title: string }[] }[]
  missing: { rows: number; samples: string[] }
}

const differences = async (id: string, query: Record<string, string> = {}, by = manager): Promise<Difference[]> =>
  (await by.get<Page<Difference & Row>>(pathsOf(importChanges)[0]!, { id, size: 200, ...query })).data.records
const summaryOf = (job: Job): Summary => job.changes as Summary

/** Imports a list and expects all of it to go in. */
async function imported(target: ImportTarget, csv: string, options: Record<string, unknown> = {}, by: Client = manager): Promise<Job> {
  const job = await verified(app, by, target, csv, { createMissing: 1 })
  const done = await begin(by, target, 'write', { id: job.id, ...options })
  expect(done, String(done.note)).toMatchObject({ status: 'done' })
  return done
}

const columns =
  'sn,deviceModel,manufacturer,originalValue,purchaseDate,useDeptId,useDeptName,assetsCode,remark,importNote,version,eamStatus,deviceCode,keeperId'
const cardOf = async (keyword: string): Promise<Row> => {
  const { records } = (await manager.get<Page>('/eam/device/list', { size: 200, keyword, columns })).data
  expect(records).toHaveLength(1)
  return records[0]!
}

const head = '设备名称,规格型号,出厂编号,生产厂家,使用科室,购置日期,原值,备注'

describe('a second import of a corrected list', () => {
  test('lists the differences and writes those that the person takes', async () => {
    const before = [
      head,
      '甲泵,M1,U-1,史密斯,骨科,2024/3/4,"1,200.00",一号',
      '甲灯,M2,U-2,迈瑞,内科,2024-03-04,9800,二号',
      '甲床,M3,U-3,乙厂,内科,2023-01-01,500,三号',
      '甲车,M4,U-4,乙厂,内科,2023-01-01,600,四号',
    ].join('\n')
    await imported('device', before)
    const after = [
      head,
      '甲泵,M1-B,U-1,史密斯,内科,2024-03-04,1200,一号',
      '甲灯,M2,U-2,迈瑞,内科,2024/3/4,9900.5,',
      '甲床,M3,U-3,乙厂,内科,2023.1.1,¥500.00,三号',
      '甲秤,M5,U-5,乙厂,内科,2023-01-01,700,五号',
    ].join('\n')
    const job = await verified(app, manager, 'device', after)
    expect(job).toMatchObject({ rowCount: 4, newCount: 1, sameCount: 1, changedCount: 2, faultyCount: 0 })
    const { fields, missing } = summaryOf(job)
    expect(fields.map(({ field, rows }) => [field, rows])).toEqual([
      ['deviceModel', 1],
      ['originalValue', 1],
      ['useDept', 1],
    ])
    expect(fields[2]!.samples).toEqual([
      { row: 2, title: expect.stringMatching(/^甲泵 ZC-\d+-\d+$/), from: { zh: '骨科', en: '骨科' }, to: { zh: '内科', en: '内科' } },
    ])
    expect(missing).toEqual({ rows: 1, samples: ['甲车'] })
    const found = await differences(job.id)
    expect(
      found.map(({ row, title, changes }) => [row, named(title), changes.map(({ label, from, to }) => `${label}:${from}→${to}`)]),
    ).toEqual([
      [2, '甲泵', ['规格型号:M1→M1-B', '使用科室:骨科→内科']],
      [3, '甲灯', ['原值:¥9,800.00→¥9,900.50']],
    ])
    expect(await differences(job.id, { field: 'useDept' })).toHaveLength(1)
    const done = await begin(manager, 'device', 'write', { id: job.id, update: 1 })
    expect(done).toMatchObject({ status: 'done', writtenCount: 1, updatedCount: 2, note: '导入 1 行，更新 2 条' })
    expect(await cardOf('甲泵')).toMatchObject({ deviceModel: 'M1-B', useDeptId: home.depts.medicine, version: 2, remark: '一号' })
    expect(await cardOf('甲灯')).toMatchObject({ originalValue: '9900.50', remark: '二号', version: 2 })
    expect(await cardOf('甲床')).toMatchObject({ version: 1 })
    expect(await cardOf('甲车')).toMatchObject({ version: 1 })
    const history = (await manager.get<Page>('/eam/device/history', { id: (await cardOf('甲泵')).id as string })).data.records
    expect(JSON.stringify(history)).toContain('骨科')
    expect((await differences(job.id)).map(({ outcome }) => outcome)).toEqual(['written', 'written'])
    // The same list once more has nothing to change, and the first one would change them back.
    expect(await verified(app, manager, 'device', after)).toMatchObject({ newCount: 0, sameCount: 4, changedCount: 0 })
    expect(await verified(app, manager, 'device', before)).toMatchObject({ newCount: 0, sameCount: 2, changedCount: 2 })
  })

  test('changes nothing of what is there without being asked to', async () => {
    await imported('device', `${head}\n乙泵,M1,V-1,史密斯,骨科,2024-03-04,10,`)
    const job = await verified(app, manager, 'device', `${head}\n乙泵,M9,V-1,史密斯,骨科,2024-03-04,10,`)
    expect(job).toMatchObject({ changedCount: 1, newCount: 0 })
    const done = await begin(manager, 'device', 'write', { id: job.id })
    expect(done).toMatchObject({ status: 'done', writtenCount: 0, updatedCount: 0 })
    expect(await cardOf('乙泵')).toMatchObject({ deviceModel: 'M1', version: 1 })
  })

  test('takes chosen fields and chosen records only', async () => {
    const lines = (model: string, remark: string) =>
      ['丙泵,', '丙灯,', '丙床,'].map((name, index) => `${name}${model},W-${index},史密斯,骨科,2024-03-04,10,${remark}`).join('\n')
    await imported('device', `${head}\n${lines('M1', '旧')}`)
    const fields = await verified(app, manager, 'device', `${head}\n${lines('M2', '新')}`)
    const [first] = await differences(fields.id)
    const refused = await manager.post('/eam/device/import-card', { id: fields.id, update: 1, updateFields: [{ field: 'eamStatus' }] })
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('不在可选范围内') })
    const done = await begin(manager, 'device', 'write', {
      id: fields.id,
      update: 1,
      updateFields: [{ field: 'remark' }],
      exceptRows: [{ id: first!.id }],
    })
    expect(done).toMatchObject({ updatedCount: 2 })
    expect(await cardOf('丙泵')).toMatchObject({ deviceModel: 'M1', remark: '旧', version: 1 })
    expect(await cardOf('丙床')).toMatchObject({ deviceModel: 'M1', remark: '新', version: 2 })
    expect((await differences(fields.id)).map(({ outcome }) => outcome)).toEqual(['offered', 'written', 'written'])
    // What was not taken is offered again.
    const again = await verified(app, manager, 'device', `${head}\n${lines('M2', '新')}`)
    expect(again).toMatchObject({ changedCount: 3, sameCount: 0 })
    const [one] = await differences(again.id)
    expect(await begin(manager, 'device', 'write', { id: again.id, update: 1, onlyRows: [{ id: one!.id }] })).toMatchObject({
      updatedCount: 1,
    })
    expect(await cardOf('丙泵')).toMatchObject({ deviceModel: 'M2', remark: '新' })
  })

  test('leaves a record that was changed since with a sentence, and writes the others', async () => {
    await imported('device', `${head}\n丁泵,M1,X-1,史密斯,骨科,2024-03-04,10,\n丁灯,M1,X-2,史密斯,骨科,2024-03-04,10,`)
    const job = await verified(
      app,
      manager,
      'device',
      `${head}\n丁泵,M2,X-1,史密斯,骨科,2024-03-04,10,\n丁灯,M2,X-2,史密斯,骨科,2024-03-04,10,`,
    )
    const card = await cardOf('丁泵')
    expect((await manager.post('/eam/device/submit', { id: card.id, remark: '人工' })).status).toBe(200)
    const done = await begin(manager, 'device', 'write', { id: job.id, update: 1 })
    expect(done).toMatchObject({ status: 'done', updatedCount: 1, note: '导入 0 行，更新 1 条；1 条未能更新，原因见差异列表' })
    expect(await cardOf('丁泵')).toMatchObject({ deviceModel: 'M1', remark: '人工' })
    expect(await cardOf('丁灯')).toMatchObject({ deviceModel: 'M2' })
    const [left] = await differences(job.id, { outcome: 'left' })
    expect(left).toMatchObject({ title: expect.stringMatching(/^丁泵 ZC-/), message: expect.stringMatching(/^“丁泵”已被.+修改/) })
  })

  test('is undone as far as the values were not changed since, and says what stays', async () => {
    const first = await imported('device', `${head}\n戊泵,M1,Y-1,史密斯,骨科,2024-03-04,10,旧\n戊灯,M1,Y-2,史密斯,骨科,2024-03-04,10,旧`)
    const second = await imported(
      'device',
      `${head}\n戊泵,M2,Y-1,史密斯,内科,2024-03-04,10,新\n戊灯,M2,Y-2,史密斯,骨科,2024-03-04,10,新\n戊床,M2,Y-3,史密斯,骨科,2024-03-04,10,新`,
      { update: 1 },
    )
    expect(second).toMatchObject({ updatedCount: 2, writtenCount: 1 })
    const lamp = await cardOf('戊灯')
    expect((await manager.post('/eam/device/submit', { id: lamp.id, deviceModel: 'M3' })).status).toBe(200)
    const undone = await begin(manager, 'device', 'undo', { id: second.id })
    expect(undone).toMatchObject({
      status: 'undone',
      writtenCount: 0,
      updatedCount: 1,
      note: '已撤销 1 条记录；已还原 1 条更新；1 条更新后来又被修改，未还原或只还原了一部分，见差异列表',
    })
    expect(await cardOf('戊泵')).toMatchObject({ deviceModel: 'M1', useDeptId: home.depts.bones, remark: '旧' })
    expect(await cardOf('戊灯')).toMatchObject({ deviceModel: 'M3', remark: '旧' })
    expect((await manager.get<Page>('/eam/device/list', { keyword: '戊床' })).data.total).toBe(0)
    expect((await differences(second.id)).map(({ outcome }) => outcome)).toEqual(['restored', 'kept'])
    expect(await begin(manager, 'device', 'undo', { id: first.id })).toMatchObject({
      status: 'done',
      note: expect.stringContaining('1 条后来被修改'),
    })
  })

  test('is undone but for a serial number that another card of the maker has by now', async () => {
    const csv = (one: string, two: string) => `国资编码,设备名称,出厂编号,生产厂家\nGU-1,还泵,${one},还厂\nGU-2,还灯,${two},还厂`
    await imported('device', csv('SU-1', 'SU-2'))
    const job = await verified(app, manager, 'device', csv('SU-3', 'SU-4'))
    expect(await begin(manager, 'device', 'write', { id: job.id, update: 1 })).toMatchObject({ updatedCount: 2 })
    expect((await manager.post('/eam/device/submit', { deviceName: '占号泵', sn: 'SU-1', manufacturer: '还厂' })).success).toBe(true)
    const undone = await begin(manager, 'device', 'undo', { id: job.id })
    expect(undone, String(undone.note)).toMatchObject({ status: 'undone' })
    expect([(await cardOf('还泵')).sn, (await cardOf('还灯')).sn]).toEqual(['SU-3', 'SU-2'])
    expect(await differences(job.id, { outcome: 'kept' })).toMatchObject([{ message: expect.stringContaining('SU-1') }])
  })

  test('whose updates are undone can be undone itself', async () => {
    const first = await imported('device', `${head}\n己泵,M1,Z-1,史密斯,骨科,2024-03-04,10,`)
    const second = await imported('device', `${head}\n己泵,M2,Z-1,史密斯,骨科,2024-03-04,10,`, { update: 1 })
    expect(await begin(manager, 'device', 'undo', { id: first.id })).toMatchObject({ status: 'done' })
    expect(await begin(manager, 'device', 'undo', { id: second.id })).toMatchObject({ status: 'undone', note: '已还原 1 条更新' })
    expect(await begin(manager, 'device', 'undo', { id: first.id })).toMatchObject({ status: 'undone' })
  })
})

describe('a row is known again', () => {
  test('by the own number, by the national code, and by a serial number alone where it is one', async () => {
    await imported(
      'device',
      '设备名称,规格型号,出厂编号,生产厂家,国资编码\n庚泵,G1,SA-1,,GZ-1\n庚灯,G1,SA-2,迈瑞,GZ-2\n庚床,G1,SA-3,迈瑞,GZ-3\n庚秤,G1,,,',
    )
    const own = String((await cardOf('庚秤')).deviceCode)
    const job = await verified(
      app,
      manager,
      'device',
      `设备名称,规格型号,出厂编号,生产厂家,国资编码\n庚泵,G1,SA-1,史密斯,\n庚灯,G1,SA-22,迈瑞,GZ-2\n庚床,G1,SA-33,迈瑞,GZ-33\n庚秤,G2,,,${own}`,
    )
    expect(job).toMatchObject({ newCount: 1, changedCount: 3 })
    expect((await differences(job.id)).map(({ title, changes }) => [named(title), changes.map(({ field }) => field)])).toEqual([
      ['庚泵', ['manufacturer']],
      ['庚灯', ['sn']],
      ['庚秤', ['deviceModel']],
    ])
  })

  test('by the number of a list that was exported here, also where a row has no other', async () => {
    await imported('device', [head, '导出椅,M1,,乙厂,骨科,2023-01-01,500,'].join('\n'))
    const { deviceCode } = await cardOf('导出椅')
    const list = (name: string) => `资产编号,设备名称,规格型号\n${deviceCode},${name},M1-B\n`
    const job = await verified(app, manager, 'device', list('导出椅'))
    expect(job).toMatchObject({ newCount: 0, changedCount: 1 })
    // The same number of another hospital is another card.
    expect(await verified(app, manager, 'device', list('外院灯'))).toMatchObject({ newCount: 1, changedCount: 0 })
    await begin(manager, 'device', 'write', { id: job.id, update: 1 })
    expect(await cardOf('导出椅')).toMatchObject({ deviceCode, deviceModel: 'M1-B' })
  })

  test('and a number of another device is a conflict, no update', async () => {
    await imported('device', '设备名称,出厂编号,生产厂家,国资编码,RFID\n辛泵,SB-1,甲,GY-1,RY1\n辛灯,SB-2,甲,GY-2,RY2')
    const job = await verified(
      app,
      manager,
      'device',
      '设备名称,出厂编号,生产厂家,国资编码,RFID\n辛泵,SB-1,甲,GY-2,RY1\n辛灯,SB-2,甲,GY-2,RY1',
    )
    expect(job).toMatchObject({ changedCount: 0, faultyCount: 2, newCount: 0 })
    expect((await problemsOf(manager, job.id)).map(({ row, message }) => [row, message])).toEqual([
      [2, '国资编码属于另一条记录“辛灯”'],
      [3, 'RFID属于另一条记录“辛泵”'],
    ])
  })

  test('and needs only the columns that changed', async () => {
    await imported('device', '设备名称,出厂编号,生产厂家,原值\n壬泵,SC-1,甲,100')
    const job = await verified(app, manager, 'device', '出厂编号,生产厂家,原值\nSC-1,甲,200\nSC-9,甲,200')
    expect(job).toMatchObject({ changedCount: 1, faultyCount: 1, newCount: 0 })
    expect(await begin(manager, 'device', 'write', { id: job.id, update: 1, skipFaulty: 1 })).toMatchObject({ updatedCount: 1 })
    expect(await cardOf('壬泵')).toMatchObject({ originalValue: '200.00' })
  })
})

describe('what an import does not change', () => {
  test('are states and closed cards', async () => {
    const list = (status: string, model: string) =>
      `设备名称,出厂编号,生产厂家,规格型号,使用科室,设备状态\n癸泵,SD-1,甲,${model},骨科,${status}\n癸灯,SD-2,甲,${model},骨科,在用`
    await imported('device', list('在用', 'K1'), { asFiled: 1 })
    const state = await verified(app, manager, 'device', list('闲置', 'K1'))
    expect(state).toMatchObject({ changedCount: 0, sameCount: 2 })
    expect(summaryOf(state).left).toMatchObject([{ zh: expect.stringContaining('设备状态与登记不同'), rows: 1 }])
    await app.sql(`update device set eam_status = 'disposed' where device_name = '癸灯'`)
    const closed = await verified(app, manager, 'device', list('在用', 'K2'))
    expect(closed).toMatchObject({ changedCount: 1, sameCount: 1 })
    expect(summaryOf(closed).left).toMatchObject([{ zh: '设备状态为“已报废”，不能修改', rows: 1 }])
  })

  test('are cards outside the data scope, of which nothing is told', async () => {
    await writeAs(app.pool, home.tenant, async (tx) =>
      tx.later({
        text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, unnest(array['device.submit', 'importJob.list']) from role
          where tenant_id = $1 and role_alias = 'keeper' on conflict do nothing`,
        values: [home.tenant],
      }),
    )
    const keeper = await app.as('keeper')
    await imported('device', '设备名称,出厂编号,生产厂家,国资编码,使用科室\n丑泵,SF-1,甲,GF-1,内科\n丑灯,SF-2,甲,GF-2,骨科')
    const job = await verified(
      app,
      keeper,
      'device',
      '设备名称,出厂编号,生产厂家,国资编码,使用科室\n丑泵甲,SF-1,甲,GF-1,骨科\n丑灯,SF-2,甲,GF-1,骨科',
    )
    expect(job).toMatchObject({ changedCount: 0, sameCount: 1, faultyCount: 1 })
    expect(summaryOf(job)).toMatchObject({ fields: [], left: [{ zh: '不在您的数据范围内，保持不变', samples: [{ title: '' }] }] })
    expect((await problemsOf(keeper, job.id)).map(({ message }) => message)).toEqual(['国资编码已被其他记录使用'])
    expect(await begin(keeper, 'device', 'write', { id: job.id, update: 1, skipFaulty: 1 })).toMatchObject({ updatedCount: 0 })
    expect(await cardOf('丑泵')).toMatchObject({ version: 1 })
  })

  test('is a serial number that another card of the maker has, which no column of the list names', async () => {
    await imported('device', '设备名称,出厂编号,生产厂家,国资编码\n未泵,SH-1,甲厂,GH-1\n未灯,SH-1,乙厂,GH-2\n未床,SH-2,乙厂,GH-3')
    const job = await verified(app, manager, 'device', '国资编码,生产厂家\nGH-2,甲厂\nGH-3,甲厂')
    expect(job).toMatchObject({ changedCount: 2 })
    const done = await begin(manager, 'device', 'write', { id: job.id, update: 1 })
    expect(done).toMatchObject({ status: 'done', updatedCount: 1 })
    expect(await differences(job.id, { outcome: 'left' })).toMatchObject([{ message: '同一生产厂家的出厂编号“SH-1”已存在' }])
    expect(await cardOf('未床')).toMatchObject({ manufacturer: '甲厂' })
  })

  test('is a serial number that two rows of the list bring to one maker: the first has it, the others go on', async () => {
    await imported('device', '设备名称,出厂编号,生产厂家,国资编码\n晨泵,SX9-1,甲厂,GX9-1\n晨灯,SX9-1,乙厂,GX9-2\n晨床,SX9-2,乙厂,GX9-3')
    const job = await verified(app, manager, 'device', '国资编码,生产厂家\nGX9-1,丙厂\nGX9-2,丙厂\nGX9-3,丙厂')
    expect(job).toMatchObject({ changedCount: 3 })
    const done = await begin(manager, 'device', 'write', { id: job.id, update: 1 })
    expect(done, String(done.note)).toMatchObject({ status: 'done', updatedCount: 2 })
    expect(await differences(job.id, { outcome: 'left' })).toMatchObject([{ message: '同一生产厂家的出厂编号“SX9-1”已存在' }])
    expect((await Promise.all(['晨泵', '晨灯', '晨床'].map(cardOf))).map(({ manufacturer }) => manufacturer).sort()).toEqual([
      '丙厂',
      '丙厂',
      '乙厂',
    ])
  })

  test('is asked once whether a value is a change or a correction', async () => {
    await imported('device', '设备名称,出厂编号,生产厂家,原值\n子泵,SE-1,甲,100', { asFiled: 1 })
    const job = await verified(app, manager, 'device', '设备名称,出厂编号,生产厂家,原值\n子泵,SE-1,甲,200')
    const wrong = await manager.post('/eam/device/import-card', { id: job.id, update: 1, changeKind: 'other' })
    expect(wrong.status).toBe(400)
    await begin(manager, 'device', 'write', { id: job.id, update: 1, changeKind: 'change', changeReason: '重新评估' })
    const [event] = (await manager.get<Page>('/eam/device/history', { id: (await cardOf('子泵')).id as string })).data.records
    expect(JSON.stringify(event)).toContain('变更（次月起）')
    expect(JSON.stringify(event)).toContain('重新评估')
  })
})

describe('what an import quotes of the register', () => {
  const list = (model: string, code: string) =>
    `设备名称,出厂编号,生产厂家,国资编码,使用科室,规格型号\n午泵,SG-1,甲,GG-1,骨科,${model}\n午灯,SG-2,甲,GG-2,内科,${model}\n午床,SG-3,甲,${code},内科,${model}`
  const seenBy = async (client: Client, id: string) => ({
    titles: (await differences(id, {}, client)).map(({ title }) => named(title)),
    problems: (await problemsOf(client, id)).map(({ message }) => message),
    summary: summaryOf((await client.get<Job>('/eam/import-job/detail', { id })).data),
    marked: new TextDecoder().decode((await client.file('/eam/import-job/marked', { id })).bytes),
  })

  test('is read by who may see the card, also for others who see the import', async () => {
    const people = await peopleLab(app, () => admin)
    const ward = await people.clerk(['importJob.list', 'device.list'], 'dept')
    const office = await people.clerk(['importJob.list'], 'all')
    const all = { roleId: people.roles[ward.alias], entity: 'importJob', reach: 'all' }
    expect((await admin.post('/blade-system/data-scope/submit', all)).status).toBe(200)
    await imported('device', list('Q1', 'GG-3'))
    const job = await verified(app, manager, 'device', list('Q2', 'GG-2'))
    expect(job).toMatchObject({ changedCount: 2, faultyCount: 1 })
    const open = await seenBy(manager, job.id)
    expect(open).toMatchObject({ titles: ['午泵', '午灯'], problems: ['国资编码属于另一条记录“午灯”'] })
    expect(open.summary.fields[0]!.samples).toHaveLength(2)
    expect(open.marked).toContain('“午灯”')
    for (const [client, titles] of [
      [ward.client, ['午泵']],
      [office.client, []],
    ] as const) {
      const closed = await seenBy(client, job.id)
      expect(closed).toMatchObject({ titles, problems: ['国资编码属于另一条记录'] })
      expect(closed.summary).toEqual({
        fields: [{ field: 'deviceModel', rows: 2, samples: [] }],
        left: [],
        missing: { rows: 0, samples: [] },
      })
      expect(closed.marked).not.toContain('“午灯”')
    }
    const { records } = (await ward.client.get<Page<Job & Row>>('/eam/import-job/list', { columns: 'changes', size: 5 })).data
    expect(JSON.stringify(records)).not.toContain('Q1')
    const hide = (isShow: 0 | 1) =>
      admin.post('/osm/industry-config/tenant-update', { entity: 'device', fields: [{ fieldCode: 'deviceModel', isShow }] })
    expect((await hide(0)).status).toBe(200)
    expect((await differences(job.id)).map(({ changes }) => changes)).toEqual([[], []])
    expect((await hide(1)).status).toBe(200)
  })

  test('is nothing where the person who imports may not see cards', async () => {
    const people = await peopleLab(app, () => admin)
    const typist = await people.clerk(['importJob.list', 'device.submit'], 'all')
    const job = await verified(app, typist.client, 'device', list('Q9', 'GG-1'))
    expect(job).toMatchObject({ changedCount: 0 })
    expect(summaryOf(job).fields).toEqual([])
    expect((await problemsOf(typist.client, job.id)).every(({ message }) => !message.includes('“午'))).toBe(true)
  })
})

describe('rows without any number', () => {
  test('are known by what they say, which is told, and can be new ones all the same', async () => {
    const columns = '设备名称,规格型号,使用科室,购置日期,原值,备注'
    const bare = [
      '子丑椅,A1,骨科,2020-01-01,300,',
      '子丑椅,A1,骨科,2020-01-01,300,',
      '子丑柜,B1,骨科,2021-01-01,500,旧',
      '子丑灯,,内科,2022-02-02,80,',
    ]
    await imported('device', [columns, ...bare].join('\n'))
    const next = [
      '子丑椅,A1,骨科,2020-01-01,300,',
      '子丑椅,A1,内科,2020-01-01,300,',
      '子丑柜,B1,骨科,2021-01-01,550,旧',
      '子丑灯,L2,内科,2022-02-02,80.00,',
      '子丑车,C1,骨科,2020-01-01,300,',
    ]
    const list = [columns, ...next].join('\n')
    const job = await verified(app, manager, 'device', list)
    expect(job).toMatchObject({ newCount: 1, sameCount: 1, changedCount: 3, layout: { found: { unnumbered: 3 } } })
    expect((await differences(job.id)).map(({ title, changes }) => [named(title), changes.map(({ field }) => field)])).toEqual([
      ['子丑椅', ['useDept']],
      ['子丑柜', ['originalValue']],
      ['子丑灯', ['deviceModel']],
    ])
    expect((await problemsOf(manager, job.id)).map(({ message }) => message)).toEqual([
      '设备名称所在的行没有编号，按设备名称、规格型号、购置日期、原值认作以前导入的记录',
      '设备名称所在的行没有编号，按设备名称、规格型号、使用科室、购置日期认作以前导入的记录',
      '设备名称所在的行没有编号，按设备名称、使用科室、购置日期、原值认作以前导入的记录',
    ])
    const fresh = await begin(manager, 'device', 'verify', { id: job.id, unnumbered: 'fresh' })
    expect(fresh).toMatchObject({ newCount: 4, sameCount: 1, changedCount: 0, layout: { found: { unnumbered: 3 } } })
    await begin(manager, 'device', 'verify', { id: job.id, unnumbered: 'same' })
    expect(await begin(manager, 'device', 'write', { id: job.id, update: 1 })).toMatchObject({ writtenCount: 1, updatedCount: 3 })
    expect(await verified(app, manager, 'device', list)).toMatchObject({ newCount: 0, sameCount: 5, changedCount: 0 })
  })

  test('are never cards with a number, or cards that no import made', async () => {
    const card = { deviceName: '寅卯柜', deviceModel: 'D1', useDeptId: home.depts.bones, purchaseDate: '2020-01-01', originalValue: '10' }
    expect((await manager.post('/eam/device/submit', card)).status).toBe(200)
    await imported('device', '设备名称,规格型号,使用科室,购置日期,原值,出厂编号\n寅卯灯,D1,骨科,2020-01-01,10,SM-1')
    const list = '设备名称,规格型号,使用科室,购置日期,原值,备注\n寅卯柜,D1,骨科,2020-01-01,10,x\n寅卯灯,D1,骨科,2020-01-01,10,x'
    expect(await verified(app, manager, 'device', list)).toMatchObject({ newCount: 2, changedCount: 0 })
  })
})

describe('empty cells', () => {
  test('clear the fields that the person says, shown as a difference, and come back by an undo', async () => {
    const columns = '设备名称,出厂编号,生产厂家,备注,规格型号,购置日期,供应商,原值'
    const full = `${columns}\n戌泵,SK-1,甲,旧备注,M1,2024-03-04,戌公司,500`
    await imported('device', full)
    const list = `${columns}\n戌泵,SK-1,甲,,,不明白,,`
    expect(summaryOf(await verified(app, manager, 'device', list)).fields.map(({ field }) => field)).toEqual(['importNote'])
    const fields = ['remark', 'deviceModel', 'purchaseDate', 'supplier', 'originalValue'].map((field) => ({ field }))
    const job = await verified(app, manager, 'device', list, { clears: fields })
    expect(job).toMatchObject({ changedCount: 1, layout: { asked: { clears: fields.map(({ field }) => field) } } })
    const [found] = await differences(job.id)
    // An unreadable date is no empty cell.
    expect(found!.changes.filter(({ field }) => field !== 'importNote').map(({ field, from, to }) => [field, from, to])).toEqual([
      ['deviceModel', 'M1', '（空）'],
      ['originalValue', '¥500.00', '（空）'],
      ['supplier', '戌公司', '（空）'],
      ['remark', '旧备注', '（空）'],
    ])
    const fewer = await begin(manager, 'device', 'verify', { id: job.id, clears: [{ field: 'remark' }, { field: 'supplier' }] })
    expect(summaryOf(fewer).fields.map(({ field }) => field)).toEqual(expect.arrayContaining(['remark', 'supplier']))
    const done = await begin(manager, 'device', 'write', { id: job.id, update: 1 })
    expect(done).toMatchObject({ updatedCount: 1 })
    expect(await cardOf('戌泵')).toMatchObject({ remark: null, deviceModel: 'M1', originalValue: '500.00', purchaseDate: '2024-03-04' })
    // Nothing is left to clear, and nothing of it is put back without being asked.
    expect(await verified(app, manager, 'device', list, { clears: [{ field: 'remark' }] })).toMatchObject({ changedCount: 0, newCount: 0 })
    await begin(manager, 'device', 'undo', { id: job.id })
    expect(await cardOf('戌泵')).toMatchObject({ remark: '旧备注', version: 3 })
    // The same list as the first one, but for the choice.
    const again = await verified(app, manager, 'device', `${columns}\n戌灯,SK-2,甲,,M1,,,`)
    await begin(manager, 'device', 'write', { id: again.id })
    const lamp = await cardOf('戌灯')
    expect((await manager.post('/eam/device/submit', { id: lamp.id, remark: '后来' })).status).toBe(200)
    const clearing = await verified(app, manager, 'device', `${columns}\n戌灯,SK-2,甲,,M1,,,`, { clears: [{ field: 'remark' }] })
    expect(summaryOf(clearing).fields).toMatchObject([
      { field: 'remark', samples: [{ from: { zh: '后来' }, to: { zh: '（空）', en: '(empty)' } }] },
    ])
  })

  test('never clear what a row needs or what an import leaves as it is', async () => {
    const job = await verified(app, manager, 'device', '设备名称,出厂编号,生产厂家\n亥泵,SL-1,甲')
    for (const field of ['deviceName', 'useDept', 'eamStatus', 'deviceCode', 'nonsense']) {
      const refused = await manager.post('/eam/device/import-verify', { id: job.id, clears: [{ field }] })
      expect(refused, field).toMatchObject({ status: 400, msg: expect.stringContaining('不在可选范围内') })
    }
  })
})

describe('while an import is being written', () => {
  test('phones register devices, with numbers behind those of the import', async () => {
    const list = ['设备名称,出厂编号,生产厂家', ...Array.from({ length: 3 }, (_, at) => `申泵${at},SI-${at},甲`)].join('\n')
    const job = await verified(app, manager, 'device', list)
    const held = await holdWrites(app, 'import_row', `new.entity = 'device'`)
    const writing = begin(manager, 'device', 'write', { id: job.id })
    await held.reached()
    const card = { type: 'device', id: v7() }
    const sent = await op({ kind: 'device.submit', target: card, body: { deviceName: '申灯' } })
    expect(await push(manager, sent)).toMatchObject([{ outcome: 'done' }])
    await held.release()
    expect(await writing).toMatchObject({ status: 'done', writtenCount: 3 })
    const codes = await app.sql(`select device_code from device where device_name like '申%' order by device_name`)
    expect(new Set(codes.map(({ device_code }) => device_code)).size).toBe(4)
  })

  test('the time that is said comes from the last imports here, of adding and of updating', async () => {
    const list = (from: number, count: number) =>
      ['设备名称,出厂编号,生产厂家', ...Array.from({ length: count }, (_, at) => `酉泵,SJ-${from + at},甲`)].join('\n')
    await app.sql(`update import_job set timings = '{}'`)
    const first = await verified(app, manager, 'device', list(0, 400))
    expect(first).toMatchObject({ newCount: 400, expectedSeconds: 1 })
    await begin(manager, 'device', 'write', { id: first.id })
    const [kept] = await app.sql(`select timings -> 'add' ->> 'rows' as rows from import_job where id = $1`, [first.id])
    expect(kept).toEqual({ rows: '400' })
    await app.sql(
      `update import_job set timings = '{"add": {"rows": 400, "ms": 80000}, "update": {"rows": 100, "ms": 50000}}' where id = $1`,
      [first.id],
    )
    expect(await verified(app, manager, 'device', list(300, 200))).toMatchObject({ newCount: 100, sameCount: 100, expectedSeconds: 20 })
    const changed = await verified(app, manager, 'device', list(0, 10).replaceAll('酉泵', '酉灯'))
    expect(changed).toMatchObject({ changedCount: 10, expectedSeconds: 5 })
    // Of what is chosen, once it is chosen.
    const none = await begin(manager, 'device', 'write', { id: changed.id })
    expect(none).toMatchObject({ expectedSeconds: 0 })
  })
})

describe('lists of other kinds', () => {
  test('of suppliers, departments, places and parts update as well', async () => {
    await imported('supplier', '供应商编码,供应商名称,联系人,电话\nU-S1,寅公司,王,111', {}, admin)
    const supplier = await verified(app, admin, 'supplier', '供应商编码,供应商名称,联系人,电话\nU-S1,寅公司,李,111')
    expect(supplier).toMatchObject({ changedCount: 1, newCount: 0 })
    expect(await begin(admin, 'supplier', 'write', { id: supplier.id, update: 1 })).toMatchObject({ updatedCount: 1 })

    await imported('dept', '科室编码,科室名称,上级科室\nU-D1,寅科,\nU-D2,寅病区,寅科', {}, admin)
    const dept = await verified(app, admin, 'dept', '科室编码,科室名称,上级科室\nU-D1,寅科,\nU-D2,寅一病区,卯科\nU-D3,卯科,')
    expect(dept).toMatchObject({ changedCount: 1, sameCount: 1, newCount: 1 })
    expect(await begin(admin, 'dept', 'write', { id: dept.id, update: 1 })).toMatchObject({ updatedCount: 1, writtenCount: 1 })
    const rows = await app.sql(
      `select d.dept_name, p.dept_name as above from dept d join dept p on p.tenant_id = d.tenant_id and p.id = d.parent_id where d.dept_code = 'U-D2'`,
    )
    expect(rows).toEqual([{ dept_name: '寅一病区', above: '卯科' }])
    expect(await begin(admin, 'dept', 'undo', { id: dept.id })).toMatchObject({
      status: 'undone',
      note: '已撤销 1 条记录；已还原 1 条更新',
    })

    await imported('devicePart', '配件名称,规格型号,数量,单价\n寅滤芯,P1,5,10', {}, admin)
    const part = await verified(app, admin, 'devicePart', '配件名称,规格型号,数量,单价,最低库存\n寅滤芯,P1,9,10,2')
    expect(part).toMatchObject({ changedCount: 1, newCount: 0 })
    expect(summaryOf(part).left).toMatchObject([{ zh: '数量与登记不同；导入不改数量', rows: 1 }])
    expect(await begin(admin, 'devicePart', 'write', { id: part.id, update: 1 })).toMatchObject({ updatedCount: 1 })
  })

  test('of people never change what a person may do', async () => {
    await imported('user', '账号,姓名,手机,角色,科室\nu-one,寅某,13800000001,工程师,骨科', {}, admin)
    const job = await verified(app, admin, 'user', '账号,姓名,手机,角色,科室\nu-one,寅某,13800000002,设备科长,骨科')
    expect(job).toMatchObject({ changedCount: 1, newCount: 0 })
    expect(summaryOf(job).fields.map(({ field }) => field)).toEqual(['phone'])
    expect(summaryOf(job).left).toMatchObject([{ zh: '角色与登记不同；导入不改角色' }])
    expect(await begin(admin, 'user', 'write', { id: job.id, update: 1 })).toMatchObject({ updatedCount: 1 })
    const rows = await app.sql(
      `select u.phone, r.role_name from app_user u join role r on r.tenant_id = u.tenant_id and r.id = u.role_id where u.account = 'u-one'`,
    )
    expect(rows).toEqual([{ phone: '13800000002', role_name: '工程师' }])
  })
})
