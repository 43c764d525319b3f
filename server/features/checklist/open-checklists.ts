import { checklistHandOver } from '#contract/entities/checklist/checklist-rules.ts'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { refuseUnable } from '#server/features/identity/public.ts'
import { type OpenWork, ownWork } from '#server/kit/steps/open-work.ts'
import { assigneeRight } from './assignee.ts'

const own = ownWork({
  of: checklistTask,
  rule: checklistHandOver,
  as: 'checklists',
  person: 'assignee',
  state: 'taskStatus',
  open: ['todo', 'filling'],
  about: 'device',
})

/** The checklists that a person has still to fill. */
export const openChecklistWork: OpenWork = {
  ...own,
  async handOver(given) {
    const count = await own.handOver(given)
    if (count > 0)
      await refuseUnable(assigneeRight, given.tx, given.to.id, {
        zh: '待交接的有检查表，接手人的角色不能查看检查表',
        en: 'Checklists are to be handed over, but the colleague’s role cannot see them',
      })
    return count
  },
}
