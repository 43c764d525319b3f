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
