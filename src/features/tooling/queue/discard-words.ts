/** Words of giving up an operation. They load with the sheet. */
export const discardWords = {
  discardAsk: { zh: '不再发送这条记录？', en: 'Discard this record?' },
  discardText: (what: string) => ({
    zh: `“${what}”将不会送到服务器，原因会留在日志里。`,
    en: `“${what}” will not reach the server. Your reason is kept in the log.`,
  }),
  discardChain: (n: number) => ({
    zh: `另有 ${n} 条依赖它的记录也不再发送。`,
    en: `Records that depend on it will be discarded too: ${n}.`,
  }),
  discardStays: (what: string) => ({ zh: `“${what}”不受影响，照常发送。`, en: `“${what}” is not affected and will be sent.` }),
  reason: { zh: '不再发送的原因', en: 'Reason' },
  reasonNeed: { zh: '请写明原因', en: 'Enter a reason' },
  discardAgain: { zh: '确定永久不再发送？之后无法恢复', en: 'Discard permanently?' },
  discardYes: { zh: '确定不再发送', en: 'Discard' },
  keep: { zh: '保留', en: 'Keep' },
} as const
