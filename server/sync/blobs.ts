import { createHash } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import { fingerprint } from '#contract/sync/sync.ts'
import { FILE_KIND, type FileFacts, type PartAnswer } from '#contract/sync/sync-blobs.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'
import { refusedKind, typeOf } from '#server/kit/files/file-kind.ts'
import { waitingDays } from '#server/kit/files/files.ts'
import { lockContent } from '#server/kit/files/kept-content.ts'
import { record } from '#server/kit/steps/event.ts'

/** One part of a file as it arrived, its facts checked. */
export interface GivenPart {
  readonly fileId: string
  readonly opId: string
  readonly facts: FileFacts
  /** From 1. */
  readonly part: number
  readonly parts: number
  readonly bytes: Buffer
}

/** The most files of a person without a record; more are accepted once their records arrive or others are cleaned up. */
export const mostWaiting = { files: 500, bytes: 512 * 1024 * 1024 }

/** The parts together are not the file that was announced, or one that is kept: they are dropped, and the person is told. */
export class SpoiltFile extends Refusal {}

const all = (parts: number): number[] => Array.from({ length: parts }, (_, index) => index + 1)

/** What of a file is there: its row, and the parts that have come. */
export const stateQueries = (tenantId: string, fileId: string): Query[] => [
  { text: 'select created_by, sha256, file_size from file where tenant_id = $1 and id = $2', values: [tenantId, fileId] },
  {
    text: 'select part, user_id, op_id, sha256, size from file_part where tenant_id = $1 and file_id = $2 order by part',
    values: [tenantId, fileId],
  },
]

export const dropParts = (tenantId: string, fileId: string): Query => ({
  text: 'delete from file_part where tenant_id = $1 and file_id = $2',
  values: [tenantId, fileId],
})

/** Refuses what is another person's, or something else under a known id. */
function refuseOther(actor: Actor, owner: unknown, isSame: boolean): void {
  if (owner !== actor.userId) throw new Refusal('identity_mismatch')
  if (!isSame) throw new Refusal('op_reused')
}

/** Refuses a part when the person has too many or too large files waiting, this one counted; parts of it that have come count once. */
export async function refuseHoarder(actor: Actor, tx: Transaction, { fileId, bytes }: Pick<GivenPart, 'fileId' | 'bytes'>): Promise<void> {
  const { rows } = await tx.run({
    text: `select (select count(distinct file_id) from file_part where tenant_id = $1 and user_id = $2 and file_id <> $3)
        + (select count(*) from file where tenant_id = $1 and created_by = $2 and of_id is null and id <> $3) + 1 as files,
      (select coalesce(sum(octet_length(bytes)), 0) from file_part where tenant_id = $1 and user_id = $2)
        + (select coalesce(sum(file_size), 0) from file where tenant_id = $1 and created_by = $2 and of_id is null and id <> $3) as bytes`,
    values: [tx.tenantId, actor.userId, fileId],
  })
  const waiting = rows[0]!
  if (Number(waiting.files) <= mostWaiting.files && Number(waiting.bytes) + bytes.length <= mostWaiting.bytes) return
  throw new Refusal('files_waiting', {
    files: mostWaiting.files,
    size: `${mostWaiting.bytes / 1024 / 1024} MB`,
    days: waitingDays,
  })
}

const fingerprintOf = async ({ fileId, facts }: GivenPart): Promise<Buffer> =>
  Buffer.from(await fingerprint({ kind: FILE_KIND, target: { type: 'file', id: fileId }, body: facts }), 'hex')

/** Writes down that the operation is done, so that records may depend on it. */
async function settle(tx: Transaction, actor: Actor, given: GivenPart, fp: Buffer): Promise<PartAnswer> {
  const { rows } = await tx.run({
    text: `insert into sync_op (tenant_id, op_id, user_id, kind, fp, status, result)
      values ($1, $2, $3, $4, $5, 200, jsonb_build_object('id', $6::text, 'version', 1, 'xid', pg_current_xact_id()::text))
      on conflict (tenant_id, op_id) do update set result = excluded.result
        where sync_op.user_id = excluded.user_id and sync_op.kind = excluded.kind and sync_op.fp = excluded.fp returning result`,
    values: [tx.tenantId, given.opId, actor.userId, FILE_KIND, fp, given.fileId],
  })
  if (!rows[0]) throw new Refusal('op_reused')
  return { complete: true, parts: all(given.parts), result: rows[0].result as PartAnswer['result'] }
}

/** Puts the parts together; refuses what is not the announced content or of no kept kind. */
async function wholeOf(tx: Transaction, { fileId, facts }: GivenPart): Promise<{ bytes: Buffer; type: string }> {
  const { rows } = await tx.run({
    text: 'select bytes from file_part where tenant_id = $1 and file_id = $2 order by part',
    values: [tx.tenantId, fileId],
  })
  const bytes = Buffer.concat(rows.map((row) => row.bytes as Buffer))
  if (bytes.length !== facts.size || createHash('sha256').update(bytes).digest('hex') !== facts.sha256)
    throw new SpoiltFile('rule', { zh: '文件内容在传输中损坏，请重新上传', en: 'The file was damaged during the upload. Upload it again' })
  const type = typeOf(bytes)
  if (!type) throw new SpoiltFile('rule', refusedKind(bytes))
  return { bytes, type }
}

/** Adds the row of a file whose parts are all there, and answers its content. */
async function addRow(context: Context, tx: Transaction, given: GivenPart, isKnown: boolean): Promise<Buffer> {
  const { fileId, facts } = given
  const { bytes, type } = await wholeOf(tx, given)
  await lockContent(tx, facts.sha256)
  if (isKnown) return bytes
  tx.later({
    text: 'insert into file (tenant_id, id, file_name, file_type, file_size, sha256, created_by, updated_by) values ($1, $2, $3, $4, $5, $6, $7, $7)',
    values: [tx.tenantId, fileId, facts.name, type, facts.size, facts.sha256, context.actor.userId],
  })
  record(context, tx, { entity: 'file', entityId: fileId, verb: 'add', version: 1 })
  return bytes
}

const holdFile = (tx: Transaction, fileId: string): Promise<unknown> => {
  tx.later({ text: `set local lock_timeout = '3s'` })
  return tx.run({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 62))', values: [`${tx.tenantId}/${fileId}`] })
}

/** What a part has brought about: an answer, or a content to be stored before `endFile`. */
export type Taken = { readonly answer: PartAnswer } | { readonly whole: Buffer }

/**
 * Takes one part of a file. With the last one the file is put together and checked, and gets its row; its parts stay until the content is stored and
 * the operation done. Parts may come in any order, twice, and again after the file is whole. `isStored`: whether its row and content were there before the transaction.
 */
export async function takePart(context: Context, tx: Transaction, given: GivenPart, isStored: boolean): Promise<Taken> {
  const { actor } = context
  const { fileId, opId, facts, part, parts, bytes } = given
  const isSame = (row: Row): boolean => row.sha256 === facts.sha256 && Number(row.size ?? row.file_size) === facts.size
  const fp = await fingerprintOf(given)
  await holdFile(tx, fileId)
  const [ops, files, come] = await Promise.all(
    [
      { text: 'select user_id, kind, fp from sync_op where tenant_id = $1 and op_id = $2', values: [tx.tenantId, opId] },
      ...stateQueries(tx.tenantId, fileId),
    ].map((query) => tx.run(query)),
  )
  const [op, file, first] = [ops!.rows[0], files!.rows[0], come!.rows[0]]
  if (op) refuseOther(actor, op.user_id, op.kind === FILE_KIND && (op.fp as Buffer).equals(fp))
  if (file) {
    refuseOther(actor, file.created_by, isSame(file))
    // A backup may have brought back the row without its content: then it is taken once more.
    if (isStored) {
      tx.later(dropParts(tx.tenantId, fileId))
      return { answer: await settle(tx, actor, given, fp) }
    }
  }
  if (first) {
    refuseOther(actor, first.user_id, first.op_id !== opId || isSame(first))
    // A photo that was made smaller starts over.
    if (!isSame(first)) tx.later(dropParts(tx.tenantId, fileId))
  }
  await refuseHoarder(actor, tx, given)
  const { rows } = await tx.run({
    text: `with put as (
        insert into file_part (tenant_id, file_id, part, user_id, op_id, sha256, size, bytes) values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (tenant_id, file_id, part) do update set bytes = excluded.bytes, op_id = excluded.op_id, created_at = now() returning part)
      select part from file_part where tenant_id = $1 and file_id = $2 union select part from put order by part`,
    values: [tx.tenantId, fileId, part, actor.userId, opId, facts.sha256, facts.size, bytes],
  })
  if (rows.length < parts) return { answer: { complete: false, parts: rows.map((row) => Number(row.part)) } }
  return { whole: await addRow(context, tx, given, file !== undefined) }
}

/** Ends the operation of a file whose content is stored. Refuses with `busy` when its row has gone meanwhile: the phone sends it again. */
export async function endFile({ actor }: Context, tx: Transaction, given: GivenPart): Promise<PartAnswer> {
  const { fileId, facts } = given
  await holdFile(tx, fileId)
  const [query] = stateQueries(tx.tenantId, fileId)
  const { rows } = await tx.run(query!)
  if (!rows[0]) throw new Refusal('busy')
  refuseOther(actor, rows[0].created_by, rows[0].sha256 === facts.sha256 && Number(rows[0].file_size) === facts.size)
  tx.later(dropParts(tx.tenantId, fileId))
  return settle(tx, actor, given, await fingerprintOf(given))
}
