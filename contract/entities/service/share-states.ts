/** How far an order is that a hospital shares with a service provider; both sides show the same states. */
export const shareStates = {
  offered: { zh: '待接单', en: 'Awaiting answer', tone: 'warn' },
  accepted: { zh: '待报方案', en: 'Awaiting plan', tone: 'warn' },
  planned: { zh: '方案待确认', en: 'Plan to confirm', tone: 'warn' },
  approving: { zh: '方案审批中', en: 'Plan in approval', tone: 'busy' },
  confirmed: { zh: '待开工', en: 'Ready to start', tone: 'busy' },
  working: { zh: '服务中', en: 'Being serviced', tone: 'busy' },
  finished: { zh: '待验收', en: 'Awaiting sign-off', tone: 'warn' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  declined: { zh: '已谢绝', en: 'Declined', tone: 'plain' },
  ended: { zh: '共享已终止', en: 'Sharing ended', tone: 'plain' },
} as const
export type ShareState = keyof typeof shareStates

/** States in which the provider still has the order. */
export const liveShareStates = ['offered', 'accepted', 'planned', 'approving', 'confirmed', 'working', 'finished'] as const

/** States in which the provider has taken the order. */
export const heldShareStates = liveShareStates.filter((state) => state !== 'offered')

/** States in which the hospital waits for work of the provider, after the order was taken. */
export const takenShareStates = ['accepted', 'planned', 'confirmed', 'working'] as const
