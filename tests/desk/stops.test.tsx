import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { StopKind } from '#contract/entities/asset/stops/stop-kinds.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { StopsOfCard } from '#src/features/asset/stops/stops-of-card.tsx'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, bySelector, click, openDesk, pick, shownText, until } from '#tests/harness/desk.tsx'
import { dialog, done, load, made, rowWith } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const depts = (await manager.get<Page<Row>>('/blade-system/dept/list', { size: 50 })).data.records
const ward = depts.find((one) => one.deptName === '手术室')!
const [card] = (await manager.get<Page<Row>>('/eam/device/list', { useDeptId: ward.id, eamStatus: 'in_use', size: 1 })).data.records
const { id } = card!
const [name, code] = [String(card!.deviceName), String(card!.deviceCode)]
for (const stopKind of ['recall', 'quality']) await done(manager, '/eam/device-stop/place', { deviceId: id, stopKind, reason: '厂家通知' })
const why = /厂家召回.*厂家通知/

test('the list of cards shows the stops of each, and finds the cards by them', async () => {
  const desk = await openDesk(app, manager, '/eam/device')
  click(await desk.find('button', '高级搜索'))
  const form = await until(() => document.querySelector('.eam-search-form'), 'the search form')
  await pick('停用类型', '厂家召回', form)
  click(byRole('button', '搜索', form)!)
  await desk.at('/eam/device?stopKinds=recall')
  await desk.see(/停用类型 ?： ?厂家召回/)
  expect((await rowWith(code)).textContent).toContain('厂家召回、质控')
})

test('a line of a check says that its device is stopped', async () => {
  const draft = { checkTitle: '停用盘点', beginDate: '2026-11-01', mode: 'open', scopeDepts: [ward.id] }
  const checkId = await made(manager, '/eam/check/submit', draft)
  await done(manager, '/eam/check/start', { id: checkId })
  await done(manager, '/eam/check/scan', { checkId, code })
  const desk = await openDesk(app, manager, `/eam/check/${checkId}`)
  click(await desk.find('button', /^相符/))
  click(await rowWith(code, () => byRole('tabpanel')))
  await until(() => why.test(shownText(dialog())), 'the stop')
})

test('labels of stopped devices say so before they are printed', async () => {
  const desk = await openDesk(app, manager, `/eam/labels?kind=device&ids=${id}`)
  await desk.find('alert', /1 台设备已停用/)
  const other = await made(manager, '/eam/device/submit', { deviceName: '可用除颤仪', useDeptId: ward.id })
  load(desk, `/eam/labels?kind=device&ids=${other}`)
  await until(() => bySelector('.eam-label-sheet'), 'the label')
  expect(shownText()).not.toContain('已停用')
})

test('on a phone a card names its stops, with their reasons while there is a network', async () => {
  await openDesk(app, manager, '/wel/dashboard')
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const show = (stopKinds: readonly StopKind[] | null) =>
    root.render(<StopsOfCard row={{ id, deviceName: name, stopKinds } as PhoneDevice} />)
  show(['recall', 'quality'])
  const title = () => box.querySelector('[role="alert"] h2')?.textContent
  await until(() => title() === '已停用，不能使用 · 厂家召回 · 质控', 'the kinds')
  await until(() => why.test(box.textContent ?? '') && box.querySelectorAll('li').length === 2, 'the reasons')
  show(null)
  await until(() => box.textContent === '', 'nothing')
  root.unmount()
})
