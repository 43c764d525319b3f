import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, byText, click, dialog, field, openDesk, rows, type, until } from '#tests/harness/desk.tsx'
import { eventually } from '#tests/harness/desk-acts.ts'
import { picture } from '#tests/harness/pictures.ts'
import { addProvider } from '#tests/harness/providers.ts'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')

test('a manager confirms the plan of a provider, who then starts the work', async () => {
  const [manager, engineer] = [await as('manager'), await as('engineer')]
  const { first } = await addProvider(app, '200001', '迅修医工')
  const company = { supplierName: '迅修公司', supplierKind: 'service', providerTenant: '200001' }
  const { id: providerId } = (await manager.post<Row>('/eam/supplierinfo/submit', company)).data
  const [order] = (await manager.get<Page>('/eam/eventtyperepair/list', { repairStatus: 'accepted,assigned,working', size: 1 })).data
    .records
  expect((await engineer.post('/sps/hospital/serviceOrder/submit', { id: order!.id, providerId })).msg).toBe('操作成功')
  const [planned] = (await first.get<Page>('/sps/provider/workOrder/list')).data.records
  const offer = { planContent: '更换背光板', planPrice: '860.00', planDate: homeDay(new Date()) }
  expect((await first.post('/sps/provider/workOrder/accept', { id: planned!.id })).status).toBe(200)
  expect((await first.post('/sps/provider/workOrderRepair/plan-submit', { id: planned!.id, ...offer })).status).toBe(200)
  const desk = await openDesk(app, manager, `/eam/service-order?open=${planned!.id}`)
  await desk.see(/860\.00/)
  click(await desk.find('button', '确认方案'))
  click(await until(() => byRole('button', /^确\s?定$/, dialog('确认方案')), 'the question'))
  await until(() => byText('待开工', dialog()), 'the new state')
  const theirs = await openDesk(app, first, `/eam/provider-order?open=${planned!.id}`)
  click(await theirs.find('button', '开工'))
  await until(() => byText('服务中', dialog()), 'the work')
  const { data } = await manager.get('/sps/hospital/workOrder/detail', { id: planned!.id })
  expect(data).toMatchObject({ shareState: 'working', startedAt: expect.any(String) })
})

test('both sides write to each other on the order, and see it at once', async () => {
  const [manager, engineer] = [await as('manager'), await as('engineer')]
  const { first } = await addProvider(app, '200003', '快修医工')
  const company = { supplierName: '快修公司', supplierKind: 'service', providerTenant: '200003' }
  const { id: providerId } = (await manager.post<Row>('/eam/supplierinfo/submit', company)).data
  const { records } = (await manager.get<Page>('/eam/eventtyperepair/list', { repairStatus: 'accepted,assigned,working' })).data
  expect((await engineer.post('/sps/hospital/serviceOrder/submit', { id: records[2]!.id, providerId })).msg).toBe('操作成功')
  const { id } = (await first.get<Page>('/sps/provider/workOrder/list')).data.records[0]!
  expect((await first.post('/sps/provider/workOrder/accept', { id })).status).toBe(200)
  expect((await first.post('/sps/provider/workOrder/message', { id, content: '明早九点到' })).status).toBe(200)
  const desk = await openDesk(app, engineer, `/eam/service-order?open=${id}`)
  await desk.see(/明早九点到/)
  await desk.see(/1 条未读/)
  type((await until(() => field('给服务商留言', dialog()), 'the field'))!, '请走东门')
  const send = () => byRoleAll('button', /^发\s?送$/, dialog()).find((button) => !(button as HTMLButtonElement).disabled)
  // Its answer is lost: sent again, the message is there once.
  let lost = 0
  desk.answer(({ path, method }, ask) => {
    if (path !== '/sps/hospital/serviceOrder/message' || method !== 'POST' || lost > 0) return undefined
    lost++
    return ask().then(() => Promise.reject(new TypeError('the connection broke')))
  })
  click(await until(send, 'the button'))
  await until(() => lost === 1 && send(), 'the lost answer')
  await desk.settled()
  expect((field('给服务商留言', dialog()) as HTMLTextAreaElement).value).toBe('请走东门')
  click(send()!)
  await until(() => byText('请走东门', dialog()), 'the message')
  // A picture that is still being sent is waited for: the message does not go without it.
  await until(() => (field('给服务商留言', dialog()) as HTMLTextAreaElement | undefined)?.value === '', 'the emptied field')
  const letGo = desk.hold('/sync/blobs/')
  type(field('给服务商留言', dialog())!, '见图')
  const input = await until(() => dialog()?.querySelector<HTMLInputElement>('input[type="file"]'), 'the field of pictures')
  const shot = new File([new Uint8Array(picture())], 'shot.jpg', { type: 'image/jpeg' })
  Object.defineProperty(input, 'files', { value: [shot] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await desk.asked(/^\/sync\/blobs\//)
  click(await until(send, 'the button'))
  await until(() => dialog()?.textContent?.includes('文件正在上传'), 'the wait for the picture')
  await letGo()
  await until(() => dialog() && !dialog()!.querySelector('.ant-upload-list-item-uploading'), 'the end of the upload')
  click(await until(send, 'the button'))
  const written = async () => (await first.get<{ messages: Row[] }>('/sps/provider/workOrder/messages', { id })).data.messages
  await eventually(async () => (await written()).length === 3, 'the message with its picture')
  expect((await written())[2]).toMatchObject({ content: '见图', photos: [expect.any(String)] })
  const theirs = await openDesk(app, first, `/eam/provider-order?open=${id}`)
  await theirs.see(/请走东门/)
  const unread = async () => (await engineer.get<{ unread: number }>('/sps/hospital/serviceOrder/messages', { id })).data.unread
  await eventually(async () => (await unread()) === 0, 'the message read')
})

test('[SERVICE-API-1] the buttons that remind a provider send GET, and the reminders count', async () => {
  const [manager, engineer] = [await as('manager'), await as('engineer')]
  const { first } = await addProvider(app, '200002', '安修医工')
  const company = { supplierName: '安修公司', supplierKind: 'service', providerTenant: '200002' }
  const { id: providerId } = (await manager.post<Row>('/eam/supplierinfo/submit', company)).data
  const { records } = (await manager.get<Page>('/eam/eventtyperepair/list', { repairStatus: 'accepted,assigned,working' })).data
  expect((await engineer.post('/sps/hospital/serviceOrder/submit', { id: records[1]!.id, providerId })).msg).toBe('操作成功')
  const { id } = (await first.get<Page>('/sps/provider/workOrder/list')).data.records[0]!
  const press = async (button: string, path: string): Promise<void> => {
    const desk = await openDesk(app, engineer, `/eam/service-order?open=${id}`)
    click(await desk.find('button', button))
    const { method, path: asked } = await desk.asked(path)
    expect([method, asked]).toEqual(['GET', `${path}?id=${id}`])
    await desk.settled()
  }
  await press('催接单', '/sps/hospital/serviceOrder/reminder-wait')
  await app.sql(`update service_order set reminded_at = now() - interval '61 minutes' where id = $1`, [id])
  await first.post('/sps/provider/workOrder/accept', { id })
  await press('催单', '/sps/hospital/serviceOrder/reminder')
  expect((await manager.get<Row>('/sps/hospital/workOrder/detail', { id })).data.reminders).toBe(2)
})

test('a sensor credential is issued on its page and shown this once', async () => {
  const desk = await openDesk(app, await as('manager'), '/iot/sensor-credential')
  click(await desk.find('button', '签发传感器凭证'))
  type((await until(() => field('凭证名称', dialog()), 'the form'))!, '三楼网关')
  click(byRole('button', /^(提\s?交|确\s?定)$/, dialog()!)!)
  const secret = await until(() => /100001\.[0-9a-f-]{36}\.\S{20,}/.exec(dialog()?.textContent ?? '')?.[0], 'the secret')
  click(byRole('button', /^关\s?闭$/, dialog()!)!)
  await until(() => rows().some((row) => row.textContent?.includes('三楼网关')), 'the credential in the list')
  expect(document.body.textContent).not.toContain(secret)
  const answer = await fetch(`${app.url}/api/iot/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${/^[\w.-]+/.exec(secret)![0]}` },
    body: '{"messages":[]}',
  })
  expect(answer.status).toBe(200)
})
