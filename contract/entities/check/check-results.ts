/** What counting a card can find. */
export const checkResults = {
  pending: { zh: '待盘', en: 'To count', tone: 'plain' },
  match: { zh: '相符', en: 'Match', tone: 'good' },
  misplaced: { zh: '位置不符', en: 'Wrong location', tone: 'warn' },
  mismatch: { zh: '信息不符', en: 'Mismatch', tone: 'busy' },
  surplus: { zh: '盘盈', en: 'Surplus', tone: 'extra' },
  deficient: { zh: '盘亏', en: 'Missing', tone: 'bad' },
} as const

/** What became of a result when the register was brought in line with it. */
export const linePostings = {
  none: { zh: '未入账', en: 'Not posted', tone: 'plain' },
  posted: { zh: '已入账', en: 'Posted', tone: 'good' },
  changed: { zh: '账面已变动，待确认', en: 'Record changed, to confirm', tone: 'warn' },
  left: { zh: '不入账', en: 'Not to post', tone: 'plain' },
  confirmed: { zh: '已确认', en: 'Confirmed', tone: 'good' },
} as const

/** The facts of a card that a person can find different from the book, as fields of the card. */
export const seenFields = {
  sn: { zh: '出厂编号', en: 'Serial number' },
  deviceModel: { zh: '规格型号', en: 'Model' },
  manufacturer: { zh: '生产厂家', en: 'Manufacturer' },
  rfidCode: { zh: 'RFID', en: 'RFID' },
  assetsCode: { zh: '国资编码', en: 'National asset code' },
} as const

/** States in which a card is not expected at its place: without an observation it is not deficient. */
export const notExpected = ['lent', 'repairing', 'disposed'] as const
