import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { type Comparison, watched } from '#contract/entities/iot/alarm-kinds.ts'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import type { Quantity } from '#contract/entities/iot/sensor-kinds.ts'
import { alarmPosting } from '#contract/entities/iot/sensor-rules.ts'
import { dayMs } from '#contract/kit/time/day.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Acting, actingAlone, lockByRule } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { openAlarmRepairs } from './alarm-repairs.ts'
import { coveredSensors } from './covered-sensors.ts'
import { endAlarms, lockAlarms } from './end-alarms.ts'
import { type Criterion, judge, type Sample, type Span } from './judge-alarms.ts'
import { readingValue } from './store-readings.ts'
import { tellAlarm, withUnit } from './tell-alarm.ts'

/** Marks of one transaction. */
const atOnce = 500

/** An alarm that was over this long before it was found is listed and not told. */
const toldWithinMs = dayMs

/** Comparisons that readings decide; the clock decides whether a sensor is offline. */
const byReadings: readonly Comparison[] = ['over', 'under', 'outside', 'idleOn', 'leftFence', 'doorOpen']

/** A rule and a sensor that new readings, or the passing of time, concern from a moment on. */
type Concern = Row & { readonly firstAt: number }

const number = (value: unknown): number | undefined => (value === null || value === undefined ? undefined : Number(value))

/** The condition of a rule at its sensor. */
function criterionOf(row: Row): Criterion {
  const timing = { afterMs: Number(row.hold_minutes) * 60_000, holdMs: Number(row.hold_seconds) * 1000, isHeld: false }
  const [low, high] = [number(row.lower_limit) ?? -Infinity, number(row.upper_limit) ?? Infinity]
  const back = number(row.hysteresis) ?? 0
  switch (row.comparison as Comparison) {
    case 'idleOn': {
      const isBad = (watts: number): boolean => watts >= Number(row.standby_from) && watts < Number(row.running_from)
      return { ...timing, isHeld: true, isBad, isGood: (watts) => !isBad(watts), badness: (watts) => watts }
    }
    case 'doorOpen':
      return {
        ...timing,
        isHeld: true,
        holdMs: Infinity,
        isBad: (value) => value === 1,
        isGood: (value) => value === 0,
        badness: (value) => value,
      }
    case 'leftFence':
      return { ...timing, isBad: (meters) => meters > 0, isGood: (meters) => meters <= -back, badness: (meters) => meters }
    default:
      return {
        ...timing,
        isBad: (value) => value < low || value > high,
        isGood: (value) => value >= low + back && value <= high - back,
        badness: (value) => Math.max(low - value, value - high),
      }
  }
}

/** The quantity whose readings a rule looks at. */
const quantityOf = ({ comparison, quantity }: Row): Quantity =>
  comparison === 'leftFence' ? 'lat' : (watched[comparison as Comparison] ?? (quantity as Quantity))

interface Fence {
  readonly lat: number
  readonly lng: number
  readonly radius: number
}

/** Meters on a sphere. */
function distance(lat: number, lng: number, to: Fence): number {
  const [a, b, turn] = [lat, to.lat, to.lng - lng].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number]
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(turn / 2) ** 2
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(Math.min(1, half)))
}

/** How far a position is outside the nearest fence; negative inside. */
const beyond = (fences: readonly Fence[], lat: number, lng: number): number =>
  Math.min(...fences.map((fence) => distance(lat, lng, fence) - fence.radius))

const valueSql = readingValue('g.quantity')
const from = `from sensor_reading r where r.tenant_id = $1 and r.sensor_id = g.sensor_id`
/** The readings of sensors since a moment, and the one before it. */
const readings = `select g.place, extract(epoch from r.ts)::float8 * 1000 as at, ${valueSql} as value, r.lng
  from unnest($2::int[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::text[]) as g(place, sensor_id, since, floor, quantity)
    cross join lateral (select r.* ${from} and r.ts >= g.since
      union all (select r.* ${from} and r.ts < g.since and r.ts >= g.floor order by r.ts desc limit 1)) r
  where ${valueSql} is not null`

async function samplesOf(tx: Transaction, concerns: readonly Concern[], since: (of: Concern) => number): Promise<Sample[][]> {
  const { rows } = await tx.run({
    text: readings,
    values: [
      tx.tenantId,
      concerns.map((_, place) => place),
      concerns.map((of) => of.sensor_id),
      concerns.map((of) => new Date(Math.max(since(of), Date.parse(String(of.since))))),
      concerns.map((of) => of.since),
      concerns.map(quantityOf),
    ],
  })
  const all: Sample[][] = concerns.map(() => [])
  for (const { place, at, value, lng } of rows) {
    const fences = concerns[Number(place)]!.fences as readonly Fence[] | null
    const isPlace = concerns[Number(place)]!.comparison === 'leftFence'
    if (isPlace && (!fences || lng === null)) continue
    all[Number(place)]!.push({ at: Number(at), value: isPlace ? beyond(fences!, Number(value), Number(lng)) : Number(value) })
  }
  return all
}

/** The alarms of rules at sensors that touch the time since a moment. */
async function knownAlarms(tx: Transaction, concerns: readonly Concern[], since: (of: Concern) => number): Promise<Map<string, Span[]>> {
  const { rows } = await tx.run({
    text: `select a.id, a.rule_id, a.sensor_id, a.peak, extract(epoch from a.started_at)::float8 * 1000 as started, extract(epoch from a.opened_at)::float8 * 1000 as opened,
        extract(epoch from a.last_at)::float8 * 1000 as last, extract(epoch from a.ended_at)::float8 * 1000 as ended
      from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[]) as g(rule_id, sensor_id, since, device_id)
        join sensor_alarm a on a.tenant_id = $1 and a.rule_id = g.rule_id and a.sensor_id = g.sensor_id and a.device_id = g.device_id
          and (a.ended_at is null or a.ended_at >= g.since)`,
    values: [
      tx.tenantId,
      concerns.map((of) => of.rule_id),
      concerns.map((of) => of.sensor_id),
      concerns.map((of) => new Date(since(of))),
      concerns.map((of) => of.device_id),
    ],
  })
  const known = new Map<string, Span[]>()
  for (const row of rows) {
    const key = `${row.rule_id} ${row.sensor_id}`
    const span = {
      id: String(row.id),
      from: Number(row.started),
      openedAt: Number(row.opened),
      lastAt: Number(row.last),
      peak: Number(row.peak ?? 0),
    }
    known.set(key, [...(known.get(key) ?? []), { ...span, to: row.ended === null ? null : Number(row.ended) }])
  }
  return known
}

const moment = (ms: number): string => new Date(ms).toISOString()

/** Peaks of watts, positions and doors are shown where they have a unit of their own. */
const peakOf = (of: Row, peak: number): number | null => (of.comparison === 'doorOpen' ? null : Math.round(peak * 100) / 100)
const peakText = (of: Row, peak: number): string =>
  of.comparison === 'doorOpen' || of.comparison === 'offline'
    ? ''
    : of.comparison === 'leftFence'
      ? `+${Math.round(peak)} m`
      : withUnit(peakOf(of, peak), quantityOf(of))

/** Adds alarms of rules at their sensors; tells people of each. */
export async function addAlarms(by: Acting, tx: Transaction, found: readonly { readonly of: Row; readonly span: Span }[]): Promise<void> {
  if (found.length === 0) return
  const made = found.map(({ of, span }) => ({ of, span, id: uuid() }))
  const who = { version: 1, created_at: by.occurredAt, updated_at: by.occurredAt }
  const rows = made.map(({ of, span: { from: startedAt, openedAt, lastAt, to, peak }, id }) => ({
    ...{
      ...who,
      id,
      alarm_title: of.rule_name,
      severity: of.severity,
      device_id: of.device_id,
      sensor_id: of.sensor_id,
      rule_id: of.rule_id,
    },
    ...{ comparison: of.comparison, quantity: of.quantity, lower_limit: of.lower_limit, upper_limit: of.upper_limit },
    ...{ started_at: moment(startedAt), opened_at: moment(openedAt), last_at: moment(lastAt), ended_at: to === null ? null : moment(to) },
    ...{ alarm_state: to === null ? 'open' : 'closed', closed_because: to === null ? null : 'recovered', response_state: 'waiting' },
    peak: of.comparison === 'offline' ? null : peakOf(of, peak),
    list_order: `${to === null ? 1 : 0} ${moment(openedAt)}`,
    wants_repair: to === null && of.opens_repair === 1,
  }))
  await tx.run(insertAll('sensor_alarm', tx.tenantId, rows))
  recordMany(
    by,
    tx,
    { entity: sensorAlarm.name, verb: 'add' },
    made.map(({ id }) => ({ entityId: id, version: 1, changes: {} })),
  )
  for (const { of, span, id } of made)
    if (span.to === null || by.occurredAt.getTime() - span.to < toldWithinMs)
      tellAlarm(by, tx, 'alarm_opened', of, id, peakText(of, span.peak))
}

/** Brings stored alarms in line with what later readings say. */
async function changeAlarms(
  by: Acting,
  tx: Transaction,
  found: readonly { readonly of: Row; readonly span: Span; readonly was: Span }[],
): Promise<void> {
  const moved = found.filter(({ span, was }) => span.from !== was.from || span.peak !== was.peak || span.lastAt !== was.lastAt)
  // Not a change that people make: the version stays, so that no answer to the alarm is refused as outdated.
  if (moved.length > 0)
    tx.later({
      text: `update sensor_alarm a set started_at = g.started, peak = g.peak, last_at = g.last, updated_at = now()
        from unnest($2::uuid[], $3::timestamptz[], $4::numeric[], $5::timestamptz[]) as g(id, started, peak, last) where a.tenant_id = $1 and a.id = g.id`,
      values: [
        tx.tenantId,
        moved.map(({ span }) => span.id),
        moved.map(({ span }) => moment(span.from)),
        moved.map(({ of, span }) => peakOf(of, span.peak)),
        moved.map(({ span }) => moment(span.lastAt)),
      ],
    })
  const ended = found.filter(({ span, was }) => span.to !== was.to)
  const alarms = await lockByRule(
    sensorAlarm,
    by,
    tx,
    ended.map(({ span }) => span.id),
  )
  const byId = new Map(ended.map((one) => [one.span.id, one]))
  await endAlarms(
    by,
    tx,
    alarms.map((row) => ({ row, because: 'recovered' as const, at: new Date(byId.get(String(row.id))!.span.to!) })),
  )
  for (const { of, span } of ended) tellAlarm(by, tx, 'alarm_recovered', of, span.id!, peakText(of, span.peak))
}

/** Holds the readings since a moment of each concern against its rule. The alarms of the hospital are locked. */
async function judgeConcerns(by: Acting, tx: Transaction, concerns: readonly Concern[]): Promise<void> {
  if (concerns.length === 0) return
  // What decides whether an alarm opens lies so far back.
  const since = (of: Concern): number => {
    const { afterMs, holdMs } = criterionOf(of)
    return of.firstAt - afterMs - (Number.isFinite(holdMs) ? holdMs : 0)
  }
  const samples = await samplesOf(tx, concerns, since)
  const known = await knownAlarms(tx, concerns, since)
  const added: { of: Row; span: Span }[] = []
  const changed: { of: Row; span: Span; was: Span }[] = []
  for (const [place, of] of concerns.entries()) {
    const before = known.get(`${of.rule_id} ${of.sensor_id}`) ?? []
    const wasById = new Map(before.map((span) => [span.id, span]))
    for (const span of judge(samples[place]!, criterionOf(of), before, by.occurredAt.getTime())) {
      const was = wasById.get(span.id)
      if (span.id === undefined) added.push({ of, span })
      else if (was !== span) changed.push({ of, span, was: was! })
    }
  }
  await changeAlarms(by, tx, changed)
  await addAlarms(by, tx, added)
}

/** Takes marks of new readings and judges them. Returns how many marks there were. */
export async function judgeMarks(by: Acting, tx: Transaction): Promise<number> {
  lockAlarms(tx)
  const { rows } = await tx.run({
    text: `with gone as (delete from alarm_mark where tenant_id = $1 and id in (select id from alarm_mark where tenant_id = $1 order by id limit ${atOnce})
        returning sensor_id, first_at)
      select sensor_id, min(first_at) as first_at, count(*)::int as n from gone group by 1`,
    values: [tx.tenantId],
  })
  const firstAt = new Map(rows.map((row) => [String(row.sensor_id), Date.parse(String(row.first_at))]))
  const covered = firstAt.size === 0 ? [] : await coveredSensors(tx, [...firstAt.keys()], byReadings)
  await judgeConcerns(
    by,
    tx,
    covered.map((row) => ({ ...row, firstAt: firstAt.get(String(row.sensor_id))! })),
  )
  return rows.reduce((sum, row) => sum + Number(row.n), 0)
}

/** Judges what time alone decides at sensors that report changes: a door that stays open. */
export async function judgeDoors(by: Acting, tx: Transaction): Promise<void> {
  const firstAt = by.occurredAt.getTime()
  await judgeConcerns(
    by,
    tx,
    (await coveredSensors(tx, null, ['doorOpen'])).map((row) => ({ ...row, firstAt })),
  )
}

/** Judges the new readings of a hospital and reports the repairs that rules ask for. */
export async function judgeReadings(pool: pg.Pool, tenantId: string, now: Date): Promise<void> {
  for (let taken = atOnce; taken >= atOnce; ) taken = await writeAs(pool, tenantId, (tx) => judgeMarks(actingAlone(alarmPosting, now), tx))
  await openAlarmRepairs(pool, tenantId, now)
}
