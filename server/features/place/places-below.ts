import { v7 } from 'uuid'
import { location } from '#contract/entities/place/location.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { joinName } from './full-name.ts'
import { labelToken } from './public.ts'

type Level = keyof typeof location.fields.level.of

/** A place that is to be made, with those below it. */
export interface NewPlace {
  readonly name: string
  readonly level: Level
  readonly below?: readonly NewPlace[]
}

const longest = { name: location.fields.locationName.max, full: location.fields.fullName.max }

/** `101`, `102`: the rooms of a floor by its number. */
export const roomsOf = (floor: number, count: number, from = 0): NewPlace[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${floor}${String(from + index + 1).padStart(2, '0')}`, level: 'room' }))

/** `1层`, `2层`: the floors of a building with as many rooms each. */
export const floorsOf = (floors: number, rooms: number): NewPlace[] =>
  Array.from({ length: floors }, (_, index) => ({ name: `${index + 1}层`, level: 'floor', below: roomsOf(index + 1, rooms) }))

/** How many places of a level there are in a tree of new ones. */
export const countOf = (places: readonly NewPlace[], level: Level): number =>
  places.reduce((sum, place) => sum + (place.level === level ? 1 : 0) + countOf(place.below ?? [], level), 0)

/** Refuses names that come twice below one place, and those that are too long together with what they stand in. */
function refuseNames(above: Row, places: readonly NewPlace[], taken: ReadonlySet<string>): void {
  const names = new Set(taken)
  for (const { name } of places) {
    if (names.has(name))
      throw new Refusal('conflict', {
        zh: `“${above.location_name}”下已有“${name}”`,
        en: `“${above.location_name}” has a “${name}” already`,
      })
    names.add(name)
    if (name.length > longest.name || joinName(above, name).length > longest.full)
      throw new Refusal('rule', { zh: `位置名称“${name.slice(0, 30)}”过长`, en: `The name “${name.slice(0, 30)}” is too long` })
  }
}

/** The rows of new places below one that is locked or new. `taken`: names that stand there already; `from`: the order goes on from here. */
function rowsBelow(context: Context, tx: Transaction, above: Row, places: readonly NewPlace[], taken = new Set<string>(), from = 0): Row[] {
  refuseNames(above, places, taken)
  return places.flatMap(({ name, level, below = [] }, index) => {
    const id = v7()
    const row: Row = {
      tenant_id: tx.tenantId,
      id,
      parent_id: above.id,
      path: `${above.path}${id}/`,
      location_name: name,
      full_name: joinName(above, name),
      level,
      sort: from + index + 1,
      qr_token: level === 'room' ? labelToken() : null,
      dept_id: above.dept_id ?? null,
      created_by: context.actor.userId,
      updated_by: context.actor.userId,
    }
    return [row, ...rowsBelow(context, tx, row, below)]
  })
}

/** Makes places below one that is locked; refuses a name that stands there already. Answers how many there are. */
export function makeBelow(
  context: Context,
  tx: Transaction,
  above: Row,
  places: readonly NewPlace[],
  { taken, from }: { taken?: Set<string>; from?: number } = {},
): number {
  const rows = rowsBelow(context, tx, above, places, taken, from)
  if (rows.length > 0)
    tx.later({
      text: `insert into location (tenant_id, id, parent_id, path, location_name, full_name, level, sort, qr_token, dept_id, created_by, updated_by)
        select tenant_id, id, parent_id, path, location_name, full_name, level, sort, qr_token, dept_id, created_by, updated_by
        from jsonb_populate_recordset(null::location, $1::jsonb)`,
      values: [JSON.stringify(rows)],
      once: true,
    })
  return rows.length
}

/** The places directly below some, in their order, with SQL column names. */
export async function placesBelow(tx: Transaction, ids: readonly unknown[]): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select * from location where tenant_id = $1 and parent_id = any($2::uuid[]) and not is_deleted order by sort nulls last, location_name, id`,
    values: [tx.tenantId, ids],
  })
  return rows
}
