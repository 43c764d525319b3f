import { expect, test } from 'vitest'
import { homeTime } from '#contract/kit/time/moment.ts'
import { adverseLab, adverseUrl, hoursAgo } from '#tests/harness/adverse.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { byRole, bySelector, click, field, formDialog, openDesk, pick, press, rows, shownText, type, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const lab = adverseLab(manager)
const device = async (deviceName: string): Promise<string> => (await lab.must('/eam/device/submit', { deviceName })).id

const typed = (label: string, value: string): void => {
  type(field(label, formDialog())!, value)
  press('Enter', field(label, formDialog())!)
}

test('an event is entered from the page of its device, names no patient, and opens', async () => {
  const id = await device('输注泵甲')
  const desk = await openDesk(app, manager, `/eam/device/${id}?tab=adverse`)
  click(await desk.find('button', /上报不良事件/))
  const form = await until(formDialog, 'the form')
  await until(() => shownText(form).includes('不得填写患者姓名'), 'the note about patients')
  expect(shownText(form)).toContain('输注泵甲')
  expect(field('上报期限', form)).toBeUndefined()
  await pick('伤害程度', '严重伤害', form)
  typed('事件发生日期', lab.facts.eventDay)
  typed('发现或获知时间', homeTime(lab.facts.awareAt).slice(0, 16))
  type(field('事件陈述', form)!, '患者姓名：张某，输注中断')
  click(byRole('button', '保存', form)!)
  await desk.see(/“事件陈述”中不能填写患者姓名/)
  expect((await manager.get<Page>(`${adverseUrl}/list`, { deviceId: id })).data.total).toBe(0)
  type(field('事件陈述', formDialog())!, '输注中断')
  click(byRole('button', '保存', formDialog())!)
  await until(() => location.pathname.startsWith('/eam/adverse-event/'), 'the record')
  const { records } = (await manager.get<Page>(`${adverseUrl}/list`, { deviceId: id })).data
  expect(records).toMatchObject([{ harmLevel: 'serious', eventDay: lab.facts.eventDay, eventState: 'draft' }])
})

test('a late event is red in the list and on its record, and takes its steps there', async () => {
  const card = await device('输注泵乙')
  const late = await lab.reviewed(card, { isGroup: 1, awareAt: hoursAgo(20) })
  const desk = await openDesk(app, manager, `/eam/adverse-event?deviceId=${card}`)
  await desk.see('输注泵乙')
  const row = await until(() => rows().find((one) => shownText(one).includes('输注泵乙')), 'the row')
  await until(() => bySelector('[data-tone="bad"]', /已逾期/, row), 'the red clock')
  const board = await openDesk(app, manager, `/eam/adverse-event?view=board&deviceId=${card}`)
  const face = await until(() => bySelector(`[data-card="${late}"]`), 'the card of the event')
  await until(() => bySelector('[data-tone="bad"]', /上报期限/, face), 'the red term')
  await board.go(`/eam/adverse-event/${late}`)
  await board.see(/上报期限 .* 已过/)
  click(await board.find('button', '登记上报'))
  const asked = await until(() => formDialog(), 'the form of the step')
  await until(() => field('监测系统编号', asked), 'the number of the monitoring system')
  typed('上报时间', homeTime(hoursAgo(1)).slice(0, 16))
  type(field('监测系统编号', asked)!, 'YX-77')
  click(byRole('button', '确定', asked)!)
  await until(() => bySelector('.eam-record h1', /已上报/), 'the state')
  expect(await lab.detail(late)).toMatchObject({ eventState: 'reported', monitorNo: 'YX-77', isLate: 1, followState: 'open' })
})

test('the report of an event prints device, term, texts, follow-ups and signatures', async () => {
  const id = await lab.reported(await device('输注泵丙'), { isGroup: 1 })
  await lab.go('follow-up', id, { followedAt: hoursAgo(0), content: '又发现一例' })
  const desk = await openDesk(app, manager, `/form/eam/adverse-event-view?id=${id}`)
  const sheet = await until(() => bySelector('.eam-print-sheet', '输注泵丙'), 'the report')
  await until(() => shownText(sheet).includes('又发现一例'), 'the follow-up')
  for (const said of ['医疗器械不良事件报告表', '严重伤害', 'YX-1', '上报期限', lab.facts.description, '报告人签名'])
    expect(shownText(sheet)).toContain(said)
  click(await desk.find('link', /返回不良事件/))
  await until(() => location.pathname === `/eam/adverse-event/${id}`, 'the record')
})

test('a repair order offers to enter an event and links to it', async () => {
  const card = await device('输注泵丁')
  const order = await lab.must('/eam/eventtyperepair/save', { deviceId: card, faultDescription: '流速不准', urgency: 'normal' })
  const id = await lab.draft(card, { repairId: order.id })
  const desk = await openDesk(app, manager, `/eam/repair/${order.id}`)
  await desk.find('button', /上报不良事件/)
  await desk.see('已填报不良事件')
  click(await desk.find('link', /^BL-/))
  await until(() => location.pathname === `/eam/adverse-event/${id}`, 'the event')
  click(await desk.find('button', '提交审核'))
  await until(() => bySelector('.eam-record h1', /已提交/), 'the state')
})
