import type pg from 'pg'
import type { Rejection } from '#contract/entities/iot/sensor-kinds.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Credential, inUse } from './credentials.ts'
import { type Mapping, type Metric, readMessage, usualMapping } from './read-message.ts'
import { type Reading, type Rejected, storeReadings, storeRejected } from './store-readings.ts'

/** A message as it arrived: the sensor and hospital it names, and its content. */
export interface Message {
  readonly tenantId: string
  readonly sensorCode: string
  readonly payload: unknown
  /** Who sends it; absent where a broker of the operator's own has let the sender in. */
  readonly by?: Credential
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
  /** Credentials that were revoked meanwhile, or whose hospital was stopped: their messages are not taken. */
  readonly revoked: ReadonlySet<string>
}

/** Messages since the start of the process, by what became of them, for the metrics. */
export type MessageFigures = Map<string, number>

/** Counts what became of a batch. */
export function countTaken(figures: MessageFigures, { stored, repeated, rejected }: Taken): void {
  const count = (outcome: string, more: number): void => void figures.set(outcome, (figures.get(outcome) ?? 0) + more)
  count('stored', stored)
  count('repeated', repeated)
  for (const one of rejected) count(one, 1)
}

interface Known {
  readonly id: string
  readonly mapping: Mapping
  readonly isDisposed: boolean
}

/** SQL: where the messages of the model `m` hold their values. */
const metricsSql = `(select jsonb_agg(jsonb_build_object('quantity', v.quantity, 'path', v.json_path, 'factor', coalesce(v.factor, 1), 'addend', coalesce(v.addend, 0)) order by v.place)
      from sensor_metric v where v.tenant_id = m.tenant_id and v.model_id = m.id) as metrics`

/** The mapping of a row with `time_path` and `metrics`; what a model leaves open is as in usual messages. */
export const mappingOf = (row: Row): Mapping => ({
  timePath: (row.time_path as string | null) || usualMapping.timePath,
  metrics: (row.metrics as readonly Metric[] | null) ?? usualMapping.metrics,
})

/** How messages of a model are read; a condition on `m` follows. */
export const modelSql = `select m.time_path, ${metricsSql} from sensor_model m`

/** Sensors by code: how their messages are read, and whether the last device they hung on is disposed of. */
const known = `select s.id, s.sensor_code, m.time_path, d.eam_status = 'disposed' as is_disposed, ${metricsSql}
  from sensor_config s left join sensor_model m on m.tenant_id = s.tenant_id and m.id = s.model_id
    left join lateral (select b.device_id from sensor_binding b where b.tenant_id = s.tenant_id and b.sensor_id = s.id order by b.bound_at desc, b.id desc limit 1) b on true
    left join device d on d.tenant_id = s.tenant_id and d.id = b.device_id
  where s.tenant_id = $1 and s.sensor_code = any($2::text[]) and not s.is_deleted`

async function sensorsOf(tx: Transaction, codes: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await tx.run({ text: known, values: [tx.tenantId, codes] })
  return new Map(
    rows.map((row) => [String(row.sensor_code), { id: String(row.id), isDisposed: row.is_disposed === true, mapping: mappingOf(row) }]),
  )
}

/** A text that PostgreSQL stores, of at most so many characters. */
const storable = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most)

const sampleOf = ({ payload }: Message): string =>
  storable(typeof payload === 'string' ? payload : (JSON.stringify(payload)?.slice(0, 1000) ?? ''), 500)

const active = `select id from sensor_credential where tenant_id = $1 and id = any($2::uuid[]) and credential_state = 'active' and ${inUse}`

/** Which of the credentials are valid no more. Connections live longer than their sign-in, so it is asked with each batch. */
async function revokedOf(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.run({ text: active, values: [tx.tenantId, ids] })
  const live = new Set(rows.map(({ id }) => String(id)))
  return new Set(ids.filter((id) => !live.has(id)))
}

/**
 * Stores messages that reach a hospital in one transaction and returns after its commit, so that what is acknowledged is stored. A message that
 * cannot be stored is listed with its reason and harms no other.
 */
export const takeMessages = (pool: pg.Pool, tenantId: string, messages: readonly Message[], now: Date): Promise<Taken> =>
  writeAs(pool, tenantId, async (tx) => {
    const codes = [...new Set(messages.map(({ sensorCode }) => storable(sensorCode, 64)))]
    const senders = [...new Set(messages.flatMap(({ by }) => (by ? [by.id] : [])))]
    const [sensors, revoked] = await Promise.all([sensorsOf(tx, codes), revokedOf(tx, senders)])
    const readings: Reading[] = []
    const rejected: Rejected[] = []
    for (const message of messages) {
      if (message.by && revoked.has(message.by.id)) continue
      const found = resolve(tenantId, sensors, message, now)
      if (typeof found === 'string')
        rejected.push({ sensorCode: storable(message.sensorCode, 64) || '-', rejection: found, sample: sampleOf(message) })
      else readings.push(found)
    }
    const { stored, isJudged } = await storeReadings(tx, readings)
    storeRejected(tx, rejected, now)
    const repeated = readings.length - stored
    return { stored, repeated, rejected: rejected.map(({ rejection }) => rejection), isJudged, revoked }
  })

function resolve(tenantId: string, sensors: ReadonlyMap<string, Known>, message: Message, now: Date): Reading | Rejection {
  const sensor = sensors.get(message.sensorCode)
  const only = message.by?.sensorId
  if (message.tenantId !== tenantId || (only !== undefined && sensor?.id !== only)) return 'foreignTopic'
  if (message.fault) return message.fault
  if (!sensor) return 'unknownSensor'
  if (sensor.isDisposed) return 'disposedDevice'
  const said = readMessage(message.payload, sensor.mapping, now)
  return 'rejection' in said ? said.rejection : { sensorId: sensor.id, ...said }
}
