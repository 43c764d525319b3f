import { alarmRule } from '#contract/entities/iot/alarm-rule.ts'
import { deviceFence } from '#contract/entities/iot/device-fence.ts'
import { energyTariff } from '#contract/entities/iot/energy-tariff.ts'
import { alarmFlow } from '#contract/entities/iot/sensor-alarm.ts'
import { sensorBinds, sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { sensorModel } from '#contract/entities/iot/sensor-model.ts'
import { alarmPosting } from '#contract/entities/iot/sensor-rules.ts'
import { dayStart, daysAfter, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { actingAlone } from '#server/kit/access/as-system.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { setRanges } from './energy/energy-writes.ts'
import { foldMarks } from './energy/fold-readings.ts'
import { watchSensors } from './iot-jobs.ts'
import { judgeMarks } from './raise-alarms.ts'
import { issue } from './sensor-answers.ts'
import { type Reading, storeReadings, storeRejected } from './store-readings.ts'

/** Days of readings, with today. */
const days = 6
const interval = 600

/** Power in watts by the hour of the day, for devices whose name holds a word, and from which power they run. */
const profiles: readonly { of: string; running: number; watts: (hour: number, tick: number) => number }[] = [
  { of: '输液泵', running: 15, watts: (hour, tick) => (hour >= 8 && hour < 20 ? (tick % 9 < 6 ? 25 : 6) : 0) },
  { of: '呼吸机', running: 60, watts: (hour, tick) => (hour >= 6 && hour < 23 ? 150 + (tick % 7) * 12 : 18) },
  { of: '断层', running: 3000, watts: (hour, tick) => (hour >= 8 && hour < 18 ? (tick % 4 === 0 ? 14_000 : 900) : 650) },
  { of: '病人监护仪', running: 30, watts: (hour) => (hour >= 7 && hour < 22 ? 45 : 8) },
  { of: '除颤', running: 20, watts: () => 0 },
]

const fridgeRule = {
  ...{ ruleName: '药品冷藏 2～8 °C', ruleState: 'active', severity: 'critical', comparison: 'outside', quantity: 'temperature' },
  ...{ lowerLimit: '2', upperLimit: '8', hysteresis: '0.5', holdMinutes: 10, tellsKeeper: 1 },
}

/** A tariff as it is usual for a hospital at 10 kV, with sharp hours in summer. */
const demoTariff = {
  ...{
    tariffName: '一般工商业 10 kV',
    sharpPrice: '1.3128',
    peakPrice: '1.0940',
    flatPrice: '0.6523',
    valleyPrice: '0.2812',
    co2Factor: '0.5366',
  },
  hours: [
    { band: 'valley', startsAt: '23:00', endsAt: '07:00' },
    { band: 'flat', startsAt: '07:00', endsAt: '08:00' },
    { band: 'peak', startsAt: '08:00', endsAt: '11:00' },
    { band: 'flat', startsAt: '11:00', endsAt: '18:00' },
    { band: 'peak', startsAt: '18:00', endsAt: '23:00' },
    { band: 'valley', startsAt: '23:00', endsAt: '07:00', months: '7、8' },
    { band: 'flat', startsAt: '07:00', endsAt: '12:00', months: '7、8' },
    { band: 'sharp', startsAt: '12:00', endsAt: '14:00', months: '7、8' },
    { band: 'flat', startsAt: '14:00', endsAt: '18:00', months: '7、8' },
    { band: 'peak', startsAt: '18:00', endsAt: '23:00', months: '7、8' },
  ],
}

/** A sensor in a fridge of medicines; undefined where the hospital has none. */
async function demoFridge(
  tx: Transaction,
  bound: (code: string, kind: string, deviceId: unknown) => Promise<string>,
): Promise<string | undefined> {
  const { rows } = await tx.run({
    text: `select id from device where tenant_id = $1 and not is_deleted and eam_status = 'in_use' and device_name like '%冷藏%' order by device_code limit 1`,
    values: [tx.tenantId],
  })
  return rows[0] && bound('TH-0002', 'climate', rows[0].id)
}

/** Sensors of some devices with their readings of some days, rolled up as readings always are. */
export async function demoSensors(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, as, go, settle } = demoActs(tx, ground)
  const now = new Date()
  const today = homeDay(now)
  await add('manager', energyTariff, { ...demoTariff, validFrom: monthAfter(today, -12) })
  const metrics = [
    { quantity: 'power', jsonPath: 'data.p', unit: 'kW', factor: 1000 },
    { quantity: 'energy', jsonPath: 'data.e', unit: 'kWh' },
  ]
  const modelId = await add('manager', sensorModel, {
    ...{ modelName: 'WK-PM1 智能电表', sensorKind: 'power', maker: '示例电气', reportSeconds: interval, timePath: 'data.t', metrics },
  })
  const bound = async (sensorCode: string, sensorKind: string, deviceId: unknown, more: object = {}): Promise<string> => {
    const id = await add('manager', sensorConfig, { sensorCode, sensorKind, reportSeconds: interval, ...more })
    await go('engineer', sensorBinds, 'binding', id, { deviceId })
    return id
  }
  const readings: Reading[] = []
  const ticks = Math.floor((now.getTime() - Date.parse(dayStart(daysAfter(today, 1 - days)))) / 1000 / interval)
  const at = (tick: number): string => new Date(Date.parse(dayStart(daysAfter(today, 1 - days))) + tick * interval * 1000).toISOString()
  let serial = 0
  const cards: string[] = []
  for (const { of, running, watts } of profiles) {
    const { rows } = await tx.run({
      text: `select id from device where tenant_id = $1 and not is_deleted and eam_status = 'in_use' and device_name like '%' || $2 || '%' order by device_code limit 1`,
      values: [tx.tenantId, of],
    })
    if (!rows[0]) continue
    const deviceId = String(rows[0].id)
    cards.push(deviceId)
    const sensorId = await bound(`PM-${String(++serial).padStart(4, '0')}`, 'power', deviceId, { modelId })
    await setRanges(
      {
        ...(await as('manager')),
        input: { deviceIds: [deviceId], standbyFrom: '2', runningFrom: String(running), validFrom: daysAfter(today, -days) },
      },
      tx,
    )
    let meter = 120.5
    for (let tick = 0; tick <= ticks; tick++) {
      const power = watts(Math.floor((tick * interval) / 3600) % 24, tick)
      readings.push({ sensorId, ts: at(tick), values: { power, energy: Math.round(meter * 1000) / 1000 } })
      meter += (power * interval) / 3_600_000
    }
  }
  const [first, second] = cards
  if (first && second) {
    const climate = await bound('TH-0001', 'climate', first)
    const position = await bound('GPS-0001', 'position', second)
    for (let tick = Math.max(0, ticks - 144); tick <= ticks; tick++) {
      readings.push({
        sensorId: climate,
        ts: at(tick),
        values: { temperature: 21 + (tick % 12) / 4, humidity: 45 + (tick % 8), battery: 87 },
      })
      if (tick % 6 === 0)
        readings.push({ sensorId: position, ts: at(tick), values: { lat: 31.2304, lng: 121.4737 + (tick % 5) / 10_000, battery: 64 } })
    }
    await add('manager', deviceFence, { fenceName: '住院楼', deviceId: second, lat: '31.2304', lng: '121.4737', radiusMeters: 150 })
  }
  const fridge = await demoFridge(tx, bound)
  if (fridge) {
    await add('manager', alarmRule, { ...fridgeRule, sensorId: fridge })
    // Two nights ago the door stood open; since half an hour it is too warm again.
    for (let tick = Math.max(0, ticks - 432); tick <= ticks; tick++) {
      const isNight = tick > ticks - 288 && Math.floor((tick * interval) / 3600) % 24 === 2 && tick < ticks - 144
      const temperature = isNight ? 10.4 : tick > ticks - 4 ? 8.9 : 4 + (tick % 9) / 4
      readings.push({ sensorId: fridge, ts: at(tick), values: { temperature, humidity: 50 + (tick % 6), battery: 71 } })
    }
  }
  await add('manager', sensorConfig, { sensorCode: 'DR-0001', sensorKind: 'door', remark: '备用' })
  tx.later({
    text: `update sensor_binding set bound_at = $2::timestamptz where tenant_id = $1`,
    values: [tx.tenantId, dayStart(daysAfter(today, -days))],
  })
  tx.later({
    text: 'update alarm_rule set judges_from = $2::timestamptz where tenant_id = $1',
    values: [tx.tenantId, dayStart(daysAfter(today, -days))],
  })
  await storeReadings(tx, readings)
  await judgeMarks(actingAlone(alarmPosting, now), tx)
  const { rows: closed } = await tx.run({
    text: `select id from sensor_alarm where tenant_id = $1 and alarm_state = 'closed'`,
    values: [tx.tenantId],
  })
  for (const { id } of closed)
    await go('manager', alarmFlow, 'explain', String(id), { reason: '夜间补货后柜门未关严，药品已移至备用柜并复核，无需报废' })
  while ((await foldMarks(tx, today)) > 0);
  watchSensors(tx, now)
  await issue({ ...(await as('manager')), input: { credentialName: '三号楼网关' } }, tx)
  storeRejected(tx, [{ sensorCode: 'PM-9999', rejection: 'unknownSensor', sample: '{"ts":1,"power":5}' }], now)
  await settle()
}
