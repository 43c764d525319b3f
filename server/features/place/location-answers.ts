import { storiedBuilding } from '#contract/calls/place/place.ts'
import { location } from '#contract/entities/place/location.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { lockTree } from '#server/kit/read/tree.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { countOf, floorsOf, makeBelow } from './places-below.ts'

/** Floors and rooms of a building in one transaction; refuses anything but a building, and one that has floors already. */
async function createStories(context: Context, tx: Transaction) {
  const { floor, room } = read(storiedBuilding.input, context.input) as { floor: number; room: number }
  lockTree(location, tx, 'grow')
  const [building] = await lockRows(location, context, tx, [idOf(context)])
  if (building!.level !== 'building') throw new Refusal('rule', { zh: '请选择一个楼栋', en: 'Choose a building' })
  const existing = await tx.run({
    text: 'select id from location where tenant_id = $1 and parent_id = $2 and not is_deleted limit 1',
    values: [tx.tenantId, building!.id],
  })
  if (existing.rows.length > 0)
    throw new Refusal('rule', {
      zh: '该楼栋已有楼层，不能再次批量生成',
      en: 'The building already has floors, so they cannot be generated again',
    })
  const places = floorsOf(floor, room)
  makeBelow(context, tx, building!, places)
  record(context, tx, {
    entity: location.name,
    entityId: String(building!.id),
    verb: 'storiedBuilding',
    version: Number(building!.version),
    input: { floor, room },
  })
  return { floors: countOf(places, 'floor'), rooms: countOf(places, 'room') }
}

export const locationAnswers: readonly Answer[] = [answer(storiedBuilding, { write: createStories })]
