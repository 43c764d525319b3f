/** What counting a card can find. */
export const checkResults = {
  pending: { zh: '待盘', en: 'To count', tone: 'plain' },
  match: { zh: '相符', en: 'Match', tone: 'good' },
  misplaced: { zh: '位置不符', en: 'Elsewhere', tone: 'warn' },
  mismatch: { zh: '信息不符', en: 'Mismatch', tone: 'warn' },
  surplus: { zh: '盘盈', en: 'Surplus', tone: 'busy' },
  deficient: { zh: '盘亏', en: 'Deficient', tone: 'bad' },
} as const
