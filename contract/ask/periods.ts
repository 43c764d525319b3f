import { daysAfter, mondayOf, monthAfter, monthsAfter } from '../kit/time/day.ts'
import { isDay } from '../kit/time/moment.ts'
import { type Found, numberAt, type Unit, unitAt } from './numbers.ts'
import { afterSpaces, beginsWord, endsWord } from './writing.ts'

/** Days from and to, each of which may be open. */
export interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A period of a sentence. `ahead`: the same length from today on, for what falls due; absent where the words say the direction. */
export interface Period extends Days {
  readonly ahead?: Days
}

type Closed = readonly [from: string, to: string]
type Reader = (match: RegExpExecArray, today: string) => Closed | undefined

const year = (of: number): Closed => [`${of}-01-01`, `${of}-12-31`]
const monthsFrom = (first: string, months: number): Closed => [first, daysAfter(monthAfter(first, months), -1)]
const yearOf = (today: string): number => Number(today.slice(0, 4))
const monthOf = (today: string): number => Number(today.slice(5, 7))
const two = (value: number): string => String(value).padStart(2, '0')

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthNames =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec'

const steps: Readonly<Record<string, number>> = {
  ...{ 今: 0, 本: 0, 这: 0, 这个: 0, 当: 0, 去: -1, 上: -1, 上个: -1, 上一个: -1, 前: -2, 上上: -2, 上上个: -2, 明: 1, 下: 1, 下个: 1 },
  ...{ this: 0, 'the current': 0, current: 0, last: -1, 'the last': -1, previous: -1, 'the previous': -1, next: 1, 'the next': 1 },
}

/** The year, quarter, month, week or day some steps from that of today. */
function stepped(unit: string, step: number, today: string): Closed {
  if (unit === 'year') return year(yearOf(today) + step)
  if (unit === 'quarter') return monthsFrom(monthAfter(today, -((monthOf(today) - 1) % 3) + step * 3), 3)
  if (unit === 'month') return monthsFrom(monthAfter(today, step), 1)
  if (unit === 'week') return [daysAfter(mondayOf(today), step * 7), daysAfter(mondayOf(today), step * 7 + 6)]
  return [daysAfter(today, step), daysAfter(today, step)]
}

const chineseUnits: Readonly<Record<string, string>> = {
  年: 'year',
  年度: 'year',
  季: 'quarter',
  季度: 'quarter',
  月: 'month',
  月份: 'month',
  周: 'week',
  星期: 'week',
  礼拜: 'week',
}

const oneDay = (of: number, month: number, day: number): Closed | undefined => {
  const written = `${of}-${two(month)}-${two(day)}`
  return isDay(written) ? [written, written] : undefined
}
const oneMonth = (of: number, month: number): Closed | undefined =>
  month >= 1 && month <= 12 ? monthsFrom(`${of}-${two(month)}-01`, 1) : undefined
/** The year in which a month without one lies: the last that is not to come. */
const pastYear = (month: number, today: string): number => yearOf(today) - (month > monthOf(today) ? 1 : 0)
const quarterOf = (of: number, quarter: number): Closed | undefined =>
  quarter >= 1 && quarter <= 4 ? monthsFrom(`${of}-${two(quarter * 3 - 2)}-01`, 3) : undefined
const halfOf = (of: number, isSecond: boolean): Closed => monthsFrom(`${of}-${isSecond ? '07' : '01'}-01`, 6)
const spoken = (text: string): number => numberAt(text, 0)?.value ?? Number.NaN
const monthNamed = (name: string): number => months.indexOf(name.slice(0, 3)) + 1
const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
  '4th': 4,
  last: 4,
}
const yearSaid = (said: string | undefined, today: string): number =>
  said === undefined
    ? yearOf(today)
    : /^\d/.test(said)
      ? Number(said.slice(0, 4))
      : yearOf(today) + (steps[said.replace(/ ?(?:年|year)$/, '')] ?? 0)

const yearPart = String.raw`((?:19|20)\d\d年?|今年|去年|前年|明年|本年)的?`
const yearBehind = String.raw`(?:,? (?:of )?((?:19|20)\d\d|this year|last year))?`

/** What stands for days of its own, by the form in which it is written. */
const points: readonly (readonly [RegExp, Reader])[] = [
  [/(今|明|昨|前)(?:天|日)/y, ([, day], today) => stepped('day', { 今: 0, 明: 1, 昨: -1, 前: -2 }[day as '今'], today)],
  [/today|yesterday|tomorrow/y, ([day], today) => stepped('day', { today: 0, yesterday: -1, tomorrow: 1 }[day as 'today'], today)],
  [/(今|去|前|明)年/y, ([, step], today) => stepped('year', steps[step!]!, today)],
  [
    /(本|这个|这|当|上上个|上上|上一个|上个|上|下个|下)(年度|年|季度|季|月份|月|周|星期|礼拜)/y,
    ([, step, unit], today) => stepped(chineseUnits[unit!]!, steps[step!]!, today),
  ],
  [
    /((?:the )?(?:current|last|previous|next)|this) (year|quarter|month|week)/y,
    ([, step, unit], today) => stepped(unit!, steps[step!]!, today),
  ],
  [/((?:19|20)\d\d)(?:年度|年)?/y, ([, of]) => year(Number(of))],
  [/((?:19|20)\d\d)(?:年|[-/.])(\d{1,2})(?:月份|月)?/y, ([, of, month]) => oneMonth(Number(of), Number(month))],
  [
    /((?:19|20)\d\d)(?:年|[-/.])(\d{1,2})(?:月|[-/.])(\d{1,2})[日号]?/y,
    ([, of, month, day]) => oneDay(Number(of), Number(month), Number(day)),
  ],
  [
    new RegExp(String.raw`(?:${yearPart})?(\d{1,2}|十一|十二|[一二三四五六七八九十])月份?`, 'y'),
    ([, of, month], today) => {
      const value = spoken(month!)
      return oneMonth(of ? yearSaid(of, today) : pastYear(value, today), value)
    },
  ],
  [
    new RegExp(String.raw`(?:${yearPart})?(\d{1,2})月(\d{1,2})[日号]`, 'y'),
    ([, of, month, day], today) => oneDay(of ? yearSaid(of, today) : pastYear(Number(month), today), Number(month), Number(day)),
  ],
  [new RegExp(`(?:${yearPart})?第?([一二三四1-4])季度`, 'y'), ([, of, quarter], today) => quarterOf(yearSaid(of, today), spoken(quarter!))],
  [new RegExp(`(?:${yearPart})?(上|下)半年`, 'y'), ([, of, half], today) => halfOf(yearSaid(of, today), half === '下')],
  [
    new RegExp(`(?:${yearPart} ?)?q([1-4])${yearBehind}`, 'y'),
    ([, of, quarter, behind], today) => quarterOf(yearSaid(of ?? behind, today), Number(quarter)),
  ],
  [
    new RegExp(`(?:the )?(first|second|third|fourth|1st|2nd|3rd|4th) quarter${yearBehind}`, 'y'),
    ([, quarter, of], today) => quarterOf(yearSaid(of, today), ordinals[quarter!]!),
  ],
  [
    new RegExp(`(?:the )?(first|second) half(?: of the year)?${yearBehind}`, 'y'),
    ([, half, of], today) => halfOf(yearSaid(of, today), half === 'second'),
  ],
  [
    new RegExp(`(${monthNames})${yearBehind}`, 'y'),
    ([, name, of], today) => oneMonth(of ? yearSaid(of, today) : pastYear(monthNamed(name!), today), monthNamed(name!)),
  ],
  [
    new RegExp(String.raw`(\d{1,2})(?:st|nd|rd|th)? (${monthNames})${yearBehind}`, 'y'),
    ([, day, name, of], today) => oneDay(of ? yearSaid(of, today) : pastYear(monthNamed(name!), today), monthNamed(name!), Number(day)),
  ],
  [
    new RegExp(String.raw`(${monthNames}) (\d{1,2})(?:st|nd|rd|th)?${yearBehind}`, 'y'),
    ([, name, day, of], today) => oneDay(of ? yearSaid(of, today) : pastYear(monthNamed(name!), today), monthNamed(name!), Number(day)),
  ],
  [/(?:今年以来|年初至今|本年至今|今年到现在|year to date|so far this year|ytd)/y, (_, today) => [`${yearOf(today)}-01-01`, today]],
  [/(?:本月以来|本月至今|月初至今|month to date|so far this month)/y, (_, today) => [`${today.slice(0, 7)}-01`, today]],
]

/** The longest of what stands at a place for days of its own. */
function pointAt(text: string, at: number, today: string): Found<Closed> | undefined {
  let best: Found<Closed> | undefined
  for (const [form, read] of points) {
    form.lastIndex = at
    const match = form.exec(text)
    if (!match) continue
    const end = at + match[0].length
    if (end <= (best?.end ?? at) || !endsWord(text, end)) continue
    const value = read(match, today)
    if (value) best = { value, end }
  }
  return best
}

/** The day some units before a day, or after it for a negative number. */
export function dayBefore(day: string, count: number, unit: Unit): string {
  if (unit === 'year' || unit === 'quarter' || unit === 'month') {
    const size = { year: 12, quarter: 3, month: 1 }[unit]
    return monthsAfter(day, -Math.round(count * size))
  }
  return daysAfter(day, -Math.round(count * (unit === 'week' ? 7 : 1)))
}

/** Whether a unit counts days. */
export const isTime = (unit: Unit | undefined): unit is 'day' | 'week' | 'month' | 'quarter' | 'year' =>
  unit !== undefined && ['day', 'week', 'month', 'quarter', 'year'].includes(unit)

/** The first words of the forms below, longest first. */
const wordAt = (text: string, at: number, words: readonly string[]): number | undefined => {
  for (const word of words) if (text.startsWith(word, at) && endsWord(text, at + word.length)) return at + word.length
  return undefined
}
const words = (list: string): readonly string[] => list.split('|').sort((one, other) => other.length - one.length)

const lasting = words(
  '最近的|最近|近|过去的|过去|前|the last|the past|last|past|during the last|over the last|in the last|in the past|over the past|for the past|previous',
)
const coming = words('未来|今后|接下来|往后|the next|the coming|in the next|next|over the next|within the next')
const within = words('within|in under')
const inside = words('以内|之内|内|里')
const aged = words('以来|来')
const half: Readonly<Record<string, number>> = { 半年: 6, 半个月: 0.5, 'half a year': 6, 'half year': 6, 'six months': 6 }

/** A number of days, weeks, months or years, such as 三十天 or two years. */
export function lengthAt(text: string, at: number): Found<{ readonly count: number; readonly unit: Unit }> | undefined {
  for (const [form, size] of Object.entries(half))
    if (text.startsWith(form, at) && endsWord(text, at + form.length))
      return { value: size < 1 ? { count: 15, unit: 'day' } : { count: size, unit: 'month' }, end: at + form.length }
  const number = numberAt(text, at)
  const unit = number && unitAt(text, number.end)
  if (!number || !unit || !isTime(unit.value) || number.value > 5000) return undefined
  // 三月 is a month of the year, 三个月 is a length.
  if (unit.value === 'month' && text[unit.end - 1] === '月' && text[unit.end - 2] !== '个') return undefined
  return { value: { count: number.value, unit: unit.value }, end: unit.end }
}

const past = (count: number, unit: Unit, today: string): Days => ({ from: daysAfter(dayBefore(today, count, unit), 1), to: today })
const ahead = (count: number, unit: Unit, today: string): Days => ({ from: today, to: dayBefore(today, -count, unit) })

/** Lengths of time before or after today: 近 30 天, the next two weeks, 30 天内. */
function lengthPeriodAt(text: string, at: number, today: string): Found<Period> | undefined {
  const from = (words: readonly string[]): Found<{ count: number; unit: Unit }> | undefined => {
    const end = wordAt(text, at, words)
    return end === undefined ? undefined : lengthAt(text, afterSpaces(text, end))
  }
  const tail = (end: number): number => wordAt(text, end, inside) ?? wordAt(text, end, aged) ?? end
  const back = from(lasting)
  if (back) return { value: past(back.value.count, back.value.unit, today), end: tail(back.end) }
  const next = from(coming)
  if (next) return { value: ahead(next.value.count, next.value.unit, today), end: tail(next.end) }
  const inDays = from(within)
  const plain = inDays ?? lengthAt(text, at)
  const end = inDays?.end ?? (plain && wordAt(text, plain.end, inside))
  if (!plain || end === undefined) return undefined
  const { count, unit } = plain.value
  return { value: { ...past(count, unit, today), ahead: ahead(count, unit, today) }, end }
}

const since = words('自从|自|从|since|from')
const after = words('after')
const before = words('before|prior to|earlier than')
const until = words('截至|截止|截止到|until|up to|by the end of|to the end of')
const sinceTail = words('以来|至今|起|开始|以后|onwards|onward|on|until now|to date')
const afterTail = words('之后|后')
const beforeTail = words('之前|以前|前')
const joins = words('到|至|~|-|–|—|to|and|until|through')
const lead = words('in|during|for|of|在|于')
const between = words('between|从|自|from|介于')

/** The period that begins at a place of the folded text; the longest reading. */
export function periodAt(text: string, at: number, today: string): Found<Period> | undefined {
  if (!beginsWord(text, at)) return undefined
  const found: Found<Period>[] = []
  const add = (value: Period, end: number): void => void found.push({ value, end })
  const after1 = (list: readonly string[]): Found<Closed> | undefined => {
    const end = wordAt(text, at, list)
    return end === undefined ? undefined : pointAt(text, afterSpaces(text, end), today)
  }
  const length = lengthPeriodAt(text, at, today)
  if (length) found.push(length)
  const point = pointAt(text, at, today)
  const pairFrom = (first: Found<Closed> | undefined): void => {
    if (!first) return
    const join = wordAt(text, afterSpaces(text, first.end), joins)
    if (join === undefined) return
    const next = afterSpaces(text, join)
    const now = wordAt(text, next, words('现在|今|now|today'))
    if (now !== undefined) add({ from: first.value[0], to: today }, now)
    const said = pointAt(text, next, today)
    const ofYear = sameYear(text, next, first.value[0])
    const second = ofYear && ofYear.end >= (said?.end ?? 0) ? ofYear : said
    if (!second) return
    // January to March 2025: the year behind the second month is that of the first, too.
    const isYearless = !/\d{4}|[年]|year/.test(text.slice(at, join))
    const start = isYearless ? `${second.value[0].slice(0, 4)}${first.value[0].slice(4)}` : first.value[0]
    if (second.value[1] >= start) add({ from: start, to: second.value[1] }, second.end)
  }
  pairFrom(after1(between))
  if (point) {
    add({ from: point.value[0], to: point.value[1] }, point.end)
    pairFrom(point)
    const tail = afterSpaces(text, point.end)
    const sinceEnd = wordAt(text, tail, sinceTail)
    if (sinceEnd !== undefined) add({ from: point.value[0] }, sinceEnd)
    const afterEnd = wordAt(text, tail, afterTail)
    if (afterEnd !== undefined) add({ from: daysAfter(point.value[1], 1) }, afterEnd)
    const beforeEnd = wordAt(text, tail, beforeTail)
    if (beforeEnd !== undefined) add({ to: daysAfter(point.value[0], -1) }, beforeEnd)
  }
  const open = after1(since)
  if (open) add({ from: open.value[0] }, wordAt(text, afterSpaces(text, open.end), sinceTail) ?? open.end)
  const later = after1(after)
  if (later) add({ from: daysAfter(later.value[1], 1) }, later.end)
  const earlier = after1(before)
  if (earlier) add({ to: daysAfter(earlier.value[0], -1) }, earlier.end)
  const last = after1(until)
  if (last) add({ to: last.value[1] }, last.end)
  const led = after1(lead)
  if (led) add({ from: led.value[0], to: led.value[1] }, led.end)
  return found.sort((one, other) => other.end - one.end)[0]
}

/** The second month of 2025 年 3 月到 5 月, which is of the year of the first. */
function sameYear(text: string, at: number, first: string): Found<Closed> | undefined {
  const form = /(\d{1,2})月份?/y
  form.lastIndex = at
  const match = form.exec(text)
  const value = match && oneMonth(yearOf(first), Number(match[1]))
  return value ? { value, end: at + match[0].length } : undefined
}
