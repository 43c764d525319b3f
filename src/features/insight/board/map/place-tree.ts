import type { placeMap } from '#contract/calls/insight/place-map.ts'
import { deviceState } from '#contract/entities/asset/device/device-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Tone } from '#contract/kit/fields/field.ts'

type PlaceMap = AnswerOf<typeof placeMap>
type Place = PlaceMap['places'][number]

/** What stands on a floor, or in a building beside its floors. */
export interface Standing {
  readonly id: string
  readonly name: string
  /** Only floors have rooms and a plan. */
  readonly isFloor: boolean
  readonly hasPlan: boolean
  /** Devices; undefined for people who may not see them. */
  readonly devices: number | undefined
  readonly repairing: number
  readonly stopped: number
  /** Alarms that go on; undefined for people who may not see them. */
  readonly alarms: number | undefined
  /** What asks for most attention there. */
  readonly tone: Tone
}

/** A building as a column of floors, the highest first. */
export interface BuildingColumn {
  readonly key: string
  readonly name: string
  readonly campus: string
  readonly floors: readonly Standing[]
}

const repairing = 'repairing'

/** Tones of states, the one that asks for most attention first. */
const tones: readonly Tone[] = ['bad', 'warn', 'busy', 'good']

function standingOf({ id, name, level, hasPlan }: Place, { devices, alarms }: PlaceMap): Standing {
  const rows = devices?.filter(({ placeId }) => placeId === id)
  const sum = (of: readonly { readonly count: number }[] | undefined): number | undefined => of?.reduce((all, { count }) => all + count, 0)
  const open = sum(alarms?.filter(({ placeId }) => placeId === id))
  const stopped = (rows ?? []).reduce((all, one) => all + one.stopped, 0)
  const has = (tone: Tone): boolean => rows?.some(({ state }) => deviceState(state).tone === tone) ?? false
  const tone = open ? 'bad' : stopped > 0 ? 'warn' : (tones.find(has) ?? 'plain')
  return {
    ...{ id, name, isFloor: level === 'floor', hasPlan, stopped, tone },
    devices: sum(rows),
    repairing: sum(rows?.filter(({ state }) => state === repairing)) ?? 0,
    alarms: open,
  }
}

const isEmpty = ({ devices, alarms }: Standing): boolean => !devices && !alarms

/**
 * The buildings of a hospital as columns of at most `most` floors: a taller one stands in several. What stands in a building or a campus itself is a row of its
 * own below the floors. Places out of use are left out once nothing stands there.
 */
export function columnsOf(map: PlaceMap, most: number): readonly BuildingColumn[] {
  const below = new Map<string | null, Place[]>()
  for (const place of map.places) below.set(place.parentId, [...(below.get(place.parentId) ?? []), place])
  const standing = (place: Place): Standing | undefined => {
    const found = standingOf(place, map)
    return place.isInactive && isEmpty(found) ? undefined : found
  }
  const columns: BuildingColumn[] = []
  const add = (place: Place, campus: string, floors: readonly Standing[]): void => {
    for (let from = 0; from < floors.length; from += most)
      columns.push({ key: `${place.id} ${from}`, name: place.name, campus, floors: floors.slice(from, from + most) })
  }
  for (const top of map.places.filter(({ parentId }) => parentId === null)) {
    const campus = top.name
    const buildings = top.level === 'courtyard' ? (below.get(top.id) ?? []) : [top]
    for (const building of buildings) {
      const floors = (below.get(building.id) ?? []).flatMap((floor) => standing(floor) ?? []).toReversed()
      const itself = standingOf(building, map)
      add(building, campus, isEmpty(itself) ? floors : [...floors, itself])
    }
    const outside = standingOf(top, map)
    if (top.level === 'courtyard' && !isEmpty(outside)) add(top, campus, [outside])
  }
  return columns
}

/** The floors that are shown one after another: those with a plan, else those where something stands; with alarms first. */
export function floorsInTurn(columns: readonly BuildingColumn[]): readonly Standing[] {
  const all = columns.flatMap(({ floors }) => floors.filter(({ isFloor }) => isFloor))
  const drawn = all.filter(({ hasPlan }) => hasPlan)
  const found = drawn.length > 0 ? drawn : all.filter((one) => !isEmpty(one))
  return found.toSorted((one, other) => Number((other.alarms ?? 0) > 0) - Number((one.alarms ?? 0) > 0))
}
