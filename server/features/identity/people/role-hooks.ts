import { role } from '#contract/entities/identity/role.ts'
import type { Words } from '#contract/kit/words.ts'
import { logAccess } from '#server/features/record/public.ts'
import { hook } from '#server/kit/hooks.ts'
import { startDutyOfRole } from './duty-limits.ts'
import { refuseLastAdministrator, refuseOwnRole, refuseRolesBeyond, refuseWiderScope } from './limits.ts'

hook(role, {
  async beforeAdd(context, _tx, { draft }) {
    refuseWiderScope(context, draft.reach ?? role.fields.reach.initial)
    return undefined
  },
  async beforeChange(context, tx, { row, draft }) {
    await refuseRolesBeyond(context, tx, [String(row.id)], { becoming: draft.reach })
    const changed = (['reach', 'duty'] as const).filter((name) => name in draft && draft[name] !== row[name])
    if (changed.length === 0) return undefined
    await refuseOwnRole(context, tx, [String(row.id)])
    if (changed.includes('reach')) refuseWiderScope(context, draft.reach)
    if (changed.includes('duty') && draft.duty !== null) await startDutyOfRole(context, tx, String(row.id))
    for (const name of changed) {
      const words = draft[name] === null ? '−' : (role.fields[name].of as Record<string, Words>)[String(draft[name])]!.zh
      logAccess(context, tx, { event: 'rightsChange', detail: `${row.role_name}: ${words}` })
    }
    return undefined
  },
  async afterSave(context, tx, { id, draft, isNew }) {
    // A new role opens the calls that its maker's opens, and no right yet.
    if (isNew)
      tx.later({
        text: `insert into role_api_scope (tenant_id, role_id, api_scope_id) select distinct tenant_id, $2::uuid, api_scope_id from role_api_scope where tenant_id = $1 and role_id = any($3::uuid[])`,
        values: [tx.tenantId, id, context.actor.roles.map((held) => held.id)],
      })
    else if ('reach' in draft) await refuseLastAdministrator(tx)
  },
  async beforeRemove(context, tx, { rows }) {
    await refuseRolesBeyond(
      context,
      tx,
      rows.map((row) => String(row.id)),
    )
    tx.later({
      text: 'delete from data_scope where tenant_id = $1 and role_id = any($2::uuid[])',
      values: [tx.tenantId, rows.map((row) => row.id)],
    })
    for (const row of rows) logAccess(context, tx, { event: 'rightsChange', detail: `${row.role_name}: −` })
  },
})
