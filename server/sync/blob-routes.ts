import type { FastifyInstance, FastifyRequest } from 'fastify'
import { filePart, fileState } from '#contract/calls/tooling/file.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import { EPOCH_HEADER, TENANT_HEADER, USER_HEADER } from '#contract/sync/sync.ts'
import {
  COMPLETE_HEADER,
  FILE_MAX_BYTES,
  type FileFacts,
  PART_BYTES,
  PARTS_HEADER,
  type PartAnswer,
  partsOf,
} from '#contract/sync/sync-blobs.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Epoch } from '#server/http/epoch.ts'
import { contextOf, type Mounting, refuseForbidden, refuseViewer, runWrite } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { type Presented, refuseCrossSite, whoOf } from '#server/http/who.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'
import type { ContentStore } from '#server/kit/files/content-store.ts'
import { storeContent } from '#server/kit/files/kept-content.ts'
import { read } from '#server/kit/refuse.ts'
import { dropParts, endFile, type GivenPart, SpoiltFile, stateQueries, type Taken, takePart } from './blobs.ts'
import type { InSlot } from './work-slots.ts'

type Request = FastifyRequest<{ Params: { id: string } }>

/** What bringing files works with. */
interface Bringing {
  readonly mounting: Mounting
  readonly contents: ContentStore
  readonly inSlot: InSlot
}

/** Parts belong to the person whose phone or page stored them, even after another person signs in. */
function refuseStranger(request: Request, actor: Actor): void {
  if (request.headers[USER_HEADER] !== actor.userId || request.headers[TENANT_HEADER] !== actor.tenantId)
    throw new Refusal('identity_mismatch')
}

function partOf(request: Request): GivenPart {
  const { id } = request.params
  const opId = request.headers['idempotency-key']
  if (!isId(opId) || !isId(id)) throw new Refusal('key_required')
  const facts = read(filePart.input, { type: '', ...(request.query as Raw), id }) as unknown as FileFacts & { part: number; parts: number }
  const { part, parts, size, sha256, name } = facts
  if (size > FILE_MAX_BYTES) throw new Refusal('too_large')
  const bytes = request.body
  const expected = part < parts ? PART_BYTES : size - (parts - 1) * PART_BYTES
  if (parts !== partsOf(size) || part > parts || !Buffer.isBuffer(bytes) || bytes.length !== expected) throw new Refusal('bad_request')
  const given = { fileId: id.toLowerCase(), opId: opId.toLowerCase(), part, parts, bytes }
  return { ...given, facts: { name, type: facts.type ?? '', size, sha256 } }
}

async function answerState(mounting: Mounting, contents: ContentStore, request: Request): Promise<PartAnswer> {
  const by = whoOf(request)
  const { id } = request.params
  const { mine, parts } = await mounting.sessions.read(by, (actor) => {
    refuseForbidden(actor, fileState)
    refuseStranger(request, actor)
    if (!isId(id)) throw new Refusal('bad_request')
    return {
      queries: stateQueries(actor.tenantId, id),
      answer: ([file, come]) => ({
        mine: file!.rows.find((row) => row.created_by === actor.userId),
        parts: come!.rows.filter((row) => row.user_id === actor.userId),
      }),
    }
  })
  // Parts stay until the operation is done, so a file that still has some is not complete. Without its last one the phone sends that again.
  const complete =
    mine !== undefined && parts.length === 0 && (await contents.has(by.tenantId, String(mine.sha256), Number(mine.file_size)))
  const isWhole = parts.length > 0 && parts.length === partsOf(Number(parts[0]!.size))
  return { complete, parts: (isWhole ? parts.slice(0, -1) : parts).map((row) => Number(row.part)) }
}

/** Whether the row of a file and its content are there. */
async function isStored({ mounting, contents, inSlot }: Bringing, request: Request, by: Presented, fileId: string): Promise<boolean> {
  const row = await inSlot(() =>
    mounting.sessions.read(by, (actor) => {
      refuseForbidden(actor, filePart)
      refuseStranger(request, actor)
      return { queries: stateQueries(actor.tenantId, fileId), answer: ([file]) => file!.rows[0] }
    }),
  )
  return row !== undefined && contents.has(by.tenantId, String(row.sha256), Number(row.file_size))
}

/** Takes a part. The slots of phones are for connections: none is held while the store of files is asked. */
async function answerPart(bringing: Bringing, request: Request): Promise<PartAnswer> {
  const { mounting, contents, inSlot } = bringing
  const by = whoOf(request)
  refuseCrossSite(request, by, mounting.publicUrl)
  const given = partOf(request)
  const context = (actor: Actor): Context => contextOf(mounting, request, actor, {})
  const run = async <T>(work: (of: Context, tx: Transaction) => Promise<T>): Promise<T> => {
    const write = async (of: Context, tx: Transaction): Promise<T> => {
      refuseStranger(request, of.actor)
      refuseViewer(of.actor, filePart)
      return work(of, tx)
    }
    const route = { ...filePart, answers: filePart.answers.kind, urls: [], write }
    return (await inSlot(() => runWrite(mounting, route, request, by, context))).result as T
  }
  try {
    const isThere = await isStored(bringing, request, by, given.fileId)
    const taken = await run<Taken>((of, tx) => takePart(of, tx, given, isThere))
    if ('answer' in taken) return taken.answer
    await storeContent(contents, by.tenantId, given.facts.sha256, taken.whole)
    return await run((of, tx) => endFile(of, tx, given))
  } catch (error) {
    if (error instanceof SpoiltFile)
      await writeAs(mounting.tools.pool, by.tenantId, async (tx) => tx.later(dropParts(by.tenantId, given.fileId)))
    throw error
  }
}

/** The calls that bring files part by part, for phones and the desk alike. */
export function blobRoutes(app: FastifyInstance, mounting: Mounting, contents: ContentStore, epoch: Epoch, inSlot: InSlot): void {
  // The reader of bytes is known to these two calls alone.
  app.register((own, _, done) => {
    own.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, took) => took(null, body))
    for (const path of pathsOf(fileState))
      own.route<{ Params: { id: string } }>({
        method: fileState.method,
        url: `/api${path}`,
        handler: async (request, reply) => {
          const { complete, parts } = await answerState(mounting, contents, request)
          return reply
            .header(PARTS_HEADER, parts.join(','))
            .header(COMPLETE_HEADER, complete ? '1' : '0')
            .send()
        },
      })
    for (const path of pathsOf(filePart))
      own.route<{ Params: { id: string } }>({
        method: filePart.method,
        url: `/api${path}`,
        bodyLimit: PART_BYTES,
        handler: async (request, reply) => {
          const answer = await answerPart({ mounting, contents, inSlot }, request)
          // What phones believe done belongs to the epoch in which it was written.
          reply.header(EPOCH_HEADER, await epoch.reload())
          return sendAnswer(request, reply, filePart.answers.kind, answer)
        },
      })
    done()
  })
}
