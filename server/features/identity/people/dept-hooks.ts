import { dept } from '#contract/entities/identity/dept.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'

// Everybody reads the names of all departments; where one stands decides whose rows are seen, so that who is limited arranges their own alone.
export const mayArrange = ({ general }: Actor, id: unknown): boolean => general.isAll || (general.deptIds ?? []).includes(String(id))

function refuseElsewhere(actor: Actor, rows: readonly { readonly id?: unknown }[]): void {
  if (!rows.every(({ id }) => mayArrange(actor, id))) throw new Refusal('not_found', { what: dept })
}

function refuseParentElsewhere(actor: Actor, parentId: unknown): void {
  if (!mayArrange(actor, parentId)) throw refusalOf([{ field: 'parentId', label: dept.fields.parent, rule: 'absent' }])
}

hook(dept, {
  async beforeAdd({ actor }, _tx, { draft }) {
    refuseParentElsewhere(actor, draft.parentId)
    return undefined
  },
  async beforeChange({ actor }, _tx, { row, draft }) {
    refuseElsewhere(actor, [row])
    if ('parentId' in draft && draft.parentId !== row.parent_id) refuseParentElsewhere(actor, draft.parentId)
    // A department that is opened again is chosen itself.
    return draft.isSealed === undefined || draft.isSealed === 1 ? undefined : { merged_into_id: null }
  },
  async beforeRemove({ actor }, _tx, { rows }) {
    refuseElsewhere(actor, rows)
  },
})
