export const borrowingStates = {
  reserved: { zh: '已预约', en: 'Reserved', tone: 'busy' },
  lent: { zh: '借用中', en: 'On loan', tone: 'warn' },
  returned: { zh: '已归还', en: 'Returned', tone: 'good' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const

/** States in which a borrowing takes its time on the device. */
export const openBorrowingStates = ['reserved', 'lent'] as const

export const conditions = {
  good: { zh: '完好', en: 'Good', tone: 'good' },
  damaged: { zh: '损坏', en: 'Damaged', tone: 'bad' },
} as const
