import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Page, Row } from '#tests/harness/app-for-test.ts'
import { other } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)
const platform = await app.signIn('000000', 'admin', 'admin')
const work = repairs(app, admin)

const device = '/eam/device'
const own = '/blade-system/dict-biz'
const must = async <T>(asked: Promise<Answer<T>>): Promise<T> => {
  const answer = await asked
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const add = async (more: Record<string, unknown>, client = admin) =>
  (await must(client.post<Row>(`${device}/submit`, { deviceName: '字典泵', ...more }))).id
const change = (id: string, more: Record<string, unknown>, client = admin) => client.post<Row>(`${device}/submit`, { id, ...more })
const detail = async (id: string, client = admin, headers = {}) => (await client.get<Row>(`${device}/detail`, { id }, headers)).data
const systemRow = async (code: string, key: string) =>
  (await must(platform.get<Row[]>('/blade-system/dict/dictionary', { code }))).find((row) => row.dictKey === key)!
const sealSystem = (row: Row, isSealed: 0 | 1) =>
  must(platform.post<Row>('/blade-system/dict/submit', { id: row.id, parentId: row.parentId, isSealed }))

describe('a field whose choices are rows', () => {
  test('keeps the key, answers the word in both languages, and refuses what is no value', async () => {
    const id = await add({ fundSource: 'fiscal_basic' })
    expect(await detail(id)).toMatchObject({ fundSource: 'fiscal_basic', fundSourceValue: '财政基本' })
    expect(await detail(id, admin, { 'Accept-Language': 'en' })).toMatchObject({ fundSourceValue: 'Fiscal, basic' })
    for (const wrong of ['财政', 'no_such', '__proto__', 7, ['own']])
      expect(await change(id, { fundSource: wrong })).toMatchObject({ status: 400, error: 'bad_input' })
    await must(change(id, { fundSource: null }))
    expect(await detail(id)).toMatchObject({ fundSource: null, fundSourceValue: null })
  })

  test('is filtered, counted, exported, and told in the history by its words', async () => {
    const id = await add({ deviceName: '筛选泵', fundSource: 'research' })
    await add({ deviceName: '筛选泵', fundSource: 'donated' })
    const list = async (fundSource: string) =>
      (await must(admin.get<Page>(`${device}/list`, { fundSource, deviceName: '筛选泵', columns: 'fundSource' }))).records
    expect(await list('research')).toMatchObject([{ id, fundSourceValue: '科研' }])
    expect(await list('research,donated')).toHaveLength(2)
    expect((await must(admin.get<Page>(`${device}/list`, { fundSource: 'research' }))).total).toBe(1)
    expect((await admin.get(`${device}/list`, { fundSource: 'nothing' })).status).toBe(400)
    const sheet = await sheetOf(admin, `${device}/export`, { fundSource: 'research', columns: 'deviceName,fundSource' })
    expect(sheet).toMatchObject({ headings: ['设备名称', '资金来源'], rows: [['筛选泵', '科研']] })
    await must(change(id, { fundSource: 'own' }))
    const events = (await must(admin.get<Page>(`${device}/history`, { id }))).records
    expect(events[0]).toMatchObject({ showContent: '资金来源从 科研 改为 自筹' })
  })

  test('a sealed value stays where it is, and is chosen no more, until it is opened again', async () => {
    const kept = await add({ fundSource: 'donated' })
    const row = await systemRow('fund_source', 'donated')
    await sealSystem(row, 1)
    expect(await detail(kept)).toMatchObject({ fundSource: 'donated', fundSourceValue: '捐赠' })
    // The row goes back unchanged with another field, and a person elsewhere cannot choose the value.
    await must(change(kept, { fundSource: 'donated', brand: '新牌' }))
    expect(await admin.post(`${device}/submit`, { deviceName: '泵', fundSource: 'donated' })).toMatchObject({
      status: 400,
      msg: '资金来源“捐赠”已封存，不能再选',
    })
    await must(change(kept, { fundSource: 'own' }))
    expect((await change(kept, { fundSource: 'donated' })).status).toBe(400)
    expect((await stranger.post(`${device}/submit`, { deviceName: '泵', fundSource: 'donated' })).status).toBe(400)
    expect((await admin.get(`${device}/list`, { fundSource: 'donated' })).status).toBe(200)
    await sealSystem(row, 0)
    await must(change(kept, { fundSource: 'donated' }))
  })

  test('a hospital’s own dictionary replaces the system’s for it alone; what was chosen before keeps its word', async () => {
    const before = await add({ fundSource: 'own' })
    const { id } = await must(admin.post<Row>(`${own}/submit`, { code: 'fund_source', dictValue: '经费', sort: 1, isSealed: 0 }))
    const city = await must(admin.post<Row>(`${own}/submit`, { parentId: id, dictKey: 'city', dictValue: '市拨', sort: 1, isSealed: 0 }))
    const card = await add({ fundSource: 'city' })
    expect(await detail(card)).toMatchObject({ fundSourceValue: '市拨' })
    expect(await detail(before)).toMatchObject({ fundSourceValue: '自筹' })
    expect((await change(card, { fundSource: 'research' })).status).toBe(400)
    expect((await stranger.post(`${device}/submit`, { deviceName: '泵', fundSource: 'city' })).status).toBe(400)
    await add({ fundSource: 'research' }, stranger)
    // What a card holds is not removed from under it, nor is the key it holds changed.
    expect(await admin.post(`${own}/remove?ids=${city.id}`)).toMatchObject({ status: 400, msg: '“市拨”已被使用，不能删除，可以封存' })
    expect((await admin.post(`${own}/submit`, { id: city.id, parentId: id, dictKey: 'town' })).status).toBe(400)
    await must(admin.post(`${own}/submit`, { id: city.id, parentId: id, dictValue: '市级' }))
    expect(await detail(card)).toMatchObject({ fundSourceValue: '市级' })
    await must(admin.post(`${own}/submit`, { id, isSealed: 1 }))
    await must(change(card, { fundSource: 'research' }))
    await must(change(card, { fundSource: null }))
    await must(admin.post(`${own}/remove?ids=${[city.id, id].join()}`))
  })

  test('a value of the system that a card of any hospital holds cannot be removed', async () => {
    const held = await add({ fundSource: 'fiscal_project' }, stranger)
    const row = await systemRow('fund_source', 'fiscal_project')
    const remove = () => platform.post(`/blade-system/dict/remove?ids=${row.id}`)
    expect(await remove()).toMatchObject({ status: 400, error: 'rule' })
    await must(change(held, { fundSource: null }, stranger))
    expect((await remove()).status).toBe(200)
  })

  test('an import takes the word or the key, and leaves out what is neither', async () => {
    const sealed = await systemRow('fund_source', 'other')
    await sealSystem(sealed, 1)
    const csv = '设备名称,资金来源,出厂编号\n甲,科研,FS-1\n乙,own,FS-2\n丙,乱写,FS-3\n丁,其他,FS-4\n'
    const job = await verified(app, admin, 'device', csv)
    expect(job).toMatchObject({ faultyCount: 0, newCount: 4 })
    expect((await problemsOf(admin, job.id)).map(({ row, field, grade }) => [row, field, grade])).toEqual([
      [4, 'fundSource', 'warning'],
      [5, 'fundSource', 'warning'],
    ])
    await begin(admin, 'device', 'write', { id: job.id })
    const found = (await must(admin.get<Page>(`${device}/list`, { sn: 'FS-', ascs: 'sn', columns: 'sn,fundSource' }))).records
    expect(found.map((row) => row.fundSource)).toEqual(['research', 'own', null, null])
    await sealSystem(sealed, 0)
  })

  test('the settings of an entity carry the choices, for forms', async () => {
    const settings = await must(admin.get<Row[]>('/osm/industry-config/field-config', { entity: 'repairOrder' }))
    expect(settings).toMatchObject([
      {
        fieldCode: 'faultKind',
        isShow: 1,
        choices: expect.arrayContaining([
          { key: 'power', zh: '电源/不开机', en: 'Power', isSealed: 0 },
          { key: 'operation', zh: '操作不当', en: 'Operator error', isSealed: 0 },
        ]),
      },
    ])
  })
})

describe('on phones', () => {
  test('the choices travel with the sync, again after they changed, in each hospital its own', async () => {
    const [cache, theirs] = [new Cache(admin), new Cache(stranger)]
    const words = async (of: Cache) => {
      await of.pull()
      const row = [...of.rows.values()].find((one) => 'dictionaries' in one) as unknown as
        | { dictionaries: Record<string, Record<string, { zh: string; sealed?: true }>> }
        | undefined
      return row?.dictionaries.fault_kind
    }
    await expect.poll(() => words(cache)).toMatchObject({ power: { zh: '电源/不开机' } })
    const { id } = await must(admin.post<Row>(`${own}/submit`, { code: 'fault_kind', dictValue: '故障', sort: 1, isSealed: 0 }))
    await must(admin.post(`${own}/submit`, { parentId: id, dictKey: 'leak', dictValue: '漏液', sort: 1, isSealed: 0 }))
    await expect.poll(() => words(cache)).toMatchObject({ leak: { zh: '漏液' }, power: { sealed: true } })
    expect(await words(theirs)).not.toHaveProperty('leak')
    await must(admin.post(`${own}/submit`, { id, isSealed: 1 }))
    await expect.poll(async () => (await words(cache))?.power).toEqual({ zh: '电源/不开机', en: 'Power' })
  })

  test('a report queued with a value that was sealed meanwhile still arrives', async () => {
    const card = await work.card()
    const row = await systemRow('fault_kind', 'display')
    await sealSystem(row, 1)
    const report = async (faultKind: string) => {
      const id = v7()
      const body = { deviceId: card, faultDescription: '花屏', urgency: 'normal', faultKind }
      const [result] = await push(admin, await op({ kind: 'repairOrder.submit', target: { type: 'repairOrder', id }, body }))
      return { id, result: result! }
    }
    const queued = await report('display')
    expect(queued.result).toMatchObject({ outcome: 'done' })
    expect(await work.detail(queued.id)).toMatchObject({ faultKind: 'display', faultKindValue: '显示' })
    expect((await report('nonsense')).result.outcome).not.toBe('done')
    const direct = { deviceId: card, faultDescription: '花屏', urgency: 'normal', faultKind: 'display' }
    expect((await admin.post('/eam/eventtyperepair/save', direct)).status).toBe(400)
    const batch = (faultKind: string) => admin.post('/eam/eventtyperepair/batchUpdateRepair', { ids: [queued.id], faultKind })
    expect((await batch('nonsense')).status).toBe(400)
    expect((await batch('software')).status).toBe(200)
    expect((await batch('display')).status).toBe(400)
    await sealSystem(row, 0)
  })
})

describe('a tenant’s own field', () => {
  test('takes its choices from a dictionary, and is filtered, exported and imported by them', async () => {
    const { id } = await must(admin.post<Row>(`${own}/submit`, { code: 'clean_zone', dictValue: '洁净区', sort: 1, isSealed: 0 }))
    const value = (dictKey: string, dictValue: string) =>
      must(admin.post<Row>(`${own}/submit`, { parentId: id, dictKey, dictValue, sort: 1, isSealed: 0 }))
    const one = await value('one', '一级')
    await value('two', '二级')
    const field = { entity: 'device', code: 'zone', name: '洁净级别', fieldKind: 'dictionary', isList: 1, isSearch: 1 }
    expect((await admin.post('/eam/custom-field/submit', field)).status).toBe(400)
    expect((await admin.post('/eam/custom-field/submit', { ...field, dictionaryCode: 'nothing' })).status).toBe(400)
    await must(admin.post('/eam/custom-field/submit', { ...field, dictionaryCode: 'clean_zone' }))
    const card = await add({ x_zone: 'one' })
    expect(await detail(card)).toMatchObject({ x_zone: 'one' })
    expect((await change(card, { x_zone: '一级' })).status).toBe(400)
    expect((await must(admin.get<Page>(`${device}/list`, { x_zone: 'one,two' }))).records).toMatchObject([{ id: card }])
    const sheet = await sheetOf(admin, `${device}/export`, { x_zone: 'one', columns: 'deviceName,x_zone' })
    expect(sheet.rows).toEqual([['字典泵', '一级']])
    expect(await admin.post(`${own}/remove?ids=${one.id}`)).toMatchObject({ status: 400, error: 'rule' })
    const job = await verified(app, admin, 'device', '设备名称,洁净级别,出厂编号\n甲,二级,CZ-1\n乙,三级,CZ-2\n')
    expect((await problemsOf(admin, job.id)).map(({ row, message }) => [row, message])).toEqual([
      [3, '洁净级别不在可选范围内：一级、二级，留空'],
    ])
    await must(admin.post(`${own}/submit`, { id: one.id, parentId: id, isSealed: 1 }))
    expect((await admin.post(`${device}/submit`, { deviceName: '泵', x_zone: 'one' })).status).toBe(400)
    await must(change(card, { x_zone: 'one', brand: '留' }))
  })
})
