import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const keyed = (key: string = v7()) => ({ 'idempotency-key': key })
const add = (body: unknown, headers = {}, client = admin) => client.post('/eam/device/submit', body, headers)
const count = async (keyword: string) => (await admin.get<Page>('/eam/device/list', { keyword })).data.total

test('a write repeated under its key has one effect and the same answer', async () => {
  const headers = keyed()
  const first = await add({ deviceName: '唯一泵' }, headers)
  expect(first.headers.get('idempotent-replay')).toBeNull()
  const again = await add({ deviceName: '唯一泵' }, headers)
  expect(again.data).toEqual(first.data)
  expect(again.headers.get('idempotent-replay')).toBe('true')
  expect(await count('唯一泵')).toBe(1)
  expect((await add({ deviceName: '唯一泵' }, keyed())).data.id).not.toBe(first.data.id)
})

test('ten at once under one key have one effect', async () => {
  const headers = keyed()
  const answers = await Promise.all(Array.from({ length: 10 }, () => add({ deviceName: '十次泵' }, headers)))
  expect(new Set(answers.map((one) => JSON.stringify(one.data))).size).toBe(1)
  expect(answers.filter((one) => one.headers.get('idempotent-replay') !== 'true')).toHaveLength(1)
  expect(await count('十次泵')).toBe(1)
})

test('a refused write stores nothing under its key', async () => {
  const headers = keyed()
  expect((await add({ deviceName: '' }, headers)).status).toBe(400)
  expect((await add({ deviceName: '补上名称' }, headers)).status).toBe(200)
  expect(await count('补上名称')).toBe(1)
})

test('other content, another call or another person under a known key is refused without effect', async () => {
  const headers = keyed()
  const { id } = (await add({ deviceName: '原样' }, headers)).data
  expect(await add({ deviceName: '另样' }, headers)).toMatchObject({ status: 422, error: 'op_reused' })
  expect(await count('另样')).toBe(0)
  const manager = await app.as('equipment_manager')
  expect(await add({ deviceName: '原样' }, headers, manager)).toMatchObject({ status: 403, error: 'identity_mismatch' })

  const steps = keyed()
  expect((await admin.post('/eam/device/submit-filing', { id }, steps)).status).toBe(200)
  expect(await admin.post('/eam/device/sureEam', { id }, steps)).toMatchObject({ status: 422, error: 'op_reused' })
  expect((await admin.get('/eam/device/detail', { id })).data.filingStatus).toBe('pending')
})

test('a key of one tenant means nothing in another', async () => {
  const headers = keyed()
  const mine = await add({ deviceName: '两院' }, headers)
  const demo = await app.signIn('100001', 'admin')
  const theirs = await add({ deviceName: '两院' }, headers, demo)
  expect(theirs.status).toBe(200)
  expect(theirs.data.id).not.toBe(mine.data.id)
})

test('a key that is no UUID is refused', async () => {
  for (const key of ['1', 'x'.repeat(36), `${v7()} `.trim().slice(1)])
    expect(await add({ deviceName: '钥匙' }, keyed(key))).toMatchObject({ status: 400, error: 'key_required' })
  expect(await count('钥匙')).toBe(0)
})

test('named calls and removals honour it too', async () => {
  const put = async (level: string, parentId?: string) =>
    (await admin.post('/eam/plc/location/submit', { locationName: level, level, parentId })).data.id
  const id = await put('building', await put('courtyard'))
  const headers = keyed()
  for (let round = 0; round < 2; round++)
    expect(await admin.post('/eam/plc/location/storiedBuilding', { id, floor: 2, room: 2 }, headers)).toMatchObject({
      status: 200,
      data: { floors: 2, rooms: 4 },
    })
  const device = (await add({ deviceName: '一次删', useDeptId: home.depts.bones })).data.id
  const removal = keyed()
  for (let round = 0; round < 2; round++)
    expect(await admin.post(`/eam/device/remove?ids=${device}`, {}, removal)).toMatchObject({ status: 200, data: { removed: 1 } })
})
