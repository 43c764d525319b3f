import { oneWriting } from '../text/one-writing.ts'
import { dayOfMonth, daysAfter, isMonthEnd, monthsAfter, monthsBetween } from '../time/day.ts'
import type { Language } from '../words.ts'
import { type CountField, choice, integer, usualUnit } from './field.ts'

// A cycle is a number with its unit: how often a device is maintained, inspected or measured.

/** The units of a cycle, each with its maximum. Sizes are twelfths of a day: 12 months equal 365 days and one year. */
export const cycleUnits = {
  day: { zh: '天', en: 'days', most: 3650, size: 12 },
  month: { zh: '个月', en: 'months', most: 120, size: 365 },
  year: { zh: '年', en: 'years', most: 10, size: 4380 },
} as const

export type CycleUnit = keyof typeof cycleUnits

export interface Cycle {
  readonly count: number
  readonly unit: CycleUnit
}

interface CycleFacts {
  readonly zh: string
  readonly en: string
  readonly list?: boolean
  readonly group?: { readonly zh: string; readonly en: string }
}

/** The two fields of a cycle, `<name>` and `<name>Unit`. */
export const cycleFields = <const N extends string>(name: N, { zh, en, group, list }: CycleFacts) => {
  const count = integer({ zh, en, group, list: list === true, min: 1, max: 3650, unit: { field: `${name}Unit`, of: cycleUnits } })
  const unit = choice({ zh: `${zh}单位`, en: `${en}: unit`, group, of: cycleUnits, alwaysShown: true })
  return { [name]: count, [`${name}Unit`]: unit } as { readonly [K in N]: typeof count } & { readonly [K in `${N}Unit`]: typeof unit }
}

/** The cycle in a row or draft; undefined without a number. A number without a unit counts days. */
export const cycleOf = (count: unknown, unit: unknown): Cycle | undefined =>
  count === null || count === undefined ? undefined : { count: Number(count), unit: (unit ?? 'day') as CycleUnit }

/** `12 个月`, `1 year`. */
export function countText(count: number, words: { readonly zh: string; readonly en: string } | undefined, language: Language): string {
  if (!words) return String(count)
  return `${count} ${language === 'zh' || count !== 1 ? words[language] : words.en.replace(/s$/, '')}`
}

/** A number with the unit from its row, in words. */
export const countedText = ({ unit }: CountField, row: Readonly<Record<string, unknown>>, count: unknown, language: Language): string =>
  countText(Number(count), unit.of[String(row[unit.field] ?? usualUnit(unit))], language)

/** The due day one cycle after a day: 31 January plus one month is the last day of February. */
export function dayAfterCycle(day: string, { count, unit }: Cycle): string {
  return unit === 'day' ? daysAfter(day, count) : monthsAfter(day, monthsOf({ count, unit }))
}

const monthsOf = ({ count, unit }: Cycle): number => (unit === 'year' ? count * 12 : count)

/** On which day a certificate ends: on the anniversary of the measurement, or the day before. */
export const certificateEnds = {
  dayBefore: { zh: '对应日的前一天', en: 'the day before the anniversary' },
  anniversary: { zh: '对应日当天', en: 'on the anniversary' },
} as const

export type CertificateEnd = keyof typeof certificateEnds

/**
 * The day from which a chain of certificates is counted. A device measured on the last day of a short month keeps the day of its chain:
 * measured on 31 January and 28 February, its next end is 31 March. `earlier`: days of earlier measurements, in any order.
 */
export function chainDay(measuredOn: string, cycle: Cycle, earlier: readonly string[]): string {
  if (cycle.unit === 'day' || !isMonthEnd(measuredOn)) return measuredOn
  const months = monthsOf(cycle)
  let later = measuredOn
  for (const day of earlier.filter((one) => one < measuredOn).sort((one, other) => other.localeCompare(one))) {
    if (monthsBetween(day, later) !== months || monthsAfter(day, monthsBetween(day, measuredOn)) !== measuredOn) return measuredOn
    if (dayOfMonth(day) > dayOfMonth(measuredOn)) return day
    if (!isMonthEnd(day)) return measuredOn
    later = day
  }
  return measuredOn
}

/**
 * The last day of a certificate. If the month has no matching day, it is the last day of the month under both settings: 29 February 2024
 * plus one year is 28 February 2025. `earlier`: see `chainDay`.
 */
export function certificateEnd(measuredOn: string, cycle: Cycle, ends: CertificateEnd, earlier: readonly string[] = []): string {
  const less = ends === 'dayBefore' ? 1 : 0
  if (cycle.unit === 'day') return daysAfter(measuredOn, cycle.count - less)
  const from = chainDay(measuredOn, cycle, earlier)
  const end = monthsAfter(from, monthsBetween(from, measuredOn) + monthsOf(cycle))
  return dayOfMonth(end) < dayOfMonth(from) ? end : daysAfter(end, -less)
}

const numerals = '零一二三四五六七八九十'

/** Parses Arabic digits or Chinese numerals up to 99; undefined for other texts. */
function numberOf(text: string): number | undefined {
  if (/^\d{1,5}(?:\.\d{1,2})?$/.test(text)) return Number(text)
  const found = /^([一二三四五六七八九])?(十)?([一二三四五六七八九])?$/.exec(text.replaceAll('两', '二'))
  if (!found || text === '' || (found[1] && !found[2] && found[3])) return undefined
  const [tens, ones] = found[2] ? [found[1] ? numerals.indexOf(found[1]) : 1, found[3]] : [0, found[1] ?? found[3]]
  return tens * 10 + (ones ? numerals.indexOf(ones) : 0)
}

/** Words for units, each with the cycle that one of them stands for. */
const spelled: readonly (readonly [RegExp, Cycle])[] = [
  [/^(?:天|日|days?|d)$/, { count: 1, unit: 'day' }],
  [/^(?:周|个?星期|weeks?|wks?)$/, { count: 7, unit: 'day' }],
  [/^(?:个?月|months?|mths?|mos?)$/, { count: 1, unit: 'month' }],
  [/^(?:个?季度?|quarters?)$/, { count: 3, unit: 'month' }],
  [/^(?:年|周年|years?|yrs?|y)$/, { count: 1, unit: 'year' }],
]

const alone: Readonly<Record<string, Cycle>> = {
  daily: { count: 1, unit: 'day' },
  weekly: { count: 7, unit: 'day' },
  monthly: { count: 1, unit: 'month' },
  quarterly: { count: 3, unit: 'month' },
  yearly: { count: 1, unit: 'year' },
  annual: { count: 1, unit: 'year' },
  annually: { count: 1, unit: 'year' },
}

/** The unit in a text, such as a heading `周期（月）` or `cycle (months)`; undefined if there is none. */
export function unitNamed(text: string): CycleUnit | undefined {
  const inside = /\(([^)]*)\)\s*$/
    .exec(oneWriting(text).trim().toLowerCase())?.[1]
    ?.replace(/^单位[:：]?/, '')
    .trim()
  const unit = inside === undefined ? undefined : spelled.find(([words]) => words.test(inside))?.[1]
  return unit?.count === 1 ? unit.unit : undefined
}

/**
 * Parses a cycle as people write it: `12个月`, `1年`, `半年`, `365 days`, `每季度`; a bare number has no unit. Undefined for other texts. A
 * fraction of a year becomes months.
 */
export function readCycle(text: string): { readonly count: number; readonly unit?: CycleUnit } | undefined {
  const said = oneWriting(text).toLowerCase().replace(/\s+/g, '')
  const known = Object.hasOwn(alone, said) ? alone[said] : undefined
  if (known) return known
  const found = /^(?:每隔?|every)?(半|[\d.]+|[一二两三四五六七八九十]+)?(\D*?)(?:1次|一次)?$/.exec(said)
  if (!found || (found[1] === undefined && found[2] === '')) return undefined
  const count = found[1] === undefined ? (/^(?:每|every)/.test(said) ? 1 : undefined) : found[1] === '半' ? 0.5 : numberOf(found[1])
  if (count === undefined) return undefined
  if (found[2] === '') return found[1] === '半' ? undefined : { count }
  const unit = spelled.find(([words]) => words.test(found[2]!))?.[1]
  if (!unit) return undefined
  const all = Math.round(count * unit.count * 100) / 100
  if (Number.isInteger(all)) return { count: all, unit: unit.unit }
  return unit.unit === 'year' && Number.isInteger(all * 12) ? { count: all * 12, unit: 'month' } : undefined
}
