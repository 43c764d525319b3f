export const deviceStates = {
  in_stock: { zh: '在库', en: 'In stock', tone: 'plain' },
  in_use: { zh: '在用', en: 'In use', tone: 'good' },
  repairing: { zh: '维修中', en: 'In repair', tone: 'busy' },
  lent: { zh: '借出', en: 'Lent', tone: 'busy' },
  idle: { zh: '闲置', en: 'Idle', tone: 'warn' },
  pending_disposal: { zh: '待报废', en: 'Pending disposal', tone: 'warn' },
  disposed: { zh: '已报废', en: 'Disposed', tone: 'bad' },
  missing: { zh: '盘亏', en: 'Missing', tone: 'bad' },
} as const

/** Words and tone of a state, as rows carry it. */
export const deviceState = (status: string) => deviceStates[status as keyof typeof deviceStates]

/** The states of devices that stand somewhere, as a list filters by them: a disposed one keeps its place in the book alone. */
export const standingStates = Object.keys(deviceStates)
  .filter((state) => state !== ('disposed' satisfies keyof typeof deviceStates))
  .join()

export const filingStates = {
  draft: { zh: '待提交', en: 'Draft', tone: 'plain' },
  pending: { zh: '待确认', en: 'Awaiting confirmation', tone: 'busy' },
  returned: { zh: '已退回', en: 'Sent back', tone: 'bad' },
  filed: { zh: '已建档', en: 'Filed', tone: 'good' },
} as const
