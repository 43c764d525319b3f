import type pg from 'pg'
import { signInHelpKey } from '#contract/params.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs } from '#server/db/pool.ts'

/** How a person who is not signed in names a tenant. */
export interface TenantGiven {
  readonly tenantId?: unknown
  readonly tenantName?: unknown
}

/** No tenant has this number: a sign-in there takes as long, and is refused in the same words, as one with a wrong password. */
const noTenant = '-'

/** A text as names are compared: in one width and case, without blanks around it. */
const plain = (value: string): string => value.normalize('NFKC').trim().toLowerCase()

/**
 * The number of the tenant that is named by its number or its exact name; the default tenant where none is named. A text that names no tenant, and a name
 * that several have, lead to none. Only whole texts match, so that a guess finds no tenant.
 */
export async function tenantNamed(pool: pg.Pool, { tenantId, tenantName }: TenantGiven): Promise<string> {
  const given = plain(String(tenantId || tenantName || platformTenant))
  const [found] = await readAs(pool, platformTenant, [
    {
      text: `select id, lower(id) = $1 as is_number from tenant
        where lower(id) = $1 or stopped_at is null and lower(trim(normalize(tenant_name, NFKC))) = $1 order by is_number desc limit 2`,
      values: [given],
    },
  ])
  const [one, another] = found?.rows ?? []
  return one && (one.is_number || !another) ? String(one.id) : noTenant
}

/** Whom a tenant says to ask about a forgotten password: its parameter; empty without one, and for a tenant that is unknown or stopped. */
export async function helpOf(pool: pg.Pool, given: TenantGiven): Promise<string> {
  const tenantId = await tenantNamed(pool, given)
  const [found] = await readAs(pool, tenantId, [
    {
      text: `select p.param_value as text from param p join tenant t on t.id = p.tenant_id and t.stopped_at is null
        where p.tenant_id = $1 and p.param_key = $2 and not p.is_deleted`,
      values: [tenantId, signInHelpKey],
    },
  ])
  return String(found?.rows[0]?.text ?? '')
}
