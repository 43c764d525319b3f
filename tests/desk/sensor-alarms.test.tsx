import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { demoSensors } from '#server/features/iot/demo-iot.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'
import { byRole, byRoleAll, bySelector, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'

const app = await appForFile()

test('an open alarm of the demo fridge is confirmed with a reason beside its curve, and the report of its night names who explained it', async () => {
  const ground = await demoGround(app)
  await writeAs(app.pool, demoTenant, (tx) => demoSensors(tx, ground))
  const manager = await app.signIn(demoTenant, 'manager', 'ward2026')
  const alarms = (await manager.get<Page<Row>>('/iot/alarm/list')).data.records
  expect(alarms.map(({ alarmState, responseState }) => [alarmState, responseState])).toEqual([
    ['open', 'waiting'],
    ['closed', 'given'],
  ])
  const [open, closed] = alarms as [Row, Row]
  const desk = await openDesk(app, manager, `/iot/alarm/${open.id}`)
  const figure = await until(() => byRole('figure', /告警前后读数 · 温度 \(°C\)/), 'the curve')
  const table = await until(() => byRoleAll('row', undefined, figure).length > 1 && figure, 'its readings')
  for (const said of ['8.9', '下限', '上限']) expect(table.textContent).toContain(said)
  click(await desk.find('button', '确认告警'))
  const dialog = await until(() => byRoleAll('dialog').findLast((one) => one.querySelector('textarea')), 'the question')
  type(dialog.querySelector('textarea')!, '压缩机停机，已转移药品')
  click(byRole('button', /确\s*定|确认告警/, dialog)!)
  await until(() => bySelector('h1', '已确认'), 'the state')
  const detail = (await manager.get<Row>('/iot/alarm/detail', { id: closed.id })).data
  const day = new Date(Date.parse(String(detail.startedAt)) + 8 * 3_600_000).toISOString().slice(0, 10)
  await desk.go(`/form/iot/cold-chain?deviceId=${closed.deviceId}&from=${day}&to=${day}`)
  const sheet = await until(() => bySelector('.eam-print-sheet', '平均动力学温度'), 'the report')
  const text = shownText(await until(() => (shownText(sheet).includes('TH-0002') ? sheet : undefined), 'its sensor'))
  for (const said of ['冷链温度报告', '药品冷藏', '2 – 8 °C', '10.4', '夜间补货后柜门未关严', '审核人签名', 'USP <1079.2>'])
    expect(text).toContain(said)
})
