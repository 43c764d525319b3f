import type pg from 'pg'
import { defaultRightsOf, dutyNames, dutyOf } from '#contract/duties.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { rights } from '#contract/rights.ts'
import { type DefaultRole, defaultRoles, rightsIn } from '#contract/roles.ts'
import { readAs, writeAs } from '../pool.ts'
import { firstRights } from './first-rights.ts'
import { dropUnsuited } from './right-duties.ts'

const platform = '000000'
const key = 'rights'

/**
 * Grants the rights that are new in this version to the default roles of every tenant. Rights that an administrator has taken away stay
 * removed, even if an older version ran in between. Roles are found by their fixed key, because an alias may be freed and reused. Runs at
 * every start, in one process at a time.
 */
export async function grantNewRights(pool: pg.Pool): Promise<void> {
  const [state, tenants] = await readAs(pool, platform, [
    { text: 'select value from program_state where key = $1', values: [key] },
    { text: 'select id from tenant order by id' },
  ])
  const now = [...rights.keys()].sort()
  const said = state?.rows[0]?.value
  const known = said === undefined ? firstRights : new Set(String(said).split(','))
  const added = now.filter((right) => !known.has(right))
  if (said !== undefined && added.length === 0) return
  for (const { id } of tenants?.rows ?? [])
    await grantIn(pool, String(id), new Set(added)).catch((error: unknown) => {
      // Roles that violate the duties of a hospital must be corrected by its administrators; the other hospitals go on.
      if (!(error instanceof Refusal)) throw error
      console.error(`new rights of tenant ${id} were not given: ${error.message} ${JSON.stringify(error.parameters)}`)
    })
  await writeAs(pool, platform, (tx) =>
    tx.run({
      text: 'insert into program_state (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      values: [key, [...new Set([...known, ...now])].sort().join()],
    }),
  )
}

/**
 * SQL condition over `role r`: the three administrators are separated and an auditor holds the role, so a right that changes data would
 * violate their duty.
 */
const heldByAuditor = `select 1 from three_administrators t join user_role h on h.tenant_id = t.tenant_id and h.role_id = r.id
  join user_role a on a.tenant_id = h.tenant_id and a.user_id = h.user_id
  join role o on o.tenant_id = a.tenant_id and o.id = a.role_id and o.duty = 'audit' and not o.is_deleted where t.tenant_id = r.tenant_id and t.is_on`

const grantIn = (pool: pg.Pool, tenantId: string, added: ReadonlySet<string>): Promise<void> =>
  writeAs(pool, tenantId, async (tx) => {
    for (const [roleKey, role] of Object.entries(defaultRoles as Record<string, DefaultRole>))
      tx.later({
        text: `insert into role_grant (tenant_id, role_id, right_code) select r.tenant_id, r.id, unnest($3::text[]) from role r
          where r.tenant_id = $1 and r.default_key = $2 and not exists (${heldByAuditor}) on conflict do nothing`,
        values: [tenantId, roleKey, rightsIn(tenantId, role).filter((right) => added.has(right))],
      })
    for (const duty of dutyNames)
      tx.later({
        text: `insert into role_grant (tenant_id, role_id, right_code) select r.tenant_id, r.id, unnest($3::text[]) from role r
          where r.tenant_id = $1 and r.duty = $2 and not r.is_deleted on conflict do nothing`,
        values: [tenantId, duty, defaultRightsOf(duty, tenantId).filter((right) => added.has(right) && dutyOf(right) === duty)],
      })
    if ((await tx.run({ text: 'select 1 from three_administrators where tenant_id = $1 and is_on', values: [tenantId] })).rows.length > 0)
      tx.later(dropUnsuited(tenantId))
  })
