import { flowBinding } from '#contract/entities/flow/flow-binding.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { absenceAnswers, absences } from './absence.ts'
import { actAnswers } from './act-answers.ts'
import { definitionAnswers } from './definitions.ts'
import { detailAnswers } from './detail-answers.ts'
import { lateApprovals } from './late.ts'
import './leave.ts'
import { moveAnswers } from './move.ts'
import { staffAnswers } from './staff.ts'
import { openApprovals, transferAnswers } from './transfer.ts'
import { workAnswers } from './work-answers.ts'
import './begin.ts'
import './own-hooks.ts'
import './routed-steps.ts'

export const flowServer: ServerArea = {
  name: 'flow',
  answers: [
    ...actAnswers,
    ...workAnswers,
    ...detailAnswers,
    ...definitionAnswers,
    ...transferAnswers,
    ...moveAnswers,
    ...absenceAnswers,
    ...staffAnswers,
  ],
  deptHoldings: [
    { of: flowInstance, field: 'dept', where: () => `p.instance_status = 'running'` },
    { of: flowBinding, field: 'dept' },
  ],
  openWork: [openApprovals],
  jobs: [lateApprovals, absences],
}
