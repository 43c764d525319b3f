import { floorPlanView } from '#contract/calls/place/floor-plan.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { location } from '#contract/entities/place/location.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import { type Context, planOf } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'

/** FROM and WHERE of the floor that is meant by its own id or that of one of its rooms; `joins`: further tables. */
function floorSql(context: Context, into: Parameters, given: string, joins = ''): string {
  const [tenant, id] = [into.add(context.actor.tenantId), into.add(given)]
  return `from location l ${joins} where l.tenant_id = ${tenant} and l.level = 'floor' and not l.is_deleted
    and l.id in (${id}::uuid, (select r.parent_id from location r where r.tenant_id = ${tenant} and r.id = ${id}::uuid and not r.is_deleted))`
}

type FloorRow = Readonly<Record<'floorId' | 'floorName', string>> &
  Readonly<Record<'planId' | 'picture', string | null>> & {
    readonly version: number | null
  }

/** The floor with its plan, if it has one. */
function floorQuery(context: Context, given: string): Query<FloorRow> {
  const into = new Parameters()
  const plan = 'left join floor_plan p on p.tenant_id = l.tenant_id and p.floor_id = l.id and not p.is_deleted'
  return {
    text: `select l.id as "floorId", l.full_name as "floorName", p.id as "planId", p.version, (p.picture)[1] as picture ${floorSql(context, into, given, plan)}`,
    values: into.values,
  }
}

type RoomRow = Readonly<Record<'id' | 'name', string>> & Readonly<Record<'drawnId' | 'outline', string | null>>

/** The rooms of the floor, those drawn with their outline. */
function roomsQuery(context: Context, given: string): Query<RoomRow> {
  const into = new Parameters()
  const floor = floorSql(context, into, given)
  return {
    text: `select r.id, r.location_name as name, o.id as "drawnId", o.outline
      from location r left join (floor_plan_room o join floor_plan p on p.tenant_id = o.tenant_id and p.id = o.plan_id and not p.is_deleted)
        on o.tenant_id = r.tenant_id and o.room_id = r.id and p.floor_id = r.parent_id
      where r.tenant_id = ${into.add(context.actor.tenantId)} and not r.is_deleted and r.parent_id in (select l.id ${floor})
      order by r.sort nulls last, r.location_name, r.id`,
    values: into.values,
  }
}

type DevicesRow = { readonly roomId: string; readonly state: keyof typeof deviceStates; readonly count: number }

/** How many devices the person sees in each room, by state; disposed ones stand nowhere. */
function devicesQuery(context: Context, given: string): Query<DevicesRow> {
  const into = new Parameters()
  const floor = floorSql(context, into, given)
  const tenant = into.add(context.actor.tenantId)
  const scope = scopeSql(device, context.actor, 'd', into)
  return {
    text: `select d.location_id as "roomId", d.eam_status as state, count(*)::int as count
      from location r join device d on d.tenant_id = r.tenant_id and d.location_id = r.id
      where r.tenant_id = ${tenant} and not r.is_deleted and r.parent_id in (select l.id ${floor})
        and ${mayList(context.actor, device) ? 'true' : 'false'} and not d.is_deleted and d.eam_status <> 'disposed'${scope ? ` and ${scope}` : ''}
      group by d.location_id, d.eam_status order by 3 desc, 2`,
    values: into.values,
  }
}

function view(context: Context) {
  const { locationId } = read(floorPlanView.input, context.input) as { locationId: string }
  const seesDevices = mayList(context.actor, device)
  return planOf(
    [floorQuery(context, locationId), roomsQuery(context, locationId), devicesQuery(context, locationId)],
    ([floor], all, counts) => {
      if (!floor) throw new Refusal('not_found', { what: location.fields.level.of.floor })
      const { floorId, floorName, planId, version, picture } = floor
      return {
        floorId,
        floorName,
        plan: planId && version && picture ? { id: planId, version, picture } : null,
        rooms: all.map((room) => ({
          ...room,
          devices: seesDevices ? counts.filter(({ roomId }) => roomId === room.id).map(({ state, count }) => ({ state, count })) : null,
        })),
      }
    },
  )
}

export const floorPlanAnswers: readonly Answer[] = [answer(floorPlanView, { read: view })]
