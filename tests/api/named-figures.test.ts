import { expect, test } from 'vitest'
import { isListCall } from '#contract/kit/entity/list.ts'
import type { Measured } from '#contract/kit/figures/measure.ts'
import { calls } from '#contract/registry.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const made = async (path: string, draft: object): Promise<string> => {
  const answer = await admin.post<Row>(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
const card = (deviceName: string) =>
  made('/eam/device/submit', { deviceName, useDeptId: home.depts.bones, originalValue: '100.00', purchaseDate: '2024-05-01' })
const rows = async (path: string, query = {}): Promise<Row[]> => (await admin.get<Row[]>(path, query)).data

test('totals of devices and of value leave out disposed cards, which stand in the count by state alone', async () => {
  await card('监护仪')
  await app.sql(`update device set eam_status = 'disposed' where id = $1`, [await card('旧监护仪')])
  for (const path of ['/eam/home-page/device-statistics', '/large/screen/summary', '/data-view/all-count', '/eam/report/mainReport'])
    expect((await admin.get(path)).data, path).toMatchObject({ count: 1, amount: '100.00' })
  for (const path of [
    ...['/eam/report/deptReport', '/data-view/dept-count', '/eam/report/location-report', '/eam/report/categoryReport'],
    ...['/eam/report/assetsCategoryReport', '/data-view/category-count', '/large/screen/general-classification'],
    ...['/large/screen/state-distribution', '/large/screen/value-distribution', '/large/screen/value-trend', '/data-view/risk-type'],
    ...['/eam/report/age-report', '/eam/report/fund-source-report', '/eam/report/card-category-report'],
    ...['/eam/home-page/ranking-categories', '/eam/home-page/dept-device-count', '/eam/report/count-assets-category'],
  ]) {
    const found = await rows(path)
    expect([path, found.reduce((sum, row) => sum + Number(row.count), 0)]).toEqual([path, 1])
    expect([path, found.reduce((sum, row) => sum + Number(row.amount), 0)]).toEqual([path, 100])
  }
  const board = (await admin.get<{ states: Measured; depts: Measured }>('/data-view/service-dashboard')).data
  expect([board.states.values, board.depts.values.count]).toMatchObject([{ count: 1, amount: '100.00' }, 1])
  const states = await rows('/eam/home-page/status-distribution')
  expect(states.find(({ key }) => key === 'disposed')).toMatchObject({ count: 1, amount: '100.00' })
  const asked = await admin.get<Measured>('/eam/measure/device-cards', { group: 'useDept', eamStatus: 'disposed' })
  expect(asked.data.values).toMatchObject({ count: 1, amount: '100.00' })
})

test('completed work is what was completed; a report that waits longer than its limit is a late response', async () => {
  const deviceId = await card('呼吸机')
  const report = (faultDescription: string) => made('/eam/eventtyperepair/save', { deviceId, faultDescription, urgency: 'urgent' })
  const [done, late] = [await report('已修'), await report('无人受理')]
  await report('刚报修')
  await app.sql(
    `update repair_order set repair_status = 'done', reported_at = now() - interval '2 hours', accepted_at = now() - interval '115 minutes' where id = $1`,
    [done],
  )
  expect((await admin.get<Measured>('/eam/measure/repairs')).data.values.inTime).toBe(100)
  await app.sql(`update repair_order set reported_at = now() - interval '61 minutes' where id = $1`, [late])
  expect((await admin.get<Measured>('/eam/measure/repairs')).data.values.inTime).toBe(50)
  const count = async (path: string) => (await rows(path)).reduce((sum, row) => sum + Number(row.count), 0)
  expect([await count('/large/screen/completed-work'), await count('/sps/hospital/work-order-repair/repair-report-work')]).toEqual([1, 3])
})

test('groups of a dictionary field have the words of the hospital', async () => {
  await made('/eam/device/submit', { deviceName: '心电图机', useDeptId: home.depts.bones, fundSource: 'fiscal' })
  expect((await rows('/data-view/way-list')).find(({ key }) => key === 'fiscal')).toMatchObject({ name: '财政', count: 1 })
})

test('a chart of periods has no point for what has no day', async () => {
  for (const [assetsName, entryDate] of [
    ['甲', '2025-03-01'],
    ['乙', null],
  ])
    await made('/eam/assetscard/submit', { assetsName, assetsCode: `GZ-${assetsName}`, entryDate })
  expect((await rows('/eam/assetscard/chartData')).map(({ key, count }) => [key, count])).toEqual([['2025', 1]])
  await made('/eam/device/submit', { deviceName: '无购置日期', useDeptId: home.depts.bones })
  expect((await rows('/large/screen/value-trend')).map(({ key }) => key)).toEqual(['2024'])
})

test('a call that is asked for another tenant is refused, and answers for one’s own', async () => {
  const asked = calls.filter(
    (one) =>
      ['insight', 'check'].includes(one.module) &&
      one.method === 'GET' &&
      one.answers.kind !== 'file' &&
      (isListCall(one) || 'tenantId' in one.input),
  )
  expect(asked.map(({ name }) => name)).toEqual(expect.arrayContaining(['board.device', 'board.dept', 'checkBoard.inventory']))
  for (const { path } of asked) {
    const url = [path].flat()[0]!
    const own = (await admin.get(url, { tenantId: home.tenant })).status
    const { status, error, msg } = await admin.get(url, { tenantId: other.tenant })
    // Some ask for more, and say so first.
    if (own !== 200) expect([url, status]).toEqual([url, own])
    else expect([url, status, error, msg]).toEqual([url, 404, 'not_found', '找不到“租户”，可能已被删除，或不在您的范围内'])
  }
  for (const url of ['/data-view/dept-count', '/data-view/all-count', '/data-view/category-page', '/eam/device/list'])
    expect([url, (await admin.get(url, { tenantId: other.tenant })).status]).toEqual([url, 404])
  const platform = await app.signIn('000000', 'admin', 'admin')
  expect((await platform.get('/data-view/dept-data', { tenantId: home.tenant })).status).toBe(404)
})

/** Where the parameters of this module are asked for, each by its given name. */
const parameters = {
  tenantId: '/data-view/dept-count',
  dateType: '/eam/deviceupdaterecord/count-by-dates',
  startTime: '/eam/deviceupdaterecord/count-all-time',
  endTime: '/eam/deviceupdaterecord/count-all-time',
  useDepartmentId: '/eam/report/deptDetailPage',
  categoryId: '/eam/report/categoryDetailPage',
  locationId: '/eam/report/categoryDetailPage',
  assetsId: '/eam/report/assetsDetailPage',
  processInstanceId: '/blade-flow/process/history-flow-list',
  businessId: '/blade-desk/process/leave/detail',
} as const

test('[SERVICE-ENT-PARAMS] the parameters of reports have their given names, and a report is about one row of the own hospital', async () => {
  // A wrong value is refused as a value; a name that a call does not read would be refused as unknown.
  for (const [parameter, path] of Object.entries(parameters)) {
    const { success, data } = await admin.get(path, { [parameter]: 'x' })
    expect([parameter, success, JSON.stringify(data ?? '').includes('"unknown"')]).toEqual([parameter, false, false])
  }
  const classifyId = await made('/eam/device-class/submit', { className: '明细分类', classCode: '98-01-01' })
  const assetsCategoryId = await made('/eam/assets-category/submit', { categoryName: '明细资产' })
  const { id: locationId } = (await admin.post<Row>('/eam/plc/location/create-courtyard', { locationName: '明细院区' })).data
  const own = { classifyId, assetsCategoryId, locationId, useDeptId: home.depts.medicine }
  const names: string[] = []
  for (const deviceName of ['明细一', '明细二']) names.push(await made('/eam/device/submit', { deviceName, ...own }))
  await card('别处')
  for (const [path, parameter, id, stranger] of [
    ['/eam/report/deptDetailPage', 'useDepartmentId', home.depts.medicine, other.depts.medicine],
    ['/eam/report/categoryDetailPage', 'categoryId', classifyId, names[0]],
    ['/eam/report/categoryDetailPage', 'locationId', String(locationId), names[0]],
    ['/eam/report/assetsDetailPage', 'assetsId', assetsCategoryId, names[0]],
  ] as const) {
    const asked = await admin.get<Page<Row>>(path, { [parameter]: id, current: 2, size: 1 })
    expect([parameter, asked.data.total, asked.data.records.length]).toEqual([parameter, 2, 1])
    const { status, msg } = await admin.get(path, { [parameter]: stranger! })
    expect([parameter, status, msg]).toEqual([parameter, 404, expect.stringContaining('找不到')])
    const keeper = await app.as('keeper')
    expect((await keeper.get<Page<Row>>(path, { [parameter]: id })).data.total).toBe(0)
  }
})
