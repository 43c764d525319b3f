import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { demoBooks } from '#server/features/ledger/demo-books.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'
import { byRole, byRoleAll, click, field, openDesk, pick, rows, shownText, type, until } from '#tests/harness/desk.tsx'
import { choose, dialog, eventually, found, load, noDialog, rowWith, sent } from '#tests/harness/desk-acts.ts'
import { settled, verified } from '#tests/harness/imports.ts'

const app = await appForFile()
const ground = await demoGround(app)
await writeAs(app.pool, demoTenant, (tx) => demoBooks(tx, ground))
const manager = () => app.signIn('100001', 'manager', 'ward2026')
const main = () => byRole('main')
const confirm = () => found('button', '确定', dialog).then(click)
const depts = async (client: Client, size: number): Promise<Row[]> =>
  (await client.get<Page<Row>>('/blade-system/dept/list', { size })).data.records

test('a month is closed at the desk, and the card shows what it was charged [ASSET-CAP-4] [ASSET-SCR-DEP] [ASSET-API-7]', async () => {
  const client = await manager()
  // The book of the demo hospital is closed until the month before this one.
  const book = (await client.get<{ id: string; closedOn: string }>('/eam/depreciation-rule/detail')).data
  const last = new Date(Date.parse(book.closedOn) + 86_400_000).toISOString().slice(0, 7)
  const desk = await openDesk(app, client, '/eam/depreciation-rules')
  expect((await rowWith('政府会计折旧账簿')).textContent).toContain('政府会计制度')
  await desk.go('/eam/depreciation-records')
  click(await found('button', '计提折旧并结账', main))
  await until(() => dialog() && field('账簿', dialog()!), 'the book')
  type(field('账簿', dialog()!)!, '会计')
  await pick('账簿', '政府会计折旧账簿', dialog())
  const { body } = await sent(desk, confirm, ({ path }) => path.endsWith('/create-depreciation-record'))
  expect(body).toMatchObject({ tenantId: '100001', ruleId: book.id })
  await desk.see(`${last} 已开始计提`)
  await noDialog()
  const isClosed = async (): Promise<boolean> =>
    (await client.get<{ closedOn: string }>('/eam/depreciation-rule/detail')).data.closedOn.startsWith(last)
  await eventually(isClosed, 'the month closed')
  load(desk, '/eam/depreciation-records')
  click(await rowWith(last))
  await desk.find('figure', '各科室折旧额')
  const lines = await desk.find('region', '折旧明细')
  await until(() => lines.querySelector('.ant-table-row'), 'what devices were charged')
  const [line] = (await client.get<Page<Row>>('/eam/devicedepreciationlist/list', { lineKind: 'charge', size: 1 })).data.records
  load(desk, `/eam/device/${line!.deviceId}?tab=depreciation`)
  const panel = () => byRole('tabpanel')
  await found('figure', '已计提与未来 36 个月', panel)
  await until(() => shownText(panel()).includes('计提中'), 'that it is being charged')
  const own = await found('region', '折旧明细', panel)
  await until(() => byRoleAll('row', /计提/, own).length > 0, 'its lines')
  await desk.go('/eam/depreciation-lines')
  await until(() => rows().length > 0, 'lines of all devices')
  await sent(desk, () => desk.go('/eam/depreciation-offsets'), '/eam/depreciation-offset-record/', 'GET')
  await found('button', '新增', main)
})

test('a changed value of a charged card asks how it is meant, and a month is run again after a write-off in it', async () => {
  const client = await manager()
  const [line] = (await client.get<Page<Row>>('/eam/devicedepreciationlist/list', { lineKind: 'charge', size: 1, descs: 'postedOn' })).data
    .records
  const desk = await openDesk(app, client, `/eam/device/${line!.deviceId}`)
  click(await found('button', '修改', main))
  await until(() => dialog() && field('原值', dialog()!), 'the form')
  const choice = () => byRole('radio', '更正（自始）', dialog()!)
  type(field('备注', dialog()!)!, '改')
  expect(choice()).toBeUndefined()
  type(field('原值', dialog()!)!, '9000000')
  click((await until(choice, 'the choice'))!)
  await until(() => shownText(dialog()!).includes('已结账的月份在下月冲销调整'), 'what follows')
  type(field('变动原因', dialog()!)!, '发票金额录错')
  const { body } = await sent(
    desk,
    () => found('button', '保存', dialog).then(click),
    ({ path }) => path.endsWith('/device/submit'),
  )
  expect(body).toMatchObject({ changeKind: 'correction', changeReason: '发票金额录错' })
  await noDialog()
  const { closedOn } = (await client.get<{ closedOn: string }>('/eam/depreciation-rule/detail')).data
  const [card] = (await client.get<Page<Row>>('/eam/devicedepreciation/list', { deviceId: String(line!.deviceId) })).data.records
  expect((await client.post('/eam/devicedepreciation/submit', { id: card!.id, writeOffDate: closedOn })).status).toBe(200)
  load(desk, '/eam/depreciation-records')
  click(await rowWith(String(card!.assetNo)))
  click(await found('button', '重新计提最近月份', dialog))
  await until(() => dialog() && field('账簿', dialog()!), 'the book')
  const again = await sent(desk, confirm, ({ path }) => path.endsWith('/repeat-depreciation'))
  expect(again.body).toMatchObject({ ruleId: line!.ruleId ?? card!.ruleId, month: closedOn.slice(0, 7) })
})

test('a book is compared with the finance ledger, and its differences are exported', async () => {
  const client = await manager()
  // The book of the demo hospital has closed months; the latest one is compared.
  const month = (await client.get<{ closedOn: string }>('/eam/depreciation-rule/detail')).data.closedOn.slice(0, 7)
  await client.post('/eam/ledger-balance/submit', { assetNo: 'CW-1', assetName: '财务独有', originalValue: '10', accumulated: '1' })
  const desk = await openDesk(app, client, '/eam/ledger-reconciliations')
  click(await found('button', '开始对账', main))
  await confirm()
  await noDialog()
  click(await rowWith(month))
  const differences = await desk.find('region', '对账差异')
  await until(
    () => [...differences.querySelectorAll('.ant-table-row')].some((row) => row.textContent?.includes('财务账缺少')),
    'a card that finance lacks',
  )
  await until(() => shownText(dialog()!).includes('设备账缺少的原值'), 'the sum that the cards lack')
  const saving = await sent(
    desk,
    () => choose(byRole('button', /导出/, differences)!, 'Excel (.xlsx)'),
    ({ path }) => path.includes('/export'),
  )
  const { entity, search } = saving.body as { entity: string; search: string }
  expect([entity, new URLSearchParams(search).get('format')]).toEqual(['ledgerDifference', 'xlsx'])
})

test('a device is shared, reserved and seen in the calendar; a marked one is listed [ASSET-SCR-SHARE] [ASSET-SCR-MARKER]', async () => {
  const client = await manager()
  const [own, other] = await depts(client, 2)
  const { id } = (await client.post('/eam/device/submit', { deviceName: '共享输液泵', useDeptId: own!.id })).data
  await client.post('/eam/marker/device/tag-submit', { ids: [id] })
  await client.post('/eam/device/submit', { deviceName: '院内普通泵', useDeptId: own!.id })
  const desk = await openDesk(app, client, '/eam/device?keyword=共享输液泵')
  click(byRole('checkbox', undefined, await rowWith('共享输液泵'))!)
  await choose(await found('button', '共享与标记', main), '加入共享')
  type(await until(() => dialog() && field('单价（元）', dialog()!), 'the price'), '12.5')
  await confirm()
  await until(() => document.querySelector('.ant-message-success'), 'that it is done')
  await desk.go('/eam/share')
  expect((await rowWith('¥12.50')).textContent).toContain('共享输液泵')
  expect(shownText(main()!)).not.toContain('院内普通泵')
  const idle = await desk.find('region', '空闲情况')
  await until(() => shownText(idle).replace(/\s/g, '').includes('共享输液泵空闲1台'), 'one that is idle')
  const [fromTime, toTime] = [1, 30].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  await client.post('/eam/deviceusemanage/shared-borrowing-save', { deviceId: id, borrowDeptId: other!.id, fromTime, toTime })
  click(await desk.find('button', '共享日历'))
  click(await desk.find('link', /已预约/))
  await desk.find('button', '借出')
  await desk.go('/eam/marker')
  await rowWith('共享输液泵')
  expect(shownText(main()!)).not.toContain('院内普通泵')
})

test('a disposal is entered, declared and printed [ASSET-ROUTE-11] [ASSET-ROUTE-12] [ASSET-ROUTE-13]', async () => {
  const client = await manager()
  const [dept] = await depts(client, 1)
  const lines: { deviceId: string }[] = []
  for (let n = 1; n <= 20; n++) {
    const draft = { deviceName: `待报废监护仪${n}`, useDeptId: dept!.id, originalValue: '1500.00', assetsCode: `GZ-DESK-${n}` }
    lines.push({ deviceId: (await client.post('/eam/device/submit', draft)).data.id })
  }
  const draft = { disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '已过使用年限', useDeptId: dept!.id, lines }
  const { id } = (await client.post('/eam/devicedisposal/submit', draft)).data
  const desk = await openDesk(app, client, `/form/eam/dev-disposal-edit?id=${id}`)
  type(await until(() => field('申请标题'), 'the title'), '监护仪报废')
  click(await desk.find('button', '保存'))
  await until(() => location.pathname === `/eam/dev-disposal/${id}`, 'the page of the disposal')
  load(desk, `/form/eam/dev-disposal-audit?id=${id}`)
  click(await desk.find('button', '提交申报'))
  await confirm()
  await desk.see('待鉴定')
  click(await desk.find('button', '打印'))
  const sheet = await until(() => document.querySelector<HTMLElement>('.eam-print-sheet'), 'the sheet')
  await desk.find('heading', '医疗设备处置申请表', sheet)
  const sum = await desk.find('row', /合计（20 台）/, sheet)
  expect(sum.textContent).toContain('¥30,000.00')
  expect(sheet.textContent).toContain('技术鉴定人')
  await desk.find('row', /待报废监护仪20/, sheet)
})

test('a deficient line that is chosen and confirmed makes its card missing', async () => {
  const client = await manager()
  const scopeDepts = (await depts(client, 200)).filter((one) => one.deptName === '手术室').map((one) => one.id)
  const draft = { checkTitle: '手术室盘点', beginDate: '2026-11-01', mode: 'open', scopeDepts }
  const { id: checkId } = (await client.post('/eam/check/submit', draft)).data
  await client.post('/eam/check/start', { id: checkId })
  const parts = (await client.get<Page<Row>>('/eam/check-dept/list', { checkId })).data.records
  await client.post('/eam/check/real-submit', { ids: parts.map((part) => part.id) })
  const desk = await openDesk(app, client, `/eam/check/${checkId}`)
  click(await desk.find('button', /^盘亏/))
  const panel = () => byRole('tabpanel')
  const line = await rowWith('盘亏', panel)
  click(byRole('checkbox', undefined, line)!)
  const code = line.querySelectorAll('td')[2]!.textContent ?? ''
  click(await found('button', '确认盘亏', panel))
  await confirm()
  expect((await rowWith('已确认', panel)).textContent).toContain(code)
  const cards = (await client.get<Page<Row>>('/eam/device/list', { keyword: code })).data.records
  expect(cards.map((card) => card.eamStatus)).toEqual(['missing'])
})

test('a chosen row that is retired says so in the form, and is not offered again', async () => {
  const client = await manager()
  const add = async (url: string, draft: object): Promise<string> => (await client.post(url, draft)).data.id
  const supplierId = await add('/eam/supplierinfo/submit', { supplierName: '停业供应商', supplierKind: 'dealer' })
  const [using, other] = [
    await add('/eam/device/submit', { deviceName: '旧泵', supplierId }),
    await add('/eam/device/submit', { deviceName: '新泵' }),
  ]
  expect((await client.post('/eam/supplierinfo/submit', { id: supplierId, isInactive: 1 })).msg).toBe('操作成功')
  const form = async (id: string) => {
    const desk = await openDesk(app, client, `/eam/device/${id}`)
    click(await found('button', '修改', main))
    await until(() => dialog() && field('供应商', dialog()!), 'the form')
    return desk
  }
  await form(using)
  await until(() => shownText(dialog()!).includes('停业供应商（已停用）'), 'the chosen supplier')
  const desk = await form(other)
  type(field('供应商', dialog()!)!, '停业')
  await desk.see('无匹配项')
})

test('the questions of an imported file are answered at the desk: devices that are gone, amounts in dollars', async () => {
  const client = await manager()
  const csv = '设备名称,状态,原值\n问机,在用,$10\n问机,报废,$20\n'
  const { id } = await verified(app, client, 'device', csv)
  const desk = await openDesk(app, client, `/eam/imports/${id}`)
  await desk.see('有 1 行的状态表示设备已不在（报废、调出等）：')
  await desk.see('2 个金额以美元计。')
  const isVerify = ({ path }: { path: string }) => path.endsWith('/import-verify')
  const kept = await sent(desk, async () => click(await found('radio', /历史卡/, main)), isVerify)
  expect(kept.body).toEqual({ id, gone: 'keep' })
  await eventually(async () => (await settled(client, id)).newCount === 2, 'the file checked again')
  const rate = await until(() => field('1 美元折合元', main()!), 'the rate')
  type(rate, '7.1')
  const priced = await sent(desk, () => found('button', '按汇率换算', main).then(click), isVerify)
  expect(priced.body).toEqual({ id, rates: [{ currency: 'USD', rate: '7.1' }] })
  await eventually(async () => (await settled(client, id)).groups.some(({ zh }) => zh.includes('7.1 元')), 'the rate taken')
  await desk.see(/按 1 美元 = 7.1 元换算/)
  await sent(
    desk,
    () => found('button', /^导入 2 行$/, main).then(click),
    ({ path }) => path.endsWith('/import-card'),
  )
  await eventually(async () => (await settled(client, id)).status === 'done', 'the import written')
  const cards = (
    await client.get<Page<Row>>('/eam/device/list', { keyword: '问机', ascs: 'originalValue', columns: 'originalValue,eamStatus' })
  ).data.records
  expect(cards.map(({ originalValue, eamStatus }) => [originalValue, eamStatus])).toEqual([
    ['71.00', 'in_use'],
    ['142.00', 'disposed'],
  ])
})
