import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const work = repairs(app, admin)
const today = homeDay(new Date())

/** What each type of event is saved with, what is changed, and the state after its undo. */
const types = {
  eventtyperepair: {
    draft: { faultDescription: '不开机', urgency: 'normal' },
    change: { faultDescription: '冒烟' },
    state: 'repairStatus',
  },
  eventtypemaintain: { draft: { dueDate: today }, change: { remark: '先联系科室' }, state: 'orderState' },
  eventtypemeasure: { draft: { measureKind: 'verification', dueDate: today }, change: { remark: '送市院' }, state: 'recordStatus' },
} as const
type Type = keyof typeof types

const must = async <T = Row>(path: string, body: object, who: Client = admin): Promise<T> => {
  const answer = await who.post<T>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const detail = async (type: Type, id: string): Promise<Row> => (await admin.get<Row>(`/eam/${type}/detail`, { id })).data
const two = (type: Type): Promise<string[]> =>
  Promise.all([1, 2].map(async () => (await must(`/eam/${type}/save`, { deviceId: await work.card(), ...types[type].draft })).id))
const each = test.each(Object.keys(types) as Type[])

each('%s is updated by the call of its type [ASSET-ST-EVT-2]', async (type) => {
  const [id] = await two(type)
  const { version } = await detail(type, id!)
  await must(`/eam/${type}/update`, { id, version, ...types[type].change })
  expect(await detail(type, id!)).toMatchObject(types[type].change)
})

each('%s: two are undone by their ids [ASSET-ST-EVT-3]', async (type) => {
  const ids = await two(type)
  expect((await admin.post(`/eam/${type}/undo?ids=${ids.join()}`)).msg).toBe('操作成功')
  expect(await Promise.all(ids.map(async (id) => (await detail(type, id))[types[type].state]))).toEqual(['cancelled', 'cancelled'])
})

test('each type is updated in batch by its own call [ASSET-ST-EVT-4]', async () => {
  const [repaired, maintained, measured] = await Promise.all([two('eventtyperepair'), two('eventtypemaintain'), two('eventtypemeasure')])
  await must('/eam/eventtyperepair/batchUpdateRepair', { ids: repaired, urgency: 'urgent' })
  expect(await Promise.all(repaired.map(async (id) => (await detail('eventtyperepair', id)).urgency))).toEqual(['urgent', 'urgent'])
  const versions = await Promise.all(maintained.map(async (id) => (await detail('eventtypemaintain', id)).version))
  const maintains = maintained.map((id, at) => ({ id, version: versions[at], result: 'good' }))
  await must('/eam/eventtypemaintain/batchUpdateMaintain', { maintains })
  expect(await Promise.all(maintained.map(async (id) => (await detail('eventtypemaintain', id)).result))).toEqual(['good', 'good'])
  const measures = measured.map((id, at) => ({ id, result: 'passed', measuredOn: today, certificateNo: `EV-${at}` }))
  await must('/eam/eventtypemeasure/batchUpdateMeasure', { measures })
  expect(await Promise.all(measured.map(async (id) => (await detail('eventtypemeasure', id)).result))).toEqual(['passed', 'passed'])
})
