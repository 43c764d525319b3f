import { afterAll, describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { daysAfter } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { checklistEnds } from '#server/features/checklist/gone-devices.ts'
import { maintainReminders } from '#server/features/maintenance/maintain-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { checklistRows } from '#tests/harness/checklist-rows.ts'
import { home } from '#tests/harness/hospitals.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { qualityLab } from '#tests/harness/quality.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 2)
afterAll(() => worker.end())
const [admin, manager, engineer, keeper] = (await Promise.all(
  (['administrator', 'equipment_manager', 'engineer', 'keeper'] as const).map((role) => app.as(role)),
)) as [Client, Client, Client, Client]
const lab = qualityLab(app, admin)
const work = repairs(app, admin)
const { today, must } = lab
const past = daysAfter(today, -3)
const template = await lab.template()
let serial = 0

const one = async (path: string, id: string, who = admin): Promise<Row> => (await who.get<Row>(`${path}/detail`, { id })).data
const figures = new Set([
  'maintenance.overdue',
  'metrology.overdue',
  'quality.overdue',
  'quality.due',
  'statutory.overdue',
  'statutory.due',
])
/** The warnings of the first page about what is due for a device, each with the number that its list finds. */
const counted = async (): Promise<Record<string, number>> => {
  const { data } = await admin.get<{ code: string; count: number; filter: Record<string, string> }[]>('/eam/home-page/warn-statistics')
  return Object.fromEntries(data.filter(({ code }) => figures.has(code)).map(({ code, count }) => [code, count]))
}
interface Due {
  readonly deviceId: string
  readonly order: string
  readonly schedule: string
  readonly checklist: string
}
/** A device for which everything is due. */
const due = async (): Promise<Due> => {
  const deviceId = await lab.device()
  const plan = await must('/eam/deviceplan/submits', {
    ...{ planName: `计划${++serial}`, deviceId, planCycle: 1, planCycleUnit: 'month', firstDue: today },
  })
  const list = async (path: string) => (await admin.get<Page>(path, { deviceId, size: 10 })).data.records
  const [card] = (await admin.get<Page>('/eam/devicecardmaintain/list', { planId: plan.id })).data.records
  await must('/eam/devicecardmaintain/order', { ids: [card!.id] }, engineer)
  const [order] = await list('/eam/eventtypemaintain/list')
  await app.sql('update maintain_order set due_date = $2 where id = $1', [order!.id, past])
  await must('/eam/devicecardmeasure/submit', { deviceId, measureKind: 'verification', measureCycle: 1, measureCycleUnit: 'year' })
  await app.sql('update measure_card set valid_until = $2 where device_id = $1', [deviceId, past])
  await must('/eam/quality-card/submit', { deviceId, templateId: template, nextDue: past })
  await app.sql(
    `insert into statutory_card (tenant_id, id, card_title, device_id, inspection_kind, valid_until) values ($1, gen_random_uuid(), '', $2, 'special', $3)`,
    [home.tenant, deviceId, past],
  )
  const { checklistTask } = await checklistRows(app, admin, `到期${serial}`, deviceId)
  return { deviceId, order: order!.id, schedule: card!.id, checklist: checklistTask! }
}
const step = async (name: string, id: string): Promise<void> =>
  expect(typeof (await raise(app, admin, deviceState, name, id))).toBe('number')
const statesOf = async ({ order, schedule, checklist }: Due) => {
  const [maintenance, card, filled] = await Promise.all([
    one('/eam/eventtypemaintain', order),
    one('/eam/devicecardmaintain', schedule),
    one('/eam/eamdeviceinspectionlist', checklist),
  ])
  return {
    order: [maintenance.orderState, maintenance.reason],
    schedule: [card.pause, card.nextDue, card.openOrderId],
    checklist: [filled.taskStatus, filled.cancelReason],
  }
}
const moreBy = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) => (count === before[name] ? [] : [[name, count - (before[name] ?? 0)]])),
  )
const everything = { 'maintenance.overdue': 1, 'metrology.overdue': 1, 'quality.overdue': 1, 'statutory.overdue': 1 }

describe('what is due for a device', () => {
  test('ends with its disposal: orders and checklists are cancelled with the reason, schedules end, cards do not count', async () => {
    const before = await counted()
    const all = await due()
    expect(moreBy(before, await counted())).toEqual(everything)
    await step('applyDisposal', all.deviceId)
    expect(moreBy(before, await counted())).toEqual(everything)
    await step('dispose', all.deviceId)
    expect(await statesOf(all)).toEqual({
      order: ['cancelled', '设备已报废'],
      schedule: ['disposed', null, null],
      checklist: ['cancelled', '设备已报废'],
    })
    expect(moreBy(before, await counted())).toEqual({})
    const [event] = await app.sql(
      `select e.verb, e.by_rule as rule from audit_event e where e.entity = 'maintainOrder' and e.entity_id = $1 order by e.id desc limit 1`,
      [all.order],
    )
    expect(event).toEqual({ verb: 'change', rule: 'maintainPosting' })
    for (const path of ['/eam/devicecardmeasure/list', '/eam/quality-card/list', '/eam/statutory-card/list'])
      expect((await admin.get<Page>(path, { keyword: '', pause: 'disposed', size: 100 })).data.total).toBeGreaterThan(0)
    const tips = (await admin.get<{ records: { kind: string }[] }>('/eam/device/detail-tips', { deviceId: all.deviceId, size: 50 })).data
    expect(tips.records.map(({ kind }) => kind).filter((kind) => ['maintenance', 'metrology'].includes(kind))).toEqual([])
  })

  test('waits while it is missing, and goes on when it is found', async () => {
    const before = await counted()
    const all = await due()
    await step('miss', all.deviceId)
    expect(await statesOf(all)).toEqual({
      order: ['cancelled', '设备盘亏'],
      schedule: ['missing', today, null],
      checklist: ['cancelled', '设备盘亏'],
    })
    expect(moreBy(before, await counted())).toEqual({})
    await step('find', all.deviceId)
    const { 'maintenance.overdue': _, ...cards } = everything
    expect(moreBy(before, await counted())).toEqual(cards)
    await runTimedJob(maintainReminders, worker)
    expect((await one('/eam/devicecardmaintain', all.schedule)).pause).toBeNull()
  })

  test('of a sealed device: an order that waits is cancelled, work that has begun is finished', async () => {
    const [waits, begun] = [await due(), await due()]
    await must('/eam/eventtypemaintain/start', { id: begun.order }, engineer)
    for (const { deviceId } of [waits, begun]) await must('/eam/device/seal', { id: deviceId, reason: '暂不使用' }, manager)
    expect((await statesOf(waits)).order).toEqual(['cancelled', '设备已封存'])
    expect((await statesOf(waits)).schedule).toEqual(['idle', today, null])
    expect((await statesOf(begun)).order).toEqual(['working', null])
    expect((await statesOf(begun)).schedule).toEqual(['idle', today, begun.order])
    expect((await statesOf(waits)).checklist[0]).toBe('filling')
  })

  test('ends with its removal', async () => {
    const before = await counted()
    const all = await due()
    await must('/eam/device/remove', { ids: all.deviceId })
    expect((await statesOf(all)).order).toEqual(['cancelled', '设备已删除'])
    expect((await statesOf(all)).checklist).toEqual(['cancelled', '设备已删除'])
    expect(moreBy(before, await counted())).toEqual({})
  })

  test('what was made as the device went ends in the night', async () => {
    const all = await due()
    await app.sql("update device set eam_status = 'disposed' where id = $1", [all.deviceId])
    await runTimedJob(maintainReminders, worker)
    await runTimedJob(checklistEnds, worker)
    expect(await statesOf(all)).toEqual({
      order: ['cancelled', '设备已报废'],
      schedule: ['disposed', null, null],
      checklist: ['cancelled', '设备已报废'],
    })
    const told = await app.sql("select 1 from notice where target_id = $1 and kind = 'maintain_overdue'", [all.order])
    expect(told).toEqual([])
  })

  test('a repair that is open ends with the disposal of its device', async () => {
    const [open, finished] = [await work.card(), await work.card()]
    const orders = [await work.at('reported', open), await work.at('finished', finished)]
    const disposal = '/eam/devicedisposal'
    const { id } = await must(
      `${disposal}/submit`,
      {
        ...{ disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '旧', useDeptId: home.depts.bones },
        lines: [open, finished].map((deviceId) => ({ deviceId, approvePrice: '1.00' })),
      },
      keeper,
    )
    await must(`${disposal}/declare`, { id }, keeper)
    await must(`${disposal}/appraise`, { id, appraisal: '不值得修' }, engineer)
    await must(`${disposal}/yesOrNo`, { id, type: 'yes' }, manager)
    await must(`${disposal}/audit`, { id, type: 'approve', content: '同意' }, manager)
    await must(`${disposal}/execute`, { id, executedAt: today }, manager)
    expect(await Promise.all(orders.map(async (of) => (await work.detail(of)).repairStatus))).toEqual(['scrapped', 'done'])
    const [event] = await app.sql(
      `select by_rule as rule from audit_event where entity = 'repairOrder' and entity_id = $1 order by id desc limit 1`,
      [orders[0]],
    )
    expect(event).toEqual({ rule: 'repairEnding' })
  })
})
