import { type Hours, hoursIn } from './entities/service/oncall/on-call-hours.ts'
import { cents } from './kit/fields/amount.ts'
import { type CertificateEnd, certificateEnds } from './kit/fields/cycle.ts'
import type { Words } from './kit/words.ts'

/** A parameter of a hospital with a fixed set of values. */
export interface ParamChoice extends Words {
  readonly of: Readonly<Record<string, Words>>
  /** The default for hospitals without this parameter. */
  readonly usual: string
}

/** Key of the parameter that determines the last day of a certificate; applies to certificates recorded from then on. */
export const certificateEndKey = 'measure.certificateEnd'

/** Key of the parameter with the help text of the sign-in page for forgotten passwords. */
export const signInHelpKey = 'signIn.help'

/** Key of the parameter by which a hospital has the week of each department told on Mondays. */
export const weekReportKey = 'report.weekPush'

/** Key of the parameter with the hour of the daily e-mail digest. */
export const digestHourKey = 'notice.digestHour'

/** Key of the parameter by which a hospital takes fault reports from people who scan a label and are not signed in. */
export const labelReportKey = 'label.faultReport'

/** Key of the parameter with the text that such a reporter reads above the form. */
export const labelReportTextKey = 'label.faultReportText'

/** Key of the parameter with the days after which spam and reports that no one took over are deleted. */
export const labelReportDaysKey = 'label.faultReportDays'

/** Key of the parameter with the working hours of a working day, such as 08:00-12:00,14:00-17:30: outside them people are called by the rota. */
export const workHoursKey = 'oncall.workHours'

const usualHours = '08:00-17:30'

/** Key of the parameter with the minutes within which a call to the person on call should be answered; it applies to calls from then on. */
export const answerMinutesKey = 'oncall.answerMinutes'

/** The number of that parameter; undefined where a text is none from 1 to 240. */
export function answerMinutesIn(value: unknown): number | undefined {
  const said = String(value ?? '').trim()
  const minutes = /^\d{1,3}$/.test(said) ? Number(said) : 0
  return minutes >= 1 && minutes <= 240 ? minutes : undefined
}

/** The minutes to answer a call; undefined: the hospital's parameter is not set. */
export const answerMinutesOf = (value: unknown): number => answerMinutesIn(value) ?? 15

/** The working hours of that parameter; undefined: the hospital's parameter is not set. */
export const workHoursOf = (value: unknown): readonly Hours[] => hoursIn(value) ?? hoursIn(usualHours) ?? []

const hours = Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [String(hour), { zh: `${hour}:00`, en: `${hour}:00` }]))

/** The parameters with a fixed set of values, by key. */
export const paramChoices: Readonly<Record<string, ParamChoice>> = {
  [certificateEndKey]: { zh: '计量证书到期日', en: 'Metrology certificate expiry', of: certificateEnds, usual: 'dayBefore' },
  [weekReportKey]: {
    zh: '每周一推送科室周报',
    en: 'Push weekly reports on Mondays',
    of: { on: { zh: '自动推送', en: 'Automatic' }, off: { zh: '不自动推送', en: 'Not automatic' } },
    usual: 'off',
  },
  [labelReportKey]: {
    zh: '扫码报修（免登录）',
    en: 'Label reports without an account',
    of: { on: { zh: '接受', en: 'Accepted' }, off: { zh: '不接受', en: 'Not accepted' } },
    usual: 'off',
  },
  [digestHourKey]: { zh: '邮件每日汇总时间', en: 'Hour of the daily e-mail digest', of: hours, usual: '8' },
}

/** The choice of a value, by its key or its label; undefined if it is none. */
export function choiceOfParam({ of }: ParamChoice, value: unknown): string | undefined {
  const said = String(value ?? '').trim()
  return Object.entries(of).find(([key, { zh, en }]) => [key, zh, en].includes(said))?.[0]
}

/** Whether the value of that parameter switches the reports on. */
export const isWeekPushed = (value: unknown): boolean => (choiceOfParam(paramChoices[weekReportKey]!, value) ?? 'off') === 'on'

/** Whether the value of that parameter lets people report by label without an account. */
export const takesLabelReports = (value: unknown): boolean => choiceOfParam(paramChoices[labelReportKey]!, value) === 'on'

/** The setting for the last day of a certificate; undefined: the hospital's parameter is not set. */
export const certificateEndOf = (value: unknown): CertificateEnd => {
  const param = paramChoices[certificateEndKey]!
  return (choiceOfParam(param, value) ?? param.usual) as CertificateEnd
}

/** The hour of the daily digest, 0 to 23; undefined: the hospital's parameter is not set. */
export const digestHourOf = (value: unknown): number => {
  const param = paramChoices[digestHourKey]!
  return Number(choiceOfParam(param, value) ?? param.usual)
}

/** Key of the parameter with the days before the end of a service contract on which it is told, such as 90,60,30. */
export const contractRemindKey = 'contract.remindDays'

/** Where a hospital has set none. */
const remindDays = [90, 60, 30] as const

/** The days of that parameter: up to 6 numbers from 1 to 365; undefined where a text says something else. */
export function remindDaysIn(value: unknown): readonly number[] | undefined {
  const days = String(value ?? '')
    .split(/[,，、\s]+/)
    .filter(Boolean)
  const isRight =
    days.length > 0 && days.length <= 6 && days.every((one) => /^\d{1,3}$/.test(one) && Number(one) >= 1 && Number(one) <= 365)
  return isRight ? days.map(Number) : undefined
}

/** The days on which the end of a contract is told; undefined: the hospital's parameter is not set. */
export const remindDaysOf = (value: unknown): readonly number[] => remindDaysIn(value) ?? remindDays

/** Key of the parameter with the amount by which an invoice may differ from what was agreed without a reason. */
export const invoiceToleranceKey = 'invoice.tolerance'

/** The amount of that parameter; undefined where a text is no amount. */
export const toleranceIn = (value: unknown): string | undefined =>
  /^\d{1,8}(\.\d{1,2})?$/.test(String(value ?? '').trim()) ? String(value).trim() : undefined

/** What an invoice may differ by; undefined: the hospital's parameter is not set. */
export const toleranceOf = (value: unknown): string => toleranceIn(value) ?? '0'

/** Key of the parameter with the price above which a provider's plan needs an approval; none: no plan does. */
export const planLimitKey = 'service.planLimit'

/** Whether a price is above that limit. A limit that is no amount is below every price, to be on the safe side. */
export function isAboveLimit(price: unknown, limit: unknown): boolean {
  if (limit === undefined || limit === null || limit === '') return false
  const known = toleranceIn(limit)
  return known === undefined || cents(price) > cents(known)
}

/** Key of the parameter with the amount above which an order needs several quotes; none: no order does. */
export const quoteLimitKey = 'purchase.quoteLimit'

/** Key of the parameter with the number of these quotes. */
export const quotesNeededKey = 'purchase.quotesNeeded'

/** The number of that parameter; undefined where a text is none from 2 to 9. */
export const quotesNeededIn = (value: unknown): number | undefined =>
  /^[2-9]$/.test(String(value ?? '').trim()) ? Number(value) : undefined

/** The quotes that an order above the limit needs; undefined: the hospital's parameter is not set. */
export const quotesNeededOf = (value: unknown): number => quotesNeededIn(value) ?? 3

/** Key of the parameter with the total above which a purchase plan needs an approval; none: no plan does. */
export const purchasePlanLimitKey = 'purchase.planLimit'

/** Keys of the parameters with the amount and the percentage by which an invoice of a purchase may differ from what was ordered and received. */
export const purchaseToleranceKey = 'purchase.invoiceTolerance'
export const purchasePercentKey = 'purchase.invoiceTolerancePercent'

/** The percentage of that parameter; undefined where a text is none. */
export const percentIn = (value: unknown): string | undefined =>
  /^\d{1,2}(\.\d{1,2})?$|^100(\.0{1,2})?$/.test(String(value ?? '').trim()) ? String(value).trim() : undefined

/**
 * What an invoice of a purchase may differ by, in cents, where so many cents were agreed: the smaller of both, where a hospital has set both, and nothing where it has
 * set none.
 */
export function purchaseTolerance(amount: unknown, percent: unknown, agreed: bigint): bigint {
  const [most, share] = [toleranceIn(amount), percentIn(percent)]
  const ofShare = share === undefined ? undefined : (agreed * cents(share)) / 10_000n
  if (most === undefined) return ofShare ?? 0n
  return ofShare === undefined || ofShare > cents(most) ? cents(most) : ofShare
}
