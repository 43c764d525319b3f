import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, click, openDesk, rows, shownText, until } from '#tests/harness/desk.tsx'
import { isShown } from '#tests/harness/screen.ts'

const app = await appForFile()
const manager = () => app.signIn('100001', 'manager', 'ward2026')
const year = homeDay(new Date()).slice(0, 4)

/** The devices of the table that is shown. */
const devices = () => [...document.querySelectorAll<HTMLElement>('.eam-measure .ant-table-row')].filter(isShown)

async function card(deviceName: string, more: object = {}): Promise<string> {
  const { id } = (await (await manager()).post('/eam/device/submit', { deviceName, originalValue: '1000.00', ...more })).data
  await app.sql("update device set eam_status = 'in_use', filing_status = 'filed' where id = $1", [id])
  return id
}

test('the benefit of a year says what is left and where no income was entered; a figure opens its rows', async () => {
  const client = await manager()
  const deviceId = await card('效益超声仪')
  await card('效益空白仪')
  const draft = { deviceId, month: `${year}-01-10`, income: '800.00', consumables: '50.25', staffCost: '100.00', useCount: 31 }
  expect((await client.post('/eam/device-income/submit', draft)).msg).toBe('操作成功')
  const desk = await openDesk(app, client, `/eam/device-benefit?year=${year}&keyword=效益`)
  await until(() => devices().length === 2, 'both devices')
  expect(shownText(devices()[0]!)).toContain('¥649.75')
  expect(shownText(devices()[1]!)).toContain('未录入')
  click(await desk.find('button', '口径'))
  await until(() => shownText(document.body).includes('净收益 = 收入 − 折旧'), 'the rule')
  click([...devices()[0]!.querySelectorAll('a')].find((one) => one.textContent === '¥800.00')!)
  await until(() => location.pathname === '/eam/device-income', 'the list of its rows')
  await until(() => rows().length === 1 && shownText(rows()[0]!).includes('效益超声仪'), 'the row')
})

test('the page of a device says when it has paid for itself; its value leads there; the form prints the year', async () => {
  const client = await manager()
  const deviceId = await card('回收监护仪')
  for (const [month, income] of [
    ['01', '600.00'],
    ['03', '500.00'],
  ])
    await client.post('/eam/device-income/submit', { deviceId, month: `2025-${month}-01`, income })
  const desk = await openDesk(app, client, `/eam/device/${deviceId}?tab=depreciation`)
  click(await desk.find('button', '单机效益分析'))
  await until(() => location.pathname === `/eam/device-benefit/${deviceId}`, 'the page of its benefit')
  await until(() => shownText(document.body).includes('2025-03 收回原值，历时 3 个月'), 'the payback')
  await openDesk(app, client, '/form/eam/device-benefit-print?year=2025&keyword=回收监护仪')
  await until(() => shownText(document.body).includes('合计（已录收入 1 台，未录 0 台）'), 'the total')
  expect(shownText(document.querySelector('table')!)).toContain('¥1,100.00')
})

test('the form whose devices could not be read reads them at the second try', async () => {
  const client = await manager()
  await card('重试监护仪')
  const desk = await openDesk(app, client, '/eam/device-benefit?year=2025&keyword=重试监护仪')
  await until(() => devices().length === 1, 'the device')
  desk.answer(({ path }) =>
    path.startsWith('/eam/benefit/page') ? Response.json({ code: 500, success: false }, { status: 500 }) : undefined,
  )
  await desk.go('/form/eam/device-benefit-print?year=2025&keyword=重试监护仪')
  const retry = await desk.find('button', '重试')
  desk.answer(undefined)
  click(retry)
  await until(() => shownText(document.body).includes('合计（已录收入 0 台，未录 1 台）'), 'the total')
})

test('who sees no income has no way to it', async () => {
  const keeper = await app.signIn('100001', 'keeper', 'ward2026')
  const [person] = await app.sql('select dept_id from app_user where id = $1', [keeper.userId])
  const deviceId = await card('无权监护仪', { useDeptId: person!.dept_id })
  const desk = await openDesk(app, keeper, `/eam/device/${deviceId}?tab=depreciation`)
  await desk.find('tab', /折旧/)
  expect(byRole('button', '单机效益分析')).toBeFalsy()
})

test('the yearly folder has its chapters with signatures, of the hospital or a department', async () => {
  await card('急救除颤仪', { isEmergency: 1 })
  const desk = await openDesk(app, await manager(), `/eam/year-folder?year=${year}`)
  for (const name of ['急救设备完好率', '计量台账与合格率', '预防性维护完成情况', '质量控制结果', '法定检验记录'])
    await desk.find('region', name)
  const shown = await until(() => (shownText(document.body).includes('分管院领导签名') ? document.body : undefined), 'the signatures')
  expect(shownText(shown)).toContain('全院')
  await until(() => shownText(byRole('region', '急救设备完好率')!).includes('%'), 'the rate')
})
