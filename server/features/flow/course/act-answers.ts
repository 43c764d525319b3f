import * as calls from '#contract/calls/flow/flow.ts'
import { flowBinding, flowSwitching } from '#contract/entities/flow/flow-binding.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows, refuseStale } from '#server/kit/write/lock.ts'
import { ourDecision } from '../people/work-of-others.ts'
import { type Course, openCourse } from './course.ts'
import { decide } from './decide.ts'
import * as acts from './other-acts.ts'

interface Given {
  readonly id: string
  readonly version?: number | null
  readonly taskId?: string | null
  readonly revision?: number | null
  readonly opinion?: string | null
  readonly images?: string[] | null
  readonly toUserId: string
  readonly toNode?: string | null
  readonly type: 'agree' | 'reject'
  readonly place: 'before' | 'after'
  readonly users: string[]
}

const saved = (course: Course) => ({ id: String(course.row.id), version: Number(course.row.version) })

/** Opens the approval that an input names and does something with it, in one transaction. */
const acting =
  (input: FieldMap, run: (course: Course, given: Given) => Promise<void>) =>
  async (context: Context, tx: Transaction): Promise<{ id: string; version: number }> => {
    const given = read(input, context.input) as unknown as Given
    if (!isId(given.id)) throw refusalOf([{ field: 'id', label: flowInstance, rule: 'not_id' }])
    const course = await openCourse(context, tx, given.id)
    await run(course, given)
    return saved(course)
  }

async function claimTask(context: Context, tx: Transaction) {
  const { taskId } = read(calls.claimTask.input, context.input) as { taskId: string }
  if (!isId(taskId)) throw refusalOf([{ field: 'taskId', label: calls.claimTask.input.taskId, rule: 'not_id' }])
  const { rows } = await tx.run({
    text: 'select instance_id from flow_task where tenant_id = $1 and id = $2',
    values: [tx.tenantId, taskId],
  })
  if (!rows[0]) throw new Refusal('not_found', { what: calls.claimTask.input.taskId })
  const course = await openCourse(context, tx, String(rows[0].instance_id))
  await acts.claim(course, taskId)
  return saved(course)
}

/** Starts a stopped rule and stops a started one. */
async function startAndStop(context: Context, tx: Transaction) {
  const { id, version } = read(calls.flowStartAndStop.input, context.input) as { id: string; version?: number }
  if (!isId(id)) throw refusalOf([{ field: 'id', label: flowBinding, rule: 'not_id' }])
  const [row] = await lockRows(flowBinding, context, tx, [id])
  await refuseStale(flowBinding, context, tx, row!, version)
  return apply(flowSwitching, row!.flow_status === 'started' ? 'stop' : 'start', context, tx, row!)
}

const said = ({ opinion, images }: Given) => ({ opinion, images: images?.length ? images : undefined })

const deciding = acting(calls.audit.input, async (course, given) => {
  if (given.type === 'reject' && !given.opinion) throw refusalOf([{ field: 'opinion', label: calls.audit.input.opinion, rule: 'required' }])
  await decide(course, given.type, said(given), given)
})

export const actAnswers: readonly Answer[] = [
  answer(calls.audit, { write: (context, tx) => deciding({ ...context, input: ourDecision(context.input, context) }, tx) }),
  answer(calls.cancelFlow, { write: acting(calls.cancelFlow.input, (course, given) => acts.cancel(course, said(given))) }),
  answer(calls.passOn, {
    write: acting(calls.passOn.input, (course, given) => acts.passOn(course, given.toUserId, said(given), given)),
  }),
  answer(calls.addSigner, {
    write: acting(calls.addSigner.input, (course, given) =>
      acts.addSigner(course, given.toUserId, given.place, said(given), given.version),
    ),
  }),
  answer(calls.takeBack, { write: acting(calls.takeBack.input, (course) => acts.takeBack(course)) }),
  answer(calls.urge, { write: acting(calls.urge.input, (course, given) => acts.urge(course, said(given))) }),
  answer(calls.copyTo, { write: acting(calls.copyTo.input, (course, given) => acts.copyTo(course, given.users)) }),
  answer(calls.switchOffline, {
    write: acting(calls.switchOffline.input, async (course, given) => {
      if (!given.images?.length) throw refusalOf([{ field: 'images', label: calls.switchOffline.input.images, rule: 'required' }])
      await acts.switchOffline(course, said(given), given.version)
    }),
  }),
  answer(calls.claimTask, { write: claimTask }),
  answer(calls.flowStartAndStop, { write: startAndStop }),
]
