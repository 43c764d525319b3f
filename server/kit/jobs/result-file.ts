import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { Refusal } from '#contract/kit/errors.ts'
import { writeAs } from '#server/db/pool.ts'
import type { Tools } from '../context.ts'
import type { Download } from '../files/download.ts'
import { dropRow, lockContent, storeContent } from '../files/kept-content.ts'

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
          en: 'The result is too large for one file. Narrow the selection and process it in parts',
        })
      pieces.push(bytes)
    }
  } finally {
    body.destroy()
  }
  return { name: download, type, bytes: Buffer.concat(pieces) }
}

/**
 * Stores a result file and runs `end` with its id, which ends the job. A file whose job does not end with it leaves no row; its content is
 * cleaned up later.
 */
export async function keepResult(
  { pool, contents }: Pick<Tools, 'pool' | 'contents'>,
  job: { tenantId: string; id: string; userId: string | null },
  { name, type, bytes }: Result,
  end: (fileId: string) => Promise<void>,
): Promise<void> {
  const id = uuid()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await writeAs(pool, job.tenantId, async (tx) => {
    await lockContent(tx, sha256)
    tx.later({
      text: `insert into file (tenant_id, id, file_name, file_type, file_size, sha256, created_by, updated_by, of_entity, of_id)
        values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
      values: [tx.tenantId, id, name.slice(0, 200), type, bytes.length, sha256, job.userId, resultOf, job.id],
    })
  })
  try {
    await storeContent(contents, job.tenantId, sha256, bytes)
    await end(id)
  } catch (error) {
    await dropRow(pool, job.tenantId, id)
    throw error
  }
}
