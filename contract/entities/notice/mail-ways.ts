import type { NoticeWords } from '../../kit/module.ts'

/** When an e-mail says what a notice says. */
export const mailWays = {
  now: { zh: '立即', en: 'At once' },
  digest: { zh: '每日汇总', en: 'Daily digest' },
  none: { zh: '不发邮件', en: 'None' },
} as const
export type MailWay = keyof typeof mailWays

/** The languages of an e-mail. */
export const mailLanguages = { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } } as const

/** What holds for people who have not chosen: at once for what waits for them, nothing else. */
export const usualWay = ({ waits }: Pick<NoticeWords, 'waits'>): MailWay => (waits ? 'now' : 'none')
