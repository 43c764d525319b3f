import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about repairs. */
export const repairNotices = {
  kinds: {
    repair_reported: { zh: '新报修', en: 'New repair report', tone: 'bad' },
    repair_stop_asked: { zh: '申请停用，待您确认', en: 'Out of service requested. Please confirm', tone: 'bad', waits: true },
    repair_accepted: { zh: '报修已受理', en: 'Your report was acknowledged', tone: 'busy' },
    repair_assigned: { zh: '派给您的维修', en: 'A repair was assigned to you', tone: 'warn', waits: true },
    repair_team: { zh: '派给您班组的维修', en: 'A repair was assigned to your team', tone: 'warn', waits: true },
    repair_waiting: { zh: '维修等待配件', en: 'Repair is waiting for parts', tone: 'warn' },
    repair_finished: { zh: '维修完工，请验收', en: 'Repair finished: please sign off', tone: 'good', waits: true },
    repair_returned: { zh: '维修被退回', en: 'The repair was sent back', tone: 'bad', waits: true },
    repair_done: { zh: '维修已验收', en: 'Repair signed off', tone: 'good' },
    repair_scrapped: { zh: '维修转报废', en: 'Repair changed to disposal', tone: 'warn' },
    repair_cancelled: { zh: '报修已取消', en: 'The report was cancelled', tone: 'plain' },
    repair_merged: { zh: '报修已合并到其他工单', en: 'Your report was merged into another order', tone: 'plain' },
    repair_supplemented: { zh: '报修有补充说明', en: 'Details were added to a repair', tone: 'busy' },
    repair_alarm: { zh: '维修中的设备有严重告警', en: 'Critical alarm on a device under repair', tone: 'bad', waits: true },
    repair_reminded: { zh: '催单', en: 'Repair reminder', tone: 'bad', waits: true },
  },
  targets: { repairOrder: { zh: '维修工单', en: 'Repair order' } },
} as const satisfies NoticeFacts
