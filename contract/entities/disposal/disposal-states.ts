export const disposalStates = {
  draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
  submitted: { zh: '待鉴定', en: 'Awaiting appraisal', tone: 'busy' },
  in_approval: { zh: '审批中', en: 'In approval', tone: 'busy' },
  approved: { zh: '已批准', en: 'Approved', tone: 'warn' },
  executed: { zh: '已处置', en: 'Disposed of', tone: 'good' },
  finished: { zh: '已办结', en: 'Closed', tone: 'good' },
  rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  undone: { zh: '已撤销', en: 'Withdrawn', tone: 'plain' },
} as const

/** States in which a draft may change the application: its devices are free. */
export const draftStates = ['draft', 'rejected', 'undone'] as const
/** States in which its devices wait for their disposal. */
export const openDisposalStates = ['submitted', 'in_approval', 'approved'] as const

/** `giveBack`: a device that belongs to another owner; all others are of devices that the hospital owns. */
export const disposalTypes = {
  scrap: { zh: '报废', en: 'Scrap' },
  loss: { zh: '报损', en: 'Write off as lost' },
  donate: { zh: '捐赠', en: 'Donate' },
  transfer: { zh: '调出', en: 'Transfer out' },
  sell: { zh: '出售', en: 'Sell' },
  exchange: { zh: '置换', en: 'Exchange' },
  giveBack: { zh: '归还产权方', en: 'Return to owner' },
} as const

export const declareReasons = {
  aged: { zh: '达到使用年限', en: 'End of useful life' },
  unrepairable: { zh: '无法修复', en: 'Beyond repair' },
  uneconomic: { zh: '维修不经济', en: 'Not economical to repair' },
  obsolete: { zh: '技术淘汰', en: 'Obsolete' },
  unsafe: { zh: '存在安全隐患', en: 'Unsafe' },
  lost: { zh: '丢失或毁损', en: 'Lost or destroyed' },
  surplus: { zh: '长期闲置', en: 'No longer needed' },
  other: { zh: '其他', en: 'Other' },
} as const
