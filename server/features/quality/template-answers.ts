import { loadReadyQuality as loading } from '#contract/calls/quality/quality.ts'
import { pointProblem } from '#contract/entities/quality/judge.ts'
import { qualityTemplate } from '#contract/entities/quality/quality-template.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { read } from '#server/kit/refuse.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { readyDraft } from './ready/ready-points.ts'
import { readyTemplates } from './ready/ready-templates.ts'

/** The maximum number of problems that a refusal lists. */
const mostSaid = 10

/** Refuses points that cannot be judged, in one sentence. */
function refusePoints({ points }: HookLines): void {
  const problems = (points?.after ?? []).flatMap((point, at) => {
    const found = pointProblem(point)
    if (!found) return []
    return [{ zh: `第 ${at + 1} 点“${point.quantity}”${found.zh}`, en: `Point ${at + 1}, “${point.quantity}”, ${found.en}` }]
  })
  if (problems.length === 0) return
  const said = problems.slice(0, mostSaid)
  throw new Refusal('rule', { zh: said.map(({ zh }) => zh).join('；'), en: said.map(({ en }) => en).join('; ') })
}

/** Clients from before the cycle had a unit send months under this name. */
function withUnit(input: Raw): Raw {
  if (input.cycleMonths === undefined) return input
  const { cycleMonths, ...rest } = input
  return { controlCycle: cycleMonths, controlCycleUnit: 'month', ...rest }
}

hook(qualityTemplate, {
  given: withUnit,
  async beforeAdd(_context, _tx, { lines }) {
    refusePoints(lines)
    return undefined
  },
  async beforeChange(_context, _tx, { lines }) {
    refusePoints(lines)
    return undefined
  },
})

/** Adds the ready templates that the hospital never had; one that it renamed or removed does not come back. */
export async function loadReadyQuality(context: Context, tx: Transaction) {
  const { language } = read(context.actor.settings.inputs(loading.input), context.input) as { language?: 'zh' | 'en' | null }
  takeNamedLock(tx, `quality_template ready ${tx.tenantId}`)
  const { rows } = await tx.run({
    text: 'select ready_key from quality_template where tenant_id = $1 and ready_key is not null',
    values: [tx.tenantId],
  })
  const known = new Set(rows.map((row) => row.ready_key))
  const view = context.actor.settings.view(qualityTemplate)
  const missing = readyTemplates.filter(({ key }) => !known.has(key))
  for (const one of missing) {
    const { id } = await submit(view, { ...context, input: readyDraft(one, language ?? 'zh') }, tx)
    tx.later({
      text: 'update quality_template set ready_key = $3 where tenant_id = $1 and id = $2',
      values: [tx.tenantId, id, one.key],
    })
  }
  return { made: missing.length }
}

export const templateAnswers: readonly Answer[] = [answer(loading, { write: loadReadyQuality })]
