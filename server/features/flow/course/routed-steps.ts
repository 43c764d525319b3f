import { approvals } from '#contract/entities/flow/approval-kinds.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { sourcesOf } from '#contract/kit/entity/machine.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { idOf, idsOf, read, versionIn } from '#server/kit/refuse.ts'
import { overrideStepRoute, refuseState } from '#server/kit/steps/step.ts'
import { lockRows, refuseStale } from '#server/kit/write/lock.ts'
import { endApproval } from '../public.ts'
import { begin, renewBrief } from './begin.ts'
import { openCourse, renewTasks, runningOf } from './course.ts'
import { decide } from './decide.ts'
import { cancel } from './other-acts.ts'
import { addWriter } from './writers.ts'

/** A step of a document that people ask for on its page answers their open task. A document from before its approval began gets one. */
async function decideRow(
  approval: Approval,
  name: string,
  context: Context,
  tx: Transaction,
  doc: Row,
  opinion: unknown,
): Promise<{ id: string; version: number }> {
  const on = approval.machine
  const declared = on.steps[name]!
  const state = String(doc[snake(on.field)])
  if (!sourcesOf(on, declared).includes(state)) refuseState(on, declared, state)
  const id = (await runningOf(tx, approval, doc.id)) ?? (await begin(context, tx, approval, doc))
  const course = await openCourse(context, tx, id)
  if (name === approval.steps.withdrawn) await cancel(course, { opinion })
  else await decide(course, name === approval.steps.agreed ? 'agree' : 'reject', { opinion })
  return { id: String(doc.id), version: Number((course.doc ?? doc).version) }
}

/** Answers the open tasks of the person for documents that are locked. */
async function decideStep(approval: Approval, name: string, context: Context, tx: Transaction): Promise<unknown> {
  const of = entityNamed(approval.entity)
  const declared = approval.machine.steps[name]!
  const many = declared.many === true && context.input.ids !== undefined
  const input = read(declared.input, context.input, { beside: ['id', 'ids', 'version'] })
  const rows = await lockRows(of, context, tx, many ? idsOf(context) : [idOf(context)])
  const version = versionIn(context.input)
  const done: { id: string; version: number }[] = []
  for (const row of rows) {
    if (!many) await refuseStale(of, context, tx, row, version)
    done.push(await decideRow(approval, name, context, tx, row, input.opinion))
  }
  return many ? done : done[0]
}

/** Changing a document makes those read it again who decide about it; removing it ends its approval. */
const followDocument = (approval: Approval): void =>
  hook(
    entityNamed(approval.entity),
    {
      async afterSave(context, tx, { id, isNew }) {
        if (isNew) return
        renewTasks(tx, approval, id)
        await renewBrief(context, tx, approval, id)
        addWriter(context, tx, approval, id)
      },
      async beforeRemove(context, tx, { rows }) {
        for (const doc of rows) await endApproval(context, tx, approval, doc.id)
      },
    },
    91,
  )

for (const approval of approvals.values()) {
  const { agreed, refused, withdrawn } = approval.steps
  for (const name of [agreed, refused, ...(withdrawn ? [withdrawn] : [])])
    if (!approval.machine.steps[name]!.inner)
      overrideStepRoute(approval.machine, name, (context, tx) => decideStep(approval, name, context, tx))
  followDocument(approval)
}
