/** What can be done with a running approval; the calls of the engine raise these steps. */
export const flowActs = {
  agree: { zh: '同意', en: 'Approve' },
  reject: { zh: '驳回', en: 'Reject' },
  passOn: { zh: '转办', en: 'Reassign' },
  addSigner: { zh: '加签', en: 'Add approver' },
  takeBack: { zh: '撤回意见', en: 'Undo decision' },
  claim: { zh: '签收', en: 'Claim' },
  urge: { zh: '催办', en: 'Remind' },
  copyTo: { zh: '抄送', en: 'Copy to' },
  handOver: { zh: '交接', en: 'Hand over' },
  handUp: { zh: '超时转上级', en: 'Escalate' },
  remind: { zh: '超时提醒', en: 'Overdue reminder' },
  move: { zh: '换到新版本', en: 'Move to another version' },
} as const
export type FlowAct = keyof typeof flowActs
