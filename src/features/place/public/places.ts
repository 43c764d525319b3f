import { sameCode } from '#contract/kit/text/one-writing.ts'
import { pulledRows, useStored } from '#src/kit/phone/store/local-data.ts'
import { phoneStore } from '#src/kit/phone/store/phone-store.ts'

/** A node of the tree of places as phones keep it. */
export interface PlaceRow {
  readonly id: string
  readonly locationName: string
  readonly parentId: string | null
  readonly level: string
  readonly qrToken: string | null
  readonly isInactive?: number | null
}

/** The names above a place, from the top. */
export function namesAbove(id: string, byId: ReadonlyMap<string, PlaceRow>): string[] {
  const names: string[] = []
  // The tree has four levels; the limit ends a cycle of corrupt rows.
  for (let above = parentOf(id, byId); above && names.length < 8; above = parentOf(above.id, byId)) names.unshift(above.locationName)
  return names
}

const parentOf = (id: string, byId: ReadonlyMap<string, PlaceRow>): PlaceRow | undefined => byId.get(byId.get(id)?.parentId ?? '')

/** Whether nothing new comes to a place: it is inactive, or one above it is. */
export function isClosed(id: string, byId: ReadonlyMap<string, PlaceRow>, steps = 0): boolean {
  const row = byId.get(id)
  return row !== undefined && steps < 8 && (row.isInactive === 1 || isClosed(row.parentId ?? '', byId, steps + 1))
}

/** The places of the hospital on this phone, by id; undefined while they are read. */
export function usePlaces(): ReadonlyMap<string, PlaceRow> | undefined {
  return useStored(async (of) => new Map((await pulledRows<PlaceRow>(of, 'location')).map((row) => [row.id, row])), [])
}

/** The place whose label carries this code; undefined: none that this phone knows. */
export async function placeOfCode(code: string): Promise<PlaceRow | undefined> {
  return (await pulledRows<PlaceRow>(phoneStore(), 'location')).find((row) => sameCode(row.qrToken, code))
}
