import type pg from 'pg'
import type { Rejection } from '#contract/entities/iot/sensor-kinds.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Credential } from './credentials.ts'
import { type Mapping, type Metric, readMessage, usualMapping } from './read-message.ts'
import { type Reading, type Rejected, storeReadings, storeRejected } from './store-readings.ts'

/** A message as it arrived: the sensor and hospital it names, and its content. */
export interface Message {
  readonly tenantId: string
  readonly sensorCode: string
  readonly payload: unknown
  /** Its content cannot be read, or is too large. */
  readonly fault?: Extract<Rejection, 'badPayload' | 'tooLarge'>
}

/** What became of a batch. */
export interface Taken {
  readonly stored: number
  readonly repeated: number
  readonly rejected: readonly Rejection[]
  /** Rules are to judge some of them. */
  readonly isJudged: boolean
}

interface Known {
  readonly id: string
  readonly mapping: Mapping
  readonly isDisposed: boolean
}

/** Sensors by code: how their messages are read, and whether the last device they hung on is disposed of. */
const known = `select s.id, s.sensor_code, m.time_path, d.eam_status = 'disposed' as is_disposed,
    (select jsonb_agg(jsonb_build_object('quantity', v.quantity, 'path', v.json_path, 'factor', coalesce(v.factor, 1), 'addend', coalesce(v.addend, 0)) order by v.place)
      from sensor_metric v where v.tenant_id = s.tenant_id and v.model_id = m.id) as metrics
  from sensor_config s left join sensor_model m on m.tenant_id = s.tenant_id and m.id = s.model_id
    left join lateral (select b.device_id from sensor_binding b where b.tenant_id = s.tenant_id and b.sensor_id = s.id order by b.bound_at desc, b.id desc limit 1) b on true
    left join device d on d.tenant_id = s.tenant_id and d.id = b.device_id
  where s.tenant_id = $1 and s.sensor_code = any($2::text[]) and not s.is_deleted`

async function sensorsOf(tx: Transaction, codes: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await tx.run({ text: known, values: [tx.tenantId, codes] })
  return new Map(
    rows.map((row) => {
      const metrics = row.metrics as readonly Metric[] | null
      const timePath = (row.time_path as string | null) || usualMapping.timePath
      return [
        String(row.sensor_code),
        { id: String(row.id), isDisposed: row.is_disposed === true, mapping: { timePath, metrics: metrics ?? usualMapping.metrics } },
      ]
    }),
  )
}

/** A text that PostgreSQL stores, of at most so many characters. */
const storable = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most)

const sampleOf = ({ payload }: Message): string =>
  storable(typeof payload === 'string' ? payload : (JSON.stringify(payload)?.slice(0, 1000) ?? ''), 500)

/**
 * Stores the messages of a credential in one transaction and returns after its commit, so that what is acknowledged is stored. A message that
 * cannot be stored is listed with its reason and harms no other.
 */
export const takeMessages = (pool: pg.Pool, by: Credential, messages: readonly Message[], now: Date): Promise<Taken> =>
  writeAs(pool, by.tenantId, async (tx) => {
    const codes = [...new Set(messages.map(({ sensorCode }) => storable(sensorCode, 64)))]
    const sensors = await sensorsOf(tx, codes)
    const readings: Reading[] = []
    const rejected: Rejected[] = []
    for (const message of messages) {
      const found = resolve(by, sensors, message, now)
      if (typeof found === 'string')
        rejected.push({ sensorCode: storable(message.sensorCode, 64) || '-', rejection: found, sample: sampleOf(message) })
      else readings.push(found)
    }
    const { stored, isJudged } = await storeReadings(tx, readings)
    storeRejected(tx, rejected, now)
    return { stored, repeated: readings.length - stored, rejected: rejected.map(({ rejection }) => rejection), isJudged }
  })

function resolve(by: Credential, sensors: ReadonlyMap<string, Known>, message: Message, now: Date): Reading | Rejection {
  const sensor = sensors.get(message.sensorCode)
  if (message.tenantId !== by.tenantId || (by.sensorId !== undefined && sensor?.id !== by.sensorId)) return 'foreignTopic'
  if (message.fault) return message.fault
  if (!sensor) return 'unknownSensor'
  if (sensor.isDisposed) return 'disposedDevice'
  const said = readMessage(message.payload, sensor.mapping, now)
  return 'rejection' in said ? said.rejection : { sensorId: sensor.id, ...said }
}
