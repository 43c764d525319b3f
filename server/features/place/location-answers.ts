import { v7 } from 'uuid'
import { storiedBuilding } from '#contract/calls/place.ts'
import { location } from '#contract/entities/place/location.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { table } from '#server/db/columns.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/event.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { labelToken } from '#server/kit/label-token.ts'
import { lockRows } from '#server/kit/lock.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { lockTree } from '#server/kit/tree.ts'
import { joinName } from './full-name.ts'

const [locations, l] = table(location, 'l')

/** Floors and rooms of a building in one transaction; refuses anything but a building, and one that has floors already. */
async function createStories(context: Context, tx: Transaction) {
  const { floor, room } = read(storiedBuilding.input, context.input) as { floor: number; room: number }
  lockTree(location, tx, 'grow')
  const [building] = await lockRows(location, context, tx, [idOf(context)])
  if (building!.level !== 'building') throw new Refusal('rule', { zh: '请选择一个楼栋', en: 'Choose a building' })
  const existing = await tx.run({
    text: `select ${l.id} from ${locations} where ${l.tenantId} = $1 and ${l.parentId} = $2 and not ${l.isDeleted} limit 1`,
    values: [tx.tenantId, building!.id],
  })
  if (existing.rows.length > 0) throw new Refusal('rule', { zh: '该楼栋已有楼层，不能再次批量生成', en: 'The building has floors already' })
  const common = {
    tenant_id: tx.tenantId,
    dept_id: (building!.dept_id as string | null) ?? null,
    created_by: context.actor.userId,
    updated_by: context.actor.userId,
  }
  const floors = Array.from({ length: floor }, (_, index) => {
    const id = v7()
    return {
      ...common,
      id,
      parent_id: String(building!.id),
      path: `${building!.path}${id}/`,
      location_name: `${index + 1}层`,
      full_name: joinName(building, `${index + 1}层`),
      level: 'floor',
      sort: index + 1,
      qr_token: null,
    }
  })
  const rooms = floors.flatMap((on) =>
    Array.from({ length: room }, (_, index) => {
      const id = v7()
      return {
        ...common,
        id,
        parent_id: on.id,
        path: `${on.path}${id}/`,
        location_name: `${on.sort}${String(index + 1).padStart(2, '0')}`,
        full_name: joinName(on, `${on.sort}${String(index + 1).padStart(2, '0')}`),
        level: 'room',
        sort: index + 1,
        qr_token: labelToken(),
      }
    }),
  )
  for (const rows of [floors, rooms])
    tx.later({
      text: `insert into location (tenant_id, id, parent_id, path, location_name, full_name, level, sort, qr_token, dept_id, created_by, updated_by)
      select tenant_id, id, parent_id, path, location_name, full_name, level, sort, qr_token, dept_id, created_by, updated_by from jsonb_populate_recordset(null::location, $1::jsonb)`,
      values: [JSON.stringify(rows)],
    })
  record(context, tx, {
    entity: location.name,
    entityId: String(building!.id),
    verb: 'storiedBuilding',
    version: Number(building!.version),
    input: { floor, room },
  })
  return { floors: floors.length, rooms: rooms.length }
}

export const locationAnswers: readonly Answer[] = [answer(storiedBuilding, { write: createStories })]
