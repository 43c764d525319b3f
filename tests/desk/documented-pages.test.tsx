import { expect, test } from 'vitest'
import { columnsOfKind } from '#contract/entities/custody/apply-columns.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  byRoleAll,
  bySelector,
  click,
  field,
  formDialog,
  openDesk,
  pick,
  press,
  queryOf,
  rows,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'
import { confirm, dialog, done, found, got, load, made, posted, rowWith, sent } from '#tests/harness/desk-acts.ts'

// What the document says a page shows or asks: the page is opened on the real program.
const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const admin = await app.signIn('100001', 'admin', 'ward2026')
const _engineer = await app.signIn('100001', 'engineer', 'ward2026')
const keeper = await app.signIn('100001', 'keeper', 'ward2026')
const _main = () => byRole('main')
const heads = (within?: ParentNode): string[] => byRoleAll('columnheader', undefined, within).map((head) => head.textContent ?? '')
const inForm = (label: string) => until(() => field(label, formDialog()), `the field ${label}`)
const depts = (await manager.get<Page<Row>>('/blade-system/dept/list', { size: 50 })).data.records
const [dept, other] = depts as [Row, Row]
const ward = depts.find((one) => one.deptName === '手术室')!
const tag = (): string => Math.random().toString(36).slice(2, 8).toUpperCase()

test('[ASSET-LIST-1] the search of the card list names what it looks in', async () => {
  const desk = await openDesk(app, manager, '/eam/device')
  const input = await desk.find('textbox', '搜索')
  expect(input.getAttribute('placeholder')).toBe('名称|规格型号|厂家|RFID|国资编码')
})

test('[ASSET-LIST-10] a table that is chosen from the card list is checked by import-verify', async () => {
  const desk = await openDesk(app, manager, '/eam/device')
  click(await found('button', /导入$/, () => bySelector('.eam-toolbar')))
  await desk.at(/^\/eam\/imports/)
  const input = await until(() => document.querySelector<HTMLInputElement>('input[type="file"]'), 'the field of the file')
  Object.defineProperty(input, 'files', { value: [new File(['设备名称\n导入演示泵\n'], '设备.csv', { type: 'text/csv' })] })
  const { body } = await sent(desk, () => input.dispatchEvent(new Event('change', { bubbles: true })), posted('/eam/device/import-verify'))
  expect(body).toMatchObject({ source: [expect.any(String)] })
  await desk.settled()
})

test('[ASSET-APPLY-KINDS] [ASSET-APPLY-LABEL-1] [ASSET-APPLY-LABEL-2] [ASSET-APPLY-LABEL-3] the list of a kind has the columns of that kind', async () => {
  const label: Readonly<Record<string, string>> = {
    applyTitle: '申请标题',
    deviceName: '设备名称',
    rfidCode: 'RFID',
    deviceSpecs: '规格',
    useDeptName: '使用科室',
    oldUseDeptName: '原使用科室',
    useLocationName: '使用位置',
    oldUseLocationName: '原使用位置',
    createUserName: '申请人',
    createTime: '创建时间',
    approvalNode: '审批节点',
    statusValue: '状态',
    remark: '备注',
    borrowTime: '借用时间',
    returnTime: '归还时间',
    actualReturnTime: '实际归还时间',
  }
  const title = `列集${tag()}`
  const device = await made(manager, '/eam/device/submit', { deviceName: `${title}机`, useDeptId: dept.id, rfidCode: `E2${tag()}` })
  await made(manager, '/eam/deviceapply/submit', {
    applyTitle: title,
    type: 'borrow',
    deptId: other.id,
    useDeptId: other.id,
    borrowTime: '2031-01-02 08:00:00',
    returnTime: '2031-01-03 08:00:00',
    remark: '列集备注',
    lines: [{ deviceId: device }],
  })
  const desk = await openDesk(app, manager, '/eam/apply')
  await rowWith(title)
  for (const [kind, name] of [
    ['receive', '领用'],
    ['borrow', '借用'],
    ['allot', '调拨'],
    ['regain', '退库'],
  ] as const) {
    const choice = await until(() => bySelector('[role="radiogroup"] label', name), `the kind ${name}`)
    await sent(
      desk,
      () => click(choice),
      (request) => got('/deviceapply/list')(request) && queryOf(request).type === kind,
    )
    const shown = columnsOfKind(kind)!.map((one) => label[one])
    await until(() => !heads().includes('申请类型') && heads().includes('申请标题'), `the columns of ${name}`)
    expect(heads().filter((one) => one !== '' && one !== '操作')).toEqual(shown)
    if (kind === 'borrow')
      for (const text of [
        `${title}机`,
        'E2',
        String(dept.deptName),
        String(other.deptName),
        '2031-01-02',
        '2031-01-03',
        '草稿',
        '列集备注',
      ])
        expect((await rowWith(title)).textContent).toContain(text)
  }
})

test('[ASSET-CAP-5] what is applied for elsewhere is linked from the kinds', async () => {
  const desk = await openDesk(app, manager, '/eam/apply')
  const bar = await until(() => document.querySelector('[role="radiogroup"]')?.parentElement, 'the kinds')
  for (const [name, address] of [
    ['共享', '/eam/share'],
    ['处置', '/eam/dev-disposal'],
  ] as const)
    expect((await found('link', name, () => bar)).getAttribute('href')).toBe(address)
  await desk.settled()
})

test('[ASSET-APPLY-DISP-2] [ASSET-APPLY-DISP-3] [ASSET-APPLY-DISP-4] a disposal shows price, kind and reason in its list, no application does', async () => {
  const title = `处置列${tag()}`
  const device = await made(manager, '/eam/device/submit', { deviceName: '处置列机', useDeptId: dept.id, originalValue: '1500.00' })
  const lines = [{ deviceId: device, approvePrice: '321.50' }]
  const draft = { applyTitle: title, disposalType: 'donate', declareReasons: 'aged', reasonDetail: '到期', useDeptId: dept.id, lines }
  await made(manager, '/eam/devicedisposal/submit', draft)
  const desk = await openDesk(app, manager, '/eam/dev-disposal')
  const row = await rowWith(title)
  const own = ['鉴定价格', '处置方式', '申报原因']
  expect(heads()).toEqual(expect.arrayContaining(own))
  for (const text of ['¥321.50', '捐赠', '达到使用年限']) expect(row.textContent).toContain(text)
  load(desk, '/eam/apply')
  await desk.find('columnheader', '申请标题')
  for (const name of own) expect(heads()).not.toContain(name)
})

test('[ASSET-CAP-6] a check is grouped by department and by location', async () => {
  const draft = { checkTitle: '分组盘点', beginDate: '2026-11-01', mode: 'open', scopeDepts: [ward.id] }
  const checkId = await made(manager, '/eam/check/submit', draft)
  await done(manager, '/eam/check/start', { id: checkId })
  const desk = await openDesk(app, manager, `/eam/check/${checkId}`)
  const panel = () => byRole('tabpanel')
  expect((await rowWith(String(ward.deptName), panel)).textContent).toContain('盘点中')
  const { path } = await sent(desk, async () => click(await desk.find('tab', '按位置')), got('/applyListGroupByLocationId'))
  expect(path).toContain(`checkId=${checkId}`)
  const query = { checkId }
  const places = (
    await manager.get<{ locationName: string | null; book: number }[]>('/eam/deviceapplylist/applyListGroupByLocationId', query)
  ).data
  expect(places.length).toBeGreaterThan(0)
  for (const { locationName, book } of places.slice(0, 10))
    expect((await rowWith(locationName ?? '未填写位置', panel)).textContent).toContain(`0 / ${book}`)
})

test('[ASSET-ROUTE-12] the view of a disposal shows its devices', async () => {
  const device = await made(manager, '/eam/device/submit', { deviceName: '查看处置机', useDeptId: dept.id, originalValue: '1500.00' })
  const lines = [{ deviceId: device }]
  const draft = { disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '到期', useDeptId: dept.id, lines }
  const id = await made(manager, '/eam/devicedisposal/submit', draft)
  const desk = await openDesk(app, manager, `/form/eam/dev-disposal-view?id=${id}`)
  const sheet = await until(() => bySelector('.eam-print-sheet', '查看处置机'), 'the sheet with the device')
  await desk.find('heading', '医疗设备处置申请表', sheet)
})

test('[ASSET-API-5] [ASSET-ROUTE-15] a change of a card is decided on its page with type and content', async () => {
  const [card] = (await keeper.get<Page<Row>>('/eam/device/list', { size: 1 })).data.records
  for (const [name, type_, state] of [
    ['驳回', 'reject', '已驳回'],
    ['同意', 'approve', '已同意'],
  ] as const) {
    const lines = [{ fieldCode: 'brand', newText: `品牌${tag()}` }]
    const id = await made(keeper, '/eam/cardfieldupdate/submit', { deviceId: card!.id, reason: '铭牌不符', lines })
    const desk = await openDesk(app, manager, `/eam/eamedit?open=${id}`)
    click(await found('button', name, dialog))
    type(await until(() => field('审批意见', dialog()), 'the opinion'), '已核对')
    const { body } = await sent(desk, confirm, posted('/eam/deviceupdaterecord/audit'))
    expect(body).toMatchObject({ id, type: type_, content: '已核对' })
    await until(() => shownText(dialog()).includes(state), `the state ${state}`)
  }
})

test('[ASSET-ROUTE-16] [ASSET-ROUTE-17] a notice leads to its approval', async () => {
  const reason = `通知请假${tag()}`
  await done(keeper, '/blade-desk/process/leave/start-process', { reason, startDate: '2031-01-02', endDate: '2031-01-02' })
  const { records } = (await manager.get<Page<Row>>('/osm/notice/list', { size: 20 })).data
  const notice = records.find((one) => String(one.subject).includes(reason))!
  const desk = await openDesk(app, manager, '/wel/dashboard')
  for (const path of ['/noticeJump', '/noticeJump/approvalJump']) {
    load(desk, `${path}?id=${notice.id}`)
    await desk.at(`/flow/process-new/${notice.targetId}`)
    await desk.find('heading', new RegExp(reason))
  }
})

test('[ASSET-SCR-LOC] a floor is added below a building, and a room below the floor', async () => {
  const at = '/eam/plc/location/submit'
  const name = `院区${tag()}`
  const courtyard = await made(admin, at, { locationName: name, level: 'courtyard' })
  await made(admin, at, { locationName: `${name}楼`, level: 'building', parentId: courtyard })
  const desk = await openDesk(app, manager, '/eam/location')
  const node = (text: string) =>
    until(() => [...document.querySelectorAll('.ant-tree-treenode')].find((one) => one.textContent === text), `${text} in the tree`)
  const unfold = async (text: string) => click((await node(text)).querySelector('.ant-tree-switcher')!)
  const levels = [name, `${name}楼`, `${name}层`, `${name}室`] as const
  for (const [at, level] of [
    [1, '楼层'],
    [2, '房间'],
  ] as const) {
    const [above, below] = [levels[at]!, levels[at + 1]!]
    desk.reload()
    for (const one of levels.slice(0, at)) await unfold(one)
    click((await node(above)).querySelector('.ant-tree-node-content-wrapper')!)
    await desk.settled()
    click(await found('button', '新增', () => bySelector('.eam-toolbar')))
    type(await inForm('位置名称'), below)
    await pick('层级', level, formDialog())
    await sent(desk, () => click(byRole('button', '保存', formDialog())!), posted('/eam/plc/location/submit'))
    await until(() => !formDialog(), 'no form')
    await rowWith(below)
  }
  desk.reload()
  for (const one of levels.slice(0, 3)) await unfold(one)
  await node(levels[3])
})

test('[ASSET-SCR-INV] the menu of checks leads to their list', async () => {
  const desk = await openDesk(app, manager, '/wel/dashboard')
  const menu = await desk.find('navigation', '菜单')
  click(await found('menuitem', /^盘点(任务|单)?$/, () => menu))
  await desk.at('/eam/check')
  const { records } = (await manager.get<Page<Row>>('/eam/check/list')).data
  for (const one of records) await rowWith(String(one.checkTitle))
})

test('[ASSET-SCR-FLOW-2] [ASSET-ST-FLOW-6] a task is opened with its approval form, and confirmed in the list', async () => {
  const reason = `确认请假${tag()}`
  await done(keeper, '/blade-desk/process/leave/start-process', { reason, startDate: '2031-01-02', endDate: '2031-01-02' })
  const desk = await openDesk(app, manager, '/flow/work')
  click(await rowWith(reason))
  await desk.at(/^\/flow\/process-new\//)
  await desk.find('heading', new RegExp(reason))
  const id = location.pathname.split('/').at(-1)
  click(await desk.find('button', '同意'))
  await until(() => field('审批意见', dialog()), 'the form of the approval')
  load(desk, '/flow/work')
  click(byRole('button', '同意', await rowWith(reason))!)
  type(await until(() => field('审批意见', dialog()), 'the opinion'), '同意')
  const { body } = await sent(desk, confirm, posted('/eam/flow-process/confirm'))
  expect(body).toMatchObject({ id, type: 'agree', opinion: '同意', taskId: expect.any(String) })
  await until(() => !rows().some((row) => row.textContent?.includes(reason)), 'the task gone')
  expect(location.pathname).toBe('/flow/work')
})

test('[ASSET-API-8] a task is claimed by its taskId', async () => {
  const people = (await manager.get<Page<Row>>('/blade/user/list', { size: 200 })).data.records
  const ids = ['manager', 'head'].map((name) => people.find((one) => one.account === name)!.id)
  const nodes = [{ kind: 'approve', id: 'a', name: '签收', who: [{ by: 'user', ids }], mode: 'one' }]
  const definitionId = await made(manager, '/flow/definition/submit', {
    definitionName: '签收演示',
    approvalKind: 'leave',
    draft: { nodes },
  })
  await done(manager, '/flow/definition/publish', { id: definitionId })
  const flow = await made(manager, '/eam/flow/submit', { flowName: '签收演示', approvalKind: 'leave', definitionId })
  await done(manager, '/eam/flow/flow-start-and-stop', { id: flow })
  const reason = `签收请假${tag()}`
  await done(keeper, '/blade-desk/process/leave/start-process', { reason, startDate: '2031-01-02', endDate: '2031-01-02' })
  await done(manager, '/eam/flow/flow-start-and-stop', { id: flow })
  const { records } = (await manager.get<Page<Row>>('/blade-flow/work/claim-list', { keyword: reason })).data
  const desk = await openDesk(app, manager, '/flow/work?tab=claim')
  const button = await found('button', /^签\s?收$/, () => rows().find((row) => row.textContent?.includes(reason)))
  const { body } = await sent(desk, () => click(button), posted('/blade-flow/work/claim-task'))
  expect(body).toEqual({ taskId: records[0]!.taskId })
})

test('[ASSET-API-10] a leave is started by a form and read by its businessId', async () => {
  const reason = `表单请假${tag()}`
  const desk = await openDesk(app, keeper, '/flow/leave')
  click(await found('button', '新增', () => bySelector('.eam-toolbar')))
  type(await inForm('请假事由'), reason)
  for (const label of ['开始日期', '结束日期']) {
    type(await inForm(label), '2031-03-04')
    press('Enter', field(label, formDialog())!)
  }
  const { body } = await sent(desk, () => click(byRole('button', '保存', formDialog())!), posted('/blade-desk/process/leave/start-process'))
  expect(body).toMatchObject({ reason, startDate: '2031-03-04', endDate: '2031-03-04' })
  await until(() => !formDialog(), 'no form')
  const [row] = (await keeper.get<Page<Row>>('/blade-desk/process/leave/list', { keyword: reason })).data.records
  const line = await rowWith(reason)
  const asked = await sent(desk, () => click(line), got('/blade-desk/process/leave/detail'))
  expect(queryOf(asked)).toEqual({ businessId: row!.id })
  await until(() => shownText(dialog()).includes('2031-03-04'), 'the leave')
})

test('[ASSET-ENT-LIFE] the life of a card is asked for by eamDeviceId and names each kind of event', async () => {
  const id = await made(manager, '/eam/device/submit', { deviceName: '履历机', useDeptId: dept.id, brand: '旧' })
  await done(manager, '/eam/device/submit', { id, brand: '新' })
  await done(manager, '/eam/device/seal', { id, reason: '少用' })
  const desk = await openDesk(app, manager, `/eam/device/${id}?tab=life`)
  const asked = await desk.asked('/eam/device-life-cycle/list')
  expect(queryOf(asked)).toMatchObject({ eamDeviceId: id })
  const life = await desk.find('region', '生命周期')
  const kinds = () => [...life.querySelectorAll('.eam-event-act strong')].map((one) => one.textContent)
  await until(() => kinds().length > 0, 'its events')
  expect(kinds()).toEqual(['封存', '修改', '新增'])
})

test('[ASSET-ENT-WH] the warehouse page nests entries by parentId', async () => {
  const at = '/eam/plc/warehouse/submit'
  const name = `库${tag()}`
  const top = await made(admin, at, { warehouseName: name })
  await made(admin, at, { warehouseName: `${name}冷藏`, parentId: top })
  const desk = await openDesk(app, admin, '/eam/warehouse')
  const node = (text: string) =>
    until(() => [...document.querySelectorAll('.ant-tree-treenode')].find((one) => one.textContent === text), `${text} in the tree`)
  const asked = await sent(
    desk,
    async () => click((await node(name)).querySelector('.ant-tree-switcher')!),
    (request) => request.path.startsWith('/eam/plc/warehouse/') && queryOf(request).parentId === top,
  )
  expect(asked.method).toBe('GET')
  const below = await node(`${name}冷藏`)
  expect(below.querySelectorAll('.ant-tree-indent-unit')).toHaveLength(1)
})
