import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import {
  byRole,
  byRoleAll,
  click,
  field,
  formDialog,
  openDesk,
  type PageRequest,
  press,
  rows,
  search,
  type,
  until,
} from '#tests/harness/desk.tsx'
import { choose, confirm, dialog, done, found, load, made, noDialog, posted, rowWith, sent } from '#tests/harness/desk-acts.ts'
import { picture } from '#tests/harness/pictures.ts'

// Acts that the document names by their call: the page makes exactly that call, and what it says is done.
const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const admin = await app.signIn('100001', 'admin', 'ward2026')
const engineer = await app.signIn('100001', 'engineer', 'ward2026')
const keeper = await app.signIn('100001', 'keeper', 'ward2026')
const me = (await manager.get<Page<Row>>('/blade/user/list', { keyword: 'manager' })).data.records[0]!.id
const dept = (await manager.get<Page<Row>>('/blade-system/dept/list', { size: 1 })).data.records[0]!.id

test('[ASSET-ST-FLOW-1] the switch of a rule starts and stops it', async () => {
  const definitionName = '启停演示流程'
  const nodes = [{ kind: 'approve', id: 'a', name: '审批', who: [{ by: 'user', ids: [me] }], mode: 'one' }]
  const definitionId = await made(manager, '/flow/definition/submit', { definitionName, approvalKind: 'leave', draft: { nodes } })
  await done(manager, '/flow/definition/publish', { id: definitionId })
  const id = await made(manager, '/eam/flow/submit', { flowName: '启停规则', approvalKind: 'leave', definitionId })
  const desk = await openDesk(app, manager, '/eam/flow')
  for (const state of ['started', 'stopped']) {
    const turn = await found('switch', /启停规则/, () => rows().find((row) => row.textContent?.includes('启停规则')))
    await until(() => !turn.matches(':disabled, .ant-switch-loading'), 'the switch ready')
    const { body } = await sent(desk, () => click(turn), posted('/eam/flow/flow-start-and-stop'))
    expect(body).toMatchObject({ id })
    await until(
      () => (byRole('switch', /启停规则/)?.getAttribute('aria-checked') === 'true') === (state === 'started'),
      `the rule ${state}`,
    )
    expect((await manager.get('/eam/flow/detail', { id })).data.flowStatus).toBe(state)
  }
})

test('[ASSET-ST-FLOW-2] an approval is switched to paper with its scan', async () => {
  await done(keeper, '/blade-desk/process/leave/start-process', {
    reason: '线下审批的请假',
    startDate: '2026-12-01',
    endDate: '2026-12-02',
  })
  const { records } = (await manager.get<Page<Row>>('/flow/process-new/list', { keyword: '线下审批的请假' })).data
  const [{ id }] = records as [Row]
  const desk = await openDesk(app, manager, `/flow/process-new/${id}`)
  await choose(await desk.find('button', /更多/), '转线下审批')
  const input = await until(() => dialog()?.querySelector<HTMLInputElement>('input[type="file"]'), 'the field of the scan')
  const scan = new File([new Uint8Array(picture())], 'scan.jpg', { type: 'image/jpeg' })
  Object.defineProperty(input, 'files', { value: [scan] })
  await sent(
    desk,
    () => input.dispatchEvent(new Event('change', { bubbles: true })),
    ({ path }) => path.startsWith('/sync/blobs/'),
  )
  await until(
    () => document.querySelector('.ant-upload-list-item') && !document.querySelector('.ant-upload-list-item-uploading'),
    'the end of the upload',
  )
  const { body } = await sent(desk, confirm, posted('/switch-offline'))
  expect(body).toMatchObject({ id, images: [expect.any(String)] })
  await desk.see('已通过')
})

test('[ASSET-ST-DISP-1] [ASSET-APPLY-DISP-1] [ASSET-APPLY-DISP-5] [ASSET-APPLY-DISP-6] a disposal is audited; its list shows what no list of applications does', async () => {
  const device = { deviceName: '待审处置机', useDeptId: dept, originalValue: '1500.00', assetsCode: 'GZ-AUDIT-1' }
  const lines = [{ deviceId: await made(manager, '/eam/device/submit', device) }]
  const draft = { applyTitle: '处置待审', disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '到期', useDeptId: dept, lines }
  const id = await made(admin, '/eam/devicedisposal/submit', draft)
  for (const [step, more] of [
    ['declare', {}],
    ['appraise', { appraisal: '无维修价值' }],
    ['yesOrNo', { type: 'yes' }],
  ] as const)
    await done(step === 'appraise' ? engineer : manager, `/eam/devicedisposal/${step}`, { id, ...more })
  const desk = await openDesk(app, manager, `/form/eam/dev-disposal-audit?id=${id}`)
  click(await desk.find('button', '驳回'))
  click(byRole('button', '取消', await desk.find('dialog', '驳回'))!)
  await noDialog()
  click(await desk.find('button', '同意'))
  await desk.find('dialog', '同意')
  const { body } = await sent(desk, confirm, posted('/eam/devicedisposal/audit'))
  expect(body).toMatchObject({ id, type: 'approve' })
  await desk.see('已批准')

  const heads = () => byRoleAll('columnheader').map((head) => head.textContent)
  load(desk, '/eam/dev-disposal')
  expect((await rowWith('处置待审')).textContent).toContain('GZ-AUDIT-1')
  const own = ['国资编码', '处置前照片', '处置后照片']
  expect(heads()).toEqual(expect.arrayContaining(own))
  for (const kind of ['receive', 'borrow', 'allot', 'regain']) {
    load(desk, `/eam/apply?type=${kind}`)
    await desk.find('columnheader', '申请标题')
    for (const name of own) expect(heads()).not.toContain(name)
  }
})

test('[ASSET-ST-INV-1] a surplus is confirmed from the lines of a check', async () => {
  const draft = { checkTitle: '盘盈演示', beginDate: '2026-11-01', mode: 'open', scopeDepts: [dept] }
  const checkId = await made(manager, '/eam/check/submit', draft)
  await done(manager, '/eam/check/start', { id: checkId })
  await done(manager, '/eam/deviceapplylist/new-inventory', { checkId, deviceName: '无账输液泵', code: 'NOBOOK-1' })
  const parts = (await manager.get<Page<Row>>('/eam/check-dept/list', { checkId })).data.records
  await done(manager, '/eam/check/real-submit', { ids: parts.map((part) => part.id) })
  const desk = await openDesk(app, manager, `/eam/check/${checkId}`)
  click(await desk.find('button', /^盘盈/))
  const panel = () => byRole('tabpanel')
  click(byRole('checkbox', undefined, await rowWith('NOBOOK-1', panel))!)
  click(await found('button', '确认盘盈', panel))
  type(await until(() => field('设备名称', dialog()), 'the name'), '无账输液泵')
  const { body } = await sent(desk, confirm, posted('/eam/device/surplus'))
  expect(body).toMatchObject({ ids: [expect.any(String)], deviceName: '无账输液泵' })
  await rowWith('已确认', panel)
})

test('[ASSET-ST-USE-7] a shared borrowing is saved', async () => {
  const deviceId = await made(manager, '/eam/device/submit', { deviceName: '共享演示泵', useDeptId: dept })
  await done(manager, '/eam/share/device/tag-submit', { ids: [deviceId], priceKind: 'day', unitPrice: '10' })
  const desk = await openDesk(app, manager, '/eam/share')
  click(await rowWith('共享演示泵'))
  click(await found('button', '预约借用', dialog))
  for (const [label, time] of [
    ['借用时间', '2031-01-02 08:00'],
    ['计划归还时间', '2031-01-03 08:00'],
  ] as const) {
    const input = await until(() => field(label, dialog()), label)
    type(input, time)
    press('Enter', input)
  }
  await search('借用科室', '重症医学科', dialog())
  const { body } = await sent(desk, confirm, posted('/eam/deviceusemanage/shared-borrowing-save'))
  expect(body).toMatchObject({ deviceId })
})

test('[SERVICE-API-7] a supplier is deleted by the call named deleted', async () => {
  const id = await made(manager, '/eam/supplierinfo/submit', { supplierName: '待删供应商', supplierKind: 'dealer' })
  const desk = await openDesk(app, manager, `/eam/supplier?open=${id}`)
  await choose(await found('button', /更多/, dialog), '删除')
  const { path, body } = await sent(desk, confirm, posted('/deleted'))
  expect(`${path} ${JSON.stringify(body)}`).toContain(id)
  await until(() => !rows().some((row) => row.textContent?.includes('待删供应商')), 'the supplier gone')
  await desk.settled()
})

/** A check of a department, of which so many devices were seen where they belong, on its page at the desk. */
async function counted(count: number) {
  const checkId = await made(manager, '/eam/check/submit', {
    checkTitle: `核对${count}`,
    beginDate: '2026-11-01',
    mode: 'open',
    scopeDepts: [dept],
  })
  await done(manager, '/eam/check/start', { id: checkId })
  const { records } = (await manager.get<Page<Row>>('/eam/deviceapplylist/list', { checkId, size: count })).data
  const codes = records.map((line) => String(line.deviceCode))
  for (const code of codes) await done(manager, '/eam/check/scan', { checkId, code })
  const desk = await openDesk(app, manager, `/eam/check/${checkId}`)
  return { checkId, codes, desk, panel: () => byRole('tabpanel') }
}

test('[ASSET-ST-INV-3] [ASSET-ST-INV-5] a match is removed, and results are reset, from the lines of a check', async () => {
  const { checkId, codes, panel, desk } = await counted(2)
  click(await desk.find('button', /^相符/))
  for (const [at, button, end] of [
    [0, '取消匹配', '/eam/device/remove-match'],
    [1, '重置盘点结果', '/eam/deviceapplylist/reset-apply'],
  ] as const) {
    click(byRole('checkbox', undefined, await rowWith(codes[at]!, panel))!)
    click(await found('button', button, panel))
    const { body } = await sent(desk, confirm, posted(end))
    expect(body).toMatchObject({ ids: [expect.any(String)] })
    await noDialog()
    await until(() => !rows(panel()).some((row) => row.textContent?.includes(codes[at]!)), `${codes[at]} no longer matched`)
  }
  expect((await manager.get<Page<Row>>('/eam/deviceapplylist/list', { checkId, result: 'match' })).data.total).toBe(0)
})

test('[ASSET-ST-INV-4] the result of a department is thrown away and counted again', async () => {
  const { checkId, desk, panel } = await counted(1)
  const parts = (await manager.get<Page<Row>>('/eam/check-dept/list', { checkId })).data.records
  await done(manager, '/eam/check/real-submit', { ids: parts.map((part) => part.id) })
  desk.reload()
  click(await desk.find('tab', /科室/))
  click(await until(() => panel()?.querySelector('.ant-table-row-expand-icon'), 'the steps of a department'))
  click(await found('button', '重新盘点', panel))
  type(await until(() => field(/原因/, dialog()), 'the reason'), '漏盘')
  const { body } = await sent(desk, confirm, posted('/eam/check/anew-check'))
  expect(parts.map((part) => part.id)).toContain((body as { id: string }).id)
  expect(body).toMatchObject({ reason: '漏盘' })
  await rowWith('盘点中', panel)
})

test('[ASSET-ST-WH-1] [ASSET-ST-WH-2] [ASSET-ST-WH-3] a warehouse entry is saved, updated and cancelled', async () => {
  const desk = await openDesk(app, manager, '/eam/warehouse-entry')
  click(await desk.find('button', '新增'))
  await search(await until(() => field('库房', formDialog()), 'the warehouse'), '', document, /./)
  await search(field('科室', formDialog())!, '', document, /./)
  type(field('入库日期', formDialog())!, '2026-11-20')
  press('Enter', field('入库日期', formDialog())!)
  click(await until(() => byRole('button', '手工添加', formDialog()), 'the button for a line'))
  type(await until(() => field('名称 1', formDialog()), 'the name'), '入库演示泵')
  type(await until(() => field('数量 1', formDialog()), 'the quantity'), '2')
  const save = () => click(byRole('button', '保存', formDialog())!)
  const added = await sent(desk, save, posted('/eam/warehouse/enter/save'))
  expect(added.body).not.toHaveProperty('id')
  await until(() => !formDialog(), 'no form')
  const [entry] = (await manager.get<Page<Row>>('/eam/warehouse/enter/list', { size: 1 })).data.records
  load(desk, `/eam/warehouse-entry?open=${entry!.id}`)
  click(await found('button', '修改', dialog))
  type(await until(() => field('数量 1', formDialog()), 'the quantity'), '3')
  const changed = await sent(desk, save, posted('/eam/warehouse/enter/update'))
  expect(changed.body).toMatchObject({ id: entry!.id })
  await until(() => !formDialog(), 'no form')
  load(desk, `/eam/warehouse-entry?open=${entry!.id}`)
  await choose(await found('button', /更多/, dialog), '取消入库')
  const cancelled = await sent(desk, confirm, posted('/eam/warehouse/enter/cancel'))
  expect(cancelled.body).toMatchObject({ id: entry!.id })
  await sent(desk, () => undefined, '/eam/warehouse/enter/list', 'GET')
})

test('[ASSET-ST-FLOW-3] [ASSET-ST-FLOW-4] [ASSET-ST-FLOW-5] [ASSET-ST-FLOW-7] a leave is urged, passed on, decided and withdrawn by the calls of the document', async () => {
  const desk = await openDesk(app, keeper, '/flow/leave')
  const asked = async (reason: string): Promise<string> => {
    await done(keeper, '/blade-desk/process/leave/start-process', { reason, startDate: '2031-01-02', endDate: '2031-01-02' })
    return (await keeper.get<Page<Row>>('/flow/process-new/list', { keyword: reason })).data.records[0]!.id
  }
  const acted = async (act: string, end: string): Promise<PageRequest> => {
    const direct = await until(() => byRole('button', act) ?? byRole('button', /更多/, byRole('main')), act)
    if (direct.textContent?.includes('更多')) await choose(direct, act)
    else click(direct)
    return sent(desk, confirm, posted(end))
  }
  const id = await asked('催办与撤销')
  load(desk, `/flow/process-new/${id}`)
  expect((await acted('催办', '/urge')).body).toMatchObject({ id })
  load(desk, `/flow/process-new/${id}`)
  expect((await acted('撤销申请', '/cancel')).body).toMatchObject({ id })
  await desk.see('已撤销')

  const other = await asked('转办与同意')
  const by = await openDesk(app, manager, `/flow/process-new/${other}`)
  await choose(await by.find('button', /更多/), '转办')
  await search(await until(() => field('人员', dialog()), 'to whom'), '赵主任', dialog())
  expect((await sent(by, confirm, posted('/pass-on'))).body).toMatchObject({ id: other })
  const head = await openDesk(app, await app.signIn('100001', 'head', 'ward2026'), `/flow/process-new/${other}`)
  click(await head.find('button', '同意'))
  expect((await sent(head, confirm, posted('/audit'))).body).toMatchObject({ type: 'agree' })
  await head.see('已通过')
})
