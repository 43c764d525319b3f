import { deviceDraft, draftFactNames } from '#contract/entities/asset/drafts/device-draft.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import { isEmpty } from '#contract/kit/fields/same.ts'
import type { Transaction } from '#server/db/pool.ts'
import { deptsOnly } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'

/**
 * A room belongs to a department more often than not: a new draft that names none has that of its room, else that of the person. Whose scope ends before
 * the room has captured the device all the same: a refusal would come only after the walk.
 */
async function inRoomsDept(input: Raw, { actor }: Context, tx: Transaction): Promise<Raw> {
  if (!isEmpty(input.id) || !isEmpty(input.useDeptId) || !isId(input.locationId)) return input
  const { rows } = await tx.run({
    text: 'select dept_id from location where tenant_id = $1 and id = $2',
    values: [tx.tenantId, input.locationId],
  })
  const dept = rows[0]?.dept_id
  const allowed = deptsOnly(deviceDraft, actor)
  return dept && (!allowed || allowed.includes(String(dept))) ? { ...input, useDeptId: dept } : input
}

hook(deviceDraft, {
  given: (input, context, tx) => inRoomsDept(input, context, tx),
  async beforeAdd(context) {
    return { captured_by_id: context.actor.userId, captured_at: context.occurredAt }
  },
  // What a person has written needs no second look.
  async beforeChange(_, __, { row, draft }) {
    const written: readonly string[] = draftFactNames.filter((name) => name in draft)
    if ('toCheck' in draft || written.length === 0) return undefined
    const left = ((row.to_check as string[] | null) ?? []).filter((name) => !written.includes(name))
    return { to_check: left.length > 0 ? left : null }
  },
})
