import { auditDisposal, decideDisposal } from '#contract/calls/disposal.ts'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalFlow } from '#contract/entities/disposal/disposal-flow.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { lockRows } from '#server/kit/lock.ts'
import { idOf, read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/step.ts'

/** Takes one of two steps under one address; the negative one needs an opinion. */
function either(of: typeof decideDisposal | typeof auditDisposal, steps: Readonly<Record<string, keyof typeof disposalFlow.steps>>, no: string) {
  return async (context: Context, tx: Transaction) => {
    const { type, content } = read(of.input, context.input) as { type: string; content?: string | null }
    if (type === no && !content) throw refusalOf([{ field: 'content', label: of.input.content, rule: 'required' }])
    const [row] = await lockRows(deviceDisposal, context, tx, [idOf(context)])
    return apply(disposalFlow, steps[type]!, context, tx, row!, content ? { opinion: content } : {})
  }
}

export const disposalAnswers: readonly Answer[] = [
  answer(decideDisposal, { write: either(decideDisposal, { yes: 'decideYes', no: 'decideNo' }, 'no') }),
  answer(auditDisposal, { write: either(auditDisposal, { approve: 'agree', reject: 'refuse' }, 'reject') }),
]
