import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { openDisposalStates } from '#contract/entities/disposal/disposal-states.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { demoDisposals } from './demo-disposals.ts'
import { disposalAnswers } from './disposal-answers.ts'
import { openDisposals } from './open-disposals.ts'
import './disposal-config.ts'
import './disposal-facts.ts'
import './disposal-hooks.ts'
import './disposal-steps.ts'

export const disposalServer: ServerModule = {
  name: 'disposal',
  answers: disposalAnswers,
  demoHistory: demoDisposals,
  openWork: [openDisposals],
  deptHoldings: [
    { of: deviceDisposal, field: 'useDept', keeps: { open: `p.disposal_status = any(array['${openDisposalStates.join("','")}'])` } },
  ],
}
