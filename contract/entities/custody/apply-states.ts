/** From the draft of an application to its end. */
export const applyStates = {
  draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
  submitted: { zh: '已提交', en: 'Submitted', tone: 'busy' },
  in_approval: { zh: '审批中', en: 'In approval', tone: 'busy' },
  approved: { zh: '已批准', en: 'Approved', tone: 'good' },
  executing: { zh: '执行中', en: 'In progress', tone: 'busy' },
  finished: { zh: '已完成', en: 'Finished', tone: 'good' },
  rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  cancelled: { zh: '已撤销', en: 'Cancelled', tone: 'plain' },
  ended: { zh: '已终止', en: 'Ended', tone: 'plain' },
} as const
export type ApplyState = keyof typeof applyStates

/** States in which an application waits for its approval. */
export const waitingStates = ['submitted', 'in_approval'] as const satisfies readonly ApplyState[]
/** States in which an application holds its devices. */
export const openApplyStates = [...waitingStates, 'approved', 'executing'] as const satisfies readonly ApplyState[]
