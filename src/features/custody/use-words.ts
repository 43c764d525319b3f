/** Words of the phone's pages of hand-overs; they load with the pages. */
export const useWordsOf = {
  history: { zh: '使用记录', en: 'Use records' },
  all: { zh: '查看全部', en: 'Show all' },
  title: { zh: '设备交接', en: 'Hand-overs' },
  mine: { zh: '我借用的设备', en: 'Borrowed by me' },
  none: { zh: '暂无待交接的设备', en: 'No devices to hand over' },
  others: { zh: '待交接', en: 'To hand over' },
  code: { zh: '我的交接码', en: 'My hand-over code' },
  codeHelp: { zh: '请对方扫描，60 秒内有效，仅可使用一次', en: 'Ask the other person to scan it. It works once, within 60 seconds' },
  codeOffline: { zh: '交接码需要联网，请改用手写签名', en: 'You are offline, so there is no code. Sign by hand instead' },
  scan: { zh: '扫描对方的交接码', en: 'Scan the other person’s code' },
  scanned: { zh: '已扫描对方的交接码', en: 'The other person’s code was scanned' },
  sign: { zh: '请{who}签名', en: 'Signature: {who}' },
  needsProof: { zh: '请扫描对方的交接码，或请对方签名', en: 'Scan the other person’s code, or let them sign' },
  gone: { zh: '此交接已结束或不在本机', en: 'The hand-over has ended or is not on this phone' },
  overdue: { zh: '逾期 {n} 天', en: '{n} days overdue' },
  due: { zh: '应还', en: 'due' },
  saved: { zh: '已记录，联网后自动提交', en: 'Kept on this phone. It is sent once you are online' },
} as const

/** Fills the blank of a word. */
export const filled = (text: string, value: string | number): string => text.replace(/\{\w+\}/, String(value))
