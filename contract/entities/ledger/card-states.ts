/** How far the books are with a card. */
export const cardStates = {
  waiting: { zh: '未开始', en: 'Not started', tone: 'plain' },
  charging: { zh: '计提中', en: 'Being charged', tone: 'good' },
  paused: { zh: '暂停（盘亏）', en: 'Paused (missing)', tone: 'warn' },
  complete: { zh: '已提足', en: 'Fully charged', tone: 'plain' },
  ended: { zh: '已终止', en: 'Ended', tone: 'plain' },
  exempt: { zh: '不计提', en: 'Not charged', tone: 'plain' },
  not_owned: { zh: '非自有，不计提', en: 'Not owned, not charged', tone: 'plain' },
  incomplete: { zh: '资料不全', en: 'Incomplete', tone: 'bad' },
} as const
export type CardStateName = keyof typeof cardStates
