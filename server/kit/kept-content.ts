import type pg from 'pg'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { ContentStore } from './content-store.ts'

/**
 * Holds a content until the transaction ends. The cleanup of contents without rows takes the same lock, so a row that is added under it has its
 * content for good once that is stored.
 */
export async function holdContent(tx: Transaction, sha256: string): Promise<void> {
  await tx.run({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 61))', values: [`${tx.tenantId}/${sha256}`] })
}

/**
 * Stores a content that is not there yet. Its row is committed before, under `holdContent`: a store may take long, and no transaction waits for it.
 */
export async function storeContent(contents: ContentStore, tenantId: string, sha256: string, bytes: Buffer): Promise<void> {
  if (!(await contents.has(tenantId, sha256, bytes.length))) await contents.put(tenantId, sha256, bytes)
}

/**
 * Takes back the row of a file whose content was not stored. Never fails, so that the error of the store is the one that is told; a row that
 * stays is cleaned up as one that no record asked for.
 */
export async function dropRow(pool: pg.Pool, tenantId: string, fileId: string): Promise<void> {
  const drop = { text: 'delete from file where tenant_id = $1 and id = $2', values: [tenantId, fileId] }
  await writeAs(pool, tenantId, async (tx) => tx.later(drop)).catch(() => {})
}
