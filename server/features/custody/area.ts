import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { openApplyStates } from '#contract/entities/custody/apply-states.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { custodyAnswers } from './custody-answers.ts'
import { remindOverdue } from './overdue.ts'
import './apply-lines.ts'
import './apply-steps.ts'
import './use-steps.ts'

const quoted = (states: readonly string[]): string => `p.status = any(array['${states.join("','")}'])`

export const custodyServer: ServerArea = {
  name: 'custody',
  answers: custodyAnswers,
  jobs: [
    {
      name: 'remindOverdue',
      zh: '提醒逾期未还的设备',
      en: 'Remind of overdue devices',
      cron: '0 8 * * *',
      run: ({ pool }) => remindOverdue(pool),
    },
  ],
  deptHoldings: [{ of: deviceApply, field: 'dept', keeps: { open: quoted(openApplyStates) } }],
}
