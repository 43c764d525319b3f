import { device } from '#contract/entities/asset/device/device.ts'
import { deviceDraft, draftFactNames, draftRegistering } from '#contract/entities/asset/drafts/device-draft.ts'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { isEmpty } from '#contract/kit/fields/same.ts'
import type { Context } from '#server/kit/context.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { submit } from '#server/kit/write/save.ts'

/** What the card says: the facts of the draft that the hospital shows, where it stands and whose it is. */
function cardOf({ row, context }: StepGiven): Record<string, unknown> {
  const shown = context.actor.settings.view(device).fields
  const facts = draftFactNames.flatMap((name): [string, unknown][] => {
    const value = row[snake(name)]
    return name in shown && !isEmpty(value) ? [[name, value]] : []
  })
  const where = {
    ...('location' in shown && row.location_id ? { locationId: row.location_id } : {}),
    ...('useDept' in shown && row.use_dept_id ? { useDeptId: row.use_dept_id } : {}),
    ...('remark' in shown && row.remark ? { remark: row.remark } : {}),
  }
  return { ...Object.fromEntries(facts), ...where }
}

/** The photos of a draft, from here on files of the person that no record has: the documents of the card attach them. */
async function freePhotos({ context, tx, row }: StepGiven): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.run({
    text: `update file set of_entity = null, of_id = null, created_by = $4 where tenant_id = $1 and of_entity = $2 and of_id = $3 returning id, file_name`,
    values: [tx.tenantId, deviceDraft.name, row.id, context.actor.userId],
  })
  const free = new Map(rows.map(({ id, file_name }) => [String(id), String(file_name)]))
  return ((row.photos as string[] | null) ?? []).flatMap((id) => (free.has(id) ? [{ id, name: free.get(id) as string }] : []))
}

step(draftRegistering, 'register', async (given) => {
  const { context, tx } = given
  const { op: _, ...plain } = context
  const saying = (input: Record<string, unknown>): Context => ({ ...plain, input })
  const card = await submit(context.actor.settings.view(device), saying(cardOf(given)), tx)
  const papers = context.actor.settings.view(deviceAttach)
  for (const { id, name } of await freePhotos(given))
    await submit(papers, saying({ deviceId: card.id, attachType: 'nameplate', attachName: name, files: [id] }), tx)
  return { card_id: card.id, photos: null }
})
