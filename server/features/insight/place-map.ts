import { placeMap } from '#contract/calls/insight/place-map.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import type { location } from '#contract/entities/place/location.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import { refuseOtherTenant } from '#server/kit/access/other-tenant.ts'
import { type Context, planOf } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'

type PlaceRow = {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly level: keyof typeof location.fields.level.of
  readonly isInactive: boolean
  readonly hasPlan: boolean
}

/** Everything above the rooms, in the order of the tree. */
function placesQuery({ actor }: Context): Query<PlaceRow> {
  const into = new Parameters()
  return {
    text: `select l.id, l.location_name as name, l.parent_id as "parentId", l.level, coalesce(l.is_inactive, 0) = 1 as "isInactive", exists (
        select from floor_plan p where p.tenant_id = l.tenant_id and p.floor_id = l.id and not p.is_deleted) as "hasPlan"
      from location l where l.tenant_id = ${into.add(actor.tenantId)} and not l.is_deleted and l.level <> 'room'
      order by l.sort nulls last, l.location_name, l.id`,
    values: into.values,
  }
}

/** The place above the rooms at which a row in `l` counts. */
const floorSql = `case when l.level = 'room' then l.parent_id else l.id end`

type DevicesRow = {
  readonly placeId: string
  readonly state: keyof typeof deviceStates
  readonly count: number
  readonly stopped: number
}

/** The devices that the person sees at each place; disposed ones stand nowhere. None are out of service where the hospital hides that. */
function devicesQuery({ actor }: Context): Query<DevicesRow> {
  const stopped = 'stopKinds' in actor.settings.view(device).fields ? 'cardinality(d.stop_kinds) > 0' : 'false'
  const into = new Parameters()
  const tenant = into.add(actor.tenantId)
  const scope = scopeSql(device, actor, 'd', into)
  return {
    text: `select ${floorSql} as "placeId", d.state, sum(d.count)::int as count, sum(d.stopped)::int as stopped
      from (select d.location_id, d.eam_status as state, count(*) as count, count(*) filter (where ${stopped}) as stopped
        from device d where d.tenant_id = ${tenant} and not d.is_deleted and d.eam_status <> 'disposed' and d.location_id is not null
          ${scope ? `and ${scope}` : ''} group by 1, 2) d
        join location l on l.tenant_id = ${tenant} and l.id = d.location_id and not l.is_deleted
      group by 1, 2 order by 1, 2`,
    values: into.values,
  }
}

type AlarmsRow = {
  readonly placeId: string
  readonly roomId: string | null
  readonly count: number
}

/** Alarms that go on, by the place of their device. */
function alarmsQuery({ actor }: Context): Query<AlarmsRow> {
  const into = new Parameters()
  const tenant = into.add(actor.tenantId)
  const scope = scopeSql(sensorAlarm, actor, 'a', into)
  return {
    text: `select ${floorSql} as "placeId", case when l.level = 'room' then l.id end as "roomId", count(*)::int as count
      from sensor_alarm a join device d on d.tenant_id = a.tenant_id and d.id = a.device_id and not d.is_deleted
        join location l on l.tenant_id = d.tenant_id and l.id = d.location_id and not l.is_deleted
      where a.tenant_id = ${tenant} and a.alarm_state <> 'closed' ${scope ? `and ${scope}` : ''} group by 1, 2 order by 1, 2`,
    values: into.values,
  }
}

function map(context: Context) {
  read(placeMap.input, context.input)
  const { actor } = context
  refuseOtherTenant(actor, context.input)
  const { fields } = actor.settings.view(device)
  const hasPlace = 'location' in fields
  const seesDevices = hasPlace && 'eamStatus' in fields && mayList(actor, device)
  const seesAlarms = hasPlace && mayList(actor, sensorAlarm)
  return planOf([placesQuery(context), devicesQuery(context), alarmsQuery(context)], (places, devices, alarms) => ({
    places: [...places],
    devices: seesDevices ? [...devices] : null,
    alarms: seesAlarms ? [...alarms] : null,
  }))
}

export const placeMapAnswers: readonly Answer[] = [answer(placeMap, { read: map })]
