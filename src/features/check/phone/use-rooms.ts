import { useMemo } from 'react'
import { byName } from '#contract/kit/text/by-name.ts'
import { namesAbove, type PlaceRow, usePlaces } from '#src/features/place/public/places.ts'

/** A place one can stand in, with the way to it. */
export interface Room {
  readonly id: string
  readonly name: string
  /** The names above it, from the top. */
  readonly path: string
  readonly token: string | null
}

/** All rooms with their buildings and floors, in order; places above a room only where they have no rooms below. */
export function roomsOf(places: ReadonlyMap<string, PlaceRow>): Room[] {
  const parents = new Set([...places.values()].map((row) => row.parentId))
  return [...places.values()]
    .filter((row) => row.level === 'room' || !parents.has(row.id))
    .map((row) => ({ id: row.id, name: row.locationName, path: namesAbove(row.id, places).join(' › '), token: row.qrToken }))
    .sort((a, b) => byName(a.path, b.path) || byName(a.name, b.name))
}

/** The rooms of the hospital on this phone; undefined while they are read. */
export function useRooms(): Room[] | undefined {
  const places = usePlaces()
  return useMemo(() => places && roomsOf(places), [places])
}
