import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about life-saving devices of a shift. */
export const ambulanceNotices = {
  kinds: {
    ambulance_loss: { zh: '急救检查有缺失', en: 'Items missing in an emergency check', tone: 'bad' },
    ambulance_expiring: { zh: '急救物品即将到期', en: 'Emergency items expire soon', tone: 'bad' },
  },
  targets: { ambulanceCheck: { zh: '急救检查', en: 'Emergency check' } },
} as const satisfies NoticeFacts
