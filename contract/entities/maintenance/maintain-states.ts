export const maintainStates = {
  due: { zh: '待派工', en: 'Due', tone: 'warn' },
  assigned: { zh: '已派工', en: 'Assigned', tone: 'warn' },
  working: { zh: '保养中', en: 'In maintenance', tone: 'busy' },
  finished: { zh: '已完工', en: 'Finished', tone: 'good' },
  accepted: { zh: '已验收', en: 'Signed off', tone: 'good' },
  skipped: { zh: '已跳过', en: 'Skipped', tone: 'plain' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const
export type MaintainState = keyof typeof maintainStates

/** States with work still to do. */
export const openMaintainStates = ['due', 'assigned', 'working'] as const

/** States in which the work was done. */
export const doneMaintainStates = ['finished', 'accepted'] as const
