import { afterEach, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { checklistPhone } from '#src/features/checklist/phone.tsx'
import { maintenancePhone } from '#src/features/maintenance/phone.tsx'
import { servicePhone } from '#src/features/service/phone.tsx'
import { toolingPhone } from '#src/features/tooling/phone.tsx'
import { offerParts } from '#src/kit/parts.tsx'
import { loadQueueFacts } from '#src/kit/phone/queue-facts.ts'
import { giveRecordPaths } from '#src/kit/record/record-paths.ts'
import '#src/app/queue-loaders.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { home } from '#tests/harness/hospitals.ts'
import { openPhonePages, type PhonePages } from '#tests/harness/phone-pages.tsx'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const engineer = await app.as('engineer')
const today = homeDay(new Date())
await loadQueueFacts()
offerParts([...maintenancePhone.parts!, ...servicePhone.parts!, ...checklistPhone.parts!])
giveRecordPaths({ ...maintenancePhone.records, device: '/device' })

let phone: PhonePages | undefined
afterEach(() => {
  phone?.close()
  phone = undefined
})

const must = async (path: string, body: object, who = admin): Promise<Row> => {
  const answer = await who.post<Row>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
let serial = 0
const device = async (): Promise<string> =>
  (await must('/eam/device/submit', { deviceName: `随身设备${++serial}`, useDeptId: home.depts.bones })).id
/** An order of a new plan, due three days ago. */
const ordered = async (more: object = {}): Promise<Row> => {
  const draft = { planName: `随身保养${serial + 1}`, planCycle: 1, planCycleUnit: 'month', firstDue: today }
  const { id: planId } = await must('/eam/deviceplan/submits', { deviceId: await device(), ...draft, ...more })
  const [card] = (await admin.get<Page>('/eam/devicecardmaintain/list', { planId })).data.records
  await must('/eam/devicecardmaintain/order', { ids: [card!.id] })
  const [order] = (await admin.get<Page>('/eam/eventtypemaintain/list', { planId })).data.records
  await app.sql('update maintain_order set due_date = $2 where id = $1', [order!.id, daysAfter(today, -3)])
  return detail('/eam/eventtypemaintain', order!.id)
}
const detail = async (path: string, id: unknown): Promise<Row> => (await admin.get<Row>(`${path}/detail`, { id: String(id) })).data
/** The phone of the engineer, with everything pulled. */
const pulled = async (language: 'zh' | 'en' = 'zh'): Promise<PhonePages> => {
  await openDesk(app, engineer, '/nothing', language)
  phone = await openPhonePages([maintenancePhone, servicePhone, checklistPhone, toolingPhone])
  await phone.sync()
  return phone
}
const shows = (of: PhonePages, ...texts: string[]) =>
  until(() => texts.every((text) => shownText(of.box).includes(text)), `${texts} in ${shownText(of.box)}`)
const press = async (of: PhonePages, name: string): Promise<void> => click(await until(() => byRole('button', name, of.box), name))
const sheetOf = (of: PhonePages) =>
  until(() => byRoleAll('dialog', undefined, of.box).find((one) => one.querySelector('form')), 'the sheet')

test('today’s round without a network: an overdue order is listed, begun and finished; the server’s refusal says who was first', async () => {
  const order = await ordered({ assigneeId: engineer.userId, hoursExpected: 2 })
  const elsewhere = await ordered({ assigneeId: manager.userId })
  const of = await pulled()
  of.setOnline(false)
  of.show('/maintenance')
  await shows(of, '已逾期', String(order.deviceName), '骨科')
  expect(shownText(of.box)).not.toContain(String(elsewhere.deviceName))
  of.show(`/maintenance/${elsewhere.id}`)
  await shows(of, String(elsewhere.deviceName), '此工单由其他人负责')
  expect(byRole('button', '开始保养', of.box)).toBeUndefined()

  of.show(`/maintenance/${order.id}`)
  await shows(of, String(order.deviceName), String(order.orderNo), String(order.planName), String(order.dueDate))
  await press(of, '开始保养')
  await until(() => !byRole('button', '开始保养', of.box), 'the order is begun')
  await press(of, '完工')
  const sheet = await sheetOf(of)
  click(byRole('button', '完工', sheet)!)
  await until(() => byRole('alert', undefined, sheet), 'the result is missing')
  click(await until(() => byRole('button', '已调整', sheet) ?? byRole('radio', '已调整', sheet), 'the result'))
  type(sheet.querySelector('textarea')!, '已更换滤芯')
  click(byRole('button', '完工', sheet)!)
  await until(() => of.queue().length === 2, 'both wait')
  expect(of.queue().map(({ op }) => [op.kind, op.lane])).toEqual([
    ['maintainOrder.start', `maintenance:${order.id}`],
    ['maintainOrder.finish', `maintenance:${order.id}`],
  ])

  await must('/eam/eventtypemaintain/finish', { id: order.id, result: 'good' }, manager)
  of.setOnline(true)
  await of.sync()
  const [first] = of.queue()
  expect(first!.op.lastError?.msg).toMatch(/设备科长已在 .+ 先办理了“完工”/)
  expect(of.queue().at(-1)!.op.body).toMatchObject({ result: 'adjusted', resultNote: '已更换滤芯' })
  expect(await detail('/eam/eventtypemaintain', order.id)).toMatchObject({ result: 'good' })
})

test('what waits for a team is found on the phones of its members, taken over without a network and begun by them', async () => {
  const deviceId = await device()
  const name = `随身设备${serial}`
  const { id } = await must('/eam/eventtyperepair/save', { deviceId, faultDescription: '不开机', urgency: 'normal' })
  const { id: teamId } = await must('/eam/service-team/submit', { teamName: '随身班组', members: [engineer.userId] })
  await must('/eam/eventtyperepair/assign-team', { id, teamId }, manager)
  const order = await ordered({ teamId })
  const { id: othersId } = await must('/eam/service-team/submit', { teamName: '外院班组', members: [manager.userId] })
  const elsewhere = await ordered({ teamId: othersId })
  const of = await pulled()
  of.show('/repair')
  click(await until(() => byRole('radio', /^repair\.pool/, of.box), 'the pool'))
  await shows(of, name, '已派工', '班组 随身班组')
  of.setOnline(false)
  of.show(`/repair/${id}`)
  await press(of, '接单')
  await until(() => !byRole('button', '接单', of.box), 'the order is taken')
  await press(of, '到场维修')
  await until(() => of.queue().length === 2, 'the steps wait')

  // Maintenance of a team of others is not theirs to do.
  of.show('/maintenance')
  await shows(of, String(order.deviceName), '班组 随身班组')
  expect(shownText(of.box)).not.toContain(String(elsewhere.deviceName))
  of.show(`/maintenance/${elsewhere.id}`)
  await shows(of, '外院班组', '此工单等待班组成员接单')
  expect(['接单', '开始保养'].map((step) => byRole('button', step, of.box))).toEqual([undefined, undefined])
  of.show(`/maintenance/${order.id}`)
  await press(of, '接单')
  await until(() => of.queue().length === 3, 'the step waits')

  of.setOnline(true)
  await of.sync()
  expect(await detail('/eam/eventtyperepair', id)).toMatchObject({ repairStatus: 'working', engineerId: engineer.userId, teamId })
  expect(await detail('/eam/eventtypemaintain', order.id)).toMatchObject({ assigneeId: engineer.userId, teamId })
})

test('an order with a checklist leads to it and back, and is finished after it', async () => {
  const templates = '/eam/eamdeviceinspection'
  const items = [{ itemText: '外观完好', itemKind: 'yesNo', isRequired: 1 }]
  const { id: templateId } = await must(`${templates}/submit`, { templateName: '随身检查表', useKind: 'maintenance', items })
  await must(`${templates}/publish`, { id: templateId })
  const order = await ordered({ assigneeId: engineer.userId, templateId })
  const of = await pulled()
  of.setOnline(false)
  of.show(`/maintenance/${order.id}`)
  await shows(of, '请先完成检查表')
  expect(byRole('button', '完工', of.box)).toBeUndefined()
  const links = () => byRoleAll('link', undefined, of.box).map((one) => one.getAttribute('href'))
  expect(links()).toContain(`/checklists/${order.checklistId}`)
  of.show(`/checklists/${order.checklistId}`)
  await until(() => links().includes(`/maintenance/${order.id}`), 'the way back')
})

test('a device whose metrology is due is planned, sent, taken back and recorded on the phone', async () => {
  const deviceId = await device()
  const name = `随身设备${serial}`
  const terms = { measureKind: 'verification', measureType: 'mandatory', measureCycle: 365 }
  const { id } = await must('/eam/devicecardmeasure/submit', { deviceId, ...terms })
  const of = await pulled()
  of.setOnline(false)
  of.show('/metrology')
  await shows(of, '应检设备', name, '已逾期')
  const row = byRoleAll('button', undefined, of.box).find((one) => shownText(one).includes(name))
  click(row!)
  await until(() => of.queue().length === 1, 'it is planned')
  const recordId = of.queue()[0]!.op.target.id
  of.show(`/metrology/${recordId}`)
  await shows(of, name)
  await press(of, '送检')
  const sheet = await sheetOf(of)
  type(sheet.querySelector<HTMLInputElement>('input:not([type=date])')!, '市计量院')
  click(byRole('button', '送检', sheet)!)
  await until(() => of.queue().length === 2, 'it is sent')
  await press(of, '取回')
  click(byRole('button', '取回', await sheetOf(of))!)
  await until(() => of.queue().length === 3, 'it is taken back')
  of.setOnline(true)
  await of.sync()
  await until(() => of.queue().length === 0, 'the queue is empty')
  expect(await detail('/eam/eventtypemeasure', recordId)).toMatchObject({ recordStatus: 'returned', body: '市计量院', sentOn: today })
  of.show('/metrology')
  await shows(of, '已逾期', name)
  expect(shownText(of.box)).not.toContain('应检设备')
  of.show(`/metrology/${recordId}`)
  await press(of, '登记结果')
  const result = await sheetOf(of)
  click(await until(() => byRole('button', '合格', result) ?? byRole('radio', '合格', result), 'the result'))
  const day = [...result.querySelectorAll<HTMLInputElement>('input[type=date]')][0]!
  type(day, today)
  click(byRole('button', '登记结果', result)!)
  expect((await until(() => byRole('alert', undefined, result), 'the number is missing')).textContent).toContain('证书编号')
  expect(of.queue()).toEqual([])
  expect((await detail('/eam/devicecardmeasure', id)).labelState).toBe('none')
})
