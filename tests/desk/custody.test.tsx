import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  byRoleAll,
  bySelector,
  click,
  field,
  fieldAll,
  type OpenDesk,
  openDesk,
  pick,
  press,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const [applyAt, useAt] = ['/eam/deviceapply', '/eam/deviceusemanage']
const shows = (state: string) => until(() => bySelector('.eam-record *', new RegExp(`^${state}$`)), `the state ${state}`)

/** Takes a step on the page of a record; ends when the call of that path has been answered and no dialog is left. */
async function act(
  desk: OpenDesk,
  button: string,
  call: string,
  fields: Readonly<Record<string, string>> = {},
  choices: Readonly<Record<string, string>> = {},
): Promise<void> {
  const before = desk.requests.filter(({ path }) => path === call).length
  const isOpen = (one: HTMLElement | undefined) => one && !(one as HTMLButtonElement).disabled && one
  const shown = () => isOpen(byRole('button', button))
  const more = () => isOpen(byRole('button', '更多'))
  await until(() => shown() ?? more(), `the act ${button}`)
  await desk.settled()
  if (shown()) click(shown() as HTMLElement)
  else {
    click(more() as HTMLElement)
    click(await desk.find('menuitem', button))
  }
  // A step without input or question is taken at once.
  const sent = () => desk.requests.filter(({ path }) => path === call).length > before
  await until(() => byRole('dialog') ?? sent(), `the step ${button}`)
  const dialog = byRole('dialog')
  if (dialog && !sent()) {
    for (const [label, value] of Object.entries(fields)) {
      const input = await until(() => field(label, dialog), `the field ${label}`)
      type(input, value)
      press('Enter', input)
    }
    for (const [label, option] of Object.entries(choices)) await pick(fieldAll(label, dialog)[0]!.closest('.ant-select')!, option)
    click(byRole('button', /^(确定|同意)$/, dialog)!)
  }
  await until(sent, `the request of ${button}`)
  await until(() => !byRole('dialog'), `the end of ${button}`)
  await desk.settled()
}

/** Posts as a person; throws when refused. */
const post = async (by: Client, path: string, body: object): Promise<{ id: string }> => {
  const answer = await by.post(path, body)
  if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}
/** A draft to borrow a fresh device of one department for another one. */
const draft = async (title: string, by: Client): Promise<string> => {
  const [from, to] = (await by.get<Page>('/blade-system/dept/list', { size: 2 })).data.records
  const device = await post(await as('manager'), '/eam/device/submit', { deviceName: `${title}设备`, useDeptId: from!.id })
  const [borrowTime, returnTime] = [0, 86_400_000].map((later) => new Date(Date.now() + later).toISOString())
  const said = {
    applyTitle: title,
    type: 'borrow',
    deptId: to!.id,
    useDeptId: to!.id,
    borrowTime,
    returnTime,
    lines: [{ deviceId: device.id }],
  }
  return (await post(by, `${applyAt}/submit`, said)).id
}
const lentBy = async (by: Client, applyId: string): Promise<string> =>
  (await by.get<Page>(`${useAt}/list`, { applyId, size: 1 })).data.records[0]!.id

test('[ASSET-CAP-5] the page of applications offers every kind, and shows the state of each in words', async () => {
  const manager = await as('manager')
  await draft('夜班借用', manager)
  const desk = await openDesk(app, manager, '/eam/apply')
  const kinds = await until(() => document.querySelector('[role="radiogroup"][aria-label="申请类型"]'), 'the kinds')
  for (const kind of ['领用', '借用', '调拨', '退库', '申购', '入库', '盘点', '维修', '保养', '计量'])
    expect(bySelector('*', new RegExp(`^${kind}$`), kinds), kind).toBeDefined()
  for (const kind of ['处置', '共享']) await desk.find('link', kind)
  await until(() => bySelector('.eam-list .ant-table-row', '夜班借用')?.textContent?.includes('草稿'), 'the draft')
})

test('[ASSET-ST-APPLY-1] [ASSET-ST-APPLY-2] [ASSET-ST-APPLY-3] [ASSET-ST-APPR] an application is submitted, withdrawn and ended by its buttons', async () => {
  const [manager, admin] = [await as('manager'), await as('admin')]
  const first = await openDesk(app, manager, `/eam/apply/${await draft('撤销的借用', manager)}`)
  await act(first, '提交申请', `${applyAt}/eventSubmit`)
  await shows('审批中')
  await act(first, '撤销申请', `${applyAt}/cancel-check`)
  await shows('已撤销')
  const second = await draft('周末借用', manager)
  const desk = await openDesk(app, manager, `/eam/apply/${second}`)
  await act(desk, '提交申请', `${applyAt}/eventSubmit`)
  await shows('审批中')
  await post(admin, `${applyAt}/approve`, { id: second })
  const later = await openDesk(app, manager, `/eam/apply/${second}`)
  await act(later, '终止申请', `${applyAt}/applyEnd`, { 原因: '不再需要' })
  await shows('已终止')
})

test('[ASSET-ST-USE-1] [ASSET-ST-USE-2] [ASSET-ST-USE-3] [ASSET-ST-USE-4] [ASSET-ST-USE-6] own loans are received and given back, those of others handed out, extended and taken back', async () => {
  const [manager, admin] = [await as('manager'), await as('admin')]
  const applied = await draft('手术借用', manager)
  await post(manager, `${applyAt}/eventSubmit`, { id: applied })
  await post(admin, `${applyAt}/approve`, { id: applied })
  const use = await lentBy(manager, applied)
  await post(admin, `${useAt}/submit`, { id: use })
  const desk = await openDesk(app, manager, `/eam/device-use/${use}`)
  await act(desk, '确认接收', `${useAt}/confirm`)
  await act(desk, '归还', `${useAt}/give-back`)
  await shows('待收回')

  const asked = await draft('陪护借用', admin)
  await post(admin, `${applyAt}/eventSubmit`, { id: asked })
  await post(manager, `${applyAt}/approve`, { id: asked })
  const lent = await lentBy(manager, asked)
  const address = `/eam/device-use/${lent}`
  await act(await openDesk(app, manager, address), '确认交出', `${useAt}/submit`)
  await post(admin, `${useAt}/confirm`, { id: lent })
  const extendTo = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await post(admin, `${useAt}/extend`, { id: lent, extendTo, reason: '手术推迟' })
  await act(await openDesk(app, manager, address), '审批续借', `${useAt}/audit`, {}, { 审批结果: '同意' })
  await post(admin, `${useAt}/give-back`, { id: lent })
  await act(await openDesk(app, manager, address), '收回', `${useAt}/takeBack`, {}, { 归还状况: '完好' })
  await shows('已归还')
})

/** The names of the inputs that a form shows, in their order. */
const labelsIn = (form: HTMLElement): string[] =>
  [...form.querySelectorAll('.ant-form-item-label label')]
    .filter((label) => !label.closest('[hidden]'))
    .map((label) => label.textContent?.replace(/\s*\*?$/, '') ?? '')
const openForm = () => until(() => byRoleAll('dialog').findLast((one) => one.querySelector('.eam-form')), 'the form')
const sentBy = (desk: OpenDesk) =>
  until(() => desk.requests.find(({ path, method }) => method === 'POST' && path === `${applyAt}/submit`), 'the draft')

test('a new application begins with its kind, whose form asks for what that kind has and is saved without a title', async () => {
  const desk = await openDesk(app, await as('manager'), '/eam/apply')
  click(await desk.find('button', '新增', await until(() => bySelector('.eam-toolbar'), 'the toolbar')))
  const kinds = await desk.find('group', '申请类型')
  click(await desk.find('button', '申购', kinds))
  const purchase = await openForm()
  await until(() => purchase.textContent?.includes('新增申购申请'), 'what it is about')
  expect(labelsIn(purchase)).toEqual(['申请明细', '使用科室', '申请原因'])
  await until(() => field('设备名称 1', purchase), 'the first line')
  expect(field('设备 1', purchase)).toBeUndefined()
  click(byRole('button', '取消', purchase)!)
  await until(() => !byRole('dialog'), 'no form')

  click(await desk.find('button', '新增', bySelector('.eam-toolbar')))
  click(await desk.find('button', '借用', await desk.find('group', '申请类型')))
  const form = await openForm()
  await until(() => form.textContent?.includes('新增借用申请'), 'what it is about')
  expect(labelsIn(form)).toEqual(['申请明细', '使用科室', '归还时间', '申请原因'])
  // What the person seldom changes is folded, with the title that the program makes.
  click(await desk.find('button', /^更多（/, form))
  await until(() => labelsIn(form).includes('申请标题'), 'the folded fields')
  for (const label of ['盘点范围', '盘点位置', '申请类型']) expect(labelsIn(form), label).not.toContain(label)
  type(field('申请原因', form)!, '夜班备用')
  click(byRole('button', '保存', form)!)
  const { body } = await sentBy(desk)
  expect(body).toMatchObject({ type: 'borrow', reason: '夜班备用', borrowTime: expect.any(String), returnTime: expect.any(String) })
  expect(body).not.toHaveProperty('applyTitle')
  await until(() => bySelector('h1, h2', /^借用 夜班备用 至 /), 'the title that was made')
})

test('from the page of a device and from chosen ones, the form of a kind opens with them filled in', async () => {
  const manager = await as('manager')
  const [dept] = (await manager.get<Page>('/blade-system/dept/list', { keyword: '骨科', size: 1 })).data.records
  const [one, two] = [
    await post(manager, '/eam/device/submit', { deviceName: '门急诊泵', useDeptId: dept!.id }),
    await post(manager, '/eam/device/submit', { deviceName: '门急诊泵', useDeptId: dept!.id }),
  ]
  const desk = await openDesk(app, manager, `/eam/device/${one.id}`)
  click(await desk.find('button', '发起申请'))
  click(await desk.find('menuitem', '借用'))
  const form = await openForm()
  await until(() => form.textContent?.includes('门急诊泵'), 'the device')
  expect(shownText(form)).not.toContain('金额')
  click(byRole('button', '保存', form)!)
  expect((await sentBy(desk)).body).toMatchObject({ type: 'borrow', lines: [{ deviceId: one.id }] })
  await until(() => bySelector('h1, h2', /^借用 门急诊泵 .+ 至 /), 'the title that was made')

  const list = await openDesk(app, manager, '/eam/device?keyword=门急诊泵')
  await until(() => document.querySelectorAll('.eam-list .ant-table-row').length === 2, 'both devices')
  click(await until(() => bySelector('.eam-list thead input[type="checkbox"]'), 'the choice of all'))
  click(await list.find('button', '发起申请'))
  click(await list.find('menuitem', '处置'))
  const disposal = await openForm()
  await until(() => disposal.textContent?.includes('新增处置申请'), 'what it is about')
  await until(() => (disposal.textContent?.match(/门急诊泵/g) ?? []).length === 2, 'both devices')
  click(byRole('button', '取消', disposal)!)
  await until(() => !byRole('dialog'), 'no form')
  click(await list.find('button', '发起申请'))
  click(await list.find('menuitem', '调拨'))
  const allot = await openForm()
  await until(() => (allot.textContent?.match(/门急诊泵/g) ?? []).length === 2, 'both devices')
  expect(two.id).toBeDefined()
})
