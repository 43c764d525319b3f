import type { FastifyInstance, FastifyReply } from 'fastify'
import { fileContent } from '#contract/calls/tooling/file.ts'
import { file } from '#contract/entities/tooling/file.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { fileTypes } from '#contract/kit/fields/file-types.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import type { ContentStore } from '#server/kit/files/content-store.ts'
import { disposition } from '#server/kit/files/download.ts'
import { isShown, nameForType } from '#server/kit/files/file-kind.ts'
import { fileQuery } from '#server/kit/files/files.ts'
import { copyOf, isCopied, thumbnailOf, wholeContent } from '#server/kit/files/made-pictures.ts'
import { mayNamePlace, withoutMetadata } from '#server/kit/files/plain-picture.ts'
import { read } from '#server/kit/refuse.ts'
import { type Mounting, refuseForbidden } from './mount.ts'
import { whoOf } from './who.ts'

interface Picture {
  readonly bytes: Buffer
  readonly type: string
}

interface Stored {
  readonly file_name: string
  readonly file_type: string
  readonly file_size: number
  readonly sha256: string
}

/** Bytes of pictures that are held at once until their readers have them. */
const mostHeldBytes = 256 * 1024 * 1024
let heldBytes = 0

/** Counts a picture until its answer has ended. Throws a Refusal when too much is held. */
function hold(reply: FastifyReply, size: number): void {
  if (heldBytes + size > mostHeldBytes) throw new Refusal('busy')
  heldBytes += size
  reply.raw.once('close', () => {
    heldBytes -= size
  })
}

/** A picture as others may have it: without the place where it was taken, and as JPEG where browsers cannot show its format; undefined for other files. */
async function pictureOf(contents: ContentStore, tenantId: string, { sha256, file_type }: Stored): Promise<Picture | undefined> {
  if (isCopied(file_type)) {
    const copy = await copyOf(contents, tenantId, sha256)
    if (copy) return { bytes: copy, type: 'image/jpeg' }
  }
  if (!mayNamePlace(file_type)) return undefined
  return { bytes: withoutMetadata(await wholeContent(await contents.read(tenantId, sha256)), file_type), type: file_type }
}

/** The contents of files, and pictures small. Pictures are shown in place, everything else is a download; nothing of it runs. */
export function fileRoute(app: FastifyInstance, mounting: Mounting, contents: ContentStore): void {
  for (const path of pathsOf(fileContent))
    app.get<{ Params: { id: string } }>(`/api${path}`, async (request, reply) => {
      const by = whoOf(request)
      const { id } = request.params
      const { size } = read(fileContent.input, { ...(request.query as Raw), id })
      const isSmall = size === 'thumb'
      const missing = (): Refusal => new Refusal('not_found', { what: file })
      const row = await mounting.sessions.read(by, (actor) => {
        refuseForbidden(actor, { name: fileContent.name, may: fileContent.may })
        if (!isId(id)) throw missing()
        return { queries: [fileQuery(actor, id)], answer: ([rows]) => rows?.rows[0] as Stored | undefined }
      })
      if (!row || !(await contents.has(by.tenantId, row.sha256, row.file_size))) throw missing()
      const small = isSmall ? await thumbnailOf(contents, by.tenantId, row.sha256, row.file_type) : undefined
      if (isSmall && !small) throw missing()
      const isPage = size === 'page' && row.file_type === fileTypes.pdf
      const tag = small ? `"${row.sha256}-thumb"` : `"${row.sha256}-plain"`
      reply
        .header('etag', tag)
        // Revalidated every time: the record may have left the person's scope.
        .header('cache-control', 'private, no-cache')
        // The browser's viewer does not run in a sandbox; it shows what the bytes say is a PDF, and runs nothing of it as a page of ours.
        .header(
          'content-security-policy',
          isPage ? "default-src 'none'; object-src 'self'; frame-ancestors 'self'" : "default-src 'none'; sandbox",
        )
      if (request.headers['if-none-match'] === tag) return reply.code(304).send()
      if (small) return reply.header('content-disposition', 'inline').type('image/webp').send(small)
      if (mayNamePlace(row.file_type)) hold(reply, row.file_size)
      const picture = await pictureOf(contents, by.tenantId, row)
      const type = picture?.type ?? row.file_type
      // A copy may be made of it later.
      if (isCopied(type)) reply.removeHeader('etag')
      const shown = disposition(nameForType(row.file_name, type))
      return reply
        .header('content-disposition', isPage || isShown(type) ? shown.replace(/^attachment/, 'inline') : shown)
        .header('content-length', picture?.bytes.length ?? row.file_size)
        .type(type)
        .send(picture?.bytes ?? (await contents.read(by.tenantId, row.sha256)))
    })
}
