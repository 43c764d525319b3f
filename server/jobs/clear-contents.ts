import type pg from 'pg'
import { FILE_KIND } from '#contract/sync-blobs.ts'
import type { ContentStore } from '#server/kit/content-store.ts'
import { waitingDays } from '#server/kit/files.ts'

/** Contents that are younger may belong to an upload that has not committed yet. */
const youngestMs = 3600 * 1000

/**
 * Removes files that no record has asked for, parts whose rest never came, and contents that no row names, tenant by tenant. The operation of a removed
 * file is forgotten with it, so that a phone whose record comes later sends the file again.
 */
export async function clearContents(pool: pg.Pool, contents: ContentStore): Promise<void> {
  const tenants = await pool.query<{ id: string }>('select id from tenant')
  const client = await pool.connect()
  const inTenant = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    await client.query('begin')
    try {
      await client.query(`select set_config('app.tenant', $1, true)`, [id])
      const done = await work()
      await client.query('commit')
      return done
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  try {
    for (const { id } of tenants.rows) {
      await inTenant(id, async () => {
        await client.query('delete from file_part where tenant_id = $1 and created_at < now() - make_interval(days => $2)', [
          id,
          waitingDays,
        ])
        await client.query(
          `with gone as (delete from file where tenant_id = $1 and of_id is null and created_at < now() - make_interval(days => $2) returning id)
           delete from sync_op o using gone where o.tenant_id = $1 and o.kind = $3 and o.result->>'id' = gone.id::text`,
          [id, waitingDays, FILE_KIND],
        )
      })
      for await (const sha256 of contents.list(id, youngestMs))
        await inTenant(id, async () => {
          await client.query('select pg_advisory_xact_lock(hashtextextended($1, 61))', [`${id}/${sha256}`])
          const named = await client.query('select 1 from file where tenant_id = $1 and sha256 = $2 limit 1', [id, sha256])
          if (named.rowCount === 0) await contents.remove(id, sha256)
        })
    }
  } finally {
    client.release()
  }
}
