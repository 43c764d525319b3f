import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { alarmLab } from '#tests/harness/alarms.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home } from '#tests/harness/hospitals.ts'
import { type Night, nightLab } from '#tests/harness/on-call-night.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [keeper, engineer] = [await app.as('keeper'), await app.as('engineer')]
const lab = await nightLab(app, admin, keeper)
const alarms = alarmLab(app, admin)
let night: Night
// Yesterday, today and tomorrow are rest days, so that every moment of the test is outside working hours.
beforeAll(async () => {
  night = await lab.rota(home.depts.bones)
  const now = Date.now()
  await lab.shift({
    ...{
      rotaId: night.id,
      shiftKind: 'dated',
      startsAt: new Date(now - 3_600_000).toISOString(),
      endsAt: new Date(now + 7_200_000).toISOString(),
    },
    ...{ personId: night.first.id, backupId: night.backup.id },
  })
  const today = homeDay(new Date())
  for (const more of [-1, 0, 1])
    await lab.done('/eam/work-day/submit', { dayName: `休${more}`, day: daysAfter(today, more), dayKind: 'rest' })
})
const callsOf = async (id: string) => (await lab.called(id)).map((line) => line.split(' ')[0])
/** A fridge whose rule of a severity reports a repair, with a further critical rule that does. */
const fridge = async (severity: string) => {
  const made = await alarms.fridge()
  const rule = { sensorId: made.id, opensRepair: 1, holdMinutes: 0, hysteresis: 0 }
  await alarms.rule({ ...rule, severity })
  await alarms.rule({ ...rule, severity: 'critical', upperLimit: 20 })
  return made
}
const ordersOf = (deviceId: unknown) =>
  app.sql('select id, urgency, repair_status from repair_order where device_id = $1 order by created_at', [deviceId])

describe('a new alarm of a device whose repair is open', () => {
  test('is said on the repair; no one is called twice while people are being called', async () => {
    const { id, code, deviceId } = await fridge('critical')
    await alarms.sendValues(code, [[30, 9]])
    const [order] = await ordersOf(deviceId)
    expect(await callsOf(String(order!.id))).toHaveLength(1)
    await alarms.sendValues(code, [
      [25, 5],
      [20, 9],
    ])
    expect(await alarms.of(id)).toHaveLength(2)
    expect(await ordersOf(deviceId)).toHaveLength(1)
    expect(await callsOf(String(order!.id))).toHaveLength(1)
    expect(await lab.history(String(order!.id), 'alarmCame')).toHaveLength(1)
  })

  test('calls who is on call and makes the repair urgent when it is critical and no one has taken the repair on', async () => {
    const { code, deviceId } = await fridge('minor')
    await alarms.sendValues(code, [[30, 9]])
    const [order] = await ordersOf(deviceId)
    expect(order).toMatchObject({ urgency: 'normal' })
    expect(await callsOf(String(order!.id))).toEqual([])
    await alarms.sendValues(code, [[20, 25]])
    expect(await ordersOf(deviceId)).toMatchObject([{ urgency: 'urgent' }])
    expect(await lab.called(String(order!.id))).toHaveLength(1)
    const [line] = await lab.history(String(order!.id), 'alarmCame')
    expect(line).toContain(code)
  })

  test('tells who is in charge and calls once, without a figure of answers', async () => {
    const { code, deviceId } = await fridge('minor')
    await alarms.sendValues(code, [[30, 9]])
    const [order] = await ordersOf(deviceId)
    await lab.go(engineer, 'accept', String(order!.id))
    await alarms.sendValues(code, [[20, 25]])
    const told = await app.sql(`select user_id from notice where target_id = $1 and kind = 'repair_alarm'`, [order!.id])
    expect(told).toEqual([{ user_id: engineer.userId }])
    expect(await callsOf(String(order!.id))).toHaveLength(1)
    expect(await app.sql('select called_at, call_result from repair_order where id = $1', [order!.id])).toEqual([
      { called_at: null, call_result: null },
    ])
    await lab.run(new Date(Date.now() + 3_600_000))
    expect(await callsOf(String(order!.id))).toHaveLength(1)
  })

  test('is a new report where the repair only waits for its sign-off', async () => {
    const { code, deviceId } = await fridge('critical')
    await alarms.sendValues(code, [[30, 9]])
    const [order] = await ordersOf(deviceId)
    for (const [step, input] of [['accept'], ['arrive'], ['finish', lab.result]] as const)
      await lab.go(engineer, step, String(order!.id), input ?? {})
    await alarms.sendValues(code, [
      [25, 5],
      [20, 9],
    ])
    const [, second] = await ordersOf(deviceId)
    expect(second).toMatchObject({ urgency: 'urgent', repair_status: 'reported' })
    expect(await callsOf(String(second!.id))).toHaveLength(1)
  })

  test('calls again from the first once the calls have ended without an answer', async () => {
    const { code, deviceId } = await fridge('critical')
    await alarms.sendValues(code, [[30, 9]])
    const [order] = await ordersOf(deviceId)
    await app.sql(`update on_call_alert set next_at = null, next_step = 3, began_at = now() - interval '2 hours' where repair_id = $1`, [
      order!.id,
    ])
    await alarms.sendValues(code, [
      [25, 5],
      [20, 9],
    ])
    expect(await callsOf(String(order!.id))).toEqual(['on_call', 'on_call'])
  })
})
