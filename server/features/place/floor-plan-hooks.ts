import { floorPlan } from '#contract/entities/place/floor-plan.ts'
import { location } from '#contract/entities/place/location.ts'
import { outlineFault, pointsOf } from '#contract/entities/place/outline.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { remove } from '#server/kit/write/remove.ts'
import { submit } from '#server/kit/write/save.ts'

/** Refuses rooms of another floor and outlines that enclose no room, by the name of the room. */
async function refuseRooms(tx: Transaction, floorId: unknown, lines: HookLines): Promise<void> {
  const given = lines.rooms?.after ?? []
  if (given.length === 0) return
  const { rows } = await tx.run({
    text: 'select id, location_name, parent_id, level, is_deleted from location where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, given.map(({ roomId }) => roomId)],
  })
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const { roomId, outline } of given) {
    const room = known.get(roomId)
    const name = String(room?.location_name ?? '')
    if (room?.is_deleted)
      throw new Refusal('rule', {
        zh: `房间“${name}”已被删除，不能绘制在平面图上`,
        en: `The room “${name}” was deleted, so it cannot be drawn on the plan`,
      })
    if (room?.level !== 'room' || room.parent_id !== floorId)
      throw new Refusal('rule', {
        zh: `“${name}”不是该楼层的房间，不能绘制在这张平面图上`,
        en: `“${name}” is not a room on this floor, so it cannot be drawn on this plan`,
      })
    const fault = outlineFault(pointsOf(String(outline ?? '')))
    if (fault) throw new Refusal('rule', { zh: `“${name}”：${fault.zh}`, en: `“${name}”: ${fault.en}` })
  }
}

hook(floorPlan, {
  async beforeAdd(_, tx, { draft, lines }) {
    const { rows } = await tx.run({
      text: 'select level from location where tenant_id = $1 and id = $2 and not is_deleted',
      values: [tx.tenantId, draft.floorId],
    })
    if (rows[0]?.level !== 'floor') throw new Refusal('rule', { zh: '只有楼层可以有平面图', en: 'Only a floor has a floor plan' })
    if ((await plansOf(tx, [draft.floorId])).length > 0)
      throw new Refusal('conflict', {
        zh: '该楼层已有平面图，请刷新后修改',
        en: 'The floor already has a plan. Reload and edit it',
      })
    await refuseRooms(tx, draft.floorId, lines)
    return undefined
  },
  async beforeChange(_, tx, { row, draft, lines }) {
    if ('floorId' in draft && draft.floorId !== row.floor_id)
      throw new Refusal('rule', {
        zh: '平面图不能改到其他楼层，请在该楼层新建平面图',
        en: 'A floor plan cannot move to another floor. Add one on that floor',
      })
    await refuseRooms(tx, row.floor_id, lines)
    return undefined
  },
})

/** Takes rooms from the plan they are drawn on; each plan gets its event. */
async function erase(context: Context, tx: Transaction, roomIds: readonly unknown[]): Promise<void> {
  const { rows } = await tx.run({
    text: `select o.plan_id, array_agg(o.id) filter (where not o.room_id = any($2::uuid[])) as kept from floor_plan_room o
      join floor_plan p on p.tenant_id = o.tenant_id and p.id = o.plan_id and not p.is_deleted
      where o.tenant_id = $1 and o.plan_id in (select g.plan_id from floor_plan_room g where g.tenant_id = $1 and g.room_id = any($2::uuid[]))
      group by o.plan_id order by o.plan_id`,
    values: [tx.tenantId, roomIds],
  })
  const { op: _, ...plain } = context
  for (const { plan_id: id, kept } of rows) {
    const input = { id, rooms: ((kept ?? []) as string[]).map((line) => ({ id: line })) }
    await submit(context.actor.settings.view(floorPlan), { ...plain, input }, tx)
  }
}

const plansOf = async (tx: Transaction, floorIds: readonly unknown[]): Promise<Row[]> =>
  (
    await tx.run({
      text: 'select id from floor_plan where tenant_id = $1 and floor_id = any($2::uuid[]) and not is_deleted',
      values: [tx.tenantId, floorIds],
    })
  ).rows

hook(
  location,
  {
    async beforeChange(context, tx, { row, draft }) {
      const isMoved = 'parentId' in draft && draft.parentId !== row.parent_id
      const isOther = 'level' in draft && draft.level !== row.level
      if (row.level === 'floor' && isOther && (await plansOf(tx, [row.id])).length > 0)
        throw new Refusal('rule', {
          zh: '该楼层已有平面图，请先删除平面图，再修改层级',
          en: 'The floor has a floor plan. Remove the plan before you change the level',
        })
      if (row.level === 'room' && (isMoved || isOther)) await erase(context, tx, [row.id])
      return undefined
    },
    async beforeRemove(context, tx, { rows }) {
      const ids = rows.map(({ id }) => id)
      const plans = await plansOf(tx, ids)
      if (plans.length > 0)
        await remove(
          context.actor.settings.view(floorPlan),
          context,
          tx,
          plans.map(({ id }) => String(id)),
        )
      await erase(context, tx, ids)
    },
  },
  1,
)
