import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about maintenance. */
export const maintainNotices = {
  kinds: {
    maintain_due: { zh: '保养即将到期', en: 'Maintenance is due soon', tone: 'warn' },
    maintain_assigned: { zh: '派给您的保养', en: 'Maintenance was assigned to you', tone: 'warn', waits: true },
    maintain_team: { zh: '派给您班组的保养', en: 'Maintenance was assigned to your team', tone: 'warn', waits: true },
    maintain_overdue: { zh: '保养已逾期', en: 'Maintenance is overdue', tone: 'bad', waits: true },
    maintain_finished: { zh: '保养完工，请验收', en: 'Maintenance finished: please sign off', tone: 'good', waits: true },
  },
  targets: { maintainOrder: { zh: '保养工单', en: 'Maintenance order' } },
} as const satisfies NoticeFacts
