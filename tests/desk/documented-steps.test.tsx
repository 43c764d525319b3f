import { expect, test } from 'vitest'
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
  queryOf,
  rows,
  shownText,
  type,
  until,
} from '#tests/harness/desk.tsx'
import { choose, confirm, dialog, done, found, load, made, noDialog, posted, rowWith, sent } from '#tests/harness/desk-acts.ts'

// Steps and kept rows of the document: the page sends the call that it names.
const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const admin = await app.signIn('100001', 'admin', 'ward2026')
const engineer = await app.signIn('100001', 'engineer', 'ward2026')
const _keeper = await app.signIn('100001', 'keeper', 'ward2026')
const main = () => byRole('main')
const _heads = (within?: ParentNode): string[] => byRoleAll('columnheader', undefined, within).map((head) => head.textContent ?? '')
const inForm = (label: string) => until(() => field(label, formDialog()), `the field ${label}`)
const depts = (await manager.get<Page<Row>>('/blade-system/dept/list', { size: 50 })).data.records
const [dept, other] = depts as [Row, Row]
const ward = depts.find((one) => one.deptName === '手术室')!
const tag = (): string => Math.random().toString(36).slice(2, 8).toUpperCase()

test('[ASSET-ST-FILE-1] [ASSET-ST-FILE-2] [ASSET-ST-FILE-3] a filing is submitted, sent back with its reason, and removed', async () => {
  const name = `建档${tag()}`
  const id = await made(manager, '/eam/device/submit', { deviceName: name, useDeptId: dept.id })
  const desk = await openDesk(app, manager, `/eam/device/${id}`)
  const record = () => bySelector('.eam-record')
  const rare = async (label: string) => choose(await found('button', /更多/, record), label)
  const submitted = await sent(desk, async () => click(await found('button', '提交建档', record)), posted('/eam/device/submit-filing'))
  expect(submitted.body).toMatchObject({ id })
  await until(() => shownText(record()).includes('待确认'), 'the state after it')
  await desk.settled()
  await rare('退回')
  type(await until(() => field(/原因/, dialog()), 'the reason'), '缺注册证')
  const back = await sent(desk, confirm, posted('/eam/device/filing-back'))
  expect(back.body).toMatchObject({ reason: '缺注册证' })
  expect(JSON.stringify(back.body)).toContain(id)
  await until(() => shownText(record()).includes('已退回'), 'the state after it')
  await desk.settled()
  await rare('删除')
  const removed = await sent(desk, confirm, posted('/eam/app/device/filing-remove'))
  expect([queryOf(removed), removed.body]).toEqual([{ ids: id }, undefined])
  await desk.at(/^\/eam\/device(\?|$)/)
  expect((await manager.get('/eam/device/detail', { id })).status).toBe(404)
})

test('[ASSET-ST-INV-2] a deficient line is confirmed', async () => {
  const draft = { checkTitle: '盘亏演示', beginDate: '2026-11-01', mode: 'open', scopeDepts: [ward.id] }
  const checkId = await made(manager, '/eam/check/submit', draft)
  await done(manager, '/eam/check/start', { id: checkId })
  const [line] = (await manager.get<Page<Row>>('/eam/deviceapplylist/list', { checkId, size: 1 })).data.records
  await done(manager, '/eam/check/scan', { checkId, code: line!.deviceCode })
  const parts = (await manager.get<Page<Row>>('/eam/check-dept/list', { checkId })).data.records
  await done(manager, '/eam/check/real-submit', { ids: parts.map((part) => part.id) })
  const desk = await openDesk(app, manager, `/eam/check/${checkId}`)
  click(await desk.find('button', /^盘亏/))
  const panel = () => byRole('tabpanel')
  click(byRole('checkbox', undefined, await rowWith('盘亏', panel))!)
  click(await found('button', '确认盘亏', panel))
  const { body } = await sent(desk, confirm, posted('/eam/assetscard/deficient'))
  expect(body).toMatchObject({ ids: [expect.any(String)] })
  await rowWith('已确认', panel)
})

test('[ASSET-ST-USE-5] the transfer of a device is handed over by transfer-submit', async () => {
  const device = await made(manager, '/eam/device/submit', { deviceName: '调拨演示泵', useDeptId: dept.id })
  const draft = { applyTitle: '调拨演示', type: 'allot', deptId: other.id, useDeptId: other.id, lines: [{ deviceId: device }] }
  const applyId = await made(manager, '/eam/deviceapply/submit', draft)
  await done(manager, '/eam/deviceapply/eventSubmit', { id: applyId })
  await done(admin, '/eam/deviceapply/approve', { id: applyId })
  const [use] = (await manager.get<Page<Row>>('/eam/deviceusemanage/list', { applyId })).data.records
  const desk = await openDesk(app, manager, `/eam/device-use/${use!.id}`)
  click(await desk.find('button', '确认交出'))
  const { body } = await sent(desk, confirm, posted('/eam/deviceusemanage/transfer-submit'))
  // A single row goes as the person saw it.
  expect(body).toMatchObject({ id: use!.id, version: expect.any(Number) })
  await desk.see('待接收')
})

test('[ASSET-ST-USE-8] a shared borrowing is returned', async () => {
  const deviceId = await made(manager, '/eam/device/submit', { deviceName: '共享归还泵', useDeptId: dept.id })
  await done(manager, '/eam/share/device/tag-submit', { ids: [deviceId], priceKind: 'hour', unitPrice: '10' })
  const [fromTime, toTime] = [-1, 5].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  const said = { deviceId, borrowDeptId: other.id, fromTime, toTime }
  const { id } = await done(manager, '/eam/deviceusemanage/shared-borrowing-save', said)
  await done(manager, '/eam/deviceusemanage/shared-borrowing-hand-out', { id })
  const desk = await openDesk(app, manager, `/eam/shared-borrowing/${id}`)
  click(await desk.find('button', '归还'))
  await until(() => field('归还状况', dialog()), 'the condition')
  const { body } = await sent(desk, confirm, posted('/eam/deviceusemanage/shared-borrowing-return'))
  expect(body).toMatchObject({ id, condition: 'good' })
  await desk.see('已归还')
})

test('[ASSET-ST-DISP-2] [ASSET-ST-DISP-3] a disposal is decided by yesOrNo, and undone', async () => {
  const device = await made(manager, '/eam/device/submit', { deviceName: '处置决定机', useDeptId: dept.id, originalValue: '1500.00' })
  const lines = [{ deviceId: device }]
  const draft = { applyTitle: '处置决定', disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '到期', useDeptId: dept.id, lines }
  const id = await made(admin, '/eam/devicedisposal/submit', draft)
  await done(manager, '/eam/devicedisposal/declare', { id })
  await done(engineer, '/eam/devicedisposal/appraise', { id, appraisal: '无维修价值' })
  const desk = await openDesk(app, manager, `/eam/dev-disposal/${id}`)
  click(await desk.find('button', '处置决定'))
  const { body } = await sent(desk, confirm, posted('/eam/devicedisposal/yesOrNo'))
  expect(body).toMatchObject({ id, type: 'yes' })
  await noDialog()
  await choose(await desk.find('button', /更多/, main()), '撤销处置')
  const undone = await sent(desk, confirm, posted('/eam/devicedisposal/undo'))
  expect(undone.body).toMatchObject({ id, version: expect.any(Number) })
  await desk.see('已撤销')
})

test('[SERVICE-CAP-11] [SERVICE-ENT-SUP] a supplier is added and edited, and gets a qualification', async () => {
  const name = `供应商${tag()}`
  const desk = await openDesk(app, manager, '/eam/supplier')
  click(await found('button', '新增', () => bySelector('.eam-toolbar')))
  type(await inForm('名称'), name)
  await pick('类型', '生产厂家', formDialog())
  const save = () => click(byRole('button', '保存', formDialog())!)
  const added = await sent(desk, save, posted('/eam/supplierinfo/submit'))
  expect(added.body).toMatchObject({ supplierName: name })
  await until(() => !formDialog(), 'no form')
  load(desk, `/eam/supplier?keyword=${encodeURIComponent(name)}`)
  click(await rowWith(name))
  click(await found('button', '修改', dialog))
  type(await inForm('备注'), '改')
  const changed = await sent(desk, save, posted('/eam/supplierinfo/submit'))
  expect(changed.body).toMatchObject({ id: expect.any(String), remark: '改' })
  await until(() => !formDialog(), 'no form')
  const papers = await found('region', /资质/, dialog)
  click(await found('button', '新增', () => papers))
  type(await inForm('证书编号'), 'ZZ-1')
  await pick('资质类型', /./, formDialog())
  const paper = await sent(desk, save, posted('/supplierqual/submit'))
  expect(paper.body).toMatchObject({ supplierId: (changed.body as Row).id, certificateNo: 'ZZ-1' })
  await rowWith('ZZ-1')
})

test('[SERVICE-ENT-SUP] [SERVICE-CAP-12] budgets and plans have pages with their lines; a budget is edited and deleted', async () => {
  const budgetYear = 2041
  const id = await made(manager, '/eam/device-purchase-budget/submit', { budgetYear, deptId: dept.id, amount: '1000' })
  const desk = await openDesk(app, manager, '/eam/purchase-plan')
  await desk.find('columnheader', '计划年度')
  load(desk, `/eam/purchase-budget?open=${id}`)
  await found('region', '预算明细', dialog)
  click(await found('button', '修改', dialog))
  type(await inForm('预算金额'), '1200')
  const { body } = await sent(desk, () => click(byRole('button', '保存', formDialog())!), posted('/submit'))
  expect(body).toMatchObject({ id })
  await until(() => !formDialog(), 'no form')
  await choose(await found('button', /更多/, dialog), '删除')
  const removed = await sent(desk, confirm, posted('/remove'))
  expect(queryOf(removed)).toEqual({ ids: id })
  await until(() => !rows().some((row) => row.textContent?.includes(String(budgetYear))), 'the budget gone')
  await desk.settled()
})

test('[SERVICE-ROUTE-5] [SERVICE-ROUTE-6] the boards of departments and devices stand outside the layout with their figures', async () => {
  const desk = await openDesk(app, manager, '/datav/dept')
  await desk.find('main', '科室看板')
  expect(byRole('navigation', '菜单')).toBeUndefined()
  await until(() => shownText(main()).includes('重症医学科'), 'a department')
  load(desk, '/datav/device')
  await desk.find('main', '设备看板')
  expect(byRole('navigation', '菜单')).toBeUndefined()
  const { count } = (await manager.get<{ count: number }>('/eam/home-page/device-statistics')).data
  await until(() => shownText(main()).includes(`设备总数 ${count.toLocaleString('zh-CN')} 台`), 'the number of devices')
})
