import { v7 as uuid } from 'uuid'
import { discardEntered, enterDay, enterMonth, setRange } from '#contract/calls/iot/energy.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceRange } from '#contract/entities/iot/device-range.ts'
import { deviceSecDay } from '#contract/entities/iot/device-sec-day.ts'
import { deviceSecMonth } from '#contract/entities/iot/device-sec-month.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { daysAfter, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { homeDaySql, homeTimeSql } from '#server/db/home-time.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record, recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { lockRows, lockSeen } from '#server/kit/write/lock.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { readingDaysOf, sumDays } from './fold-readings.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** Roll-ups and people write days one after the other. */
const lockDays = (tx: Transaction): void => takeNamedLock(tx, `sensor fold ${tx.tenantId}`)

/** Days from one day on of sensors that hung on these devices, marked for a roll-up. */
const markFrom = `insert into sensor_mark (tenant_id, sensor_id, day) select distinct $1, t.sensor_id, ${homeDaySql('t.at')}
  from device_sec_ten t where t.tenant_id = $1 and t.device_id = any($2::uuid[]) and t.at >= ${homeTimeSql('$3::date::timestamp')}`

/** Sets thresholds of devices from a day on; earlier days keep theirs. Days whose readings are gone stay what they are. */
export async function setRanges(context: Context, tx: Transaction) {
  const given = read(setRange.input, context.input) as Record<'standbyFrom' | 'runningFrom', string> & {
    deviceIds: string[]
    validFrom?: string | null
  }
  const today = homeDay(context.occurredAt)
  const validFrom = given.validFrom ?? today
  if (validFrom > today) throw rule('生效日期不能晚于今天', 'The thresholds cannot begin in the future')
  if (Number(given.runningFrom) < Number(given.standbyFrom))
    throw rule('运行功率下限不能小于待机功率下限', 'The running threshold cannot be below the standby threshold')
  const ids = [...new Set(given.deviceIds)].sort()
  if (ids.length === 0) throw refusalOf([{ field: 'deviceIds', label: setRange.input.deviceIds, rule: 'required' }])
  await lockRows(device, context, tx, ids, 'no key update')
  const { rows } = await tx.run({
    text: 'select * from device_range where tenant_id = $1 and device_id = any($2::uuid[]) and valid_from = $3::date order by device_id',
    values: [tx.tenantId, ids, validFrom],
  })
  const known = new Set(rows.map((row) => row.device_id))
  const range = {
    standby_from: given.standbyFrom,
    running_from: given.runningFrom,
    range_name: `${given.standbyFrom} / ${given.runningFrom} W`,
  }
  const isSame = (row: Row): boolean =>
    Number(row.standby_from) === Number(given.standbyFrom) && Number(row.running_from) === Number(given.runningFrom)
  const changed = rows.filter((row) => !isSame(row))
  await writeRows(
    deviceRange,
    context,
    tx,
    { verb: 'change' },
    changed.map((row) => ({
      row,
      set: range,
      changes: {
        standbyFrom: { from: row.standby_from, to: given.standbyFrom },
        runningFrom: { from: row.running_from, to: given.runningFrom },
      },
    })),
  )
  const who = context.actor.userId
  const added = ids.filter((id) => !known.has(id)).map((deviceId) => ({ id: uuid(), device_id: deviceId, valid_from: validFrom, ...range }))
  if (added.length > 0) {
    const system = { version: 1, created_by: who, updated_by: who, created_at: context.occurredAt, updated_at: context.occurredAt }
    await tx.run(
      insertAll(
        'device_range',
        tx.tenantId,
        added.map((row) => ({ ...system, ...row })),
      ),
    )
    recordMany(
      context,
      tx,
      { entity: deviceRange.name, verb: 'add' },
      added.map(({ id }) => ({
        entityId: id,
        version: 1,
        changes: {
          validFrom: { from: null, to: validFrom },
          standbyFrom: { from: null, to: given.standbyFrom },
          runningFrom: { from: null, to: given.runningFrom },
        },
      })),
    )
  }
  const all = [...changed.map((row) => row.device_id), ...added.map((row) => row.device_id)]
  const kept = daysAfter(today, 1 - (await readingDaysOf(tx)))
  tx.later({ text: markFrom, values: [tx.tenantId, all, [validFrom, kept].sort()[1]] })
  return { changed: all.length }
}

interface Entered {
  readonly deviceId: string
  readonly day: string
  readonly kwh: string
  readonly remark: string
  readonly runningSeconds: number
  readonly standbySeconds: number
  readonly offSeconds: number
}

const columns = {
  kwh: 'kwh',
  runningSeconds: 'running_seconds',
  standbySeconds: 'standby_seconds',
  offSeconds: 'off_seconds',
  remark: 'remark',
} as const

/** Writes a day by hand, with what stood there before in its event. */
async function enter(context: Context, tx: Transaction, given: Entered) {
  if (given.day > homeDay(context.occurredAt)) throw rule('日期不能晚于今天', 'The date cannot be in the future')
  if (given.runningSeconds + given.standbySeconds + given.offSeconds > 86_400)
    throw rule('运行、待机和关机时长之和不能超过一天', 'Running, standby and off time cannot exceed one day together')
  const [of] = await lockRows(device, context, tx, [given.deviceId], 'no key update')
  lockDays(tx)
  const { rows } = await tx.run({
    text: 'select * from device_sec_day where tenant_id = $1 and device_id = $2 and day = $3::date',
    values: [tx.tenantId, given.deviceId, given.day],
  })
  const [known] = rows
  const { rows: saved } = await tx.run({
    text: `insert into device_sec_day as o (tenant_id, id, device_id, day, day_title, use_dept_id, classify_id, is_manual, starts, created_by, updated_by,
        kwh, running_seconds, standby_seconds, off_seconds, remark)
      values ($1, $2, $3, $4::date, to_char($4::date, 'YYYY-MM-DD'), $5, $12, 1, 0, $6, $6, $7, $8, $9, $10, $11)
      on conflict (tenant_id, device_id, day) do update set is_manual = 1, starts = 0, peak_watts = null, first_on = null, last_off = null, kwh = excluded.kwh,
        running_seconds = excluded.running_seconds, standby_seconds = excluded.standby_seconds, off_seconds = excluded.off_seconds,
        remark = excluded.remark, version = o.version + 1, updated_by = excluded.updated_by, updated_at = now()
      returning id, version`,
    values: [
      ...[tx.tenantId, uuid(), given.deviceId, given.day, of!.use_dept_id, context.actor.userId],
      ...[given.kwh, given.runningSeconds, given.standbySeconds, given.offSeconds, given.remark],
      of!.classify_id,
    ],
  })
  const id = String(saved[0]!.id)
  const version = Number(saved[0]!.version)
  const changes = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, { from: known?.[column] ?? null, to: given[name as keyof typeof columns] }]),
  )
  record(context, tx, { entity: deviceSecDay.name, entityId: id, verb: known ? 'change' : 'add', version, changes })
  sumDays(tx, [{ deviceId: given.deviceId, day: given.day }])
  return { id, version }
}

/** A month by hand is its last day by hand; the current month's is today. */
async function enterWhole(context: Context, tx: Transaction) {
  const { deviceId, month, kwh, remark } = read(enterMonth.input, context.input) as Record<'deviceId' | 'month' | 'kwh' | 'remark', string>
  const first = `${month.slice(0, 7)}-01`
  const [last, today] = [daysAfter(monthAfter(first, 1), -1), homeDay(context.occurredAt)]
  const day = last > today && first <= today ? today : last
  await lockSeen(device, context, tx, [deviceId], 'no key update')
  const { rows } = await tx.run({
    text: `select count(*)::int as n from device_sec_day where tenant_id = $1 and device_id = $2 and day >= $3::date and day <= $4::date and is_manual is distinct from 1`,
    values: [tx.tenantId, deviceId, first, last],
  })
  if (Number(rows[0]!.n) > 0)
    throw rule('设备本月已有传感器记录，请按日修改', 'Sensors have records of the device in this month. Enter single days instead')
  const saved = await enter(context, tx, { deviceId, day, kwh, remark, runningSeconds: 0, standbySeconds: 0, offSeconds: 0 })
  return saved
}

/** Removes days by hand of months; the roll-up of what sensors said takes their place. */
async function discard(context: Context, tx: Transaction) {
  const { ids } = read(discardEntered.input, context.input) as { ids: string[] }
  if (ids.length === 0) throw refusalOf([{ field: 'ids', label: discardEntered.input.ids, rule: 'required' }])
  lockDays(tx)
  const months = await lockRows(deviceSecMonth, context, tx, [...new Set(ids)].sort())
  const { rows } = await tx.run({
    text: `delete from device_sec_day d using unnest($2::uuid[], $3::date[]) as g(device_id, month)
      where d.tenant_id = $1 and d.device_id = g.device_id and d.day >= g.month and d.day < g.month + interval '1 month' and d.is_manual = 1
      returning d.id, d.version, d.device_id, d.day, d.kwh`,
    values: [tx.tenantId, months.map((row) => row.device_id), months.map((row) => row.month)],
  })
  if (rows.length === 0) throw rule('这些月份没有手工录入的记录', 'Nothing was entered by hand in these months')
  recordMany(
    context,
    tx,
    { entity: deviceSecDay.name, verb: 'remove' },
    rows.map((row) => ({ entityId: row.id, version: Number(row.version) + 1, changes: { kwh: { from: row.kwh, to: null } } })),
  )
  sumDays(
    tx,
    rows.map((row) => ({ deviceId: String(row.device_id), day: String(row.day) })),
  )
  return { removed: rows.length }
}

export const energyWrites: readonly Answer[] = [
  answer(setRange, { write: setRanges }),
  answer(enterDay, { write: (context, tx) => enter(context, tx, read(enterDay.input, context.input) as unknown as Entered) }),
  answer(enterMonth, { write: enterWhole }),
  answer(discardEntered, { write: discard }),
]
