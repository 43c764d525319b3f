import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about orders shared with a provider, on both sides. */
export const shareNotices = {
  kinds: {
    share_offered: { zh: '医院共享的新工单', en: 'New order from a hospital', tone: 'warn', waits: true },
    share_accepted: { zh: '服务商已接单', en: 'The provider took the order', tone: 'busy' },
    share_declined: { zh: '服务商谢绝工单', en: 'The provider declined the order', tone: 'bad' },
    share_planned: { zh: '服务方案待确认', en: 'A provider’s plan awaits confirmation', tone: 'warn', waits: true },
    share_confirmed: { zh: '医院已确认方案', en: 'The hospital confirmed the plan', tone: 'good' },
    share_approving: { zh: '医院正在审批方案', en: 'The hospital decides on the plan', tone: 'busy' },
    share_ask_again: { zh: '医院要求重报方案', en: 'The hospital asks for another plan', tone: 'warn' },
    share_finished: { zh: '服务商已完工', en: 'The provider finished the work', tone: 'good' },
    share_rework: { zh: '医院退回返修', en: 'The hospital returned the work', tone: 'bad' },
    share_done: { zh: '医院已验收', en: 'The hospital signed the work off', tone: 'good' },
    share_ended: { zh: '工单共享已终止', en: 'The hospital ended sharing', tone: 'plain' },
    share_reminded: { zh: '医院催单', en: 'Reminder from a hospital', tone: 'bad' },
    share_message: { zh: '共享工单新留言', en: 'New message on a shared order', tone: 'busy' },
    proposal_made: { zh: '服务商建议修改设备卡', en: 'A provider proposes card changes', tone: 'warn', waits: true },
  },
  targets: {
    serviceOrder: { zh: '共享工单', en: 'Shared order' },
    providerOrder: { zh: '服务工单', en: 'Service order' },
    cardProposal: { zh: '设备卡修改建议', en: 'Card change proposal' },
  },
} as const satisfies NoticeFacts
