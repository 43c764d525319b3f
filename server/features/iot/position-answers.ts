import { positions, sensorInfo } from '#contract/calls/iot/position.ts'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { quantities } from '#contract/entities/iot/sensor-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { Parameters } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { pages, seen } from './read-plans.ts'
import { columnOf } from './store-readings.ts'

const utc = (moment: string): string => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Positions while their sensor hung on a device. */
function ofDevices(context: Context) {
  const { deviceId } = read(positions.input, context.input)
  const into = new Parameters()
  const { where } = seen(sensorConfig, context, into)
  const one = deviceId ? ` and t.device_id = ${into.add(deviceId)}` : ''
  return pages(
    context,
    into,
    `select t.id as "sensorId", t.sensor_code as "sensorCode", t.device_id as "deviceId", v.device_name as "deviceName", ${utc('r.ts')} as at, r.lat, r.lng
      from sensor_config t join device v on v.tenant_id = t.tenant_id and v.id = t.device_id
        join sensor_binding b on b.tenant_id = t.tenant_id and b.sensor_id = t.id and b.ended_at is null
        join sensor_reading r on r.tenant_id = t.tenant_id and r.sensor_id = t.id and r.ts >= b.bound_at and r.lat is not null and r.lng is not null
      where ${where} and t.sensor_kind = 'position'${one}`,
    'at desc, "sensorId"',
  )
}

const values = Object.keys(quantities).map((name) => `'${name}', r.${columnOf(name as keyof typeof quantities)}`)

function info(context: Context): ReadPlan<never> {
  read(sensorInfo.input, context.input)
  const into = new Parameters()
  const { where } = seen(sensorConfig, context, into)
  return {
    queries: [
      {
        text: `select t.id, t.sensor_code as "sensorCode", 'eam/' || t.tenant_id || '/' || t.sensor_code || '/telemetry' as topic, t.device_id as "deviceId",
            v.device_name as "deviceName", t.live_state as "liveState", ${utc('r.ts')} as "lastSeen", coalesce(jsonb_strip_nulls(jsonb_build_object(${values.join(', ')})), '{}') as values
          from sensor_config t left join device v on v.tenant_id = t.tenant_id and v.id = t.device_id
            left join sensor_seen e on e.tenant_id = t.tenant_id and e.sensor_id = t.id
            left join sensor_reading r on r.tenant_id = t.tenant_id and r.sensor_id = t.id and r.ts = e.ts
          where ${where} and t.id = ${into.add(idOf(context))}`,
        values: into.values,
      },
    ],
    answer([found]) {
      const row = found!.rows[0]
      if (!row) throw new Refusal('not_found', { what: sensorConfig })
      return row as never
    },
  }
}

export const positionAnswers: readonly Answer[] = [
  answer(positions, { read: (context) => ofDevices(context) as never }),
  answer(sensorInfo, { read: info }),
]
