/** From the draft to the last delivery. */
export const orderStates = {
  draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
  placed: { zh: '已下单', en: 'Placed', tone: 'busy' },
  partly: { zh: '部分到货', en: 'Partly arrived', tone: 'busy' },
  arrived: { zh: '已到货', en: 'Arrived', tone: 'good' },
  closed: { zh: '已结束', en: 'Closed', tone: 'plain' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const

/** From the delivery to its acceptance. */
export const arrivalStates = {
  draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
  received: { zh: '到货待验', en: 'To be accepted', tone: 'busy' },
  accepted: { zh: '验收通过', en: 'Accepted', tone: 'good' },
  rejected: { zh: '验收未通过', en: 'Acceptance failed', tone: 'bad' },
} as const

/** Whether an instalment is to be paid. */
export const payStates = {
  planned: { zh: '未生效', en: 'Not in force', tone: 'plain' },
  open: { zh: '待付款', en: 'To be paid', tone: 'busy' },
  paid: { zh: '已付款', en: 'Paid', tone: 'good' },
  dropped: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const

/** What an acceptance finds at one of its points. */
export const pointResults = {
  ok: { zh: '合格', en: 'Passed', tone: 'good' },
  not: { zh: '不合格', en: 'Failed', tone: 'bad' },
  none: { zh: '不适用', en: 'Not applicable', tone: 'plain' },
} as const
