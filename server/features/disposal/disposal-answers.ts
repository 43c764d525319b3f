import { auditDisposal, decideDisposal, type ScrapCall, scrapCalls } from '#contract/calls/disposal/disposal.ts'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalFlow } from '#contract/entities/disposal/disposal-flow.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { answerOfLine } from '#server/kit/lines/line-answers.ts'
import { idOf, read, refusalOf } from '#server/kit/refuse.ts'
import { apply, runStep } from '#server/kit/steps/step.ts'
import { lockRows, refuseStale } from '#server/kit/write/lock.ts'
import type { Saved } from '#server/kit/write/save.ts'
import { signaturesAnswer } from './signatures.ts'

/** The answer and the opinion of a decision; the negative one needs an opinion. */
function said(
  of: typeof decideDisposal | typeof auditDisposal,
  no: string,
  context: Context,
): { isYes: boolean; opinion: object; version: unknown } {
  const { type, content, version } = read(of.input, context.input) as { type: string; content?: string | null; version?: number | null }
  if (type === no && !content) throw refusalOf([{ field: 'content', label: of.input.content, rule: 'required' }])
  return { isYes: type !== no, opinion: content ? { opinion: content } : {}, version }
}

async function decide(context: Context, tx: Transaction): Promise<Saved> {
  const { isYes, opinion, version } = said(decideDisposal, 'no', context)
  const [row] = await lockRows(deviceDisposal, context, tx, [idOf(context)])
  const { chosen } = read(decideDisposal.input, context.input)
  await refuseStale(deviceDisposal, context, tx, row!, version)
  return apply(disposalFlow, isYes ? 'decideYes' : 'decideNo', context, tx, row!, { ...opinion, ...(isYes && chosen ? { chosen } : {}) })
}

/** The two steps of the approval under one address; what decides about the steps decides here too. */
async function audit(context: Context, tx: Transaction): Promise<Saved> {
  const { isYes, opinion, version } = said(auditDisposal, 'reject', context)
  const input = { id: idOf(context), version, ...opinion }
  return (await runStep(disposalFlow, isYes ? 'agree' : 'refuse', { ...context, input }, tx)) as Saved
}

/** A call on single devices of a disposal, which its event type names by `applyId`. */
function scrapAnswer({ of, line }: ScrapCall): Answer {
  const write = answerOfLine(line)
  return {
    of,
    async write(context, tx) {
      const { applyId, ...input } = context.input
      return write({ ...context, input: applyId === undefined ? input : { ...input, disposalId: applyId } }, tx)
    },
  }
}

export const disposalAnswers: readonly Answer[] = [
  answer(decideDisposal, { write: decide }),
  answer(auditDisposal, { write: audit }),
  signaturesAnswer,
  ...scrapCalls.map(scrapAnswer),
]
