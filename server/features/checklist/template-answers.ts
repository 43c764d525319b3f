import { loadReady, templateBatch } from '#contract/calls/checklist/checklist.ts'
import { checklistTemplate, templatePublishing } from '#contract/entities/checklist/checklist-template.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { lockBatch } from './batch.ts'
import { readyDraft, readyTemplates } from './ready/ready-templates.ts'

async function change(context: Context, tx: Transaction) {
  const { templates, ...given } = read(context.actor.settings.inputs(templateBatch.input), context.input) as {
    templates: { id: string; version: number }[]
    useKind?: string | null
    isInactive?: number | null
  }
  const wanted = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  if (wanted.length === 0) throw refusalOf([{ field: 'useKind', label: templateBatch.input.useKind, rule: 'required' }])
  const rows = await lockBatch(checklistTemplate, context, tx, templates, { field: 'templates', label: templateBatch.input.templates })
  const set = Object.fromEntries(wanted.map(([name, value]) => [snake(name), value]))
  const changed = rows.map((row) => {
    const found = wanted.filter(([name, value]) => (row[snake(name)] ?? 0) !== value)
    return { row, set, changes: Object.fromEntries(found.map(([name, to]) => [name, { from: row[snake(name)] ?? null, to }])) }
  })
  await writeRows(checklistTemplate, context, tx, { verb: 'change' }, changed)
  return rows.map((row) => ({ id: String(row.id), version: Number(row.version) }))
}

/** Adds the ready templates that the hospital never had; one that it renamed or removed does not come back. */
export async function loadReadyTemplates(context: Context, tx: Transaction): Promise<{ made: number }> {
  const { language } = read(context.actor.settings.inputs(loadReady.input), context.input) as { language?: 'zh' | 'en' | null }
  takeNamedLock(tx, `checklist_template ready ${tx.tenantId}`)
  const { rows } = await tx.run({
    text: 'select ready_key from checklist_template where tenant_id = $1 and ready_key is not null',
    values: [tx.tenantId],
  })
  const known = new Set(rows.map((row) => row.ready_key))
  const view = context.actor.settings.view(checklistTemplate)
  const missing = readyTemplates.filter(({ key }) => !known.has(key))
  for (const one of missing) {
    const { id } = await submit(view, { ...context, input: readyDraft(one, language ?? 'zh') }, tx)
    const [row] = await lockRows(checklistTemplate, context, tx, [id])
    await apply(templatePublishing, 'publish', context, tx, row!)
    tx.later({
      text: 'update checklist_template set ready_key = $3 where tenant_id = $1 and id = $2',
      values: [tx.tenantId, id, one.key],
    })
  }
  return { made: missing.length }
}

export const templateAnswers: readonly Answer[] = [
  answer(templateBatch, { write: change }),
  answer(loadReady, { write: loadReadyTemplates }),
]
