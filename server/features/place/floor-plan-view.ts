import { floorPlanView } from '#contract/calls/floor-plan.ts'
import { device } from '#contract/entities/asset/device.ts'
import type { deviceStates } from '#contract/entities/asset/device-states.ts'
import { floorPlan } from '#contract/entities/place/floor-plan.ts'
import { floorPlanRoom } from '#contract/entities/place/floor-plan-room.ts'
import { location } from '#contract/entities/place/location.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { selecting, sql, table } from '#server/db/columns.ts'
import { Parameters } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access.ts'
import { type Context, planOf } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'

const [locations, l] = table(location, 'l')
const [rooms, r] = table(location, 'r')
const [plans, p] = table(floorPlan, 'p')
const [drawn, o] = table(floorPlanRoom, 'o')
const [devices, d] = table(device, 'd')

/** FROM and WHERE of the floor that is meant by its own id or that of one of its rooms. */
function floorSql(context: Context, into: Parameters, given: string): string {
  const [tenant, id] = [into.add(context.actor.tenantId), into.add(given)]
  return `from ${locations} where ${l.tenantId} = ${tenant} and ${l.level} = 'floor' and not ${l.isDeleted}
    and ${l.id} in (${id}::uuid, (select ${r.parentId} from ${rooms} where ${r.tenantId} = ${tenant} and ${r.id} = ${id}::uuid and not ${r.isDeleted}))`
}

/** The floor with its plan, if it has one. */
function floorQuery(context: Context, given: string) {
  const into = new Parameters()
  const floor = floorSql(context, into, given).replace(
    ' where ',
    ` left join ${plans} on ${p.tenantId} = ${l.tenantId} and ${p.floorId} = ${l.id} and not ${p.isDeleted} where `,
  )
  return selecting(
    {
      floorId: l.id,
      floorName: sql<string>(l.fullName),
      planId: sql<string | null>(p.id),
      version: sql<number | null>(p.version),
      picture: sql<string | null>(`(${p.picture})[1]`),
    },
    floor,
    into,
  )
}

/** The rooms of the floor, those drawn with their outline. */
function roomsQuery(context: Context, given: string) {
  const into = new Parameters()
  const floor = floorSql(context, into, given)
  return selecting(
    { id: r.id, name: r.locationName, drawnId: sql<string | null>(o.id), outline: sql<string | null>(o.outline) },
    `from ${rooms} left join (${drawn} join ${plans} on ${p.tenantId} = ${o.tenantId} and ${p.id} = ${o.planId} and not ${p.isDeleted})
        on ${o.tenantId} = ${r.tenantId} and ${o.roomId} = ${r.id} and ${p.floorId} = ${r.parentId}
      where ${r.tenantId} = ${into.add(context.actor.tenantId)} and not ${r.isDeleted} and ${r.parentId} in (select ${l.id} ${floor})
      order by ${r.sort} nulls last, ${r.locationName}, ${r.id}`,
    into,
  )
}

/** How many devices the person sees in each room, by state; disposed ones stand nowhere. */
function devicesQuery(context: Context, given: string) {
  const into = new Parameters()
  const floor = floorSql(context, into, given)
  const tenant = into.add(context.actor.tenantId)
  const scope = scopeSql(device, context.actor, 'd', into)
  return selecting(
    { roomId: sql<string>(d.locationId), state: sql<keyof typeof deviceStates>(d.eamStatus), count: sql<number>('count(*)::int') },
    `from ${rooms} join ${devices} on ${d.tenantId} = ${r.tenantId} and ${d.locationId} = ${r.id}
      where ${r.tenantId} = ${tenant} and not ${r.isDeleted} and ${r.parentId} in (select ${l.id} ${floor})
        and ${mayList(context.actor, device) ? 'true' : 'false'} and not ${d.isDeleted} and ${d.eamStatus} <> 'disposed'${scope ? ` and ${scope}` : ''}
      group by ${d.locationId}, ${d.eamStatus} order by 3 desc, 2`,
    into,
  )
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
