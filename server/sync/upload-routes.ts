import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import { fileUpload } from '#contract/calls/tooling/upload.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import type { Transaction } from '#server/db/pool.ts'
import { contextOf, type Mounting, refuseForbidden, refuseViewer, runWrite } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { type Presented, refuseCrossSite, whoOf } from '#server/http/who.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'
import type { ContentStore } from '#server/kit/files/content-store.ts'
import { safeFileName } from '#server/kit/files/download.ts'
import { refusedKind, typeOf } from '#server/kit/files/file-kind.ts'
import { dropRow, lockContent, storeContent } from '#server/kit/files/kept-content.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { refuseHoarder } from './blobs.ts'
import type { InSlot } from './work-slots.ts'

/** Bytes of a form around its file. */
const aroundBytes = 64 * 1024

interface Given {
  readonly name: string
  readonly bytes: Buffer
}

/** The file of a form, named as its sender says or by `fileName`. Refuses a body that is no form or holds none. */
async function fileIn(request: FastifyRequest): Promise<Given> {
  const missing = refusalOf([{ field: 'file', label: fileUpload.input.file, rule: 'required' }])
  if (!Buffer.isBuffer(request.body)) throw missing
  const headers = { 'content-type': String(request.headers['content-type']) }
  const form = await new Response(new Uint8Array(request.body), { headers }).formData().catch(() => {
    throw new Refusal('bad_request')
  })
  const [file, said] = [form.get('file'), form.get('fileName')]
  if (!(file instanceof File)) throw missing
  if (file.size > FILE_MAX_BYTES) throw new Refusal('too_large')
  const given = (typeof said === 'string' && said.trim()) || file.name.split(/[\\/]/).at(-1) || ''
  const name = safeFileName(given).trim() || 'file'
  read({ file: fileUpload.input.file }, { file: name })
  return { name, bytes: Buffer.from(await file.arrayBuffer()) }
}

/** Adds the row of a file whose content is stored afterwards. */
async function addRow(context: Context, tx: Transaction, { name, bytes }: Given, sha256: string): Promise<AnswerOf<typeof fileUpload>> {
  const type = typeOf(bytes)
  if (!type) throw new Refusal('rule', refusedKind(bytes))
  const id = v7()
  await refuseHoarder(context.actor, tx, { fileId: id, bytes })
  tx.later({ text: `set local lock_timeout = '3s'` })
  await lockContent(tx, sha256)
  tx.later({
    text: 'insert into file (tenant_id, id, file_name, file_type, file_size, sha256, created_by, updated_by) values ($1, $2, $3, $4, $5, $6, $7, $7)',
    values: [tx.tenantId, id, name, type, bytes.length, sha256, context.actor.userId],
  })
  record(context, tx, { entity: 'file', entityId: id, verb: 'add', version: 1 })
  return { id, attachId: id, link: `/api/file/${id}`, domain: '', name, originalName: name, size: bytes.length }
}

/** Takes a whole file. The slots of phones are for connections: none is held while the store of files is asked. */
async function answerUpload(
  { mounting, contents, inSlot }: { mounting: Mounting; contents: ContentStore; inSlot: InSlot },
  request: FastifyRequest,
  by: Presented,
): Promise<unknown> {
  const given = await fileIn(request)
  const sha256 = createHash('sha256').update(given.bytes).digest('hex')
  const context = (actor: Actor): Context => contextOf(mounting, request, actor, {})
  const write = async (of: Context, tx: Transaction) => {
    refuseViewer(of.actor, fileUpload)
    return addRow(of, tx, given, sha256)
  }
  const route = { ...fileUpload, answers: fileUpload.answers.kind, urls: [], write }
  const added = (await inSlot(() => runWrite(mounting, route, request, by, context))).result as AnswerOf<typeof fileUpload>
  try {
    await storeContent(contents, by.tenantId, sha256, given.bytes)
  } catch (error) {
    await dropRow(mounting.tools.pool, by.tenantId, added.id)
    throw error
  }
  return added
}

/** Whole files as forms, as front ends of the given calls send them. */
export function uploadRoutes(app: FastifyInstance, mounting: Mounting, contents: ContentStore, inSlot: InSlot): void {
  // The reader of forms is known to these calls alone.
  app.register((own, _, done) => {
    // A whole file is not taken in before it is known who brings it.
    own.addHook('onRequest', async (request) => {
      const by = whoOf(request)
      refuseCrossSite(request, by, mounting.publicUrl)
      refuseForbidden(await mounting.sessions.load(by), fileUpload)
    })
    own.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, took) => took(null, body))
    for (const path of pathsOf(fileUpload))
      own.post(`/api${path}`, { bodyLimit: FILE_MAX_BYTES + aroundBytes }, async (request, reply) => {
        const answer = await answerUpload({ mounting, contents, inSlot }, request, whoOf(request))
        return sendAnswer(request, reply, fileUpload.answers.kind, answer)
      })
    done()
  })
}
