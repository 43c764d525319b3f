import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about inventory checks. */
export const checkNotices = {
  kinds: {
    check_started: { zh: '盘点开始', en: 'An inventory check has started', tone: 'busy', waits: true },
    check_submitted: { zh: '科室盘点已提交', en: 'A department was submitted', tone: 'warn' },
    check_anew: { zh: '请重新盘点', en: 'Please count again', tone: 'bad', waits: true },
    check_posted: { zh: '盘点已入账', en: 'A count was posted', tone: 'good' },
    check_moved: { zh: '您保管的设备位置已更新', en: 'A device you keep was moved', tone: 'warn' },
    check_review: { zh: '盘点待复核', en: 'Late count result to review', tone: 'warn', waits: true },
  },
  targets: {
    checkTask: { zh: '盘点任务', en: 'Inventory check' },
    device: { zh: '设备卡', en: 'Device card' },
  },
} as const satisfies NoticeFacts
