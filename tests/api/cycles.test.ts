import { describe, expect, test } from 'vitest'
import { certificateEndKey } from '#contract/params.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const engineer = await app.as('engineer')
const [devices, cards, records, catalogue, params] = [
  ...['/eam/device', '/eam/devicecardmeasure', '/eam/eventtypemeasure', '/eam/measure-catalog', '/blade-system/param'],
] as [string, string, string, string, string]

const saved = async (path: string, draft: object): Promise<string> => {
  const answer = await admin.post(`${path}/submit`, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data.id as string
}
const one = async (path: string, id: string): Promise<Row> => (await admin.get<Row>(`${path}/detail`, { id })).data
const device = (deviceName: string, more: object = {}): Promise<string> =>
  saved(devices, { deviceName, useDeptId: home.depts.medicine, ...more })
/** A device with a metrology card. */
const measured = async (name: string, more: object = {}, card: object = {}): Promise<string> => {
  const deviceId = await device(name, card)
  await saved(cards, { deviceId, ...more })
  return deviceId
}
let number = 0
const enter = (deviceId: string, measuredOn: string, more: object = {}) =>
  engineer.post(`${records}/supplement`, {
    ...{ deviceId, measureKind: 'verification', result: 'passed', measuredOn, certificateNo: `CY-${++number}`, ...more },
  })
const endOf = async (deviceId: string, measuredOn: string, more: object = {}): Promise<unknown> => {
  const answer = await enter(deviceId, measuredOn, more)
  expect(answer.msg).toBe('操作成功')
  return (await one(records, answer.data.id as string)).validUntil
}

describe('a cycle', () => {
  test('is a number with its unit, and a number alone keeps the unit of the card', async () => {
    const id = await device('周期一', { measureCycle: 12, measureCycleUnit: 'month', maintainCycle: 90 })
    expect(await one(devices, id)).toMatchObject({
      ...{ measureCycle: 12, measureCycleUnit: 'month', measureCycleUnitValue: '个月', maintainCycle: 90, maintainCycleUnit: 'day' },
      ...{ inspectionCycle: null, inspectionCycleUnit: null },
    })
    const change = (draft: object) => admin.post(`${devices}/submit`, { id, ...draft })
    expect((await change({ measureCycle: 24 })).status).toBe(200)
    expect(await one(devices, id)).toMatchObject({ measureCycle: 24, measureCycleUnit: 'month' })
    expect((await change({ measureCycleUnit: 'year' })).msg).toBe('计量周期不能大于 10')
    expect((await change({ measureCycle: 2, measureCycleUnit: 'year' })).status).toBe(200)
    expect((await change({ measureCycle: 11 })).msg).toBe('计量周期不能大于 10')
    expect((await change({ measureCycle: 121, measureCycleUnit: 'month' })).msg).toBe('计量周期不能大于 120')
    expect((await change({ measureCycle: 3, measureCycleUnit: 'week' })).msg).toBe('计量周期单位不在可选范围内')
    expect(await one(devices, id)).toMatchObject({ measureCycle: 2, measureCycleUnit: 'year' })
    expect((await change({ measureCycle: null })).status).toBe(200)
    expect(await one(devices, id)).toMatchObject({ measureCycle: null, measureCycleUnit: null })
    expect((await change({ inspectionCycleUnit: 'month' })).status).toBe(200)
    expect((await one(devices, id)).inspectionCycleUnit).toBeNull()
  })

  test('is sorted and searched by how long it is; a number alone counts days', async () => {
    const cycles = [
      [13, 'month'],
      [1, 'year'],
      [364, 'day'],
      [366, 'day'],
      [2, 'month'],
    ] as const
    for (const [measureCycle, measureCycleUnit] of cycles) await device('排序泵', { measureCycle, measureCycleUnit })
    const listed = async (query: Record<string, string>) =>
      (await admin.get<Page>(`${devices}/list`, { keyword: '排序泵', columns: 'measureCycle', ...query })).data.records.map(
        (row) => `${row.measureCycle} ${row.measureCycleUnit}`,
      )
    const rising = ['2 month', '364 day', '1 year', '366 day', '13 month']
    expect(await listed({ ascs: 'measureCycle' })).toEqual(rising)
    expect(await listed({ descs: 'measureCycle' })).toEqual(rising.toReversed())
    expect(await listed({ ascs: 'measureCycle', measureCycle_ge: '365', measureCycle_le: '366' })).toEqual(['1 year', '366 day'])
    expect(await listed({ measureCycle: '13', measureCycleUnit: 'month' })).toEqual(['13 month'])
  })

  test('is changed and cleared on many cards, and copied', async () => {
    const ids = [await device('批量一', { measureCycle: 6, measureCycleUnit: 'month' }), await device('批量二', { measureCycle: 90 })]
    const edit = (body: object) => manager.post(`${devices}/batchEdit`, { ids, ...body })
    expect((await edit({ measureCycle: 9 })).status).toBe(200)
    expect(await Promise.all(ids.map(async (id) => (await one(devices, id)).measureCycleUnit))).toEqual(['month', 'day'])
    expect((await edit({ measureCycle: 200 })).msg).toBe('计量周期不能大于 120')
    expect((await edit({ measureCycle: 1, measureCycleUnit: 'year' })).status).toBe(200)
    expect(await one(devices, ids[1]!)).toMatchObject({ measureCycle: 1, measureCycleUnit: 'year' })
    const copy = (await manager.post('/eam/device/copy-device', { id: ids[0], copies: 1 })).data as unknown as { ids: string[] }
    expect(await one(devices, copy.ids[0]!)).toMatchObject({ measureCycle: 1, measureCycleUnit: 'year' })
    expect((await edit({ clear: ['measureCycle'] })).status).toBe(200)
    expect(await one(devices, ids[0]!)).toMatchObject({ measureCycle: null, measureCycleUnit: null })
  })

  test('is asked for in a change request as people say it', async () => {
    const deviceId = await device('申请变更', { measureCycle: 365 })
    const ask = (newText: string | null) =>
      admin.post('/eam/cardfieldupdate/submit', { deviceId, reason: '规程更新', lines: [{ fieldCode: 'measureCycle', newText }] })
    expect((await ask('长期')).msg).toContain('计量周期应为数字')
    expect((await ask('11年')).msg).toContain('计量周期不能大于 10')
    const { id } = (await ask('12个月')).data
    const { lines } = (await admin.get<Row & { lines: Row[] }>('/eam/cardfieldupdate/detail', { id })).data
    expect(lines[0]).toMatchObject({ oldText: '365 天', newText: '12 个月' })
    expect((await manager.post('/eam/cardfieldupdate/approval', { id, type: 'approve' })).msg).toBe('操作成功')
    expect(await one(devices, deviceId)).toMatchObject({ measureCycle: 12, measureCycleUnit: 'month' })
    const bare = (await ask('18')).data.id
    await manager.post('/eam/cardfieldupdate/approval', { id: bare, type: 'approve' })
    expect(await one(devices, deviceId)).toMatchObject({ measureCycle: 18, measureCycleUnit: 'month' })
  })

  test('is hidden with its unit', async () => {
    const setField = (isShow: 0 | 1) =>
      admin.post('/osm/industry-config/tenant-update', { entity: 'device', fields: [{ fieldCode: 'inspectionCycle', isShow }] })
    await setField(0)
    expect(await admin.post(`${devices}/submit`, { deviceName: '隐藏', inspectionCycleUnit: 'month' })).toMatchObject({ status: 400 })
    expect(Object.keys(await one(devices, await device('隐藏二')))).not.toContain('inspectionCycleUnit')
    await setField(1)
  })
})

describe('a sheet', () => {
  const fields = ['measureCycle', 'measureCycleUnit', 'maintainCycle', 'maintainCycleUnit'] as const
  const read = async (sheet: string) => {
    const job = await verified(app, admin, 'device', sheet)
    await begin(admin, 'device', 'write', { id: job.id })
    return job
  }
  const rowsOf = async (keyword: string) =>
    (await admin.get<Page>(`${devices}/list`, { keyword, size: 50, ascs: 'deviceName', columns: `deviceName,${fields.join()}` })).data
      .records
  const cycleIn = ({ measureCycle: count, measureCycleUnit: unit }: Row): string => `${count} ${unit}`

  test('says cycles as people write them', async () => {
    const texts = ['12个月', '1年', '365天', '半年', '12 months', '180', '每年一次']
    await read(`设备名称,使用科室,检定周期\n${texts.map((text, at) => `读表${at},内科,${text}`).join('\n')}\n`)
    expect((await rowsOf('读表')).map(cycleIn)).toEqual([...['12 month', '1 year', '365 day', '6 month', '12 month', '180 day', '1 year']])
  })

  test('may say the unit in its heading or in a column, which have to agree', async () => {
    await read('设备名称,使用科室,计量周期（月）,保养周期,保养周期单位\n单位甲,内科,24,3,个月\n单位乙,内科,2年,6,天\n单位丙,内科,,,年\n')
    const found = await rowsOf('单位')
    expect(found.map(cycleIn)).toEqual(expect.arrayContaining(['24 month', '2 year', 'null null']))
    expect(found.map((row) => `${row.maintainCycle} ${row.maintainCycleUnit}`).sort()).toEqual(['3 month', '6 day', 'null null'])
    const job = await verified(
      app,
      admin,
      'device',
      '设备名称,使用科室,保养周期,保养周期单位\n冲突甲,内科,3个月,年\n冲突乙,内科,3,学期\n冲突丙,内科,长期,\n',
    )
    expect((await problemsOf(admin, job.id)).map(({ row, message }) => `${row} ${message}`).join('\n')).toMatch(
      /2 保养周期与单位列不一致[\s\S]*3 保养周期的单位无法识别[\s\S]*4 保养周期应为数字/,
    )
  })

  test('that was exported is imported again unchanged', async () => {
    await device('回传甲', { measureCycle: 18, measureCycleUnit: 'month', maintainCycle: 1, maintainCycleUnit: 'year' })
    await device('回传乙', { measureCycle: 365 })
    const sheet = await sheetOf(admin, `${devices}/export`, {
      keyword: '回传',
      ascs: 'deviceName',
      columns: 'deviceName,measureCycle,maintainCycle',
    })
    expect(sheet.rows).toEqual(
      expect.arrayContaining([
        ['回传甲', '18 个月', '1 年'],
        ['回传乙', '365 天', ''],
      ]),
    )
    await read([sheet.headings, ...sheet.rows].map((row) => row.join(',').replaceAll('回传', '再传')).join('\n'))
    const again = await rowsOf('再传')
    expect(again.map(cycleIn).sort()).toEqual(['18 month', '365 day'])
    expect(again.map((row) => row.maintainCycleUnit)).toEqual(expect.arrayContaining(['year', null]))
  })
})

describe('a certificate', () => {
  test('ends by the cycle of the device, a printed date wins', async () => {
    const yearly = await measured('年检', { measureCycle: 1, measureCycleUnit: 'year' })
    expect(await endOf(yearly, '2025-03-01')).toBe('2026-02-28')
    expect(await endOf(yearly, '2024-02-29')).toBe('2025-02-28')
    expect(await endOf(yearly, '2025-03-02', { validUntil: '2025-12-31' })).toBe('2025-12-31')
    expect(await endOf(await measured('按天', { measureCycle: 365 }), '2025-03-01')).toBe('2026-02-28')
    const monthly = await measured('月检', { measureCycle: 1, measureCycleUnit: 'month' })
    expect(await endOf(monthly, '2026-01-31')).toBe('2026-02-28')
    expect(await endOf(monthly, '2026-02-28')).toBe('2026-03-30')
  })

  test('ends on the anniversary where the hospital says so, for certificates from then on', async () => {
    const yearly = await measured('周年', { measureCycle: 1, measureCycleUnit: 'year' })
    const before = await enter(yearly, '2025-03-01')
    const param = { paramName: '计量证书到期日', paramKey: certificateEndKey }
    expect((await admin.post(`${params}/submit`, { ...param, paramValue: '随便' })).msg).toContain('计量证书到期日只能填 dayBefore')
    expect((await manager.post(`${params}/submit`, { ...param, paramValue: 'anniversary' })).status).toBe(403)
    const id = await saved(params, { ...param, paramValue: 'anniversary' })
    expect(await one(records, before.data.id as string)).toMatchObject({ validUntil: '2026-02-28' })
    expect(await endOf(yearly, '2025-03-01')).toBe('2026-03-01')
    expect(await endOf(yearly, '2024-02-29')).toBe('2025-02-28')
    const monthly = await measured('周年月检', { measureCycle: 1, measureCycleUnit: 'month' })
    expect([await endOf(monthly, '2026-01-31'), await endOf(monthly, '2026-02-28')]).toEqual(['2026-02-28', '2026-03-31'])
    const terms = await engineer.get(`${records}/terms`, { deviceId: monthly })
    expect(terms.msg).toBe('操作成功')
    expect(terms.data).toMatchObject({
      measureCycle: 1,
      measureCycleUnit: 'month',
      certificateEnd: 'anniversary',
      measuredDays: ['2026-02-28', '2026-01-31'],
    })
    await admin.post(`${params}/remove`, { ids: [id] })
  })

  test('is counted from earlier ones of its kind alone', async () => {
    const deviceId = await measured('两种', { measureCycle: 1, measureCycleUnit: 'month' })
    const calibrated = { measureKind: 'calibration' }
    expect(await endOf(deviceId, '2026-01-31', calibrated)).toBe('2026-02-28')
    expect(await endOf(deviceId, '2026-02-28')).toBe('2026-03-27')
    const days = async (more: object) => (await engineer.get(`${records}/terms`, { deviceId, ...more })).data.measuredDays
    expect([await days({}), await days(calibrated)]).toEqual([['2026-02-28'], ['2026-01-31']])
  })

  test('of an instrument that is verified once has no end', async () => {
    const once = { catalogName: '玻璃量器', measureKind: 'verification', firstOnly: 1 }
    expect((await admin.post(`${catalogue}/submit`, { ...once, measureCycle: 1, measureCycleUnit: 'year' })).msg).toContain('没有计量周期')
    expect((await admin.post(`${catalogue}/submit`, { ...once, firstOnly: 0 })).msg).toBe('计量周期不能为空')
    const catalogId = await saved(catalogue, once)
    const deviceId = await measured('量筒', { catalogId })
    const [card] = (await admin.get<Page>(`${cards}/list`, { deviceId })).data.records
    expect(await one(cards, card!.id)).toMatchObject({ firstOnly: 1, measureCycle: null })
    expect(await endOf(deviceId, '2025-03-01')).toBeNull()
    expect(await one(cards, card!.id)).toMatchObject({ labelState: 'qualified', validUntil: null })
    expect(await endOf(deviceId, '2025-03-02', { validUntil: '2025-06-30' })).toBe('2025-06-30')
    expect(await one(cards, card!.id)).toMatchObject({ validUntil: null })
    const other = await measured('改为一次', { measureCycle: 1, measureCycleUnit: 'month' })
    await endOf(other, '2025-03-01')
    const [its] = (await admin.get<Page>(`${cards}/list`, { deviceId: other })).data.records
    expect((await admin.post(`${cards}/submit`, { id: its!.id, firstOnly: 1 })).msg).toContain('请清空计量周期')
    expect((await admin.post(`${cards}/submit`, { id: its!.id, firstOnly: 1, measureCycle: null })).status).toBe(200)
    expect(await one(cards, its!.id)).toMatchObject({ validUntil: null, measureCycleUnit: null })
  })

  test('from before the purchase is asked about, and changes nothing until it is confirmed', async () => {
    const deviceId = await measured('旧证', { measureCycle: 1, measureCycleUnit: 'year' }, { purchaseDate: '2025-01-10' })
    const refused = await enter(deviceId, '2025-01-09')
    expect(refused).toMatchObject({ status: 409, error: 'unconfirmed', data: { confirm: ['beforePurchase'] } })
    expect(refused.msg).toContain('“旧证”的计量日期 2025-01-09 早于购置日期 2025-01-10')
    expect((await admin.get<Page>(`${records}/list`, { deviceId })).data.total).toBe(0)
    expect((await enter(deviceId, '2025-01-10')).status).toBe(200)
    expect((await enter(deviceId, '2025-01-09', { confirmed: ['beforePurchase'] })).status).toBe(200)
    const id = (await admin.post(`${records}/save`, { deviceId, measureKind: 'verification' })).data.id as string
    const finding = { id, result: 'passed', measuredOn: '2024-12-31', certificateNo: 'OLD' }
    expect(await engineer.post(`${records}/finish`, finding)).toMatchObject({ error: 'unconfirmed' })
    const batch = (more: object) => engineer.post(`${records}/batchUpdateMeasure`, { measures: [finding], ...more })
    expect(await batch({})).toMatchObject({ status: 409, error: 'unconfirmed' })
    expect((await one(records, id)).recordStatus).toBe('planned')
    expect((await batch({ confirmed: ['beforePurchase'] })).status).toBe(200)
  })
})
