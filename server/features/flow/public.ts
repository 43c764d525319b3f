import type { Approval } from '#contract/kit/entity/approval.ts'
import type { Transaction } from '#server/db/pool.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { openCourse, ruleOf, runningOf } from './course/course.ts'
import { endOpen } from './course/end.ts'
import { act, addRecord } from './course/write.ts'

/** Ends the running approval of a document that no longer asks for it, without a step of the document; nothing where none runs. */
export async function endApproval(context: Context, tx: Transaction, approval: Approval, documentId: unknown): Promise<void> {
  const id = await runningOf(tx, approval, documentId)
  if (!id) return
  // A process that ends the document also ends its approval, which its own rule may not reach.
  const course = await openCourse(context.rule ? asSystem(context, ruleOf(approval)) : context, tx, id)
  endOpen(course)
  addRecord(course, { act: 'cancel' })
  await act(course, 'cancel', {}, { ended_at: new Date().toISOString() })
}
