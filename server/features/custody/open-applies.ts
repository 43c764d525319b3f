import { openApplyStates } from '#contract/entities/custody/apply-states.ts'
import { applyHandOver } from '#contract/entities/custody/custody-rules.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { ownWork } from '#server/kit/steps/open-work.ts'

/** The applications of a person that are not closed. */
export const openApplies = ownWork({
  of: deviceApply,
  rule: applyHandOver,
  as: 'applications',
  person: 'applicant',
  state: 'status',
  open: ['rejected', ...openApplyStates],
  title: `concat_ws(' ', o.apply_no, o.apply_title)`,
})

/** The borrowed devices that a person has received and not given back. */
export const heldLoans = ownWork({
  of: deviceUse,
  rule: applyHandOver,
  as: 'loans',
  person: 'receiver',
  state: 'status',
  open: ['received', 'returning'],
  only: ['event_type', 'borrow'],
  about: 'card',
})
