import { afterEach, beforeAll, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { servicePhone } from '#src/features/service/phone.tsx'
import { toolingPhone } from '#src/features/tooling/phone.tsx'
import { offerParts, Parts } from '#src/kit/parts.tsx'
import type { PhoneModule } from '#src/kit/phone/module.ts'
import { loadQueueFacts } from '#src/kit/phone/queue-facts.ts'
import { giveRecordPaths } from '#src/kit/record/record-paths.ts'
import '#src/app/queue-loaders.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, drawn, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { eventually } from '#tests/harness/desk-acts.ts'
import { home } from '#tests/harness/hospitals.ts'
import { openPhonePages, type PhonePages } from '#tests/harness/phone-pages.tsx'
import { addProvider, type Provider } from '#tests/harness/providers.ts'
import { ok, ours, repairs, type Sharing, sharedOrder, sharingWith } from '#tests/harness/shared-order.ts'

const app = await appForFile()
const today = homeDay(new Date())
const soon = daysAfter(today, 1)
await loadQueueFacts()
offerParts(servicePhone.parts!)
giveRecordPaths(servicePhone.records!)

let swift: Provider
let by: Sharing
beforeAll(async () => {
  swift = await addProvider(app, '200001', '迅修医工')
  by = await sharingWith(app, swift)
})

let phone: PhonePages | undefined
afterEach(() => {
  phone?.close()
  phone = undefined
})

/** The day page and the pages of the person alone, as their modules place the parts of others there. */
const Day = () => <Parts at="scan.day" given={{}} />
const Links = () => <Parts at="me.links" given={{}} />
const slots: PhoneModule = {
  name: 'tooling',
  screens: [
    { path: '/scan.day', Screen: Day },
    { path: '/me.links', Screen: Links },
  ],
}
const pulled = async (who: Client, language: 'zh' | 'en' = 'zh'): Promise<PhonePages> => {
  await openDesk(app, who, '/nothing', language)
  phone = await openPhonePages([servicePhone, toolingPhone, slots])
  await phone.sync()
  return phone
}
const shows = (of: PhonePages, ...texts: string[]) =>
  until(() => texts.every((text) => shownText(of.box).includes(text)), `${texts} in ${shownText(of.box)}`)
const press = async (of: PhonePages, name: string): Promise<void> => click(await until(() => byRole('button', name, of.box), name))
/** Fills the sheet of a step and takes it. */
const fill = async (of: PhonePages, name: string, values: Readonly<Record<string, string>>): Promise<void> => {
  await press(of, name)
  const sheet = await until(() => byRoleAll('dialog', undefined, of.box).find((one) => one.querySelector('form')), 'the sheet')
  for (const [label, value] of Object.entries(values)) {
    // A required field says so after its name.
    const box = await until(() => [...sheet.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label)), label)
    type(document.getElementById(box.htmlFor)!, value)
  }
  click(byRole('button', name, sheet)!)
  await until(() => !byRoleAll('dialog', undefined, of.box).some((one) => one.querySelector('form')), `${name} is stored`)
}
let made = 0
/** An order that a hospital shares and no one has taken yet. */
const offered = async (): Promise<{ id: string; repairId: string; name: string }> => {
  const name = `随身呼吸机${++made}`
  const { id: deviceId } = ok(await by.admin.post<Row>('/eam/device/submit', { deviceName: name, useDeptId: home.depts.bones }))
  const { id: repairId } = ok(await by.keeper.post<Row>(`${repairs}/save`, { deviceId, faultDescription: '不送气', urgency: 'critical' }))
  ok(await by.engineer.post(`${repairs}/accept`, { id: repairId }))
  ok(await by.engineer.post(`${ours}/submit`, { id: repairId, providerId: by.supplierId, contactPhone: '8002' }))
  const found = ok(await by.admin.get<{ records: Row[] }>(`${ours}/list`, { repairOrderId: repairId, size: 1 }))
  return { id: found.records[0]!.id, repairId, name }
}
const ofOurs = async (id: string): Promise<Row> => ok(await by.admin.get<Row>('/sps/hospital/workOrder/detail', { id }))

test('the provider takes an order, plans it, works and reports without a network; each step arrives as it was taken', async () => {
  const order = await offered()
  const of = await pulled(swift.first)
  of.show('/scan.day')
  await shows(of, '待接的服务工单', '其中紧急 1')
  of.show('/me.links')
  await shows(of, '服务工单')
  of.setOnline(false)
  of.show('/service-orders')
  await shows(of, '今天', order.name, '待接单')
  of.show(`/service-orders/${order.id}`)
  await shows(of, order.name, '不送气', '骨科', '特急（影响抢救）', '拨打 8002')
  await press(of, '接单')
  await press(of, '提交方案')
  const sheet = await until(() => byRoleAll('dialog', undefined, of.box).find((one) => one.querySelector('form')), 'the sheet')
  type(sheet.querySelector('input[type=date]')!, daysAfter(today, -1))
  click(byRole('button', '提交方案', sheet)!)
  await until(() => shownText(sheet).includes('方案内容不能为空') && shownText(sheet).includes('计划服务日期不能早于今天'), 'problems')
  type(sheet.querySelector('textarea')!, '更换涡轮')
  type(sheet.querySelector('input[type=date]')!, soon)
  type(await until(() => [...sheet.querySelectorAll('input')].find((one) => one.type !== 'date'), 'the price'), '1200')
  click(byRole('button', '提交方案', sheet)!)
  await shows(of, '方案待确认', '更换涡轮')
  expect(of.queue().map(({ op }) => op.kind)).toEqual(['providerOrder.accept', 'providerOrder.plan'])
  expect(await ofOurs(order.id)).toMatchObject({ shareState: 'offered', planPrice: null })
  of.setOnline(true)
  await of.sync()
  expect(await ofOurs(order.id)).toMatchObject({ shareState: 'planned', planPrice: '1200.00', planDate: soon })

  ok(await by.admin.post(`${ours}/confirm-plan`, { id: order.id }))
  await of.sync()
  of.setOnline(false)
  await press(of, '开工')
  await fill(of, '登记工作', { 工作记录: '已更换涡轮', 服务工时: '2.5', 更换配件说明: '涡轮 1 个' })
  await shows(of, '已更换涡轮')
  await fill(of, '完工', { 故障诊断: '涡轮磨损', 维修措施: '更换涡轮' })
  await shows(of, '待验收')
  of.setOnline(true)
  await of.sync()
  expect(of.queue()).toEqual([])
  expect(await ofOurs(order.id)).toMatchObject({ shareState: 'finished', workNote: '已更换涡轮', workHours: 2.5, partsNote: '涡轮 1 个' })
})

test('a share that ended meanwhile: the step is refused in words, what was typed stays, and the order leaves the phone', async () => {
  const { id } = await sharedOrder(by, swift.first, '随身输液泵')
  const of = await pulled(swift.first)
  of.setOnline(false)
  of.show(`/service-orders/${id}`)
  await fill(of, '提交方案', { 方案内容: '更换电机', 报价: '300', 计划服务日期: soon })
  ok(await by.engineer.post(`${ours}/end`, { id, reason: '自修' }))
  of.setOnline(true)
  await of.sync()
  const [item] = of.queue()
  expect(item!.op.lastError?.msg).toBe('医院已终止共享这张工单，不能再办理')
  expect(item!.op.body).toMatchObject({ planContent: '更换电机', planPrice: expect.stringMatching(/^300/) })
  of.show('/queue')
  // The harness has the words of the desk: of the phone it shows their keys.
  await shows(of, 'queue.why')
  expect(byRole('button', '留作备注', of.box)).toBeUndefined()
  of.show('/service-orders')
  await until(() => !shownText(of.box).includes('随身输液泵'), 'the order is gone')
})

test('the provider answers the messages of the hospital; an administrator of a hospital is offered no such orders', async () => {
  const { id } = await sharedOrder(by, swift.first, '随身监护仪')
  ok(await by.engineer.post(`${ours}/message`, { id, content: '请走东门' }))
  const of = await pulled(swift.first)
  of.show(`/service-orders/${id}`)
  await shows(of, '请走东门')
  await press(of, '给医院留言')
  const sheet = await until(() => byRoleAll('dialog', undefined, of.box).find((one) => one.querySelector('textarea')), 'the sheet')
  type(sheet.querySelector('textarea')!, '十点到')
  // A network that goes and comes back takes nothing of what was typed.
  for (const isOnline of [false, true]) {
    of.setOnline(isOnline)
    await drawn()
  }
  expect([sheet.isConnected, sheet.querySelector('textarea')!.value]).toEqual([true, '十点到'])
  click(byRole('button', '给医院留言', sheet)!)
  await eventually(async () => {
    const { messages } = ok(await by.engineer.get<{ messages: readonly object[] }>(`${ours}/messages`, { id }))
    return messages.length === 2
  }, 'the answer')
  of.close()
  phone = undefined

  const hospital = await pulled(by.admin)
  hospital.show('/me.links')
  await shows(hospital, '计量记录')
  expect(shownText(hospital.box)).not.toContain('服务工单')
})
