import { v7 } from 'uuid'
import { platformAdministrator } from '#contract/kit/access/role-names.ts'
import { type DefaultRole, defaultRoles, platformTenant, rightsIn, viewerRole } from '#contract/roles.ts'
import type { Transaction } from '../pool.ts'

/** The API scope that covers every call; a row of the first migration. */
export const allCallsScopeId = '01900000-0000-7000-8000-000000000001'
/** The API scope that covers the wall boards only. */
const boardCalls = '01900000-0000-7000-8000-000000000002'

/** Queues the default roles of a new tenant with their rights; returns the role ids by key. */
export function addDefaultRoles(tx: Transaction): ReadonlyMap<string, string> {
  const made = new Map<string, string>()
  Object.entries(defaultRoles as Record<string, DefaultRole>).forEach(([key, role], index) => {
    const id = v7()
    const name = tx.tenantId === platformTenant && key === 'administrator' ? platformAdministrator : role
    made.set(key, id)
    tx.later({
      text: 'insert into role (tenant_id, id, role_name, role_alias, default_key, reach, sort) values ($1, $2, $3, $4, $4, $5, $6)',
      values: [tx.tenantId, id, name.zh, key, role.reach, index + 1],
    })
    const rights = rightsIn(tx.tenantId, role)
    if (rights.length === 0) return
    tx.later({
      text: 'insert into role_grant (tenant_id, role_id, right_code) select $1, $2, unnest($3::text[])',
      values: [tx.tenantId, id, rights],
    })
    tx.later({
      text: 'insert into role_api_scope (tenant_id, role_id, api_scope_id) values ($1, $2, $3)',
      values: [tx.tenantId, id, key === viewerRole ? boardCalls : allCallsScopeId],
    })
  })
  return made
}
