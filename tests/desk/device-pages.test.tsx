import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  byRoleAll,
  bySelector,
  click,
  field,
  formDialog,
  type OpenDesk,
  openDesk,
  press,
  queryOf,
  rows,
  search,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const add = async (client: Client, draft: object, url = '/eam/device/submit'): Promise<string> => {
  const answer = await client.post(url, draft)
  if (!answer.success) throw new Error(`${url}: ${answer.msg}`)
  return answer.data.id
}
const inForm = (label: string) => until(() => field(label, formDialog()), `the field ${label}`)
const save = () => click(byRole('button', '保存', formDialog())!)
const noForm = () => until(() => !formDialog(), 'no form')
const rowOf = (text: string) => until(() => rows().find((row) => row.textContent?.includes(text)), `the row ${text}`)
const showsRows = (count: number, text = '') =>
  until(() => rows().filter((row) => row.textContent?.includes(text)).length === count, `${count} rows ${text}`)
const tick = async (text: string) => click(byRole('checkbox', undefined, await rowOf(text))!)
const shows = (text: string | RegExp, within = '.eam-record') => until(() => bySelector(within, text), `${text} in ${within}`)
/** Answers the question of the topmost dialog. */
const sure = async (answer: string | RegExp = '确定') =>
  click(await until(() => byRoleAll('button', answer, byRoleAll('dialog').at(-1)).at(-1), 'a question'))
const listOf = (name: string) => `/eam/device?keyword=${encodeURIComponent(name)}`
const fromMenu = async (desk: OpenDesk, button: string | RegExp, act: string, within?: Element) => {
  click(await desk.find('button', button, within))
  click(await desk.find('menuitem', act))
}
const reported = async (client: Client): Promise<Row> =>
  (await client.get<Page>('/eam/eventtyperepair/list', { repairStatus: 'reported', size: 1 })).data.records[0]!

test('[ASSET-CAP-1] [ASSET-API-2] [ASSET-ROUTE-2] [ASSET-ROUTE-3] [ASSET-ROUTE-4] [ASSET-ROUTE-5] [ASSET-ROUTE-14] a card with its attached devices and parts, and the pages about it', async () => {
  const admin = await as('admin')
  const name = '页面机'
  const id = await add(admin, { deviceName: name })
  const child = await add(admin, { deviceName: `${name}探头`, parentId: id })
  await add(admin, { deviceId: id, partName: `${name}导联线`, quantity: 1 }, '/eam/deviceparts/submit')
  const desk = await openDesk(app, admin, listOf(name))
  await showsRows(2)

  await desk.go(`/form/eam/accessory-dev-card?id=${id}`)
  const request = await desk.asked('/eam/device/deviceChildren')
  expect([request.method, queryOf(request)]).toEqual(['GET', { deviceCardId: id }])
  await shows(name, 'h1')
  await until(() => byRole('region', '附属设备')?.textContent?.includes(`${name}探头`), 'the attached device')
  await desk.see(`${name}导联线`)
  await desk.go(`/form/eam/accessory-dev-card?id=${child}`)
  await until(() => byRole('link', name, byRole('region', '主设备')), 'the link to the main device')

  await desk.go(`/form/eam/dev-card?id=${id}`)
  click(await desk.find('tab', /^配件/))
  for (const part of ['探头', '导联线'])
    await until(() => byRoleAll('tabpanel').some((panel) => shownText(panel).includes(name + part)), `${part} in the tab`)

  // A page that needs a device has it chosen first.
  await desk.go('/form/eam/dev-depreciation-details')
  await until(() => location.pathname === '/form/eam/dev-select', 'the choice of a device')
  expect(location.search).toContain('for=depreciation')
  type(await desk.find('textbox', '搜索'), name)
  press('Enter', byRole('textbox', '搜索'))
  click(await rowOf(`${name}探头`))
  await until(() => location.pathname === '/form/eam/dev-depreciation-details', 'the page of the chosen device')
  expect(location.search).toBe(`?id=${child}`)
  await shows(`${name}探头`, 'h1')

  await desk.go('/form/eam/assets-over-view')
  const { total } = (await admin.get<Page>('/eam/device/list', { size: 1 })).data
  await until(() => byRole('link', /设备总数/)?.textContent?.includes(total.toLocaleString('zh-CN')), 'the number of devices')
  await desk.find('figure')
  click(await desk.find('link', /^在用/))
  await until(() => location.pathname === '/eam/device', 'the devices in use')
  expect(location.search).toContain('eamStatus=in_use')
})

test('[ASSET-LIST-7] [ASSET-LIST-11] [ASSET-LIST-12] [ASSET-CAP-3] [ASSET-ENT-CAT] [ASSET-API-3] [ASSET-API-4] cards are edited, filed and confirmed from the list', async () => {
  const admin = await as('admin')
  const name = '清单泵'
  const upper = await add(admin, { categoryName: `${name}大类` }, '/eam/assets-category/submit')
  await add(admin, { categoryName: `${name}小类`, parentId: upper }, '/eam/assets-category/submit')
  const id = await add(admin, { deviceName: `${name}甲` })
  const desk = await openDesk(app, admin, listOf(`${name}甲`))
  await showsRows(1)
  await fromMenu(desk, /的操作$/, '修改', rows()[0])
  type(await inForm('规格型号'), 'M-7')
  await search(await inForm('使用科室'), '手术室')
  await search(await inForm('存放位置'), '', document, /./)
  const category = await inForm('资产分类')
  for (const target of [category.closest('.ant-select')!, category]) target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  const branch = await shows(`${name}大类`, '.ant-select-tree-treenode')
  click(branch.querySelector('.ant-select-tree-switcher')!)
  const leaf = await shows(`${name}小类`, '.ant-select-tree-treenode')
  expect(leaf.querySelectorAll('.ant-select-tree-indent-unit')).toHaveLength(1)
  click(leaf.querySelector('.ant-select-tree-node-content-wrapper')!)
  save()
  const body = (await desk.asked('/eam/device/submit')).body as Row
  expect(body).toMatchObject({ id, deviceModel: 'M-7', useDeptId: expect.any(String), locationId: expect.any(String) })
  await until(() => rows()[0]?.textContent?.includes('M-7') && rows()[0]!.textContent?.includes('手术室'), 'the row as it is now')
  expect((await admin.get('/eam/device/detail', { id })).data).toMatchObject({
    useDeptName: '手术室',
    locationId: body.locationId,
    assetsCategoryName: `${name}小类`,
  })

  const filing = '建档泵'
  const ids: string[] = []
  for (const one of ['甲', '乙']) ids.push(await add(admin, { deviceName: `${filing}${one}`, rfidCode: `E2000${ids.length}` }))
  const list = await openDesk(app, admin, listOf(filing))
  await showsRows(2)
  await fromMenu(list, /的操作$/, '提交建档', await rowOf(`${filing}甲`))
  expect((await list.asked('/eam/device/submit-filing')).body).toMatchObject({ id: ids[0] })
  await until(
    () =>
      rows()
        .find((row) => row.textContent?.includes(`${filing}甲`))
        ?.textContent?.includes('待确认'),
    'the filed card',
  )
  await admin.post('/eam/device/submit-filing', { id: ids[1] })

  const both = await openDesk(app, admin, listOf(filing))
  await showsRows(2, '待确认')
  for (const row of rows()) click(byRole('checkbox', undefined, row)!)
  click(await both.find('button', '确认建档', bySelector('.eam-toolbar')))
  await until(() => byRole('dialog') ?? both.requests.some(({ path }) => path === '/eam/device/sureEam'), 'the confirmation')
  if (byRole('dialog')) await sure(/^(确定|确认建档)$/)
  expect([...((await both.asked('/eam/device/sureEam')).body as { ids: string[] }).ids].sort()).toEqual([...ids].sort())
  await showsRows(2, '已建档')

  // Calls that change data by GET are sent as the document says.
  const tagged = await add(admin, { deviceName: `${filing}丙`, rfidCode: 'E30001' })
  await admin.post('/eam/device/submit-filing', { id: tagged })
  const byTag = await openDesk(app, admin, listOf(filing))
  await tick(`${filing}丙`)
  await fromMenu(byTag, '批量操作', '按 RFID 确认建档')
  await sure()
  const got = await byTag.asked('/eam/device/updateEamByRfid')
  expect([got.method, queryOf(got), got.body]).toEqual(['GET', { ids: tagged }, undefined])
  await showsRows(3, '已建档')

  await byTag.go(`/eam/device/${tagged}`)
  await shows(`${filing}丙`, '.eam-record h1')
  await fromMenu(byTag, '更多', '彻底删除设备卡', await shows('', '.eam-record'))
  await sure()
  const erase = await byTag.asked('/eam/device/deleteCardAndRecordAndAsscod')
  expect([erase.method, queryOf(erase), erase.body]).toEqual(['GET', { deviceCardId: tagged }, undefined])
  await until(() => location.pathname === '/eam/device', 'the list of cards')
})

test('[ASSET-CAP-2] [ASSET-ENT-DEPRULE] devices are entered into a warehouse, and the main book is read by the tenant', async () => {
  const admin = await as('admin')
  const warehouseName = '入库页库房'
  const [dept] = (await admin.get<Page>('/blade-system/dept/list', { keyword: '手术室', size: 1 })).data.records
  await add(admin, { warehouseName, deptId: dept!.id }, '/eam/plc/warehouse/submit')
  const desk = await openDesk(app, admin, '/eam/warehouse-entry')
  click(await desk.find('button', '新增', await shows('', '.eam-toolbar')))
  await search(await inForm('库房'), warehouseName)
  await search(await inForm('科室'), '手术室')
  const day = await inForm('入库日期')
  type(day, '2026-07-01')
  press('Enter', day)
  click(await until(() => byRole('button', '手工添加', formDialog()), 'the button for a line'))
  type(await inForm('名称 1'), '入库页输液泵')
  type(await inForm('数量 1'), '2')
  save()
  const sent = await until(
    () => desk.requests.find(({ method, path }) => method === 'POST' && path.startsWith('/eam/warehouse/enter/')),
    'the entry',
  )
  expect(sent.body).toMatchObject({ lines: [{ itemName: '入库页输液泵', quantity: 2 }] })
  await noForm()
  await until(
    () =>
      rows()
        .find((row) => row.textContent?.includes(warehouseName))
        ?.textContent?.includes('2'),
    'the entry in the list',
  )

  await admin.post('/eam/depreciation-rule/submit', { ruleName: '页面账', ruleSet: 'public', beginsOn: '2026-01-01', defaultLife: 72 })
  await desk.go('/eam/depreciation-rules')
  const read = await desk.asked('/eam/depreciation-rule/detail')
  expect([read.method, queryOf(read)]).toEqual(['GET', { tenantId: '100001' }])
  const { ruleName } = (await admin.get('/eam/depreciation-rule/detail', { tenantId: '100001' })).data
  await until(() => byRole('region', '主账簿')?.textContent?.includes(String(ruleName)), 'the main book')
})

test('[ASSET-LIST-8] [ASSET-LIST-9] cards are edited, attached and detached together, copied, and looked at as they were', async () => {
  const manager = await as('manager')
  const name = '批量泵'
  const parent = await add(manager, { deviceName: `${name}主机` })
  for (const one of ['甲', '乙']) await add(manager, { deviceName: `${name}${one}`, brand: '旧品牌' })
  const desk = await openDesk(app, manager, listOf(name))
  for (const one of ['甲', '乙']) await tick(name + one)
  const noDialog = () => until(() => !byRole('dialog'), 'no dialog')
  const bulk = (act: string) => fromMenu(desk, '批量操作', act)
  await bulk('批量修改')
  type(await until(() => field('品牌', byRole('dialog')), 'the brand'), '新品牌')
  await sure()
  await noDialog()
  const { records } = (await manager.get<Page>('/eam/device/list', { keyword: name, columns: 'brand' })).data
  expect(records.filter(({ brand }) => brand === '新品牌')).toHaveLength(2)

  await bulk('绑定到主设备')
  await search(await until(() => field('主设备', byRole('dialog')), 'the main device'), `${name}主机`)
  await sure()
  const bound = await desk.asked('/eam/device/bind-child-device')
  expect(bound.body).toMatchObject({ parentId: parent, childIds: [expect.any(String), expect.any(String)] })
  await noDialog()
  const below = async () => (await manager.get<unknown[]>('/eam/device/deviceChildren', { deviceCardId: parent })).data.length
  expect(await below()).toBe(2)
  await bulk('解绑附属设备')
  await sure()
  await desk.asked('/eam/device/unbind-child-device')
  await desk.settled()
  expect(await below()).toBe(0)

  const card = await openDesk(app, manager, `/eam/device/${parent}?tab=onDay`)
  const day = await card.find('region', '历史状态')
  await until(() => shownText(day).includes('与现在相同'), 'no difference')
  const date = field('日期', day)!
  type(date, '2020-01-31')
  press('Enter', date)
  await until(() => shownText(day).includes('当时尚无此设备卡'), 'that there was no card')
  click(await card.find('button', '复制'))
  await sure()
  await until(() => !location.pathname.includes(parent), 'the copy')
  await shows(`${name}主机`, '.eam-record h1')
})

test('[ASSET-ROUTE-15] who may not edit a card asks for a change; old and new value stand side by side', async () => {
  const keeper = await as('keeper')
  const [card] = (await keeper.get<Page>('/eam/device/list', { size: 1 })).data.records
  const desk = await openDesk(app, keeper, `/eam/device/${card!.id}`)
  click(await desk.find('button', '申请变更'))
  type(await inForm('变更原因'), '铭牌与卡片不符')
  click(await until(() => byRole('button', '手工添加', formDialog()), 'the button for a line'))
  await search(await inForm('字段 1'), '', document, '规格型号')
  type(await inForm('变更后 1'), 'M9 改')
  save()
  await noForm()
  await desk.go('/eam/eamedit')
  click(await rowOf(String(card!.deviceName)))
  const lines = await desk.find('region', '变更内容')
  await until(() => shownText(lines).includes('M9 改'), 'the new value')
  const heads = byRoleAll('columnheader', undefined, lines).map((head) => head.textContent)
  expect(heads).toEqual(expect.arrayContaining(['变更前', '变更后']))
  const [line] = [...lines.querySelectorAll('tbody .ant-table-row')]
  for (const text of ['规格型号', String(card!.deviceModel), 'M9 改']) expect(line!.textContent).toContain(text)
})

test('the page of a device: who it is, the repair that blocks it, and its tabs', async () => {
  const manager = await as('manager')
  const order = await reported(manager)
  const { data: card } = await manager.get('/eam/device/detail', { id: String(order.deviceId) })
  const desk = await openDesk(app, manager, `/eam/device/${order.deviceId}`)
  const head = await desk.find('region', '设备卡')
  await shows(String(card.deviceName), '.eam-record h1')
  expect(shownText(head)).toContain([card.deviceModel, card.deviceCode].filter(Boolean).join(' · '))
  await desk.find('img', `二维码 ${card.qrToken}`, head)
  const strip = document.querySelector('.eam-tabs')!
  await until(() => strip.querySelector('[aria-selected="true"]')?.textContent?.includes(String(card.deviceCode)), 'the tab of the card')
  // The red banner leads to the order.
  const banner = await desk.find('alert', /正在维修|未完成的维修工单/, await shows('', '.eam-record'))
  expect((await desk.find('link', String(order.orderNo), banner)).getAttribute('href')).toBe(`/eam/repair/${order.id}`)
  // Empty facts are folded.
  const facts = () => byRole('tabpanel', undefined, bySelector('.eam-record'))!
  expect(shownText(facts())).not.toContain('UDI-PI')
  click(await desk.find('button', /项未填$/, facts()))
  await until(() => shownText(facts()).includes('UDI-PI'), 'the empty facts')

  // Each module adds its tab, with what hangs on this device; the address keeps the shown one.
  const tabs = byRoleAll('tab', undefined, bySelector('.eam-record')).map((tab) => tab.textContent ?? '')
  const places = ['档案', '维修', '盘点', '配件', '资料', '折旧', '生命周期'].map((name) => tabs.findIndex((tab) => tab.startsWith(name)))
  expect(places).toEqual([...places].sort((one, other) => one - other))
  expect(places).not.toContain(-1)
  click(await desk.find('tab', /^维修/))
  await until(() => location.search.includes('tab=repairs'), 'the tab in the address')
  for (const figure of ['停用时长', '维修费用']) await desk.find('columnheader', figure)
  const orders = await desk.find('link', /单$/, facts())
  expect(orders.getAttribute('href')).toContain(`deviceId=${order.deviceId}`)
})

test('who may only look is offered nothing to do, and who may not see a card sees neither tabs nor orders', async () => {
  const order = await reported(await as('admin'))
  const address = `/eam/device/${order.deviceId}?tab=files`
  const auditor = await openDesk(app, await as('auditor'), address)
  const tab = await auditor.find('tab', /^资料/)
  expect(tab.getAttribute('aria-selected')).toBe('true')
  await auditor.find('region', '全部资料')
  await auditor.find('link', String(order.orderNo))
  await auditor.settled()
  const record = bySelector('.eam-record')!
  expect(record.querySelector('input[type=file]')).toBeNull()
  for (const name of ['报修', '修改']) expect(byRole('button', name, record), name).toBeUndefined()
  click(byRole('button', '更多', record)!)
  await until(() => byRole('menuitem', '打印档案'), 'what is only read')
  expect(byRoleAll('menuitem', undefined, document.querySelector('.ant-dropdown')!).map((one) => one.textContent)).toEqual(['打印档案'])
  const provider = await openDesk(app, await as('provider'), address)
  await provider.find('alert')
  expect(byRole('tab', /^维修/)).toBeUndefined()
  expect(shownText()).not.toContain(order.orderNo)
})

test('an order and a check say how far they are, and nothing of what is not counted yet', async () => {
  const manager = await as('manager')
  const order = await reported(manager)
  const desk = await openDesk(app, manager, `/eam/repair/${order.id}`)
  const steps = await desk.find('region', '维修步骤')
  expect(steps.textContent).toMatch(/报修.*受理.*派工.*维修.*验收/s)
  expect((await desk.find('timer', undefined, steps)).textContent).toContain('尚未受理')
  const link = await until(() => byRole('link', String(order.deviceName), byRole('region', '设备卡')), 'the link to the device')
  expect(link.getAttribute('href')).toBe(`/eam/device/${order.deviceId}`)
  const primary = () => [...bySelector('.eam-record')!.querySelectorAll('.eam-actions .ant-btn-primary')]
  await until(() => primary().length > 0, 'the act that stands out')
  expect(primary().map((act) => act.textContent)).toEqual(['受理'])
  click(primary()[0]!)
  await until(() => !byRole('timer', undefined, byRole('region', '维修步骤')), 'no timer')
  await until(() => /报修后 .* 受理/.test(shownText(byRole('region', '维修步骤'))), 'the time until the acceptance')
  await until(() => primary()[0]?.textContent === '派工', 'the next act')

  const { records: depts } = (await manager.get<Page>('/blade-system/dept/list', { size: 200 })).data
  const scopeDepts = depts.filter((one) => one.deptName === '手术室').map((one) => one.id)
  const id = await add(manager, { checkTitle: '手术室抽查', beginDate: '2026-11-01', mode: 'open', scopeDepts }, '/eam/check/submit')
  await manager.post('/eam/check/start', { id })
  await desk.go(`/eam/check/${id}`)
  const figures = () => byRole('region', '盘点进度')
  await until(() => byRole('button', /^相符/, figures())?.textContent?.includes('—'), 'a figure that is not counted')
  expect(shownText(figures())).not.toContain('%')
  await desk.go(`/eam/check/${id}/report`)
  const sheet = await shows('准确率 —', '.eam-print-sheet')
  expect([...sheet.querySelector('tfoot')!.querySelectorAll('td')].at(-1)!.textContent).toBe('—')

  const lineQuery = { checkId: id, size: 2, columns: 'bookLocationId' }
  const lines = (await manager.get<Page>('/eam/deviceapplylist/list', lineQuery)).data.records
  for (const line of lines) await manager.post('/eam/check/scan', { checkId: id, lineId: line.id, locationId: line.bookLocationId })
  await openDesk(app, manager, `/eam/check/${id}`)
  await until(() => byRole('button', /^相符/, figures())?.textContent?.includes('2'), 'two that match')
  await until(() => byRole('figure', '各科室盘点结果')?.textContent?.includes('手术室'), 'the results of the departments')
  await until(() => byRole('figure', '每日进度')?.querySelector('table')?.textContent?.includes('2'), 'the day in the progress')
})

test('a leased device says whose it is and that it is overdue, and why it is not depreciated', async () => {
  const admin = await as('admin')
  const id = await add(admin, { deviceName: '租赁机', originalValue: '9000', ownership: 'leased', ownershipEnd: '2026-01-31' })
  const desk = await openDesk(app, admin, `/form/eam/dev-depreciation-details?id=${id}`)
  await desk.see(/不属于本院（租赁）/)
  await desk.go(`/eam/device/${id}`)
  await shows(/产权归属\s*租赁/, 'dl')
  await shows(/产权到期.*已过期/, 'dl')
})
