import { provisionSensor, sensorByCode, sensorsOfDevice } from '#contract/calls/iot/sensor.ts'
import { readCode } from '#contract/codes/scanned-code.ts'
import { sensorBinds, sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { quantities } from '#contract/entities/iot/sensor-kinds.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { codeKey, codeWriting } from '#contract/kit/text/one-writing.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { listed, seen } from './read-plans.ts'
import { columnOf } from './store-readings.ts'

const known = `t.id, t.version, t.sensor_code as "sensorCode", t.sensor_kind as "sensorKind"`
const moment = (of: string): string => `to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The sensor of a scanned code. Of codes that are alike the one that is written as given is meant. */
function ofCode(context: Context): ReadPlan<AnswerOf<typeof sensorByCode>> {
  const { code: typed } = read(sensorByCode.input, context.input) as { code: string }
  const code = codeWriting(readCode(typed).code)
  const [into, all] = [new Parameters(), new Parameters()]
  const { where } = seen(sensorConfig, context, into)
  return {
    queries: [
      {
        text: `select ${known}, t.device_id as "deviceId", v.device_name as "deviceName", v.device_code as "deviceCode",
            nullif(concat_ws(' · ', p.dept_name, l.location_name), '') as place
          from sensor_config t left join device v on v.tenant_id = t.tenant_id and v.id = t.device_id
            left join dept p on p.tenant_id = v.tenant_id and p.id = v.use_dept_id left join location l on l.tenant_id = v.tenant_id and l.id = v.location_id
          where ${where} and t.sensor_code_key = ${into.add(codeKey(code))}::text order by t.sensor_code = ${into.add(code)} desc, t.created_at, t.id limit 1`,
        values: into.values,
      },
      {
        text: `select 1 from sensor_config t where t.tenant_id = ${all.add(context.actor.tenantId)} and not t.is_deleted and t.sensor_code_key = ${all.add(codeKey(code))}::text limit 1`,
        values: all.values,
      },
    ],
    answer([found, any]) {
      const sensor = (found!.rows[0] ?? null) as AnswerOf<typeof sensorByCode>['sensor']
      return { code, isHidden: !sensor && any!.rows.length > 0 ? 1 : 0, sensor }
    },
  }
}

const values = Object.keys(quantities).map((name) => `'${name}', r.${columnOf(name as keyof typeof quantities)}`)

/** What a sensor said before it was bound belongs to another device. */
function onDevice(context: Context) {
  const { deviceId } = read(sensorsOfDevice.input, context.input)
  const into = new Parameters()
  const { where } = seen(sensorConfig, context, into)
  return listed<AnswerOf<typeof sensorsOfDevice>>(
    into,
    `select ${known}, t.live_state as "liveState", ${moment('b.bound_at')} as "boundAt", ${moment('r.ts')} as "lastSeen",
        coalesce(jsonb_strip_nulls(jsonb_build_object(${values.join(', ')})), '{}') as values,
        case when w.ts is not null then jsonb_build_object('at', ${moment('w.ts')}, 'lat', w.lat, 'lng', w.lng) end as position,
        case when t.sensor_kind = 'position' and w.ts is not null then f.fence end as fence
      from sensor_config t join sensor_binding b on b.tenant_id = t.tenant_id and b.sensor_id = t.id and b.ended_at is null
        left join sensor_seen e on e.tenant_id = t.tenant_id and e.sensor_id = t.id
        left join sensor_reading r on r.tenant_id = t.tenant_id and r.sensor_id = t.id and r.ts = e.ts and r.ts >= b.bound_at
        left join lateral (select o.ts, o.lat, o.lng from sensor_reading o where o.tenant_id = t.tenant_id and o.sensor_id = t.id and o.ts >= b.bound_at
          and o.lat is not null and o.lng is not null order by o.ts desc limit 1) w on t.sensor_kind = 'position'
        left join lateral (select min(o.fence_state) as fence from device_fence o where o.tenant_id = t.tenant_id and o.device_id = t.device_id and not o.is_deleted) f on true
      where ${where} and t.device_id = ${into.add(deviceId)} order by t.sensor_code limit 100`,
  )
}

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** Binds a sensor. One that hangs on another device moves only if that device was named, so that no one takes it off unknowingly. */
async function provision(context: Context, tx: Transaction): Promise<AnswerOf<typeof provisionSensor>> {
  const { deviceId, fromId } = read(provisionSensor.input, context.input) as { deviceId: string; fromId?: string | null }
  const [sensor] = await lockRows(sensorConfig, context, tx, [idOf(context)])
  const code = sensor!.sensor_code
  const former = sensor!.device_id
  const nameOf = async (id: unknown): Promise<string> => {
    const { rows } = await tx.run({ text: 'select device_name from device where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
    return String(rows[0]?.device_name ?? '')
  }
  const fromName = former ? await nameOf(former) : null
  if (former === deviceId)
    throw rule(`传感器“${code}”已绑定在设备“${fromName}”上，没有改动`, `Sensor “${code}” is already on “${fromName}”. Nothing was changed`)
  if ((former ?? null) !== (fromId ?? null))
    throw former
      ? rule(
          `传感器“${code}”现绑定在设备“${fromName}”上，请确认是否移到新设备`,
          `Sensor “${code}” is on “${fromName}”. Confirm that it moves to the new device`,
        )
      : rule(`传感器“${code}”已从原设备解绑，请重新扫码`, `Sensor “${code}” is no longer on its former device. Scan it again`)
  if (former) await apply(sensorBinds, 'unbinding', context, tx, sensor!, {}, { isHeld: true })
  const input: Record<string, unknown> = { deviceId }
  const done = await apply(sensorBinds, 'binding', context, tx, sensor!, input as never)
  return { ...done, sensorCode: String(code), deviceName: String(input.deviceName ?? ''), fromName }
}

export const provisionAnswers: readonly Answer[] = [
  answer(sensorByCode, { read: ofCode }),
  answer(sensorsOfDevice, { read: onDevice }),
  answer(provisionSensor, { write: provision }),
]
