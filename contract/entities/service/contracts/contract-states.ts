/** From the draft to the end of the contract. */
export const contractStates = {
  draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
  active: { zh: '已生效', en: 'In force', tone: 'good' },
  ended: { zh: '已到期', en: 'Ended', tone: 'plain' },
  terminated: { zh: '提前终止', en: 'Terminated early', tone: 'plain' },
} as const

/** What the provider does for the price. */
export const contractKinds = {
  full: { zh: '全保', en: 'Full service' },
  labour: { zh: '人工保', en: 'Labour only' },
  partsExcluded: { zh: '技术保（部分配件除外）', en: 'Some parts excluded' },
  visits: { zh: '按次服务', en: 'By visit or call' },
} as const

/** By what a device is covered on a day; empty: it never was. */
export const coverStates = {
  contract: { zh: '维保合同内', en: 'Under contract', tone: 'good' },
  warranty: { zh: '保修期内', en: 'Under warranty', tone: 'good' },
  expired: { zh: '已过保', en: 'Cover expired', tone: 'bad' },
} as const

/** How the provider kept to the hours of its contract. */
export const responseResults = {
  waiting: { zh: '待响应', en: 'No response yet', tone: 'busy' },
  inTime: { zh: '按时响应', en: 'In time', tone: 'good' },
  late: { zh: '超时响应', en: 'Late', tone: 'bad' },
} as const
