import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, field, openDesk, pick, press, shownText, until } from '#tests/harness/desk.tsx'
import { choose, dialog, found, load, noDialog, parametersOf, sent } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const keeper = await app.signIn('100001', 'keeper', 'ward2026')

interface Person {
  readonly id: string
  readonly account: string
  readonly deptId: string
}
const people = (await manager.get<Page<Person>>('/blade/user/list', { size: '200' })).data.records
const person = (name: string): Person => people.find((one) => one.account === name)!
const approve = (id: string, who: object, mode: 'one' | 'all' = 'one') => ({ kind: 'approve', id, name: id, who: [who], mode })
const users = (...names: string[]) => ({ by: 'user', ids: names.map((name) => person(name).id) })
const leave = (reason: string, by: Client = keeper) =>
  by.post('/blade-desk/process/leave/start-process', { reason, startDate: '2026-12-01', endDate: '2026-12-02' })

/** Publishes a flow of these nodes; `binding`: what it decides about from now on, until `stop`. */
async function decideBy(name: string, nodes: object[], binding: { approvalKind: string; eventType?: string }) {
  const draft = { definitionName: name, approvalKind: binding.approvalKind, draft: { nodes } }
  const definitionId = (await manager.post('/flow/definition/submit', draft)).data.id
  await manager.post('/flow/definition/publish', { id: definitionId })
  const { id } = (await manager.post('/eam/flow/submit', { flowName: name, ...binding, definitionId })).data
  const turn = () => manager.post('/eam/flow/flow-start-and-stop', { id })
  await turn()
  return { definitionId, stop: turn }
}
const row = (text: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('.ant-table-row')].find(
    (one) => one.textContent?.includes(text) && byRoleAll('row').includes(one),
  )
const rowOf = (text: string) => until(() => row(text), `a row with ${text}`)

test('event types, approval flows and tasks have their pages in the menu [ASSET-CAP-8] [ASSET-SCR-FLOW-1]', async () => {
  const desk = await openDesk(app, manager, '/flow/definition')
  expect((await rowOf('使用申请')).textContent).toContain('已发布')
  const menu = await desk.find('navigation', '菜单')
  await until(() => shownText(menu).includes('流程定义'), 'the flows in the menu')
  await desk.go('/eam/eventtypeconfig')
  await desk.find('columnheader', '申请类型')
  await desk.go('/flow/work')
  await desk.find('tab', /^待我审批/)
})

test('the applicant names the people of a node that leaves the choice to them', async () => {
  const nodes = [approve('主管意见', { by: 'chosen' }, 'all')]
  const flow = await decideBy('自选审批人', nodes, { approvalKind: 'deviceApply', eventType: 'receive' })
  const { deptId } = person('manager')
  const device = (await manager.post('/eam/device/submit', { deviceName: '领用监护仪', useDeptId: deptId })).data
  const said = { applyTitle: '领用一台监护仪', type: 'receive', deptId, useDeptId: deptId, lines: [{ deviceId: device.id }] }
  const { id } = (await manager.post('/eam/deviceapply/submit', said)).data
  const desk = await openDesk(app, manager, `/eam/apply/${id}`)
  click(await desk.find('button', '提交申请'))
  await until(() => dialog() && field('主管意见', dialog()!), 'the people of the node')
  await pick('主管意见', /赵主任/, dialog())
  press('Escape', field('主管意见', dialog()!))
  const { body } = await sent(
    desk,
    () => click(byRole('button', /^(确定|提交|保存)$/, dialog())!),
    ({ path }) => path.includes('/eventSubmit'),
  )
  expect(body).toMatchObject({ chosen: { 主管意见: [person('head').id] } })
  await desk.see('审批中')
  await flow.stop()
})

test('a task of several candidates is claimed; its history is read in the list; the running approval moves to the new version [ASSET-API-9]', async () => {
  const nodes = [approve('科室意见', users('manager', 'head'))]
  const flow = await decideBy('请假两级', nodes, { approvalKind: 'leave' })
  await leave('外出学习')
  const desk = await openDesk(app, manager, '/flow/work?tab=claim')
  const history = byRole('button', /流转历史/, await rowOf('外出学习'))!
  const asked = await sent(
    desk,
    () => click(history),
    ({ path }) => path.includes('history-flow-list'),
  )
  const id = parametersOf(asked).get('processInstanceId')
  await until(() => dialog() && shownText(dialog()!).includes('王护士'), 'who asked')
  click(byRole('button', /关闭|Close/, dialog())!)
  await noDialog()
  click(byRole('button', /^签\s?收$/, await rowOf('外出学习'))!)
  await until(() => !row('外出学习'), 'the task gone from those to claim')
  click(await desk.find('tab', /待我审批/))
  await rowOf('外出学习')

  const { definitionId } = flow
  const { version } = (await manager.get('/flow/definition/detail', { id: definitionId })).data
  const draft = { nodes: [...nodes, approve('人事备案', users('head'))] }
  await manager.post('/flow/definition/submit', { id: definitionId, version, draft })
  await manager.post('/flow/definition/publish-more', { id: definitionId })
  load(desk, `/flow/process-new/${id}`)
  await choose(await desk.find('button', /更多/), '换到新版本')
  await until(() => dialog() && /从第 1 版换到第 2 版。正在“科室意见”的审批人不变/.test(shownText(dialog()!)), 'what changes')
  expect(shownText(dialog()!)).toContain('已新增：人事备案')
  click(await found('button', '换到第 2 版', dialog))
  await desk.see(/请假两级 第 2 版/)
  await desk.find('treeitem', /人事备案/)
  await flow.stop()
})

test('the address of an approval in its list opens its page, and no id is shown', async () => {
  await leave('参加学术会议')
  const { records } = (await manager.get<Page<{ id: string; documentId: string }>>('/flow/process-new/list', { keyword: '参加学术会议' }))
    .data
  const { id, documentId } = records[0]!
  const desk = await openDesk(app, manager, `/flow/process-new?open=${id}`)
  await desk.at(`/flow/process-new/${id}`)
  await desk.find('heading', /参加学术会议/)
  expect(shownText(document.body)).not.toContain(documentId)
})

test('an approval shows what is decided before its course, and offers the next one after the decision', async () => {
  const nodes = [approve('科长意见', users('manager'))]
  const flow = await decideBy('变更由科长', nodes, { approvalKind: 'cardFieldUpdate' })
  const { deptId } = person('keeper')
  const card = { deviceName: '审批页输液泵', useDeptId: deptId, deviceModel: 'SP-9', originalValue: '12345.6', brand: '旧牌' }
  const deviceId = (await manager.post('/eam/device/submit', card)).data.id
  const lines = [
    { fieldCode: 'brand', newText: '新牌' },
    { fieldCode: 'sn', newText: 'S-77' },
  ]
  const ask = (reason: string) => keeper.post('/eam/cardfieldupdate/submit', { deviceId, reason, lines })
  expect((await ask('铭牌不符')).msg).toBe('操作成功')
  const [first] = (await manager.get<Page<{ id: string; instanceTitle: string }>>('/blade-flow/work/todo-list')).data.records
  expect(first!.instanceTitle).toBe('王护士 变更 审批页输液泵 的 2 项信息')
  await leave('排在后面')
  const waiting = await decideBy('请假给科长', nodes, { approvalKind: 'leave' })
  await leave('下一项')

  const desk = await openDesk(app, manager, `/flow/process-new/${first!.id}`)
  const facts = await desk.find('region', '申请内容')
  await until(() => shownText(facts).includes('从 旧牌 改为 新牌'), 'what is asked for')
  expect(shownText(facts)).toContain('设为 S-77')
  expect(shownText(facts)).toContain('铭牌不符')
  const devices = await desk.find('region', '设备与明细')
  await until(() => shownText(devices).includes('¥12,345.60'), 'the value of the device')
  await until(() => byRole('region', '近期记录', devices), 'what happened to it')
  expect(shownText(devices)).toContain('SP-9')
  const course = await desk.find('region', '审批记录')
  expect(shownText(course)).toContain('等待 陈科长 处理（科长意见）')
  expect(shownText(course)).toContain('王护士 提交')
  // What is decided stands before its course.
  expect(facts.compareDocumentPosition(course) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const acts = [...document.querySelectorAll('.eam-record > header .ant-btn')].map((act) => act.textContent?.replaceAll(' ', ''))
  expect(acts.slice(0, 2)).toEqual(['同意', '驳回'])
  click(await desk.find('button', /^同\s?意$/))
  click(await found('button', '确定', dialog))
  const next = await desk.find('link', /下一项/)
  expect(next.getAttribute('href')).toMatch(/^\/flow\/process-new\//)
  await flow.stop()
  await waiting.stop()
})

test('a flow that the hospital began with reads in the language of the reader', async () => {
  await leave('English reader')
  const desk = await openDesk(app, manager, '/flow/definition', 'en')
  await rowOf('Leave (default)')
  const [first] = (await manager.get<Page<Person>>('/flow/definition/list', { approvalKind: 'leave', isDefault: '1' })).data.records
  load(desk, `/flow/definition/${first!.id}`)
  await desk.find('heading', 'Leave (default)')
  const node = await desk.find('treeitem', /^Approve/)
  expect(node.textContent).not.toMatch(/\p{Script=Han}/u)
  click(node)
  expect((await until(() => field('Name'), 'the name of the node')) as HTMLInputElement).toHaveProperty('value', '')
  load(desk, '/flow/work')
  expect((await rowOf('English reader')).textContent).toContain('Approve')
})

test('people who are asked in order are shown in it, and moved', async () => {
  const nodes = [{ ...approve('依次意见', { by: 'chosen' }, 'all'), mode: 'order' }]
  const flow = await decideBy('依次审批', nodes, { approvalKind: 'deviceApply', eventType: 'receive' })
  const { deptId } = person('manager')
  const device = (await manager.post('/eam/device/submit', { deviceName: '领用除颤仪', useDeptId: deptId })).data
  const said = { applyTitle: '领用一台除颤仪', type: 'receive', deptId, useDeptId: deptId, lines: [{ deviceId: device.id }] }
  const { id } = (await manager.post('/eam/deviceapply/submit', said)).data
  const desk = await openDesk(app, manager, `/eam/apply/${id}`)
  click(await desk.find('button', '提交申请'))
  await until(() => dialog() && field('依次意见', dialog()!), 'the people of the node')
  await pick('依次意见', /赵主任/, dialog())
  await pick('依次意见', /王护士/, dialog())
  press('Escape', field('依次意见', dialog()!))
  click(await until(() => byRole('button', /^上移.*王护士/, dialog()!), 'a button that moves up'))
  const { body } = await sent(
    desk,
    () => click(byRole('button', /^(确定|提交|保存)$/, dialog())!),
    ({ path }) => path.includes('/eventSubmit'),
  )
  expect(body).toMatchObject({ chosen: { 依次意见: [person('keeper').id, person('head').id] } })
  await desk.see('审批中')
  await flow.stop()
})

test('the form of an absence says how many approvals wait and asks whether they are handed over', async () => {
  const flow = await decideBy('请假待办', [approve('科长', users('manager'))], { approvalKind: 'leave' })
  await leave('探亲')
  const desk = await openDesk(app, manager, '/flow/absence')
  click(await desk.find('button', /新增|新建|添加/))
  await until(() => dialog() && /[1-9]\d* 项审批正在等待此人处理/.test(shownText(dialog()!)), 'what waits')
  expect(byRole('switch', '已有待办一并移交代理人', dialog()!)).toBeDefined()
  await flow.stop()
})
