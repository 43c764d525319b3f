import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { importJob } from '#contract/entities/import/import-job.ts'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { lockContent, storeContent } from '#server/kit/files/kept-content.ts'
import { archiveFiles, tableIn, unpacked } from '#server/kit/import/archive/archive.ts'
import { record } from '#server/kit/steps/event.ts'
import { bytesOf } from '../work/start-work.ts'
import { archivesOf, clearedAway, notChecked, type Origin, originsOf } from './archives.ts'

/** Files that get their rows in one transaction. */
const perTransaction = 16

interface Wanted {
  readonly seq: number
  readonly origin: number
  readonly place: number
  readonly name: string
  readonly type: string
  readonly size: number
  readonly sha256: string
}

const wantedOf = (row: Row): Wanted => ({
  seq: Number(row.seq),
  origin: Number(row.origin),
  place: Number(row.place),
  name: String(row.file_name),
  type: String(row.file_type),
  size: Number(row.size),
  sha256: String(row.sha256),
})

/** Reads files of an archive by their places. */
async function readerOf(context: Context, origins: readonly Origin[], origin: number): Promise<(of: Wanted) => Promise<Buffer>> {
  const archive = origin < 0 ? origins.find(({ isSource }) => isSource) : archivesOf(origins)[origin]
  if (!archive) throw clearedAway()
  const whole = await bytesOf(context, archive)
  const files = archiveFiles(origin < 0 ? await tableIn(whole) : whole)
  return async ({ place, sha256 }) => {
    const file = files[place]
    const content = file && file.size <= FILE_MAX_BYTES ? await unpacked(file) : undefined
    if (!content || createHash('sha256').update(content).digest('hex') !== sha256) throw notChecked()
    return content
  }
}

/** Adds the rows of files, which belong to the import until it is written. */
async function addRows(
  context: Context,
  tx: Transaction,
  jobId: string,
  files: readonly (Wanted & { readonly id: string })[],
): Promise<void> {
  // Always in one order, so that two imports with the same contents do not wait for each other.
  for (const sha256 of [...new Set(files.map((one) => one.sha256))].sort()) await lockContent(tx, sha256)
  for (const { id, name, type, size, sha256 } of files) {
    tx.later({
      text: `insert into file (tenant_id, id, file_name, file_type, file_size, sha256, created_by, updated_by, of_entity, of_id)
        values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
      values: [tx.tenantId, id, name, type, size, sha256, context.actor.userId, importJob.name, jobId],
    })
    record(context, tx, { entity: 'file', entityId: id, verb: 'add', version: 1 })
  }
}

/**
 * Stores the pictures and documents that an import adds to its records. They belong to the import until its transaction hands them over; after a break the
 * work goes on with those that are not stored yet. Holds one archive and a few files at a time.
 */
export async function keepFiles(context: Context, jobId: string, signal: AbortSignal, say: (share: number) => void): Promise<void> {
  const { tools, actor } = context
  const [found] = await readAs(tools.pool, actor.tenantId, [
    {
      text: `select seq, origin, place, file_name, file_type, size, sha256 from import_file
        where tenant_id = $1 and job_id = $2 and outcome = 'offered' and file_id is null order by origin, seq`,
      values: [actor.tenantId, jobId],
    },
  ])
  const wanted = found!.rows.map(wantedOf)
  const origins = wanted.length > 0 ? await originsOf(context, jobId) : []
  let done = 0
  for (const origin of new Set(wanted.map((one) => one.origin))) {
    const contentOf = await readerOf(context, origins, origin)
    const files = wanted.filter((one) => one.origin === origin)
    for (let at = 0; at < files.length; at += perTransaction) {
      signal.throwIfAborted()
      const some = files.slice(at, at + perTransaction).map((one) => ({ ...one, id: uuid() }))
      await writeAs(tools.pool, actor.tenantId, (tx) => addRows(context, tx, jobId, some))
      for (const one of some) await storeContent(tools.contents, actor.tenantId, one.sha256, await contentOf(one))
      // Named only now: a file that is named has its content.
      await writeAs(tools.pool, actor.tenantId, async (tx) =>
        tx.later({
          text: `update import_file i set file_id = v.id from jsonb_to_recordset($3::jsonb) v(seq int, id uuid)
            where i.tenant_id = $1 and i.job_id = $2 and i.seq = v.seq and i.file_id is null`,
          values: [tx.tenantId, jobId, JSON.stringify(some.map(({ seq, id }) => ({ seq, id })))],
        }),
      )
      done += some.length
      say(done / wanted.length)
    }
  }
}
