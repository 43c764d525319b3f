import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()

const device = async (more: Record<string, unknown> = {}) =>
  String((await (await app.as('administrator')).post('/eam/device/submit', { deviceName: '监护仪', ...more })).data.id)

describe('parts of devices', () => {
  test('a part is seen by those who see its device, and only by its maker when it has none', async () => {
    const admin = await app.as('administrator')
    const add = async (partName: string, deviceId?: string, by: Client = admin) =>
      String((await by.post('/eam/deviceparts/submit', { partName, quantity: 1, deviceId })).data.id)
    const near = await add('骨科电池', await device({ useDeptId: home.depts.bones }))
    const far = await add('内科电池', await device({ useDeptId: home.depts.medicine }))
    const free = await add('备用电池')
    const keeper = await app.as('keeper')
    const warehouse = await app.as('warehouse_keeper')
    const own = await add('自备电池', undefined, warehouse)
    const seen = (await keeper.get<Page>('/eam/deviceparts/list', { keyword: '电池', size: 200 })).data
    expect(seen.records.map((row) => row.id).sort()).toEqual([near])
    expect(seen.total).toBe(1)
    expect((await warehouse.get('/eam/deviceparts/detail', { id: own })).status).toBe(200)
    expect((await warehouse.get('/eam/deviceparts/detail', { id: free })).status).toBe(404)
    expect((await keeper.get('/eam/deviceparts/detail', { id: near })).status).toBe(200)
    expect(await keeper.get('/eam/deviceparts/detail', { id: far })).toMatchObject({ status: 404, error: 'not_found' })
  })

  test('a device with parts is not removed, and a removed one takes no parts', async () => {
    const admin = await app.as('administrator')
    const used = await device()
    await admin.post('/eam/deviceparts/submit', { partName: '电池', quantity: 1, deviceId: used })
    expect(await admin.post(`/eam/device/remove?ids=${used}`)).toMatchObject({ status: 409, error: 'in_use' })
    const gone = await device()
    await admin.post(`/eam/device/remove?ids=${gone}`)
    for (const deviceId of [gone, '01900000-0000-7000-8000-0000000000ff'])
      expect(await admin.post('/eam/deviceparts/submit', { partName: '电池', quantity: 1, deviceId })).toMatchObject({
        status: 400,
        data: [{ field: 'deviceId', rule: 'absent' }],
      })
  })
})
