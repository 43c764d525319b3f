import type { Client, Page, Row, TestApp } from './app-for-test.ts'
import { home } from './hospitals.ts'
import { sensorLab } from './sensors.ts'

const rules = '/iot/alarm-rule'
const alarms = '/iot/alarm'

/** Rules and alarms of sensors for tests, made through the API; throws when refused. */
export function alarmLab(app: TestApp, client: Client, word = '告', deptId: string | null = home.depts.bones) {
  const lab = sensorLab(app, client, word, deptId)
  let serial = 0
  let gateway: Promise<{ secret: string }> | undefined
  // Answers write no zeros at the end of a fraction of a second, so that this one has none.
  const now = Math.floor(Date.now() / 1000) * 1000 - 1
  /** A moment so many minutes ago. */
  const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString().replace('Z', '+00:00')
  /** A rule in force for two days; for temperatures outside 2 to 8 for ten minutes unless told otherwise. */
  const rule = async (more: object = {}): Promise<string> => {
    const fridge = { comparison: 'outside', quantity: 'temperature', lowerLimit: 2, upperLimit: 8, hysteresis: 0.5, holdMinutes: 10 }
    const { id } = await lab.must(`${rules}/submit`, {
      ruleName: `${word}规则${++serial}`,
      severity: 'critical',
      ruleState: 'active',
      ...fridge,
      ...more,
    })
    await app.sql(`update alarm_rule set judges_from = now() - interval '2 days' where id = $1`, [id])
    return String(id)
  }
  /** A climate sensor on a new device, bound for two days. */
  const fridge = (more: object = {}) => lab.metered(ago(2880), { sensorKind: 'climate', reportSeconds: 300, ...more })
  /** Sends values of a sensor by minutes ago. */
  const send = async (code: string, values: readonly (readonly [minutes: number, value: number])[], quantity = 'temperature') => {
    gateway ??= lab.credential()
    return lab.send(
      (await gateway).secret,
      values.map(([minutes, value]) => ({ sensorCode: code, ts: ago(minutes), [quantity]: value })),
    )
  }
  /** The alarms of a sensor, oldest first. */
  const of = async (sensorId: string): Promise<Row[]> => {
    const { records } = (await client.get<Page>(`${alarms}/list`, { sensorId, size: 100, ascs: 'startedAt' })).data
    return Promise.all(records.map(async ({ id }) => (await client.get<Row>(`${alarms}/detail`, { id })).data))
  }
  return { ...lab, rules, alarms, now, ago, rule, fridge, sendValues: send, of }
}
