import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { ContentStore } from '../content-store.ts'
import type { Download } from '../download.ts'

/** The owner of result files in the table of files; no entity has this name, so no record opens them. */
export const resultOf = 'backgroundJob'

/** Maximum bytes of a result, which is held in memory until it is stored. */
const mostBytes = 256 * 1024 * 1024

/** A result file in memory. */
export interface Result {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Reads a whole download. Throws a Refusal if it is too large; throws when `signal` aborts. */
export async function resultBytes({ download, type, body }: Download, signal: AbortSignal): Promise<Result> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of body) {
      signal.throwIfAborted()
      const bytes = Buffer.from(piece as Uint8Array | string)
      size += bytes.length
      if (size > mostBytes)
        throw new Refusal('rule', {
          zh: '结果文件太大，请缩小范围后分次处理',
          en: 'The result is too large for one file. Narrow the selection and make it in parts',
        })
      pieces.push(bytes)
    }
  } finally {
    body.destroy()
  }
  return { name: download, type, bytes: Buffer.concat(pieces) }
}

/** Stores a result file in the transaction that ends its job. Returns the id of the file. */
export async function keepResult(
  tx: Transaction,
  contents: ContentStore,
  job: { id: string; userId: string | null },
  { name, type, bytes }: Result,
): Promise<string> {
  const id = uuid()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // The same lock as the cleanup of contents without rows, which waits until this content has its row.
  await tx.run({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 61))', values: [`${tx.tenantId}/${sha256}`] })
  if (!(await contents.has(tx.tenantId, sha256, bytes.length))) await contents.put(tx.tenantId, sha256, bytes)
  tx.later({
    text: `insert into file (tenant_id, id, file_name, file_type, file_size, sha256, created_by, updated_by, of_entity, of_id)
      values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
    values: [tx.tenantId, id, name.slice(0, 200), type, bytes.length, sha256, job.userId, resultOf, job.id],
  })
  return id
}
