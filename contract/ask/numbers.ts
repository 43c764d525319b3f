import { afterSpaces, endsWord, wordEnd } from './writing.ts'

/** Something read at a place of the text, up to `end`. */
export interface Found<T> {
  readonly value: T
  readonly end: number
}

const digits: Readonly<Record<string, number>> = { 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 }
const tens: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
const large: Readonly<Record<string, number>> = { 万: 10_000, 亿: 100_000_000 }

/** A number in Chinese signs, such as 三十, 两 or 一百二十; the signs 万 and 亿 multiply what stands before them. */
function chineseAt(text: string, at: number): Found<number> | undefined {
  let [sum, part, digit, end] = [0, 0, -1, at]
  for (; end < text.length; end++) {
    const sign = text[end]!
    if (sign in digits) digit = Math.max(0, digit) * (digit > 0 ? 10 : 1) + digits[sign]!
    else if (sign in tens) {
      part += (digit < 0 ? 1 : digit) * tens[sign]!
      digit = -1
    } else if (sign in large && end > at) {
      sum += (part + Math.max(0, digit)) * large[sign]!
      part = 0
      digit = -1
    } else break
  }
  return end === at ? undefined : { value: sum + part + Math.max(0, digit), end }
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const english: Readonly<Record<string, number>> = {
  ...Object.fromEntries(small.split(' ').map((word, value) => [word, value])),
  ...Object.fromEntries(
    'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, place) => [word, 20 + place * 10] as const),
  ),
  a: 1,
  an: 1,
}
const times: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000, k: 1000, m: 1_000_000 }

/** A number in English words, such as thirty or twenty-five thousand. */
function englishAt(text: string, at: number): Found<number> | undefined {
  let [sum, part, end] = [0, -1, at]
  for (let next = at; next < text.length; next = afterSpaces(text, end)) {
    const until = wordEnd(text, next)
    const words = text.slice(next, until).split('-')
    const isNumber = words.every((word) => Object.hasOwn(english, word))
    if (isNumber) part = Math.max(0, part) + words.reduce((value, word) => value + english[word]!, 0)
    else if (words.length === 1 && part >= 0 && words[0]!.length > 1 && Object.hasOwn(times, words[0]!)) {
      const factor = times[words[0]!]!
      if (factor === 100) part *= factor
      else {
        sum += part * factor
        part = 0
      }
    } else break
    end = until
  }
  return end === at || part < 0 ? undefined : { value: sum + part, end }
}

/** A number in digits, with 万, 亿, k, thousand or million behind it. */
function digitsAt(text: string, at: number): Found<number> | undefined {
  const plain = /\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,4})?/y
  plain.lastIndex = at
  const [written] = plain.exec(text) ?? []
  if (written === undefined) return undefined
  const end = at + written.length
  const value = Number(written.replaceAll(',', ''))
  const sign = text[end] ?? ''
  if (sign === '百' || sign === '千') {
    const next = text[end + 1] ?? ''
    return next in large ? { value: value * tens[sign]! * large[next]!, end: end + 2 } : { value: value * tens[sign]!, end: end + 1 }
  }
  if (sign in large) return { value: value * large[sign]!, end: end + 1 }
  if ((sign === 'k' || sign === 'm') && endsWord(text, end + 1)) return { value: value * times[sign]!, end: end + 1 }
  const next = afterSpaces(text, end)
  const word = text.slice(next, wordEnd(text, next))
  const factor = next > end ? times[word] : undefined
  return factor && word.length > 1 ? { value: value * factor, end: next + word.length } : { value, end }
}

/** The number that begins at a place of the folded text, in digits or words of either language. */
export const numberAt = (text: string, at: number): Found<number> | undefined =>
  digitsAt(text, at) ?? chineseAt(text, at) ?? englishAt(text, at)

/** What is measured: a time, money, or pieces. */
export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'hour' | 'minute' | 'money' | 'tenThousand' | 'piece' | 'percent'

const units: readonly (readonly [Unit, string])[] = [
  ['day', '天|日|days|day'],
  ['week', '个星期|星期|个礼拜|周|weeks|week'],
  ['month', '个月|月|months|month'],
  ['quarter', '个季度|季度|quarters|quarter'],
  ['year', '周年|年|years|year|yrs|yr'],
  ['hour', '个小时|小时|hours|hour'],
  ['minute', '分钟|minutes|minute'],
  ['tenThousand', '万元|万块'],
  ['money', '元|块钱|块|人民币|yuan|cny|rmb|¥'],
  ['piece', '台|次|件|个|张|条|家|种|devices|times|pieces|orders|items'],
  ['percent', '%|percent|per cent'],
]
const unitNames = units
  .flatMap(([unit, names]) => names.split('|').map((name) => [name, unit] as const))
  .sort(([one], [other]) => other.length - one.length)

/** The unit that stands at a place, spaces before it skipped. */
export function unitAt(text: string, at: number): Found<Unit> | undefined {
  const from = afterSpaces(text, at)
  for (const [name, unit] of unitNames)
    if (text.startsWith(name, from) && endsWord(text, from + name.length)) return { value: unit, end: from + name.length }
  return undefined
}
