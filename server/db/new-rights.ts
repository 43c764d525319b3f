import type pg from 'pg'
import { rights } from '#contract/rights.ts'
import { type DefaultRole, defaultRoles, expand } from '#contract/roles.ts'
import { readAs, writeAs } from './pool.ts'

const platform = '000000'
const key = 'rights'

/**
 * Gives the default roles of every tenant the rights that this program knows and the one before did not. What an administrator took away stays
 * taken away. Runs once per program version, by one process at a time.
 */
export async function grantNewRights(pool: pg.Pool): Promise<void> {
  const [state, tenants] = await readAs(pool, platform, [
    { text: 'select value from program_state where key = $1', values: [key] },
    { text: 'select id from tenant order by id' },
  ])
  const now = [...rights.keys()].sort()
  const said = state?.rows[0]?.value
  const known = said === undefined ? undefined : new Set(String(said).split(','))
  if (known && now.every((right) => known.has(right))) return
  for (const { id } of tenants?.rows ?? []) await grantIn(pool, String(id), now, known)
  await writeAs(pool, platform, (tx) =>
    tx.run({
      text: 'insert into program_state (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      values: [key, now.join()],
    }),
  )
}

/** `known`: the rights of the program before; undefined when it kept no list, then those that anybody holds. */
const grantIn = (pool: pg.Pool, tenantId: string, now: readonly string[], known: ReadonlySet<string> | undefined): Promise<void> =>
  writeAs(pool, tenantId, async (tx) => {
    const { rows } = await tx.run({ text: 'select distinct right_code from role_grant where tenant_id = $1', values: [tenantId] })
    const before = known ?? new Set(rows.map((row) => String(row.right_code)))
    const added = new Set(now.filter((right) => !before.has(right)))
    for (const [alias, role] of Object.entries(defaultRoles as Record<string, DefaultRole>))
      tx.later({
        text: `insert into role_grant (tenant_id, role_id, right_code) select r.tenant_id, r.id, unnest($3::text[]) from role r
          where r.tenant_id = $1 and r.role_alias = $2 on conflict do nothing`,
        values: [tenantId, alias, expand(role.may).filter((right) => added.has(right))],
      })
  })
