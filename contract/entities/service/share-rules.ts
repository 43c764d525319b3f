import { processRule } from '../../kit/entity/process-rule.ts'

/** The provider's acts in the tenant of the hospital: its shared order and the repair order behind it, and no other row. */
export const providerActs = processRule({
  name: 'providerActs',
  zh: '服务商办理共享工单',
  en: 'Provider acts on shared orders',
  touches: {
    serviceOrder: ['accept', 'decline', 'plan', 'changePlan', 'start', 'report', 'finish', 'end'],
    repairOrder: ['provide', 'provided', 'change'],
    cardProposal: ['add'],
    orderMessage: ['add'],
  },
})

/** What becomes of a shared order with its repair order, and of the provider's copy with the hospital's row. */
export const shareFollowing = processRule({
  name: 'shareFollowing',
  zh: '共享工单同步',
  en: 'Shared orders follow',
  touches: {
    orderMessage: ['add'],
    serviceOrder: ['add', 'end', 'sign', 'rework'],
    providerOrder: [
      'add',
      'change',
      'confirmPlan',
      'askAgain',
      'seekApproval',
      'approvePlan',
      'rejectPlan',
      'withdrawPlan',
      'end',
      'sign',
      'rework',
    ],
  },
})
