import type pg from 'pg'
import { entities } from '#contract/registry.ts'
import { gramTableSql } from '#server/kit/read/search.ts'
import { tableName } from '#server/kit/table.ts'

/**
 * Lets keyword search use its index under row level security, by marking functions as leakproof. Only a superuser may do that and a dump
 * does not keep it, so it runs at every start. If the server refuses, searches use a table of grams, which is filled here once and then
 * maintained by triggers. Returns whether the index can be used.
 */
export async function markLeakproof(client: pg.Client): Promise<boolean> {
  // A server administrator may have marked them already.
  if ((await searchModeOf(client)) === 'index') return true
  try {
    await client.query(`alter function pg_catalog.arraycontains(anyarray, anyarray) leakproof;
      alter function pg_catalog.textlike(text, text) leakproof;
      alter function public.gramsx(text) leakproof cost 10000;`)
    return true
  } catch (error) {
    if (!['42501', '42939'].includes(String((error as { code?: string }).code))) throw error
    await turnOnGramTable(client)
    return false
  }
}

/** Creates and fills the table of grams; the client must be the owner of the tables. */
export async function turnOnGramTable(owner: pg.Client): Promise<void> {
  const large = entities.filter((of) => of.large && !of.repeating)
  const tenants = await owner.query<{ id: string }>('select id from tenant')
  for (const of of large) {
    const table = tableName(of)
    const known = await owner.query(`select 1 from pg_trigger where tgname = $1`, [`${table}_grams_add`])
    if (known.rowCount) continue
    await owner.query('begin')
    try {
      await owner.query(gramTableSql(of))
      for (const { id } of tenants.rows) {
        await owner.query(`select set_config('app.tenant', $1, true)`, [id])
        await owner.query(
          `insert into search_gram (tenant_id, entity, gram, id) select distinct t.tenant_id, $1, g, t.id from ${table} t, unnest(public.gramsx(t.search)) g where t.tenant_id = $2 on conflict do nothing`,
          [of.name, id],
        )
      }
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback')
      throw error
    }
  }
}

/** The search mode of this database; read once at start. */
export async function searchModeOf(client: Pick<pg.Client, 'query'> | Pick<pg.Pool, 'query'>): Promise<'index' | 'table'> {
  const { rows } = await client.query<{ ok: boolean }>(
    `select bool_and(proleakproof) as ok from pg_proc where (proname = 'gramsx' and pronamespace = 'public'::regnamespace) or oid = 'pg_catalog.arraycontains(anyarray,anyarray)'::regprocedure`,
  )
  return rows[0]?.ok ? 'index' : 'table'
}
