import { checklistItem } from '#contract/entities/checklist/checklist-item.ts'
import { checklistTemplate, templatePublishing } from '#contract/entities/checklist/checklist-template.ts'
import { giveCodes, itemProblems, itemsOf } from '#contract/entities/checklist/items.ts'
import { lineNamed } from '#contract/kit/entity/lines.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { storedLines } from '#server/kit/lines/lines.ts'
import { step } from '#server/kit/steps/step.ts'
import { addVersion } from './versions.ts'

/** The maximum number of problems that a refusal lists. */
const mostSaid = 10

/** Completes the codes of the items; throws one refusal with what is wrong with them. */
function settleItems({ items }: HookLines): void {
  if (!items) return
  giveCodes([...items.after])
  const problems = itemProblems(itemsOf(items.after)).slice(0, mostSaid)
  if (problems.length === 0) return
  throw new Refusal('rule', {
    zh: problems.map(({ zh }) => zh).join('；'),
    en: problems.map(({ en }) => en).join('; '),
  })
}

const written = (lines: HookLines['items']['after'] | undefined): string => JSON.stringify(itemsOf(lines ?? []))

hook(checklistTemplate, {
  async beforeAdd(_context, _tx, { lines }) {
    settleItems(lines)
    return { has_draft: 1 }
  },
  async beforeChange(_context, _tx, { lines: { items }, lines }) {
    settleItems(lines)
    return items && written(items.before) !== written(items.after) ? { has_draft: 1 } : undefined
  },
})

/** Keeps the items of a template as its next version. */
async function publish(context: Context, tx: Transaction, row: Row): Promise<Record<string, unknown>> {
  const items = itemsOf(await storedLines(lineNamed(checklistTemplate, 'items'), checklistItem, tx, String(row.id)))
  if (items.length === 0)
    throw new Refusal('rule', {
      zh: `模板“${row.template_name}”没有检查项目，不能发布`,
      en: `The template “${row.template_name}” has no items and cannot be published`,
    })
  const no = Number(row.version_no ?? 0) + 1
  addVersion(context, tx, row, no, items)
  return { version_no: no, has_draft: 0 }
}

step(templatePublishing, 'publish', ({ context, tx, row }) => publish(context, tx, row))

step(templatePublishing, 'publishMore', async ({ context, tx, row }) => {
  if (row.has_draft !== 1)
    throw new Refusal('rule', {
      zh: `模板“${row.template_name}”没有未发布的修改`,
      en: `The template “${row.template_name}” has no unpublished changes`,
    })
  return publish(context, tx, row)
})
