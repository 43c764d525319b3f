import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  byRoleAll,
  bySelector,
  click,
  field,
  fieldAll,
  formDialog,
  type OpenDesk,
  openDesk,
  pick,
  press,
  rows,
  search,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'
import { sendFile } from '#tests/harness/imports.ts'
import { picture } from '#tests/harness/pictures.ts'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const main = () => until(() => bySelector('.eam-record'), 'the record')
/** Waits until the heading of the shown record matches. */
const inState = (state: RegExp) => until(() => bySelector('.eam-record h1', state), `a record ${state}`)
const partOf = async (name: string) => until(() => byRole('region', name, bySelector('.eam-record')), `the part ${name}`)

/** A card in use that the person sees and that is not in repair. */
const freeCard = async (client: Client): Promise<Row> => {
  const { records } = (await client.get<Page>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: 200 })).data
  for (const card of records.reverse())
    if ((await client.get<unknown[]>('/eam/eventtyperepair/open-of', { deviceId: card.id })).data.length === 0) return card
  throw new Error('every card is in repair')
}
/** A fresh report of a person about a card that is not in repair. */
const report = async (client: Client, faultDescription: string, more: object = {}): Promise<Row> => {
  const { id: deviceId, deviceName } = await freeCard(client)
  const { data } = await client.post('/eam/eventtyperepair/save', { deviceId, faultDescription, urgency: 'normal', ...more })
  return { ...(await client.get('/eam/eventtyperepair/detail', { id: data.id })).data, deviceId, deviceName }
}
/** Presses the button of a step and sends its form, where it has one. */
const step = async (desk: OpenDesk, name: string, fill?: (form: HTMLElement) => Promise<void>): Promise<void> => {
  // While a step is on its way no other one begins.
  const isOpen = (button: HTMLElement | undefined) => button && !(button as HTMLButtonElement).disabled && button
  click(await until(() => isOpen(byRole('button', name, bySelector('.eam-record'))), `the step ${name}`))
  if (fill) {
    const form = await desk.find('dialog', name)
    await fill(form)
    click(byRole('button', '确定', form)!)
  }
  await desk.see(`已${name}`)
}

test('an engineer repairs with parts from stock, and the nurse accepts it', async () => {
  const [nurse, engineer] = [await as('keeper'), await as('engineer')]
  const order = await report(nurse, '测试：屏幕不亮', { urgency: 'urgent', isStopped: 1 })
  const desk = await openDesk(app, engineer, `/eam/repair/${order.id}`)
  await step(desk, '受理')
  await step(desk, '到场维修')
  await inState(/维修中/)
  expect(byRole('button', '验收', await main())).toBeUndefined()
  await step(desk, '完工', async (asked) => {
    type(await until(() => field('故障诊断', asked), 'the diagnosis'), '背光板损坏')
    type(field('维修措施', asked)!, '更换背光板')
    type(field('人工费', asked)!, '80')
    click(byRole('button', '选择库存配件', asked)!)
    const picker = await desk.find('dialog', '选择设备配件')
    click(await until(() => picker.querySelector('.ant-table-row'), 'a part in stock'))
    click(await desk.find('button', /^确定（已选 1 条）$/, picker))
    await until(() => (field(/^配件名称/, asked) as HTMLInputElement | undefined)?.value, 'the part in the form')
    click(byRole('button', '手工添加', asked)!)
    await until(() => fieldAll(/^配件名称/, asked).length === 2, 'a second line')
    for (const [label, text] of [
      ['配件名称', '螺丝'],
      ['数量', '2'],
      ['单价', '0.50'],
    ] as const)
      type(fieldAll(new RegExp(`^${label}`), asked)[1]!, text)
  })
  await inState(/待验收/)
  const parts = await partOf('维修用配件')
  await until(() => parts.querySelectorAll('.ant-table-row').length === 2, 'both parts')
  const course = await partOf('维修进程')
  await until(() => course.textContent?.includes('更换背光板'), 'the measures in the course')

  const ward = await openDesk(app, nurse, `/eam/repair/${order.id}`)
  await ward.see('更换背光板')
  await step(ward, '验收', async (asked) => type(await until(() => field('评分', asked), 'the rating'), '5'))
  await inState(/已完成/)
  const times = await partOf('时长')
  await until(() => /故障前运行时长\d+ (天|小时|分钟)/.test(times.textContent ?? ''), 'the time before the fault')
  expect(shownText(await main())).not.toContain('（分钟）')
  click(await ward.find('link', String(order.deviceName), await partOf('设备卡')))
  await inState(/在用/)
  click(await ward.find('tab', '生命周期', await main()))
  const life = await partOf('生命周期')
  await until(() => life.textContent?.includes('停用报修'), 'the report in the history')
})

test('a device that is in repair already says so in the form of the next report', async () => {
  const nurse = await as('keeper')
  const { deviceId, id, orderNo } = await report(nurse, '测试：已在修')
  const desk = await openDesk(app, nurse, `/eam/device/${deviceId}`)
  click(await until(() => byRole('button', '报修', bySelector('.eam-record')), 'the act'))
  const form = await until(formDialog, 'the form')
  await until(() => byRole('alert', /该设备已有在修工单/, form), 'the warning')
  expect((await desk.find('link', String(orderNo), form)).getAttribute('href')).toBe(`/eam/repair/${id}`)
})

test('[SHELL-LIST-2] the manager sees the orders as a board, puts an engineer in charge and sorts several at once', async () => {
  const manager = await as('manager')
  const order = await report(await as('keeper'), '测试：派工')
  const desk = await openDesk(app, manager, '/eam/repair')
  await until(() => rows().length > 5, 'orders')
  const pages = document.querySelector('.ant-pagination-options .ant-select')!
  for (const target of [pages, pages.querySelector('input')!])
    target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  const sizes = await until(() => byRoleAll('option', /^\d+ /).length > 0 && byRoleAll('option', /^\d+ /), 'the sizes of a page')
  expect(sizes.map((one) => Number.parseInt(one.textContent ?? '', 10))).toEqual([10, 30, 50, 100, 200])
  press('Escape', pages.querySelector('input')!)
  click(await desk.find('button', '看板视图'))
  const column = await desk.find('region', '待受理')
  click(await until(() => bySelector('.eam-card', String(order.orderNo), column), 'the card of the order'))
  await inState(/待受理/)
  // Empty facts are folded away.
  const facts = await partOf('维修工单')
  expect(shownText(facts)).not.toContain('外修服务商')
  click(await desk.find('button', /项未填$/, facts))
  await until(() => shownText(facts).includes('外修服务商'), 'the empty facts')
  await step(desk, '派工', async (asked) => {
    const engineer = await until(() => field('工程师', asked), 'the field for the engineer')
    await search(engineer, '', asked, '李工')
    click(engineer)
    // Only people who may repair are offered.
    expect(byRoleAll('option', /王护士/)).toEqual([])
  })
  await inState(/已派工/)
  const course = await partOf('维修进程')
  await until(() => course.textContent?.includes('工程师 李工'), 'the engineer in the course')

  await desk.go('/eam/repair?repairStatus=reported')
  await until(() => rows().length > 0 && rows().every((row) => row.textContent?.includes('待受理')), 'reported orders')
  click(byRole('checkbox', undefined, rows()[0])!)
  await desk.see('已选 1 条')
  click(await desk.find('button', '批量修改工单'))
  const asked = await desk.find('dialog', '批量修改工单')
  await pick('紧急程度', /特急/, asked)
  click(byRole('button', '确定', asked)!)
  await until(() => rows()[0]?.textContent?.includes('特急'), 'the urgency of the first order')
})

test('[SHELL-ROUTE-NOTICE-1] [SHELL-ROUTE-NOTICE-2] both addresses show the notices', async () => {
  const engineer = await as('engineer')
  await report(await as('keeper'), '测试：消息')
  for (const path of ['/notice/task', '/notice/task/index']) {
    const desk = await openDesk(app, engineer, path)
    const list = await desk.find('region', '消息')
    await until(() => byRole('listitem', /测试：消息/, list), `the notice at ${path}`)
  }
})

test('all notices are marked as read by one button, and the bell counts again', async () => {
  const [nurse, engineer] = [await as('keeper'), await as('engineer')]
  await engineer.post('/osm/notice/tag-read', { all: 1 })
  for (const text of ['测试：第一条', '测试：第二条']) await report(nurse, text)
  const desk = await openDesk(app, engineer, '/notice/task')
  await desk.find('button', '消息，2 条未读')
  const list = await desk.find('region', '消息')
  await until(() => list.querySelectorAll('.eam-unread').length === 2, 'two unread notices')
  click(await desk.find('button', '全部标为已读', list))
  await desk.find('button', '消息')
  await until(() => list.querySelectorAll('.eam-unread').length === 0, 'no unread notice')
  expect((byRole('button', '全部标为已读', list) as HTMLButtonElement).disabled).toBe(true)
})

test('[SERVICE-ENT-OPHIST] an entry of the operation history has act, time, content, pictures and attachments', async () => {
  const [keeper, engineer] = [await as('keeper'), await as('engineer')]
  const order = await report(keeper, '附件齐全')
  for (const act of ['accept', 'arrive']) await engineer.post(`/eam/eventtyperepair/${act}`, { id: order.id })
  const files = [
    await sendFile(app, engineer, picture(), '主板.jpg'),
    await sendFile(app, engineer, Buffer.from('%PDF-1.4\n%%EOF\n'), '报告.pdf'),
  ]
  const told = { diagnosis: '电源板故障', measures: '更换电源板', photos: files }
  expect((await engineer.post('/eam/eventtyperepair/finish', { id: order.id, ...told })).msg).toBe('操作成功')
  const { records } = (await engineer.get<Page>('/eam/eventtyperepair/history', { id: order.id })).data
  expect(records.find(({ operationType }) => operationType === 'finish')).toMatchObject({ images: [files[0]], attachments: [files[1]] })
  await openDesk(app, engineer, `/eam/repair/${order.id}`)
  const entry = await until(
    () => [...document.querySelectorAll('.eam-event')].find((one) => one.querySelector('strong')?.textContent === '完工'),
    'the entry of the finish',
  )
  expect(entry.querySelector('time')!.textContent).toMatch(/\d{1,2}:\d{2}/)
  expect(entry.textContent).toContain('电源板故障 更换电源板')
  expect([...entry.querySelectorAll('.eam-photos img')].map((one) => one.getAttribute('src'))).toEqual([`/api/file/${files[0]}?size=thumb`])
  const link = await until(() => byRole('link', '报告.pdf', byRole('list', '附件', entry)), 'the attachment')
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([`/api/file/${files[1]}`, '_blank'])
})
