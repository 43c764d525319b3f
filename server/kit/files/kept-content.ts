import type pg from 'pg'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { ContentStore } from './content-store.ts'

/**
 * Locks a content until the transaction ends. The cleanup of unreferenced contents takes the same lock, so a row added under this lock
 * keeps its content once that is stored.
 */
export async function lockContent(tx: Transaction, sha256: string): Promise<void> {
  await tx.run({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 61))', values: [`${tx.tenantId}/${sha256}`] })
}

/**
 * Stores a content unless it exists. Its row must have been committed under `lockContent` before: storing may take long, and no transaction
 * may wait for it.
 */
export async function storeContent(contents: ContentStore, tenantId: string, sha256: string, bytes: Buffer): Promise<void> {
  if (!(await contents.has(tenantId, sha256, bytes.length))) await contents.put(tenantId, sha256, bytes)
}

/**
 * Deletes the row of a file whose content could not be stored. Never throws, so that the store's error reaches the caller; a row that
 * remains is removed later as an unattached upload.
 */
export async function dropRow(pool: pg.Pool, tenantId: string, fileId: string): Promise<void> {
  const drop = { text: 'delete from file where tenant_id = $1 and id = $2', values: [tenantId, fileId] }
  await writeAs(pool, tenantId, async (tx) => tx.later(drop)).catch(() => {})
}
