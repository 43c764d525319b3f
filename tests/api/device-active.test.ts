import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const [admin, manager, keeper, neighbour] = (await Promise.all([
  app.as('administrator'),
  app.as('equipment_manager'),
  app.as('keeper'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client]
const work = repairs(app, admin)
const path = '/eam/devicecardactive'
const stateOf = async (id: string) => (await admin.get<Row>('/eam/device/detail', { id })).data.eamStatus
const sealed = async (more: object = {}): Promise<string> => {
  const id = await work.card(['receive'], more)
  expect((await manager.post('/eam/device/seal', { id, reason: '暂不使用' })).msg).toBe('操作成功')
  return id
}
const asked = (deviceId: string, who = keeper, more: object = {}) =>
  who.post<Row>(`${path}/submit`, { deviceId, reason: '科室需要', ...more })
const request = async (deviceId: string): Promise<string> => {
  const answer = await asked(deviceId)
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}

describe('a request to unseal a device', () => {
  test('brings the device back into its state before, by those who may seal', async () => {
    const deviceId = await sealed()
    const id = await request(deviceId)
    expect((await asked(deviceId)).status).toBe(409)
    expect((await keeper.post(`${path}/activate`, { id })).status).toBe(403)
    expect((await manager.post(`${path}/activate`, { id })).msg).toBe('操作成功')
    expect(await stateOf(deviceId)).toBe('in_use')
    expect((await admin.get<Row>(`${path}/detail`, { id })).data).toMatchObject({
      activeStatus: 'done',
      decidedById: home.users.equipment_manager,
    })
    expect((await manager.post(`${path}/activate`, { id })).status).toBe(409)
    expect((await keeper.post(`${path}/remove?ids=${id}`)).success).toBe(false)
  })

  test('is refused with a reason; the device stays sealed and may be asked for again', async () => {
    const deviceId = await sealed()
    const id = await request(deviceId)
    expect((await manager.post(`${path}/refuse`, { id })).status).toBe(400)
    expect((await manager.post(`${path}/refuse`, { id, decision: '等检修' })).msg).toBe('操作成功')
    expect(await stateOf(deviceId)).toBe('idle')
    const again = await request(deviceId)
    expect((await keeper.post(`${path}/submit`, { id: again, version: 1, reason: '急用' })).msg).toBe('操作成功')
    expect((await keeper.post(`${path}/submit`, { id: again, version: 2, deviceId: await sealed() })).msg).toContain('不能更换设备')
    expect((await keeper.post(`${path}/remove?ids=${again}`)).msg).toBe('操作成功')
    expect((await admin.get<Page>(`${path}/list`, { deviceId })).data.records.map((row) => row.id)).toEqual([id])
  })

  test('is for sealed devices: neither one in use, nor one that a stop keeps idle', async () => {
    const used = await work.card()
    expect((await asked(used)).msg).toContain('未封存')
    const stopped = await work.card()
    expect((await manager.post('/eam/device-stop/place', { deviceId: stopped, stopKind: 'recall', reason: '召回' })).msg).toBe('操作成功')
    expect((await asked(stopped)).msg).toContain('停用中')
  })

  test('is seen with its device', async () => {
    const deviceId = await sealed({ useDeptId: home.depts.medicine })
    expect((await asked(deviceId)).success).toBe(false)
    const { id } = (await asked(deviceId, admin)).data
    expect((await keeper.get(`${path}/detail`, { id })).status).toBe(404)
    expect((await neighbour.get<Page>(`${path}/list`)).data.total).toBe(0)
  })
})
