/** Words of signing out of a phone. They load with the sheet. */
export const signOutWords = {
  pending: (n: number) => ({ zh: `还有 ${n} 条记录没有送到服务器`, en: `Records that have not reached the server: ${n}` }),
  send: { zh: '先发送，再退出', en: 'Send first, then sign out' },
  keep: { zh: '保留在本机并退出', en: 'Keep on this phone and sign out' },
  keepHelp: { zh: '您下次在本机登录后自动发送。', en: 'They are sent when you next sign in here.' },
  discard: { zh: '不再发送这些记录并退出', en: 'Discard them and sign out' },
  discardAsk: (n: number) => ({
    zh: `这 ${n} 条记录将永远丢失。输入数字 ${n} 确认。`,
    en: `Records that will be lost permanently: ${n}. Type ${n} to confirm.`,
  }),
  discardLabel: (n: number) => ({ zh: `输入 ${n} 确认`, en: `Type ${n} to confirm` }),
  sendFailed: (n: number) => ({ zh: `没有全部送达，仍有 ${n} 条`, en: `Not everything was sent. Records left: ${n}` }),
  plain: {
    zh: '确定退出登录？本机的离线数据会清除，需要联网才能再次登录。',
    en: 'Sign out? Offline data on this phone is cleared, and signing in again needs a network.',
  },
  sending: { zh: '正在发送…', en: 'Sending…' },
  reason: { zh: '退出登录时不再发送', en: 'Discarded at sign-out' },
} as const
