import type pg from 'pg'
import { v7 } from 'uuid'
import { apiScopes } from '#contract/api-scopes.ts'
import { platformTenant } from '#contract/roles.ts'
import { writeAs } from '../pool.ts'

/** Writes the API scopes that this version declares, with their call patterns. Runs at every start, in one process at a time. */
export const writeApiScopes = (pool: pg.Pool): Promise<void> =>
  writeAs(pool, platformTenant, async (tx) => {
    for (const { code, zh, en, patterns } of apiScopes())
      tx.later({
        text: `insert into api_scope as s (id, code, scope_name, name_en, patterns) values ($1, $2, $3, $4, $5)
          on conflict (code) do update set scope_name = excluded.scope_name, name_en = excluded.name_en, patterns = excluded.patterns
          where (s.scope_name, s.name_en, s.patterns) is distinct from (excluded.scope_name, excluded.name_en, excluded.patterns)`,
        values: [v7(), code, zh, en, patterns],
      })
  })
