import { deviceDraft, draftFactNames } from '#contract/entities/asset/drafts/device-draft.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import { isEmpty } from '#contract/kit/fields/same.ts'
import type { Transaction } from '#server/db/pool.ts'
import { hook } from '#server/kit/hooks.ts'

/** A room belongs to a department more often than not: a new draft that names none has that of its room, else that of the person. */
async function inRoomsDept(input: Raw, tx: Transaction): Promise<Raw> {
  if (!isEmpty(input.id) || !isEmpty(input.useDeptId) || !isId(input.locationId)) return input
  const { rows } = await tx.run({
    text: 'select dept_id from location where tenant_id = $1 and id = $2',
    values: [tx.tenantId, input.locationId],
  })
  return rows[0]?.dept_id ? { ...input, useDeptId: rows[0].dept_id } : input
}

hook(deviceDraft, {
  given: (input, _, tx) => inRoomsDept(input, tx),
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
