import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import { apply } from '#server/kit/steps/step.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { type Course, openNodes, ruleOf } from './course.ts'
import { tell } from './tell.ts'
import { act, setNode, setTasks } from './write.ts'

/** Raises a step of the document; its effects belong to this act. A document that was removed has none. */
export async function raise({ approval, context, tx, doc }: Course, name: string, said: { opinion?: unknown } = {}): Promise<void> {
  if (!doc || doc.is_deleted) return
  const takes = approval.machine.steps[name]!.input
  await apply(approval.machine, name, context, tx, doc, 'opinion' in takes && said.opinion ? { opinion: said.opinion } : {})
}

/** Shows on the document where its approval stands. After the step that ends it: most steps write that themselves, in the same statement. */
export async function showNode({ approval, context, tx, doc, row }: Course): Promise<void> {
  const { nodeField } = approval
  if (!nodeField || !doc || doc.is_deleted || doc[snake(nodeField)] === row.current_nodes) return
  const [from, to] = [doc[snake(nodeField)], row.current_nodes]
  const set = { [snake(nodeField)]: to }
  await writeRows(entityNamed(approval.entity), asSystem(context, ruleOf(approval)), tx, { verb: 'change' }, [
    { row: doc, set, changes: { [nodeField]: { from, to } } },
  ])
}

/** Ends what still waits. */
export function endOpen(course: Course): void {
  for (const node of openNodes(course)) setNode(course, node, { node_state: 'ended', ended_at: new Date().toISOString() })
  setTasks(
    course,
    course.tasks.filter(({ task_state }) => task_state === 'open' || task_state === 'waiting'),
    { task_state: 'ended' },
  )
}

/** The last approval was given. `step`: on paper, or by its assignees. */
export async function finish(
  course: Course,
  step: 'finish' | 'switchOffline' = 'finish',
  said: Record<string, unknown> = {},
): Promise<void> {
  endOpen(course)
  await act(course, step, step === 'switchOffline' ? said : {}, {
    ended_at: new Date().toISOString(),
    ...(step === 'switchOffline' ? { is_offline: 1 } : {}),
  })
  await raise(course, course.approval.steps.agreed, said)
  await showNode(course)
  tell(course, 'flow_agreed', [course.row.applicant_id], said.opinion)
}

/** The application is rejected. */
export async function refuse(course: Course, said: Record<string, unknown>): Promise<void> {
  endOpen(course)
  await act(course, 'refuse', {}, { ended_at: new Date().toISOString() })
  await raise(course, course.approval.steps.refused, said)
  await showNode(course)
  tell(course, 'flow_refused', [course.row.applicant_id], said.opinion)
}
