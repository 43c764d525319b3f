import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalHandOver } from '#contract/entities/disposal/disposal-rules.ts'
import { openDisposalStates } from '#contract/entities/disposal/disposal-states.ts'
import { ownWork } from '#server/kit/steps/open-work.ts'

/** The disposals that a person declared and that are not closed. */
export const openDisposals = ownWork({
  of: deviceDisposal,
  rule: disposalHandOver,
  as: 'disposals',
  person: 'applicant',
  state: 'disposalStatus',
  open: ['rejected', ...openDisposalStates, 'executed'],
  title: `concat_ws(' ', o.disposal_no, o.apply_title)`,
})
