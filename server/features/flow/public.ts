import type { Approval } from '#contract/kit/approval.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { openCourse } from './course.ts'
import { endOpen } from './end.ts'
import { act, addRecord } from './write.ts'

/** Ends the running approval of a document that no longer asks for it, without a step of the document; nothing where none runs. */
export async function endApproval(context: Context, tx: Transaction, approval: Approval, documentId: unknown): Promise<void> {
  const { rows } = await tx.run({
    text: `select id from flow_instance where tenant_id = $1 and approval_kind = $2 and document_id = $3 and instance_status = 'running'`,
    values: [tx.tenantId, approval.kind, documentId],
  })
  if (!rows[0]) return
  const course = await openCourse(context, tx, String(rows[0].id))
  endOpen(course)
  addRecord(course, { act: 'cancel' })
  await act(course, 'cancel', {}, { ended_at: new Date().toISOString() })
}
