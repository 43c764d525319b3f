import { daysAfter } from '#contract/kit/time/day.ts'
import type { Client, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'

/** Sensors, devices and readings for tests, made through the API; throws when refused. */
export function sensorLab(app: TestApp, client: Client, word = '', deptId: string | null = home.depts.bones) {
  let serial = 0
  const must = async <T = Row>(path: string, body: object, who = client): Promise<T> => {
    const answer = await who.post<T>(path, body)
    if (!answer.success) throw new Error(`${path}: ${answer.status} ${answer.msg}`)
    return answer.data
  }
  const device = async (more: object = {}): Promise<string> => {
    const { id } = await must('/eam/device/submit', { deviceName: `${word}监测设备${++serial}`, useDeptId: deptId, ...more })
    await app.sql("update device set eam_status = 'in_use' where id = $1", [id])
    return id
  }
  const sensor = async (more: object = {}): Promise<{ id: string; code: string }> => {
    const code = `${word === '' ? 'S' : 'T'}-${Math.abs(hashOf(word))}-${++serial}`
    const { id } = await must('/iot/sensor-config/submit', { sensorCode: code, sensorKind: 'power', reportSeconds: 60, ...more })
    return { id, code: String((more as { sensorCode?: string }).sensorCode ?? code) }
  }
  const bind = (sensorId: string, deviceId: string): Promise<Row> => must('/iot/sensor-config/binding', { id: sensorId, deviceId })
  /** A sensor on a new device, bound since a moment of the past. */
  const metered = async (since?: string, more: object = {}): Promise<{ id: string; code: string; deviceId: string }> => {
    const [{ id, code }, deviceId] = [await sensor(more), await device()]
    await bind(id, deviceId)
    if (since) await app.sql('update sensor_binding set bound_at = $2 where sensor_id = $1', [id, since])
    return { id, code, deviceId }
  }
  const credential = async (sensorId?: string, who = client): Promise<{ id: string; secret: string }> =>
    must('/iot/sensor-credential/issue', { credentialName: `网关${++serial}`, ...(sensorId ? { sensorId } : {}) }, who)
  /** Sends messages with a credential. */
  const send = async (secret: string, messages: unknown): Promise<{ status: number; data: Record<string, number> }> => {
    const response = await fetch(`${app.url}/api/iot/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: typeof messages === 'string' ? messages : JSON.stringify({ messages }),
    })
    const body = (await response.json()) as { data: Record<string, number> }
    return { status: response.status, data: body.data }
  }
  return { must, device, sensor, bind, metered, credential, send }
}

const hashOf = (text: string): number => [...text].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 100_000, 7)

/**
 * A bound sensor with model, credential, thresholds, a fence, a day by hand, a rejected message and an open alarm, made through the API; the word stands in
 * every text that belongs to the device. Throws when refused.
 */
export async function sensorRows(
  app: TestApp,
  client: Client,
  word: string,
  { device, dept, shared = word }: { readonly device: string; readonly dept: string | null; readonly shared?: string },
): Promise<Record<string, string>> {
  const lab = sensorLab(app, client, word, dept)
  const metrics = [{ quantity: 'power', jsonPath: 'p' }]
  const { id: sensorModel } = await lab.must('/iot/sensor-model/submit', { modelName: `${shared}电表`, sensorKind: 'power', metrics })
  const { id: sensorConfig } = await lab.sensor({ modelId: sensorModel, remark: `${word}传感器` })
  await lab.bind(sensorConfig, device)
  const { id: deviceFence } = await lab.must('/iot/fence-device/submit', {
    ...{ fenceName: `${word}围栏`, deviceId: device, lat: 31.2, lng: 121.4, radiusMeters: 100 },
  })
  const { id: energyTariff } = await lab.must('/eam/energy-tariff/submit', {
    ...{ tariffName: `${shared}电价`, validFrom: daysAfter('2040-01-01', hashOf(`${word}${shared}`) % 9000), flatPrice: 0.8 },
    hours: [{ band: 'flat', startsAt: '00:00', endsAt: '24:00' }],
  })
  await lab.must('/eam/device-sec-day/set-range', { deviceIds: [device], standbyFrom: 3, runningFrom: 30 })
  const entry = { deviceId: device, day: '2026-01-15', kwh: 1.5, runningSeconds: 3600, standbySeconds: 0, offSeconds: 0 }
  const { id: deviceSecDay } = await lab.must('/eam/device-sec-day/submit-record', { ...entry, remark: `${word}抄表` })
  const gateway = await lab.credential()
  const { id: fridge, code } = await lab.sensor({ sensorKind: 'climate' })
  await lab.bind(fridge, device)
  const limits = { comparison: 'over', quantity: 'temperature', upperLimit: 8, holdMinutes: 0 }
  const ruled = { ruleName: `${word}温度规则`, ruleState: 'active', severity: 'major', sensorId: fridge, deptId: dept, ...limits }
  const { id: alarmRule } = await lab.must('/iot/alarm-rule/submit', ruled)
  const ts = new Date(Date.now() + 60_000).toISOString()
  await lab.send(gateway.secret, [
    { sensorCode: `U-${gateway.id}`, ts: new Date().toISOString(), power: 1 },
    { sensorCode: code, ts, temperature: 9 },
  ])
  const idOf = async (table: string, where: string, value: string): Promise<string> =>
    String((await app.sql(`select id from ${table} where ${where} = $1`, [value]))[0]!.id)
  return {
    ...{ sensorModel, sensorConfig, deviceFence, deviceSecDay, alarmRule, sensorCredential: gateway.id, energyTariff },
    sensorAlarm: await idOf('sensor_alarm', 'rule_id', alarmRule),
    tariffHour: await idOf('tariff_hour', 'tariff_id', energyTariff),
    sensorMetric: await idOf('sensor_metric', 'model_id', sensorModel),
    sensorBinding: await idOf('sensor_binding', 'sensor_id', sensorConfig),
    deviceRange: await idOf('device_range', 'device_id', device),
    deviceSecMonth: await idOf('device_sec_month', 'device_id', device),
    sensorDeadLetter: await idOf('sensor_dead_letter', 'sensor_code', `U-${gateway.id}`),
  }
}
