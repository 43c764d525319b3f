import { openBorrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import { poolDevice } from '#contract/entities/pool/pool-device.ts'
import { poolMinimum } from '#contract/entities/pool/pool-minimum.ts'
import { poolWaiting } from '#contract/entities/pool/pool-waiting.ts'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { availabilityAnswers } from './availability-answers.ts'
import { demoPool } from './demo-pool.ts'
import { openBorrowings, openWaitings } from './open-borrowings.ts'
import { tellOverdue } from './overdue-job.ts'
import { tagAnswers } from './tag-answers.ts'
import './borrowing-hooks.ts'
import './borrowing-steps.ts'
import './pool-hooks.ts'

const open = `p.borrowing_status = any(array['${openBorrowingStates.join("','")}'])`

export const poolServer: ServerModule = {
  name: 'pool',
  answers: [...tagAnswers, ...availabilityAnswers],
  jobs: [tellOverdue],
  demoHistory: demoPool,
  openWork: [openBorrowings, openWaitings],
  deptHoldings: [
    { of: poolDevice, field: 'lendDept' },
    // A rule for the same class stays with the other department where it has one.
    {
      of: poolMinimum,
      field: 'dept',
      where: (to) =>
        `not exists (select 1 from pool_minimum o where o.tenant_id = p.tenant_id and o.dept_id = ${to} and o.device_class_id = p.device_class_id and not o.is_deleted)`,
    },
    { of: sharedBorrowing, field: 'borrowDept', keeps: { open } },
    { of: sharedBorrowing, field: 'lendDept', keeps: { open } },
    { of: poolWaiting, field: 'borrowDept', keeps: { open: "p.waiting_status in ('waiting', 'noticed')" } },
  ],
}
