import { expect, test } from 'vitest'
import { daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { writeAs } from '#server/db/pool.ts'
import { demoRisk } from '#server/features/maintenance/risk/demo-risk.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'
import { byRole, byRoleAll, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'
import { dialog, eventually, found } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const manager = await app.signIn(demoTenant, 'manager', 'ward2026')

const saved = async (path: string, draft: object): Promise<string> => {
  const answer = await manager.post<Row>(path, draft)
  if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
  return String(answer.data.id)
}
const openOf = async (deviceId: string): Promise<Row> =>
  (await manager.get<Page>('/eam/risk-proposal/list', { deviceId, proposalState: 'open' })).data.records[0]!

test('proposals are made on the page, say why, and are accepted there', async () => {
  const deviceId = await saved('/eam/device/submit', { deviceName: '评分呼吸机' })
  const points = { functionPoints: 10, riskPoints: 5, maintenancePoints: 5 }
  await saved('/eam/risk-score/submit', { scoreSubject: 'device', deviceId, ...points })
  const desk = await openDesk(app, manager, '/eam/risk-proposal')
  click(await desk.find('button', '重新计算'))
  await desk.see('评分呼吸机')
  await desk.see('10 + 5 + 5 + 0')
  const { id } = await openOf(deviceId)
  const record = await openDesk(app, manager, `/eam/risk-proposal?open=${id}`)
  await record.see('功能 10 分 + 风险 5 分 + 维护 5 分 + 历史 0 分（近 12 个月故障 0 次、不良事件 0 起）= 20 分，每 3 个月保养一次')
  const drawer = await until(() => byRoleAll('dialog').find((one) => shownText(one).includes('20 分')), 'the record')
  click(await until(() => byRole('button', '采纳', drawer), 'the act'))
  await until(() => byRoleAll('dialog').findLast((one) => shownText(one).includes('提前派单')), 'the dialog')
  await found('button', /^(确定|采纳)$/, dialog).then(click)
  await eventually(async () => (await openOf(deviceId)) === undefined, 'the decision')
  const plans = (await manager.get<Page>('/eam/deviceplan/page', { deviceId })).data.records
  expect(plans).toMatchObject([{ planCycle: 3, planCycleUnit: 'month' }])
})

test('ready scores are loaded under 更多 of the list of scores', async () => {
  const classify = await saved('/eam/device-class/submit', { className: '麻醉器械', classCode: '08-02' })
  const { msg } = await manager.post('/eam/risk-score/load-ready')
  expect(msg).toBe('操作成功')
  const desk = await openDesk(app, manager, `/eam/risk-score?classifyId=${classify}`)
  await desk.see('麻醉器械')
})

test('the demo has proposals to decide, accepted and refused ones', async () => {
  const ground = await demoGround(app)
  await writeAs(app.pool, demoTenant, (tx) => demoRisk(tx, ground))
  for (const proposalState of ['open', 'accepted', 'refused'])
    expect((await manager.get<Page>('/eam/risk-proposal/list', { proposalState })).data.records).not.toEqual([])
})

test('the year ahead shows weeks with their hours, and the devices of a week', async () => {
  const deviceId = await saved('/eam/device/submit', { deviceName: '预览离心机' })
  const week = mondayOf(daysAfter(homeDay(new Date()), 35))
  await saved('/eam/deviceplan/submits', {
    ...{ planName: '预览年检', deviceId, planCycle: 5, planCycleUnit: 'year', firstDue: daysAfter(week, 1), hoursExpected: '2.5' },
  })
  const desk = await openDesk(app, manager, '/eam/maintain-year')
  click(await desk.find('button', new RegExp(`^${week}`)))
  await desk.see('预览离心机')
  await desk.see('预览年检')
})

test('the page of a device shows its counters', async () => {
  const deviceId = await saved('/eam/device/submit', { deviceName: '计数离心机' })
  await saved('/eam/meter-reading/submit', { deviceId, meterKind: 'hours', readOn: homeDay(new Date()), reading: 321.5 })
  const desk = await openDesk(app, manager, `/eam/device/${deviceId}?tab=maintenance`)
  await desk.see('321.5')
})
