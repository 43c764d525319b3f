import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

let id: string
const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
beforeAll(async () => {
  const lines = [
    { deviceName: '监护仪', quantity: 3, unitPrice: '12000.10', unit: '台' },
    { deviceName: '输液泵', quantity: 2, unitPrice: '0.15' },
    { deviceName: '待询价设备', quantity: 1 },
  ]
  const answer = await manager.post<Row>(`${plans}/submit`, { planYear: 2027, deptId: home.depts.bones, reason: '更新', lines })
  expect(answer.msg).toBe('操作成功')
  id = String(answer.data.id)
})

const plans = '/eam/device-purchase-plan'
const lineList = `${plans}-list`
type Plan = Row & { lines: Row[] }
const detail = async (): Promise<Plan> => (await manager.get<Plan>(`${plans}/detail`, { id })).data
const linesOf = async (client: Client): Promise<Row[]> => (await client.get<Page>(`${lineList}/list`, { planId: id })).data.records

describe('a purchase plan', () => {
  test('is called by its year and department, and adds up its lines', async () => {
    expect(await detail()).toMatchObject({ planTitle: '2027 骨科', plannedTotal: '36000.60', lineCount: 3 })
    expect(await linesOf(manager)).toHaveLength(3)
    const [first] = (await detail()).lines
    expect((await manager.get(`${lineList}/detail`, { id: first!.id })).data).toMatchObject({ deviceName: '监护仪', planName: '2027 骨科' })
  })

  test('keeps its totals right when lines change, and takes none from a draft', async () => {
    const [first, second] = (await detail()).lines
    const lines = [{ id: second!.id, quantity: 10 }, { id: first!.id }]
    expect((await manager.post(`${plans}/submit`, { id, lines })).status).toBe(200)
    expect(await detail()).toMatchObject({ plannedTotal: '36001.80', lineCount: 2, lines: [{ deviceName: '输液泵' }, { id: first!.id }] })
    expect((await manager.post(`${plans}/submit`, { id, plannedTotal: '1.00' })).status).toBe(400)
  })

  test('takes a line by a call of its own, and gives it back', async () => {
    const added = await manager.post(`${lineList}/submit`, { planId: id, deviceName: '注射泵', quantity: 4, unitPrice: '0.05' })
    expect(added).toMatchObject({ status: 200, data: { version: 1 } })
    expect((await manager.get(`${lineList}/detail`, { id: added.data.id })).data).toMatchObject({ deviceName: '注射泵', planId: id })
    expect(await detail()).toMatchObject({ plannedTotal: '36002.00', lineCount: 3, version: 3 })
    expect((await manager.post(`${lineList}/remove?ids=${added.data.id}`)).data).toEqual({ removed: 1 })
    expect(await detail()).toMatchObject({ plannedTotal: '36001.80', lineCount: 2, version: 4 })
  })

  test('and its lines are seen in the scope of its department', async () => {
    const lab = await peopleLab(app, () => admin)
    const may = ['purchasePlan.list', 'purchasePlanLine.list']
    const inside = await lab.clerk(may, 'dept')
    const outside = await app.as('warehouse_keeper')
    expect(await linesOf(inside.client)).toHaveLength(2)
    await admin.post('/blade-system/role/grant', { roleIds: [lab.roles.warehouse_keeper], menuIds: may.join() })
    expect(await linesOf(outside)).toEqual([])
    expect((await outside.get<Page>(`${plans}/list`)).data.total).toBe(0)
    expect((await outside.get(`${plans}/detail`, { id })).status).toBe(404)
  })
})
