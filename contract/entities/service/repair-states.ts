export const repairStates = {
  reported: { zh: '待受理', en: 'Reported', tone: 'bad' },
  accepted: { zh: '已受理', en: 'Acknowledged', tone: 'warn' },
  assigned: { zh: '已派工', en: 'Assigned', tone: 'warn' },
  working: { zh: '维修中', en: 'In repair', tone: 'busy' },
  waiting: { zh: '待件', en: 'Waiting for parts', tone: 'warn' },
  outside: { zh: '外修', en: 'Sent out', tone: 'busy' },
  finished: { zh: '待验收', en: 'Awaiting sign-off', tone: 'warn' },
  returned: { zh: '返修', en: 'Returned for rework', tone: 'bad' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  scrapped: { zh: '转报废', en: 'To be disposed of', tone: 'plain' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const

/** States with work still to do, the sign-off included: 待处理维修. */
export const openRepairStates = ['reported', 'accepted', 'assigned', 'working', 'waiting', 'outside', 'finished', 'returned'] as const
/** Open states whose repair has not ended, the engineer's side: 未完工维修. */
export const unfinishedRepairStates = openRepairStates.filter((state) => state !== 'finished')

export const urgencies = {
  normal: { zh: '一般', en: 'Normal', tone: 'plain' },
  urgent: { zh: '紧急', en: 'Urgent', tone: 'warn' },
  critical: { zh: '特急（影响抢救）', en: 'Critical (life support)', tone: 'bad' },
} as const

/** Minutes within which a report should be acknowledged, by its urgency. */
export const responseLimits = { normal: 240, urgent: 60, critical: 15 } as const satisfies Readonly<Record<keyof typeof urgencies, number>>
