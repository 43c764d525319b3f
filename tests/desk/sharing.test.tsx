import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { demoProvider, demoProviderPeople } from '#server/demo/demo.ts'
import { demoSharing } from '#server/features/service/sharing/demo-sharing.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'
import { byRole, byRoleAll, bySelector, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const ground = await demoGround(app)
await writeAs(app.pool, demoTenant, (tx) => demoSharing(tx, ground))

test('the hospital follows its shared orders and confirms a plan', async () => {
  const manager = await app.signIn(demoTenant, 'manager', 'ward2026')
  const { records } = (await manager.get<Page>('/sps/hospital/serviceOrder/list', { shareState: 'planned' })).data
  await openDesk(app, manager, `/eam/service-order?open=${records[0]!.id}`)
  const drawer = await until(() => bySelector('.ant-drawer', '上门检测'), 'the plan')
  click(await until(() => byRole('button', '确认方案', drawer), 'the act'))
  const asked = await until(
    () => byRoleAll('dialog').findLast((one) => byRole('button', /^(确定|确认方案)$/, one) && one !== drawer),
    'the question',
  )
  click(byRole('button', /^(确定|确认方案)$/, asked)!)
  await until(() => shownText(drawer).includes('待开工'), 'the new state')
  await until(() => bySelector('td', demoProvider.name), 'the row of the list')
})

test('the provider follows its orders and proposes changes of a card', async () => {
  const person = await app.signIn(demoProvider.tenant, demoProviderPeople[0][0], 'ward2026')
  const { records } = (await person.get<Page>('/sps/provider/workOrder/list', { shareState: 'working' })).data
  const desk = await openDesk(app, person, '/eam/provider-order')
  await until(() => bySelector('td', '江城市第一人民医院'), 'a row of the list')
  await desk.go(`/eam/provider-order?open=${records[0]!.id}`)
  const drawer = await until(() => bySelector('.ant-drawer', '更换电源模块'), 'the order')
  for (const act of ['完工', '登记工作', '建议修改设备卡']) expect(await until(() => byRole('button', act, drawer), act)).toBeTruthy()
  click(byRole('button', '建议修改设备卡', drawer)!)
  await until(() => byRoleAll('dialog').some((one) => shownText(one).includes('注册证号')), 'the fields of the card')
})
