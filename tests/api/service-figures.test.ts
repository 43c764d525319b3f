import { describe, expect, test } from 'vitest'
import type { Measured } from '#contract/kit/figures/measure.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const engineer = await app.as('engineer')
const keeper = await app.as('keeper')
const warehouse = await app.as('warehouse_keeper')
const neighbour = await app.as('administrator', other)
const work = repairs(app, admin)
const { bones, medicine } = home.depts

const must = async <T = Row>(client: Client, path: string, body: object): Promise<T> => {
  const answer = await client.post<T>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const page = async (path: string, query: object = {}, who = admin): Promise<Page> =>
  (await who.get<Page>(path, query as Record<string, string>)).data
const rowsOf = async (path: string, query: object = {}, who = admin): Promise<readonly Row[]> =>
  (await who.get<Row[]>(path, query as Record<string, string>)).data

let serial = 0
/** A published checklist template for inspections with one question. */
const template = async (useKind = 'inspection'): Promise<string> => {
  const items = [{ itemText: '开机自检通过', itemKind: 'yesNo', isRequired: 1 }]
  const { id } = await must(admin, '/eam/eamdeviceinspection/submit', { templateName: `巡检模板${++serial}`, useKind, items })
  await must(admin, '/eam/eamdeviceinspection/publish', { id })
  return id
}
/** A checklist of a device, finished with an answer or left as it is. */
const checklist = async (templateId: string, deviceId: string, dueDate: string, said?: 'yes' | 'no'): Promise<string> => {
  const path = '/eam/eamdeviceinspectionlist'
  const { id } = await must(admin, `${path}/submit`, { templateId, deviceId, dueDate })
  if (!said) return id
  const { version } = (await admin.get<Row>(`${path}/detail`, { id })).data
  await must(engineer, `${path}/submit`, { id, version, answers: { 1: said } })
  await must(engineer, `${path}/finish`, { id })
  return id
}

describe('inspections', () => {
  const base = '/sps/hospital/work-order-inspection'
  test('are reported by month and department with the figures of their list [SERVICE-CAP-3] [SERVICE-CAP-6] [SERVICE-ENT-KIND]', async () => {
    const templateId = await template()
    const inBones = await work.card()
    const inMedicine = await work.card([], { useDeptId: medicine })
    const done = await checklist(templateId, inBones, '2031-03-05', 'yes')
    const bad = await checklist(templateId, inBones, '2031-03-06', 'no')
    await checklist(templateId, inMedicine, '2031-03-07', 'yes')
    await checklist(templateId, inMedicine, '2031-04-01')
    const cancelled = await checklist(templateId, inBones, '2031-04-02')
    await must(admin, '/eam/eamdeviceinspectionlist/cancel', { ids: [cancelled], reason: '不做' })
    // A checklist for quality control is no inspection.
    await checklist(await template('quality'), inBones, '2031-03-08', 'no')
    const figures = (rows: readonly Row[]) =>
      rows.map(({ key, count, done, completion, abnormal, passed }) => [key, count, done, completion, abnormal, passed])
    const asked = { templateId }
    expect(figures(await rowsOf(`${base}/all-report`, asked))).toEqual([
      ['2031-03', 3, 3, 100, 1, 66.7],
      ['2031-04', 1, 0, 0, 0, null],
    ])
    expect(figures(await rowsOf(`${base}/dept-report`, asked)).sort()).toEqual(
      [
        [bones, 2, 2, 100, 1, 50],
        [medicine, 2, 1, 50, 0, 100],
      ].sort(),
    )
    expect(figures(await rowsOf(`${base}/all-report`, { ...asked, dueDate_ge: '2031-04-01', dueDate_le: '2031-04-30' }))).toHaveLength(1)
    const list = await page(`${base}/inspection-record`, asked)
    expect([list.total, list.records.some(({ id }) => id === bad)]).toEqual([3, true])
    expect((await page(`${base}/inspection-record`, { ...asked, deviceId: inBones })).total).toBe(2)
    expect((await page(`${base}/inspection-record`, { ...asked, deptId: medicine })).total).toBe(1)
    const counts = await rowsOf(`${base}/inspection-record-count`, asked)
    expect(Object.fromEntries(counts.map(({ key, count }) => [key, count]))).toEqual({ normal: 2, abnormal: 1 })
    expect((await admin.get<Row>(`${base}/details`, { id: bad })).data).toMatchObject({ id: bad, result: 'abnormal', abnormalCount: 1 })
    const [record] = (await page('/eam/eamdeviceinspectionlisthistory/list', { taskId: bad })).records
    expect((await admin.get<Row>(`${base}/details-record`, { id: record!.id })).data).toMatchObject({
      ...{ taskId: bad, result: 'abnormal' },
      entries: [{ text: '开机自检通过', answer: 'no', verdict: 'abnormal' }],
    })
    // The keeper sees the surgery alone, the neighbour nothing.
    expect(figures(await rowsOf(`${base}/dept-report`, asked, keeper))).toEqual([[bones, 2, 2, 100, 1, 50]])
    expect((await page(`${base}/inspection-record`, asked, keeper)).total).toBe(2)
    expect((await rowsOf(`${base}/inspection-record-count`, asked, keeper)).map(({ count }) => count)).toEqual([1, 1])
    for (const path of ['all-report', 'dept-report', 'inspection-record-count'])
      expect([path, (await rowsOf(`${base}/${path}`, {}, neighbour)).filter(({ count }) => Number(count) > 0)]).toEqual([path, []])
    expect((await page(`${base}/inspection-record`, {}, neighbour)).total).toBe(0)
    for (const [path, id] of [
      ['details', done],
      ['details-record', record!.id],
    ])
      expect((await neighbour.get(`${base}/${path}`, { id: id! })).status).toBe(404)
    expect((await warehouse.get(`${base}/all-report`)).status).toBe(403)
  })
})

describe('repairs', () => {
  test('that have ended are listed as many as the measure counts [SERVICE-CAP-3]', async () => {
    const deviceId = await work.card()
    const path = '/sps/hospital/work-order-repair/repair-record'
    const done = await work.at('done', deviceId)
    await work.at('working', deviceId)
    await work.at('cancelled', deviceId)
    const scrapped = await work.at('scrapped', await work.card([], { useDeptId: bones }))
    expect((await page(path, { deviceId })).records.map(({ id }) => id)).toEqual([done])
    const all = await page(path, { deptId: bones })
    expect(all.records.map(({ id }) => id).sort()).toEqual([done, scrapped].sort())
    const { data } = await admin.get<Measured>('/eam/measure/repairs', { useDeptId: bones, repairStatus: 'done,scrapped' })
    expect(data.values.count).toBe(all.total)
    expect((await page(path, {}, keeper)).total).toBe(2)
    expect((await page(path, {}, neighbour)).total).toBe(0)
    expect((await page(path, {}, warehouse)).total).toBe(0)
  })
})
