import { batchEdit, fileByTag, standardise } from '#contract/calls/asset/device-cards.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceFiling } from '#contract/entities/asset/device/device-machines.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type Parsed, parse } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idsOf, read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows, refuseStale } from '#server/kit/write/lock.ts'
import { readTold } from '#server/kit/write/save.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { changeCards } from './change-cards.ts'

/** The fields that one act may write on many cards, as the tenant has them, its own ones too. */
function batchFieldsOf(context: Context) {
  const view = context.actor.settings.view(device)
  return Object.fromEntries(
    Object.entries(view.fields)
      .filter(([name]) => name in batchEdit.input || view.custom.has(name))
      .map(([name, field]) => [name, { ...field, required: false }]),
  )
}

/** Writes the same values on many cards, all or none: `ids` and fields of a batch in the input, by wire name. Answers how many changed. */
export async function editMany(context: Context, tx: Transaction) {
  const { ids, seen, clear } = batchEdit.input
  const { ids: asked, seen: versions, clear: emptied, changeKind, changeReason, ...values } = context.input
  const told = readTold(device, { ...(changeKind ? { changeKind } : {}), ...(changeReason ? { changeReason } : {}) })
  const given = read({ ids, seen, clear }, { ids: asked, seen: versions ?? null, clear: emptied ?? null }) as {
    ids: string[]
    seen?: { id: string; version: number }[] | null
    clear?: string[] | null
  }
  if (given.ids.length === 0) throw refusalOf([{ field: 'ids', label: ids, rule: 'required' }])
  const fields = batchFieldsOf(context)
  const { value, problems } = parse(fields, values, { partial: true })
  if (problems.length + told.problems.length > 0) throw refusalOf([...problems, ...told.problems])
  const draft: Parsed = { ...value }
  for (const name of given.clear ?? []) {
    const field = fields[name]
    if (field) draft[wireName(name, field)] = field.kind === 'flag' ? 0 : null
  }
  if (Object.keys(draft).length === 0) throw refusalOf([{ field: '', label: batchEdit, rule: 'required' }])
  const rows = await lockRows(device, context, tx, given.ids.sort())
  const known = new Map(given.seen?.map(({ id, version }) => [id, version]))
  for (const row of rows) await refuseStale(device, context, tx, row, known.get(String(row.id)))
  const changed = await changeCards(
    context,
    tx,
    { verb: 'change' },
    rows.map((row) => ({ row, draft, told: told.value })),
  )
  await gatherStatistics(tx, changed, [device])
  return { changed }
}

/** Standard names and classes, each card its own. */
async function standardiseMany(context: Context, tx: Transaction) {
  const input = context.actor.settings.inputs(standardise.input)
  const { items } = read(input, context.input) as { items: (Parsed & { id: string; version?: number | null })[] }
  const byId = new Map(items.map((one) => [one.id, one]))
  if (byId.size === 0) throw refusalOf([{ field: 'items', label: standardise.input.items, rule: 'required' }])
  const rows = await lockRows(device, context, tx, idsOf({ ...context, input: { ids: [...byId.keys()] } }))
  const drafts = []
  for (const row of rows) {
    const { id: _, version, ...draft } = byId.get(String(row.id))!
    await refuseStale(device, context, tx, row, version)
    drafts.push({ row, draft })
  }
  return { changed: await changeCards(context, tx, { verb: 'change' }, drafts) }
}

/** Confirms the filing of cards that carry a tag. */
async function confirmTagged(context: Context, tx: Transaction) {
  const rows = await lockRows(device, context, tx, idsOf(context))
  const bare = rows.find((row) => !row.rfid_code)
  if (bare) throw new Refusal('rule', { zh: `“${bare.device_name}”没有绑定 RFID 标签`, en: `“${bare.device_name}” has no RFID tag` })
  const done = []
  for (const row of rows) done.push(await apply(deviceFiling, 'sureEam', context, tx, row))
  return done
}

export const batchAnswers: readonly Answer[] = [
  answer(batchEdit, { write: editMany }),
  answer(standardise, { write: standardiseMany }),
  answer(fileByTag, { write: confirmTagged }),
]
