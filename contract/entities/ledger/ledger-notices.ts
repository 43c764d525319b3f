import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about the books of depreciation. */
export const ledgerNotices = {
  kinds: {
    month_to_repeat: {
      zh: '设备核销于已结账的月份，可重新计提',
      en: 'Devices were written off in a closed month. You can rerun it',
      tone: 'warn',
    },
  },
  targets: { depreciationRecord: { zh: '折旧记录', en: 'Monthly depreciation' } },
} as const satisfies NoticeFacts
