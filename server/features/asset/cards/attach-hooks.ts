import { type AttachKind, attachKinds, photoKinds } from '#contract/entities/asset/parts/attach-kinds.ts'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { hook } from '#server/kit/hooks.ts'

/** What a document says of its file; refuses a photo that is no picture. */
async function factsOf(tx: Transaction, kind: unknown, files: unknown): Promise<Record<string, unknown>> {
  const [id] = Array.isArray(files) ? (files as string[]) : []
  if (!id) return { file_type: null, file_size: null }
  const { rows } = await tx.run({
    text: 'select file_type, file_size from file where tenant_id = $1 and id = $2',
    values: [tx.tenantId, id],
  })
  const { file_type: type = null, file_size: size = null } = rows[0] ?? {}
  if (type !== null && photoKinds.includes(kind as AttachKind) && !String(type).startsWith('image/')) {
    const { zh, en } = attachKinds[kind as AttachKind]
    throw new Refusal('rule', { zh: `${zh}只能是图片文件`, en: `${en}: choose a picture` })
  }
  return { file_type: type, file_size: size }
}

hook(deviceAttach, {
  beforeAdd: (_, tx, { draft }) => factsOf(tx, draft.attachType ?? deviceAttach.fields.attachType.initial, draft.files),
  async beforeChange(_, tx, { row, draft }) {
    if (draft.files === undefined && draft.attachType === undefined) return undefined
    return factsOf(tx, draft.attachType ?? row.attach_type, draft.files === undefined ? row.files : draft.files)
  },
})
