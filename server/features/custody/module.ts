import { openApplyStates } from '#contract/entities/custody/apply-states.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { eventTypeConfig } from '#contract/entities/custody/event-type-config.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { tellAuthorisations } from './authorisation-job.ts'
import { custodyAnswers } from './custody-answers.ts'
import { custodyOnAnswer } from './custody-on.ts'
import { demoLoans } from './demo-loans.ts'
import { courseAnswer } from './event-course.ts'
import { heldLoans, openApplies } from './open-applies.ts'
import { remindOverdue } from './overdue.ts'
import { setAnswers } from './set-answers.ts'
import './apply-facts.ts'
import './apply-kind.ts'
import './apply-lines.ts'
import './apply-steps.ts'
import './apply-title.ts'
import './event-hooks.ts'
import './use-steps.ts'

/** States in which a device is on its way or lent. */
const goingOn = ['reserved', 'handed', 'received', 'returning']

const quoted = (states: readonly string[]): string => `p.status = any(array['${states.join("','")}'])`

export const custodyServer: ServerModule = {
  name: 'custody',
  answers: [...custodyAnswers, courseAnswer, custodyOnAnswer, ...setAnswers],
  demoHistory: demoLoans,
  // Handed over in the opposite order: an application is locked before its uses.
  openWork: [heldLoans, openApplies],
  jobs: [
    tellAuthorisations,
    {
      name: 'remindOverdue',
      zh: '提醒逾期未还的设备',
      en: 'Overdue device reminders',
      cron: '0 8 * * *',
      run: ({ pool, now }) => remindOverdue(pool, now),
    },
  ],
  deptHoldings: [
    { of: deviceApply, field: 'dept', keeps: { open: quoted(openApplyStates) } },
    { of: deviceApply, field: 'useDept', where: () => quoted(['draft', 'rejected', ...openApplyStates]) },
    { of: eventTypeConfig, field: 'dept' },
    ...(['fromDept', 'toDept', 'atDept'] as const).map((field) => ({
      of: deviceUse,
      field,
      where: () => quoted(goingOn),
      keeps: { open: `p.event_type = 'borrow' and ${quoted(goingOn)} or ${quoted(['reserved', 'handed'])}` },
    })),
  ],
}
