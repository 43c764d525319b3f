import { checklistTask, filling } from '#contract/entities/checklist/checklist-task.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import type { Transaction } from '#server/db/pool.ts'
import { holderNamed } from '#server/features/identity/public.ts'
import type { Context } from '#server/kit/context.ts'

/** What an assignee needs at least: people of service providers see their checklists and fill in none. */
export const assigneeRight = rightOf(checklistTask, 'list')

/** Refuses an assignee who is not active, may not see checklists, or is outside the person's scope. */
export async function refuseStranger(context: Context, tx: Transaction, id: unknown): Promise<void> {
  await holderNamed(assigneeRight, context, tx, id, { field: 'assigneeId', label: filling.steps.assign.input.assignee })
}
