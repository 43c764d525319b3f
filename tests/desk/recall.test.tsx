import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { demoRecalls } from '#server/features/quality/recalls/demo-recalls.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'
import { byRole, byRoleAll, bySelector, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'
import { recallLab } from '#tests/harness/recalls.ts'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const lab = recallLab(app, manager, '', null)

test('a recall says what it would stop, is started on its page, and shows how far its devices are', async () => {
  const sn = lab.code()
  const deviceId = await lab.device({ sn, deviceName: '召回输液泵' })
  const id = await lab.draft([
    { matchKind: 'serial', matchValue: sn },
    { matchKind: 'lot', matchValue: lab.code() },
  ])
  const desk = await openDesk(app, manager, `/eam/recall/${id}`)
  const preview = await desk.find('region', '预览召回设备')
  await until(() => shownText(preview).includes('启动后将停用 1 台设备'), 'the number of devices')
  expect(shownText(preview)).toMatch(/出厂编号 .*1 台/)
  expect(shownText(preview)).toMatch(/批号 .*0 台/)
  click(await desk.find('button', '启动召回'))
  const asked = await until(() => byRoleAll('dialog').findLast((one) => byRole('button', /确定|启动召回/, one)), 'the question')
  click(byRole('button', /确定|启动召回/, asked)!)
  await until(() => bySelector('h1', '召回中'), 'the state')
  await desk.find('region', '已处理 0 / 1 台设备')
  const list = await desk.find('region', '召回设备')
  await until(() => shownText(list).includes('召回输液泵'), 'the device')
  await lab.must(`${lab.paths.cases}/finish`, { id: (await lab.caseOf(id, deviceId)).id, outcome: 'repaired', doneOn: lab.today })
  const again = await openDesk(app, manager, `/eam/recall/${id}`)
  await again.find('region', '已处理 1 / 1 台设备')
})

test('the page of a device names the recall that stops it, and leads there', async () => {
  const sn = lab.code()
  const deviceId = await lab.device({ sn })
  const id = await lab.started([{ matchKind: 'serial', matchValue: sn }])
  const { recallNo, recallTitle } = (await manager.get<Row>('/eam/recall/detail', { id })).data
  const desk = await openDesk(app, manager, `/eam/device/${deviceId}`)
  const alert = await until(() => byRoleAll('alert').find((one) => shownText(one).includes(String(recallTitle))), 'the stop')
  click(byRole('link', String(recallNo), alert)!)
  await desk.at(`/eam/recall/${id}`)
})

test('the list of recalled devices shows each with its state', async () => {
  const sn = lab.code()
  await lab.device({ sn, deviceName: '待处理泵' })
  const id = await lab.started([{ matchKind: 'serial', matchValue: sn }])
  const desk = await openDesk(app, manager, `/eam/recall-device?recallId=${id}`)
  await desk.see('待处理泵')
  await desk.see('待处理')
})

test('the demo has an open recall with devices in different states, and a closed one', async () => {
  const ground = await demoGround(app)
  await writeAs(app.pool, demoTenant, (tx) => demoRecalls(tx, ground))
  const admin = await app.signIn(demoTenant, 'admin')
  const all = (await admin.get<Page>('/eam/recall/list', { size: 200 })).data.records
  const recalls = all.filter((one) => ['输液泵生产厂家', '监护仪生产厂家'].includes(String(one.maker)))
  expect(recalls.map((one) => one.recallState).sort()).toEqual(['closed', 'open'])
  const open = recalls.find((one) => one.recallState === 'open')!
  const cases = (await admin.get<Page>('/eam/recall-device/list', { recallId: open.id })).data.records
  expect(cases.map((one) => one.caseState).sort()).toEqual(['done', 'notAffected', 'waiting'])
})
