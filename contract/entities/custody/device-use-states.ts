/** A device on its way from one department to another, and back where it is borrowed. */
export const deviceUseStates = {
  reserved: { zh: '待交付', en: 'To hand out', tone: 'warn' },
  handed: { zh: '待接收', en: 'To confirm', tone: 'busy' },
  received: { zh: '已接收', en: 'Received', tone: 'good' },
  returning: { zh: '待收回', en: 'To take back', tone: 'busy' },
  returned: { zh: '已归还', en: 'Returned', tone: 'plain' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const
export type UseState = keyof typeof deviceUseStates

/** How a device came back. */
export const conditions = {
  good: { zh: '完好', en: 'Good', tone: 'good' },
  incomplete: { zh: '附件缺失', en: 'Accessories missing', tone: 'warn' },
  damaged: { zh: '损坏', en: 'Damaged', tone: 'bad' },
} as const

/** Acts that a record of use is about. */
export const useActs = {
  hand_out: { zh: '交付', en: 'Hand-out' },
  receive: { zh: '接收', en: 'Receipt' },
  hand_over: { zh: '当面交接', en: 'Hand-over' },
  give_back: { zh: '归还', en: 'Give back' },
  take_back: { zh: '收回', en: 'Take back' },
  note: { zh: '使用登记', en: 'Note' },
} as const
export type UseAct = keyof typeof useActs

/** How a person stands for their part of a hand-over. */
export const proofs = {
  session: { zh: '本人登录', en: 'Signed in' },
  code: { zh: '个人二维码', en: 'Personal QR code' },
  /** The code was scanned within its minute by a phone that could send it only later. */
  offlineCode: { zh: '离线扫码', en: 'Scanned offline' },
  signature: { zh: '手写签名', en: 'Signature' },
} as const
