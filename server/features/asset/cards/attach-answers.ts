import { addAttachments, removeAttachments } from '#contract/calls/asset/device-attach.ts'
import { type AttachKind, attachKinds, photoKinds } from '#contract/entities/asset/parts/attach-kinds.ts'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idsAlone, read, refusalOf } from '#server/kit/refuse.ts'
import { remove } from '#server/kit/write/remove.ts'
import { submit } from '#server/kit/write/save.ts'

/** A row for each file, named as the file is; a document is never filed as a photo. The plain saving of a document asks for right, scope and owner of the file. */
async function add(context: Context, tx: Transaction) {
  const { deviceId, attachType, files, remark } = read(addAttachments.input, context.input)
  const chosen = [...new Set(files as string[])]
  if (chosen.length === 0) throw refusalOf([{ field: 'files', label: addAttachments.input.files, rule: 'required' }])
  const { rows } = await tx.run({
    text: 'select id, file_name, file_type from file where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, chosen],
  })
  const known = new Map(rows.map((row) => [String(row.id), row]))
  const asked = (attachType ?? deviceAttach.fields.attachType.initial) as AttachKind
  const { op: _, ...plain } = context
  const view = context.actor.settings.view(deviceAttach)
  const ids: string[] = []
  for (const file of chosen) {
    const facts = known.get(file)
    const isPaper = facts !== undefined && !String(facts.file_type).startsWith('image/')
    const kind = isPaper && photoKinds.includes(asked) ? 'other' : asked
    const input = {
      deviceId,
      attachType: kind,
      attachName: facts ? String(facts.file_name) : attachKinds[kind][context.language],
      files: [file],
      ...(remark ? { remark } : {}),
    }
    ids.push((await submit(view, { ...plain, input }, tx)).id)
  }
  return { id: ids[0]!, version: 1, ids }
}

export const attachAnswers: readonly Answer[] = [
  answer(addAttachments, { write: add }),
  answer(removeAttachments, {
    write: (context, tx) => remove(context.actor.settings.view(deviceAttach), context, tx, idsAlone(context)),
  }),
]
