import type pg from 'pg'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import { waitingAllowed } from '#server/db/transaction-watch.ts'
import type { ContentStore } from '#server/kit/files/content-store.ts'
import { waitingDays } from '#server/kit/files/files.ts'
import { lockContent } from '#server/kit/files/kept-content.ts'

/** Contents that are younger may be written by a program that was stopped before its row was. */
const youngestMs = 3600 * 1000

function clearRows(tx: Transaction): void {
  const { tenantId } = tx
  tx.later({
    text: 'delete from file_part where tenant_id = $1 and created_at < now() - make_interval(days => $2)',
    values: [tenantId, waitingDays],
  })
  tx.later({
    text: `with gone as (delete from file where tenant_id = $1 and of_id is null and created_at < now() - make_interval(days => $2) returning id)
      delete from sync_op o using gone where o.tenant_id = $1 and o.kind = $3 and o.result->>'id' = gone.id::text`,
    values: [tenantId, waitingDays, FILE_KIND],
  })
}

/**
 * Removes files that no record has asked for, parts whose rest never came, and contents that no row names, tenant by tenant. The operation of a removed
 * file is forgotten with it, so that a phone whose record comes later sends the file again.
 */
export async function clearContents(pool: pg.Pool, contents: ContentStore): Promise<void> {
  const tenants = await pool.query<{ id: string }>('select id from tenant')
  for (const { id } of tenants.rows) {
    await writeAs(pool, id, async (tx) => clearRows(tx))
    for await (const sha256 of contents.list(id, youngestMs))
      await writeAs(pool, id, async (tx) => {
        await lockContent(tx, sha256)
        const named = await tx.run({ text: 'select 1 from file where tenant_id = $1 and sha256 = $2 limit 1', values: [id, sha256] })
        // No row may be added while the content is removed. One process at a time does this, with one connection.
        if (named.rowCount === 0) await waitingAllowed(() => contents.remove(id, sha256))
      })
  }
}
