import { afterEach, expect, test } from 'vitest'
import { iotPhone } from '#src/features/iot/phone.tsx'
import { toolingPhone } from '#src/features/tooling/phone.tsx'
import { offerParts } from '#src/kit/parts.tsx'
import { loadQueueFacts } from '#src/kit/phone/queue-facts.ts'
import '#src/app/queue-loaders.ts'
import { alarmLab } from '#tests/harness/alarms.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, byRoleAll, click, openDesk, shownText, type, until } from '#tests/harness/desk.tsx'
import { openPhonePages, type PhonePages } from '#tests/harness/phone-pages.tsx'

const app = await appForFile()
const manager = await app.as('equipment_manager')
const keeper = await app.as('keeper')
const lab = alarmLab(app, await app.as('administrator'))
await loadQueueFacts()
offerParts(iotPhone.parts!)

let phone: PhonePages | undefined
afterEach(() => {
  phone?.close()
  phone = undefined
})

/** An open alarm of a new fridge, on the phone of the keeper. */
const pulled = async (language: 'zh' | 'en' = 'zh') => {
  const fridge = await lab.fridge()
  await lab.rule({ sensorId: fridge.id, ruleName: `药品冷藏 ${fridge.code}` })
  await lab.sendValues(fridge.code, [
    [30, 9],
    [20, 9.4],
  ])
  const [alarm] = await lab.of(fridge.id)
  await openDesk(app, keeper, '/nothing', language)
  phone = await openPhonePages([iotPhone, toolingPhone])
  await phone.sync()
  return { ...fridge, alarm: alarm!, phone, path: `${iotPhone.records!.sensorAlarm}/${alarm!.id}` }
}
const shows = (of: PhonePages, ...texts: (string | RegExp)[]) =>
  until(
    () => texts.every((text) => (typeof text === 'string' ? shownText(of.box).includes(text) : text.test(shownText(of.box)))),
    `${texts} in ${shownText(of.box)}`,
  )
/** Takes a step on the page that is shown and fills its only text. */
const answer = async (of: PhonePages, name: string, reason?: string): Promise<void> => {
  click(await until(() => byRole('button', name, of.box), name))
  const sheet = await until(() => byRoleAll('dialog', undefined, of.box).find((one) => one.querySelector('textarea')), 'the sheet')
  if (reason !== undefined) type(sheet.querySelector('textarea')!, reason)
  click(byRole('button', name, sheet)!)
}

test('without a network an alarm is listed, shown and confirmed; the server’s refusal says who was first and keeps what was typed', async () => {
  const { phone, alarm, path, code, deviceId } = await pulled()
  phone.setOnline(false)
  phone.show('/alarms')
  await shows(phone, /未确认 ?\( ?1 ?\)/, `药品冷藏 ${code}`, '严重', '骨科', '9.4 °C')
  phone.show(path)
  const began = new Date(Date.parse(String(alarm.startedAt)) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  await shows(phone, '未确认', '骨科', '温度 · 超出上下限', '极值', '9.4 °C', '允许范围', '2 – 8 °C', code, began)
  const device = byRoleAll('link', undefined, phone.box).find((one) => one.getAttribute('href') === `/device/${deviceId}`)
  expect(device?.textContent).toMatch(/监测设备/)
  await answer(phone, '确认告警', '门未关严')
  await shows(phone, '已确认', '门未关严', '确认时间')
  expect(byRole('button', '确认告警', phone.box)).toBeUndefined()
  phone.show('/alarms')
  await shows(phone, /待发送 ?\( ?1 ?\)/)

  await lab.must(`${lab.alarms}/acknowledge`, { id: alarm.id, reason: '已转移药品' }, manager)
  phone.setOnline(true)
  await phone.sync()
  const [item] = phone.queue()
  expect(item).toMatchObject({ attention: true, state: 'conflict', op: { body: { reason: '门未关严' } } })
  expect(item!.op.lastError?.msg).toMatch(/设备科长已在 .+ 先办理了“确认告警”/)
  phone.show('/queue')
  expect((await until(() => byRole('link', '查看告警', phone.box), 'the way to the alarm')).getAttribute('href')).toBe(path)
  phone.show(path)
  await shows(phone, '已转移药品', '设备科长')
  expect(byRole('alert', undefined, phone.box)?.querySelector('a')?.getAttribute('href')).toBe('/queue')
  await answer(phone, '转报修', '压缩机停机')
  await until(() => !byRole('button', '转报修', phone.box), 'no second report')
  expect(phone.queue().map(({ op }) => [op.kind, op.body])).toContainEqual(['sensorAlarm.openRepair', { faultDescription: '压缩机停机' }])
})

test('an alarm that ended by itself meanwhile asks for its reason, which stands there as it was typed', async () => {
  const { phone, alarm, path, code } = await pulled('en')
  phone.setOnline(false)
  phone.show(path)
  await shows(phone, 'Unconfirmed', 'Allowed range', '2 – 8 °C', 'Temperature · Outside the range')
  await answer(phone, 'Confirm alarm', 'Door was open')
  await shows(phone, 'Confirmed', 'Door was open')
  await lab.sendValues(code, [[10, 5]])
  phone.setOnline(true)
  await phone.sync()
  await shows(phone, 'Ended', 'Back to normal')
  const sheet = async () => {
    click(await until(() => byRole('button', 'Add a reason', phone.box), 'the step'))
    return until(() => phone.box.querySelector('textarea'), 'the sheet')
  }
  expect((await sheet()).value).toBe('Door was open')
  expect(phone.queue().map(({ op, attention }) => [op.kind, attention])).toContainEqual(['sensorAlarm.acknowledge', true])
  expect((await lab.of(String(alarm.sensorId)))[0]).toMatchObject({ alarmState: 'closed', responseState: 'waiting' })
})
