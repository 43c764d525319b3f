import { pulledRows, useStored } from '#src/kit/phone-data.ts'

interface LocationRow {
  readonly id: string
  readonly locationName: string
  readonly parentId: string | null
  readonly level: string
  readonly qrToken: string | null
}

/** A place one can stand in, with the way to it. */
export interface Room {
  readonly id: string
  readonly name: string
  /** The names above it, from the top. */
  readonly path: string
  readonly token: string | null
}

/** All rooms with their buildings and floors, in order; places above a room only where they have no rooms below. */
export function roomsOf(rows: readonly LocationRow[]): Room[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parents = new Set(rows.map((row) => row.parentId))
  const pathOf = (row: LocationRow): string[] => {
    const names: string[] = []
    // The tree has four levels; the limit ends a ring that a broken row would make.
    for (let above = byId.get(row.parentId ?? ''); above && names.length < 8; above = byId.get(above.parentId ?? ''))
      names.unshift(above.locationName)
    return names
  }
  const compare = new Intl.Collator('zh-CN', { numeric: true }).compare
  return rows
    .filter((row) => row.level === 'room' || !parents.has(row.id))
    .map((row) => ({ id: row.id, name: row.locationName, path: pathOf(row).join(' › '), token: row.qrToken }))
    .sort((a, b) => compare(a.path, b.path) || compare(a.name, b.name))
}

/** The rooms of the hospital on this phone; undefined while they are read. */
export function useRooms(): Room[] | undefined {
  return useStored(async (of) => roomsOf(await pulledRows<LocationRow>(of, 'location')), [])
}
