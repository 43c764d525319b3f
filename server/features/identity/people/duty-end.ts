import { v7 } from 'uuid'
import { role } from '#contract/entities/identity/role.ts'
import { user } from '#contract/entities/identity/user.ts'
import { rights } from '#contract/rights.ts'
import { defaultRoles, rightsIn } from '#contract/roles.ts'
import { allCallsScopeId } from '#server/db/first/default-roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/steps/event.ts'

interface Entry {
  readonly event: 'rightsChange' | 'roleChange'
  readonly detail: string
  readonly of?: { readonly id: unknown; readonly account: unknown }
}

/** An entry in the log of the tenant that it is about, of which people of the platform are no users. */
export function logIn({ actor }: Pick<Context, 'actor'>, inside: Transaction, { event, detail, of }: Entry): void {
  inside.later({
    text: `insert into access_log (tenant_id, id, event, outcome, account, user_id, actor_id, detail) values ($1, $2, $3, 'done', $4, $5, $6, $7)`,
    values: [
      inside.tenantId,
      v7(),
      event,
      of?.account ?? null,
      of?.id ?? null,
      actor.tenantId === inside.tenantId ? actor.userId : null,
      detail.slice(0, 500),
    ],
  })
}

/** The general administrator's role as it is by default: every right, all departments, every call. Without that role it is one of the system administrators'. */
async function restoreRole(context: Context, inside: Transaction): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await inside.run({
    text: `select id, role_name from role where tenant_id = $1 and not is_deleted and (default_key = 'administrator' or duty = 'system')
      order by default_key <> 'administrator', reach <> 'all', id limit 1`,
    values: [inside.tenantId],
  })
  if (!rows[0]) return undefined
  const [id, name] = [String(rows[0].id), String(rows[0].role_name)]
  const { rows: added } = await inside.run({
    text: 'insert into role_grant (tenant_id, role_id, right_code) select $1, $2::uuid, unnest($3::text[]) on conflict do nothing returning right_code',
    values: [inside.tenantId, id, rightsIn(inside.tenantId, defaultRoles.administrator)],
  })
  inside.later({
    text: 'insert into role_api_scope (tenant_id, role_id, api_scope_id) values ($1, $2, $3) on conflict do nothing',
    values: [inside.tenantId, id, allCallsScopeId],
  })
  inside.later({
    text: `delete from data_scope where tenant_id = $1 and role_id = $2 and entity = 'user' and reach <> 'all'`,
    values: [inside.tenantId, id],
  })
  const { rows: now } = await inside.run({
    text: `update role set reach = 'all', version = version + 1, updated_at = now() where tenant_id = $1 and id = $2 returning version`,
    values: [inside.tenantId, id],
  })
  const detail = added.map(({ right_code }) => `+${rights.get(String(right_code))?.zh ?? right_code}`).join('、')
  record(context, inside, { entity: role.name, entityId: id, verb: 'grant', version: Number(now[0]!.version), input: { detail } })
  logIn(context, inside, { event: 'rightsChange', detail: `${name}: ${detail}` })
  return { id, name }
}

/**
 * Lets the system administrators administer people and roles again. While the three were kept apart no one held all of that; without it no one could
 * give a role or stop a person any more.
 */
export async function giveBack(context: Context, inside: Transaction): Promise<void> {
  const restored = await restoreRole(context, inside)
  if (!restored) return
  const { rows } = await inside.run({
    text: `update app_user u set more_roles = array_append(coalesce(u.more_roles, '{}'), $2::uuid), version = u.version + 1, updated_at = now()
      where u.tenant_id = $1 and not u.is_deleted and u.status = 'active' and u.role_id <> $2 and $2 <> all(coalesce(u.more_roles, '{}'))
        and exists (select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted
          where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.duty = 'system') returning u.id, u.account, u.version`,
    values: [inside.tenantId, restored.id],
  })
  for (const { id, account, version } of rows) {
    const detail = `+ ${restored.name}`
    record(context, inside, { entity: user.name, entityId: String(id), verb: 'grant', version: Number(version), input: { detail } })
    logIn(context, inside, { event: 'roleChange', detail, of: { id, account } })
  }
}
