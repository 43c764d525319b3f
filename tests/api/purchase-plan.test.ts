import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const plans = '/eam/device-purchase-plan'

test('a purchase plan is called by its year and department, and its lines are seen in the scope of its department', async () => {
  const lines = [
    { deviceName: '监护仪', quantity: 3, unitPrice: '12000.10' },
    { deviceName: '待询价设备', quantity: 1 },
  ]
  const manager = await app.as('equipment_manager')
  const { id } = (await manager.post<Row>(`${plans}/submit`, { planYear: 2027, deptId: home.depts.bones, lines })).data
  expect((await manager.get(`${plans}/detail`, { id: String(id) })).data).toMatchObject({
    planTitle: '2027 骨科',
    plannedTotal: '36000.30',
  })
  const may = ['purchasePlan.list', 'purchasePlanLine.list']
  const lab = await peopleLab(app, () => admin)
  const outside = await app.as('warehouse_keeper')
  await admin.post('/blade-system/role/grant', { roleIds: [lab.roles.warehouse_keeper], menuIds: may.join() })
  for (const [client, seen] of [
    [(await lab.clerk(may, 'dept')).client, 2],
    [outside, 0],
  ] as const) {
    const found = (await client.get<Page>(`${plans}-list/list`, { planId: String(id) })).data.records
    expect(found.map(({ planName }) => planName)).toEqual(Array.from({ length: seen }, () => '2027 骨科'))
  }
  expect((await outside.get(`${plans}/detail`, { id: String(id) })).status).toBe(404)
})
