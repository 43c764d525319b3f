/** What can be done with a running approval; the calls of the engine raise these steps. */
export const flowActs = {
  agree: { zh: '同意', en: 'Approve' },
  reject: { zh: '驳回', en: 'Reject' },
  passOn: { zh: '转办', en: 'Pass on' },
  addSigner: { zh: '加签', en: 'Add a signer' },
  takeBack: { zh: '撤回意见', en: 'Take back an opinion' },
  claim: { zh: '签收', en: 'Claim' },
  urge: { zh: '催办', en: 'Urge' },
  copyTo: { zh: '抄送', en: 'Copy to' },
  handOver: { zh: '交接', en: 'Hand over' },
  handUp: { zh: '超时转上级', en: 'Hand up' },
  remind: { zh: '超时提醒', en: 'Remind of a late answer' },
  move: { zh: '换到新版本', en: 'Move to another version' },
} as const
export type FlowAct = keyof typeof flowActs
