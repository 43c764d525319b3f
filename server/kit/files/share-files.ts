import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import { readAs, type Transaction } from '#server/db/pool.ts'
import { oneOf, Parameters } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { insertAll } from '../write/insert-of.ts'
import { fileQuery } from './files.ts'

/** A file of one tenant as another one gets it: name, type and content. */
export interface SharedFile {
  readonly file_name: string
  readonly file_type: string
  readonly file_size: number
  readonly sha256: string
}

/** The files that a step names, to be copied into another tenant. */
export async function filesToShare(tx: Transaction, ids: unknown): Promise<SharedFile[]> {
  if (!Array.isArray(ids) || ids.length === 0) return []
  const into = new Parameters()
  const { rows } = await tx.run({
    text: `select file_name, file_type, file_size, sha256 from file where tenant_id = ${into.add(tx.tenantId)} and id ${oneOf(ids, into)} order by id`,
    values: into.values,
  })
  return rows as unknown as SharedFile[]
}

/**
 * Copies the contents of files that the person may see into the store of another tenant. It runs before the transaction; what is left over when that fails
 * is cleaned up like any other content without a file.
 */
export async function copyContents({ tools, actor }: Context, to: string, ids: readonly string[]): Promise<void> {
  const found = await readAs(
    tools.pool,
    actor.tenantId,
    ids.map((id) => fileQuery(actor, id)),
  )
  for (const { rows } of found)
    for (const { sha256, file_size } of rows as unknown as SharedFile[])
      if (!(await tools.contents.has(to, sha256, file_size)))
        await tools.contents.put(to, sha256, await buffer(await tools.contents.read(actor.tenantId, sha256)))
}

/** Adds unattached files of this person to the tenant of the transaction, whose contents were copied there: the step of the other side attaches them. */
export async function takeFiles({ actor }: Context, tx: Transaction, files: readonly SharedFile[]): Promise<string[]> {
  if (files.length === 0) return []
  const rows = files.map((one) => ({ ...one, id: uuid(), created_by: actor.userId, updated_by: actor.userId }))
  await tx.run(insertAll('file', tx.tenantId, rows))
  return rows.map(({ id }) => id)
}
