import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchasePlanLimitKey } from '#contract/params.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { flowLab, node, people } from '#tests/harness/flow.ts'
import { home } from '#tests/harness/hospitals.ts'
import { budgets, plans, purchaseLab } from '#tests/harness/purchase-lab.ts'

let app: TestApp
let [admin, manager, keeper] = [] as unknown as [Client, Client, Client]
let lab: ReturnType<typeof purchaseLab>
let budget = ''

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  keeper = await app.as('keeper')
  lab = purchaseLab(admin)
  const limit = { paramName: '采购计划审批限额', paramKey: purchasePlanLimitKey, paramValue: '1000.00' }
  expect((await admin.post('/blade-system/param/submit', limit)).msg).toBe('操作成功')
  budget = await lab.saved(budgets, { budgetYear: 2027, deptId: home.depts.medicine, amount: '100000.00' })
  await lab.done(budgets, 'approve', budget)
})
afterAll(() => app.stop())

const draft = (unitPrice: string | null, quantity = 2): Promise<string> =>
  lab.saved(
    plans,
    {
      ...{ planYear: 2027, deptId: home.depts.medicine, budgetId: budget },
      lines: [{ deviceName: '监护仪', quantity, unitPrice }],
    },
    manager,
  )
const asked = async (id: string): Promise<string> => {
  await lab.done(plans, 'approve', id, {}, manager)
  expect(await lab.one(plans, id)).toMatchObject({ planStatus: 'approving', reservedTotal: null })
  return String((await app.sql(`select id from flow_instance where document_id = $1 order by created_at desc limit 1`, [id]))[0]!.id)
}

test('a plan of the limit is approved at once, of a cent more by a further decision of another person', async () => {
  const small = await draft('500.00')
  await lab.done(plans, 'approve', small, {}, manager)
  expect(await lab.one(plans, small)).toMatchObject({ planStatus: 'approved', reservedTotal: '1000.00' })
  const large = await draft('1000.01', 1)
  await asked(large)
  expect((await lab.go(plans, 'agree', large, {}, manager)).msg).toBe('不能审批自己提交的申请')
  expect((await lab.go(plans, 'agree', large, {}, keeper)).status).toBe(403)
  expect((await admin.post(`${plans}/submit`, { id: large, reason: '改' })).error).toBe('closed')
  await lab.done(plans, 'agree', large, { opinion: '同意' })
  expect(await lab.one(plans, large)).toMatchObject({
    planStatus: 'approved',
    reservedTotal: '1000.01',
    approvedById: admin.userId,
    approvalNode: null,
  })
})

test('a refused plan is a draft again and reserves nothing; one without prices may cost anything', async () => {
  const id = await draft('5000.00')
  await asked(id)
  expect((await lab.go(plans, 'refuse', id)).status).toBe(400)
  await lab.done(plans, 'refuse', id, { opinion: '太贵' })
  expect(await lab.one(plans, id)).toMatchObject({ planStatus: 'draft', reservedTotal: null })
  const free = await lab.saved(plans, { planYear: 2027, deptId: home.depts.medicine, lines: [{ deviceName: '泵', quantity: 1 }] }, manager)
  const instance = await asked(free)
  expect((await manager.post('/flow/process-new/cancel', { id: instance })).msg).toBe('操作成功')
  expect(await lab.one(plans, free)).toMatchObject({ planStatus: 'draft' })
  const empty = await lab.saved(plans, { planYear: 2027, deptId: home.depts.medicine, lines: [] })
  expect(await lab.said(plans, 'approve', empty)).toBe('采购计划没有明细')
})

test('a flow of the hospital branches by the total of the plan', async () => {
  const flows = flowLab(app, admin, keeper, 'purchasePlan')
  const users = home.users as Record<string, string>
  await flows.decideBy({
    kind: 'condition',
    id: 'c',
    branches: [{ id: 'large', when: [[{ fact: 'amount', is: 'ge', value: 10_000 }]], nodes: [node('院长', people(users.head!))] }],
    otherwise: { id: 'rest', nodes: [node('设备科', people(users.engineer!))] },
  })
  expect(await flows.askedNow(await asked(await draft('4999.99')))).toEqual([users.engineer])
  expect(await flows.askedNow(await asked(await draft('5000.00')))).toEqual([users.head])
})
