import { beforeAll, expect, test } from 'vitest'
import { checkReport } from '#contract/calls/check/check-report.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Query, Row } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { home } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

let admin: Client
const app = await appForFile()
const lab = await checkLab(app)
beforeAll(async () => {
  admin = lab.admin
})

const { bones } = home.depts
const add = async (body: object): Promise<string> =>
  (await admin.post<Row>('/eam/device/submit', { deviceName: '陷阱泵', ...body })).data.id
const listed = async (query: Query): Promise<string[]> =>
  (await admin.get<Page>('/eam/device/list', { keyword: '陷阱泵', size: 200, ...query })).data.records.map((row) => row.id).sort()
const total = async (query: Query): Promise<number> => (await admin.get<Page>('/eam/device/list', query)).data.total

test('a filter asks for none, for any, and for some values or none', async () => {
  const [inBones, nowhere, emergency] = [
    await add({ useDeptId: bones }),
    await add({}),
    await add({ importantClassification: 'emergency' }),
  ]
  expect(await listed({ useDeptId: '_some' })).toEqual([inBones])
  expect(await listed({ useDeptId: '_none' })).toEqual([nowhere, emergency].sort())
  expect(await listed({ useDeptId: `${bones},_none` })).toEqual([inBones, nowhere, emergency].sort())
  expect(await listed({ importantClassification: 'emergency,_none' })).toEqual([inBones, nowhere, emergency].sort())
  expect(await listed({ importantClassification: '_some' })).toEqual([emergency])
  // Totals from what is counted beside the rows mean the same.
  for (const query of [
    { useDeptId: `${bones},_none` },
    { importantClassification: 'emergency,_none' },
    { importantClassification: '_some' },
    { useDeptId: '_some' },
  ])
    expect(await total(query), JSON.stringify(query)).toBe(
      (await admin.get<Page>('/eam/device/list', { ...query, size: 200 })).data.records.length,
    )
  expect(await admin.get('/eam/device/list', { useDeptId: 'x,_none' })).toMatchObject({
    status: 400,
    data: [{ field: 'useDeptId', rule: 'not_id' }],
  })
})

test('the list is filtered and ordered by completeness', async () => {
  const bare = await add({ deviceName: '空卡陷阱泵' })
  const values = (await admin.get<Page>('/eam/device/list', { ascs: 'perfection', columns: 'perfection', size: 200 })).data.records.map(
    (row) => Number(row.perfection),
  )
  expect(values).toEqual([...values].sort((one, other) => one - other))
  const important = Object.values(device.fields).filter((field) => 'important' in field && field.important)
  const least = Math.round(100 / important.length)
  const { records } = (await admin.get<Page>('/eam/device/list', { perfection_le: least, columns: 'perfection', size: 200 })).data
  expect(records.map((row) => row.id)).toContain(bare)
  expect(records.every((row) => Number(row.perfection) <= least)).toBe(true)
  expect(await admin.get('/eam/device/list', { perfection_le: 'x' })).toMatchObject({ status: 400 })
})

test('a total beyond the largest single amount is told, not refused', async () => {
  const room = await lab.room('金库')
  for (let index = 0; index < 2; index++) await lab.card({ originalValue: '99999999999999.99', locationId: room })
  const checkId = await lab.started({ scopeLocations: [room] })
  const { status, data } = await admin.get<{ total: Row; locations: Row[] }>(pathsOf(checkReport)[0]!, { checkId })
  expect(status).toBe(200)
  expect(data.total.bookValue).toBe('199999999999999.98')
  expect(data.locations[0]!.bookValue).toBe('199999999999999.98')
})

test('a joined field shows what the person may see of the row that is named, and nothing to others', async () => {
  const people = await peopleLab(app, () => admin)
  const { client: both } = await people.clerk(['device.list', 'location.list'])
  const { client: cardsAlone } = await people.clerk(['device.list'])
  const id = await add({ locationId: lab.rooms[2] })
  const row = async (client: Client) =>
    (await client.get<Page>('/eam/plc/location/device-location-list', { size: 200, keyword: '陷阱泵' })).data.records.find(
      (one) => one.id === id,
    )
  for (const client of [admin, both])
    expect(await row(client)).toMatchObject({
      locationLevel: 'room',
      locationLevelValue: '房间',
      locationDeptId: home.depts.medicine,
      locationDeptName: '内科',
    })
  expect(await row(cardsAlone)).toMatchObject({ locationId: lab.rooms[2], locationLevel: null, locationDeptId: null })
})
