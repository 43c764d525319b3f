import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, openDesk, rows, search, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const manager = () => app.signIn('100001', 'manager', 'ward2026')
const today = homeDay(new Date())

test('the repairs of a device add up what its service cost, with its share of the value; a year opens its orders', async () => {
  const client = await manager()
  const { id: deviceId } = (await client.post('/eam/device/submit', { deviceName: '费用监护仪', originalValue: '1000.00' })).data
  const { id: stockPartId } = (await client.post('/eam/deviceparts/submit', { partName: '费用滤网', quantity: 3, unitPrice: '20.10' })).data
  const { id } = (await client.post('/eam/eventtypemaintain/save', { deviceId, dueDate: today })).data
  const done = { id, result: 'good', labourCost: '30.00', cost: '9.80', parts: [{ stockPartId, quantity: 2 }] }
  expect((await client.post('/eam/eventtypemaintain/finish', done)).msg).toBe('操作成功')
  const desk = await openDesk(app, client, `/eam/device/${deviceId}?tab=repairs`)
  const costs = await desk.find('region', '服务费用')
  await until(() => shownText(costs).includes('¥80.00'), 'the sum')
  for (const text of ['¥40.20', '¥30.00', '¥9.80', '8.0%', today.slice(0, 4)]) expect(shownText(costs)).toContain(text)
  const link = await until(() => [...costs.querySelectorAll('a')].find((one) => one.textContent === '¥80.00'), 'the cost of the year')
  click(link)
  await until(() => location.pathname === '/eam/maintain-order', 'the list of its orders')
  await until(() => rows().length === 1 && shownText(rows()[0]!).includes('费用监护仪'), 'the order')
})

test('ticked rows of the reorder list become a draft plan, and stand there as planned', async () => {
  const client = await manager()
  const { id } = (await client.post('/eam/deviceparts/submit', { partName: '补货探头', quantity: 1, minimum: 4, unitPrice: '5.00' })).data
  const desk = await openDesk(app, client, '/eam/part-reorder?keyword=补货探头')
  await until(() => rows().length === 1, 'the row')
  expect(shownText(rows()[0]!)).toContain('待采购')
  click(byRole('checkbox', undefined, rows()[0])!)
  click(await desk.find('button', '生成采购计划'))
  const dialog = await until(() => byRoleAll('dialog').findLast((one) => shownText(one).includes('申报科室')), 'the dialog')
  await search(await until(() => byRole('combobox', /申报科室/, dialog) ?? undefined, 'the department'), '', document, /./)
  click(byRole('button', '确定', dialog)!)
  await until(() => location.pathname === '/eam/purchase-plan' && location.search.includes('open='), 'the plan')
  const part = (await client.get('/eam/deviceparts/detail', { id })).data
  expect(part).toMatchObject({ reorder: 'ordered', ordered: 7 })
})

test('the first page leads to the parts that are to be ordered alone; who plans no purchases ticks none', async () => {
  const client = await manager()
  await client.post('/eam/deviceparts/submit', { partName: '待补电缆', quantity: 1, minimum: 4 })
  const { id: planned } = (await client.post('/eam/deviceparts/submit', { partName: '待补插头', quantity: 1, minimum: 4 })).data
  const [dept] = (await client.get<{ id: string }[]>('/blade-system/dept/select')).data
  const made = await client.post('/eam/device-purchase-plan/of-parts', { ids: [planned], deptId: dept!.id })
  expect(made.msg).toBe('操作成功')
  await openDesk(app, client, '/eam/part-reorder?keyword=待补&reorder=due')
  await until(() => rows().length === 1 && shownText(rows()[0]!).includes('待补电缆'), 'the row')
  await openDesk(app, client, '/eam/part-reorder?keyword=待补')
  await until(() => rows().length === 2, 'both rows')
  await openDesk(app, await app.signIn('100001', 'engineer', 'ward2026'), '/eam/part-reorder?keyword=待补')
  await until(() => rows().length === 2, 'both rows')
  expect(byRole('checkbox', undefined, rows()[0])).toBeFalsy()
})

test('where the hospital hides the cost of maintenance, its count and the other figures stay', async () => {
  const client = await app.signIn('100001', 'admin', 'ward2026')
  const { id: deviceId } = (await client.post('/eam/device/submit', { deviceName: '隐藏费用监护仪' })).data
  const { id } = (await client.post('/eam/eventtypemaintain/save', { deviceId, dueDate: today })).data
  expect((await client.post('/eam/eventtypemaintain/finish', { id, result: 'good', labourCost: '31.00', cost: '9.80' })).msg).toBe(
    '操作成功',
  )
  const fields = [{ fieldCode: 'totalCost', isShow: 0 }]
  expect((await client.post('/osm/industry-config/tenant-update', { entity: 'maintainOrder', fields })).msg).toBe('操作成功')
  const desk = await openDesk(app, client, `/eam/device/${deviceId}?tab=repairs`)
  const costs = await desk.find('region', '服务费用')
  await until(() => shownText(costs).includes('¥31.00'), 'the labour')
  expect(shownText(costs)).not.toContain('¥40.80')
})
