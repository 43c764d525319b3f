import { flowBinding } from '#contract/entities/flow/flow-binding.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { actAnswers } from './course/act-answers.ts'
import { lateApprovals } from './course/late.ts'
import { definitionAnswers } from './definitions.ts'
import { detailAnswers } from './detail-answers.ts'
import { absenceAnswers, absences } from './people/absence.ts'
import './course/leave.ts'
import { moveAnswers } from './course/move.ts'
import { staffAnswers } from './people/staff.ts'
import { openApprovals, transferAnswers } from './people/transfer.ts'
import { workAnswers } from './people/work-answers.ts'
import './course/begin.ts'
import './own-hooks.ts'
import './course/routed-steps.ts'

export const flowServer: ServerModule = {
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
