import { createArea, createCourtyard, roomBuilding, submitBuilding } from '#contract/calls/place/place-build.ts'
import { areaLarger } from '#contract/entities/place/area-larger.ts'
import { location } from '#contract/entities/place/location.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { lockTree } from '#server/kit/read/tree.ts'
import { idOf, read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { countOf, floorsOf, makeBelow, type NewPlace, placesBelow, roomsOf } from './places-below.ts'

const most = 10_000

/** Refuses more places than one act may make. */
function refuseMany(places: number): void {
  if (places > most)
    throw new Refusal('rule', { zh: `一次最多新建 ${most} 个位置`, en: `At most ${most} locations can be created at once` })
}

const saving = (context: Context, tx: Transaction, input: Record<string, unknown>) => {
  const { op: _, ...plain } = context
  const said = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null))
  return submit(context.actor.settings.view(location), { ...plain, input: said }, tx)
}

const figures = (places: readonly NewPlace[]) => ({
  buildings: countOf(places, 'building'),
  floors: countOf(places, 'floor'),
  rooms: countOf(places, 'room'),
})

/** A courtyard with all that stands in it. */
async function courtyard(context: Context, tx: Transaction) {
  const given = read(createCourtyard.input, context.input) as {
    locationName: string
    deptId?: string | null
    buildings?: { locationName: string; floor?: number | null; room?: number | null }[] | null
  }
  // Counted before they are made: a request of a few bytes asks for a million.
  refuseMany((given.buildings ?? []).reduce((sum, { floor, room }) => sum + 1 + (floor ?? 0) * (1 + (room ?? 0)), 0))
  const places = (given.buildings ?? []).map(
    ({ locationName, floor, room }): NewPlace => ({ name: locationName, level: 'building', below: floorsOf(floor ?? 0, room ?? 0) }),
  )
  lockTree(location, tx, 'grow')
  const saved = await saving(context, tx, { locationName: given.locationName, deptId: given.deptId, level: 'courtyard' })
  const [row] = await lockRows(location, context, tx, [saved.id])
  makeBelow(context, tx, row!, places)
  return { ...saved, ...figures(places) }
}

const namesIn = (typed: string | null | undefined): string[] =>
  (typed ?? '')
    .split(/[,，、;；\n\r]+/)
    .map((name) => name.trim())
    .filter(Boolean)

interface GivenFloor {
  readonly locationName: string
  readonly rooms?: string | null
}

/** Refuses a standing floor that is named twice: rooms of one name would stand on it twice. */
function refuseTwice(building: Row, floors: readonly { readonly row: Row }[]): void {
  const seen = new Set<unknown>()
  for (const { row } of floors) {
    if (seen.has(row.id))
      throw new Refusal('conflict', {
        zh: `“${building.location_name}”的楼层“${row.location_name}”重复`,
        en: `“${building.location_name}”: the floor “${row.location_name}” is named twice`,
      })
    seen.add(row.id)
  }
}

/** Adds floors and rooms that a building does not have yet; those that it has stay. */
async function furnish(context: Context, tx: Transaction, building: Row, floors: readonly GivenFloor[]): Promise<NewPlace[]> {
  const standing = await placesBelow(tx, [building.id])
  const byName = new Map(standing.map((row) => [row.location_name, row]))
  const asNew = floors.filter(({ locationName }) => !byName.has(locationName))
  const made: NewPlace[] = asNew.map(({ locationName, rooms }) => ({
    name: locationName,
    level: 'floor',
    below: namesIn(rooms).map((name) => ({ name, level: 'room' })),
  }))
  const known = floors.flatMap((floor) => {
    const row = byName.get(floor.locationName)
    return row ? [{ row, names: namesIn(floor.rooms) }] : []
  })
  refuseTwice(building, known)
  const inside = await placesBelow(
    tx,
    known.map(({ row }) => row.id),
  )
  const further = known.map(({ row, names }) => {
    const there = inside.filter((one) => one.parent_id === row.id)
    const taken = new Set(there.map((one) => String(one.location_name)))
    return { row, from: there.length, rooms: names.filter((name) => !taken.has(name)).map((name): NewPlace => ({ name, level: 'room' })) }
  })
  const all = [...made, ...further.flatMap(({ rooms }) => rooms)]
  refuseMany(countOf(all, 'floor') + countOf(all, 'room'))
  makeBelow(context, tx, building, made, { from: standing.length })
  for (const { row, from, rooms } of further) makeBelow(context, tx, row, rooms, { from })
  return all
}

/** A building with its floors and rooms, new or standing. */
async function building(context: Context, tx: Transaction) {
  const { floors, id, parentId, ...facts } = read(submitBuilding.input, context.input) as {
    id?: string | null
    parentId?: string | null
    locationName?: string | null
    deptId?: string | null
    floors?: GivenFloor[] | null
  }
  if (!id && !parentId) throw refusalOf([{ field: 'parentId', label: submitBuilding.input.parent, rule: 'required' }])
  if (!id && !facts.locationName) throw refusalOf([{ field: 'locationName', label: submitBuilding.input.locationName, rule: 'required' }])
  lockTree(location, tx, id ? 'move' : 'grow')
  const target = id ? idOf({ ...context, input: { id } }) : undefined
  const isSaid = Object.values({ ...facts, parentId }).some((value) => value !== undefined && value !== null)
  const saved =
    !target || isSaid ? await saving(context, tx, { ...facts, parentId, ...(target ? { id: target } : { level: 'building' }) }) : undefined
  const [row] = await lockRows(location, context, tx, [saved?.id ?? target!])
  if (row!.level !== 'building') throw new Refusal('rule', { zh: '请选择一个楼栋', en: 'Choose a building' })
  const made = await furnish(context, tx, row!, floors ?? [])
  if (target && made.length > 0) tell(context, tx, row!, 'submitBuilding', figures(made))
  return { id: String(row!.id), version: Number(row!.version), ...figures(made) }
}

function tell(context: Context, tx: Transaction, row: Row, verb: string, input: object): void {
  record(context, tx, { entity: location.name, entityId: String(row.id), verb, version: Number(row.version), input })
}

const digits = (name: unknown): number => Number(/\d+/.exec(String(name))?.[0] ?? 0)

/** More rooms on a floor, or on every floor of a building. */
async function addRooms(context: Context, tx: Transaction) {
  const { room } = read(roomBuilding.input, context.input) as { room: number }
  lockTree(location, tx, 'grow')
  const [row] = await lockRows(location, context, tx, [idOf(context)])
  if (row!.level !== 'building' && row!.level !== 'floor')
    throw new Refusal('rule', { zh: '请选择一个楼栋或楼层', en: 'Choose a building or a floor' })
  const floors = row!.level === 'floor' ? [row!] : await placesBelow(tx, [row!.id])
  refuseMany(floors.length * room)
  if (floors.length === 0) throw new Refusal('rule', { zh: '该楼栋暂无楼层', en: 'The building has no floors yet' })
  const standing = await placesBelow(
    tx,
    floors.map((floor) => floor.id),
  )
  let made = 0
  for (const [index, floor] of floors.entries()) {
    const there = standing.filter((one) => one.parent_id === floor.id)
    const number = digits(floor.location_name) || index + 1
    const last = Math.max(
      0,
      ...there.map(({ location_name: name }) => Number(new RegExp(`^${number}(\\d{2,})$`).exec(String(name))?.[1] ?? 0)),
    )
    const taken = new Set(there.map((one) => String(one.location_name)))
    made += makeBelow(context, tx, floor, roomsOf(number, room, last), { taken, from: there.length })
  }
  tell(context, tx, row!, 'roomBuilding', { room })
  return { rooms: made }
}

export const buildAnswers: readonly Answer[] = [
  answer(createCourtyard, { write: courtyard }),
  answer(submitBuilding, { write: building }),
  answer(roomBuilding, { write: addRooms }),
  answer(createArea, {
    write: (context, tx) =>
      submit(context.actor.settings.view(areaLarger), { ...context, input: read(createArea.input, context.input) }, tx),
  }),
]
