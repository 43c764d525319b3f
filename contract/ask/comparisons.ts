import { type Found, numberAt, type Unit, unitAt } from './numbers.ts'
import { isTime, lengthAt } from './periods.ts'
import { afterSpaces, beginsWord, endsWord } from './writing.ts'

/** A bound of an amount; `isOpen`: the number itself is outside. */
export interface Bound {
  readonly value: number
  readonly isOpen: boolean
}

/** A comparison with a number or a length of time. */
export interface Compared {
  readonly unit: Unit | undefined
  readonly least?: Bound
  readonly most?: Bound
}

type Way = 'over' | 'atLeast' | 'under' | 'atMost'

const longestFirst = (list: string): string[] => list.split('|').sort((one, other) => other.length - one.length)

const before: Readonly<Record<Way, readonly string[]>> = {
  over: longestFirst(
    '超过|超出|大于|高于|多于|超|>|more than|over|above|greater than|longer than|older than|exceeding|for more than|for over|for longer than|higher than',
  ),
  atLeast: longestFirst('不少于|不低于|不小于|至少|大于等于|>=|≥|最少|at least|no less than|not less than|for at least|from'),
  under: longestFirst('低于|小于|少于|不到|不足|未满|<|less than|under|below|fewer than|younger than|newer than|cheaper than|lower than'),
  atMost: longestFirst('不超过|不高于|不大于|不多于|至多|最多|小于等于|<=|≤|at most|no more than|not more than|up to'),
}
const behind: Readonly<Record<Way, readonly string[]>> = {
  over: [],
  atLeast: longestFirst('以上|及以上|或以上|or more|and more|or longer|or older|and over|and above|plus'),
  under: [],
  atMost: longestFirst('以下|及以下|或以下|以内|or less|or fewer|or younger|and below'),
}
const ways = Object.keys(before) as Way[]
const trailing = longestFirst('old|of age|in age|的')

const endOf = (text: string, at: number, list: readonly string[]): number | undefined => {
  for (const word of list) if (text.startsWith(word, at) && endsWord(text, at + word.length)) return at + word.length
  return undefined
}

interface Amount {
  readonly value: number
  readonly unit: Unit | undefined
}

const signs = /[¥￥$]/

/** An amount: a number with its unit, money in yuan. */
function amountAt(text: string, from: number): Found<Amount> | undefined {
  const length = lengthAt(text, from)
  if (length) return { value: { value: length.value.count, unit: length.value.unit }, end: length.end }
  const isMoney = signs.test(text[from] ?? '')
  const number = numberAt(text, isMoney ? afterSpaces(text, from + 1) : from)
  if (!number) return undefined
  const unit = unitAt(text, number.end)
  const isTen = unit?.value === 'tenThousand'
  return {
    value: { value: number.value * (isTen ? 10_000 : 1), unit: isMoney || isTen ? 'money' : unit?.value },
    end: unit?.end ?? number.end,
  }
}

const compared = (way: Way, { value, unit }: Amount): Compared => {
  const bound: Bound = { value, isOpen: way === 'over' || way === 'under' }
  return way === 'over' || way === 'atLeast' ? { unit, least: bound } : { unit, most: bound }
}

/** The comparison that begins at a place of the folded text; the longest reading. */
export function comparisonAt(text: string, at: number): Found<Compared> | undefined {
  if (!beginsWord(text, at)) return undefined
  const found: Found<Compared>[] = []
  const closed = (end: number): number => endOf(text, afterSpaces(text, end), trailing) ?? end
  for (const way of ways) {
    const end = endOf(text, at, before[way])
    const amount = end === undefined ? undefined : amountAt(text, afterSpaces(text, end))
    if (amount && !(way === 'atLeast' && text.startsWith('from', at)))
      found.push({ value: compared(way, amount.value), end: closed(amount.end) })
  }
  const amount = amountAt(text, at)
  if (amount) {
    for (const way of ways) {
      const end = endOf(text, afterSpaces(text, amount.end), behind[way])
      // A time of 30 days or less is a period.
      if (end !== undefined && !(way === 'atMost' && isTime(amount.value.unit)))
        found.push({ value: compared(way, amount.value), end: closed(end) })
    }
  }
  const led = endOf(text, at, ['between ', '介于', '从', 'from '])
  const low = led === undefined ? amount : amountAt(text, afterSpaces(text, led))
  const join = low && endOf(text, afterSpaces(text, low.end), ['到', '至', '~', '-', '–', 'to', 'and'])
  const high = join === undefined ? undefined : amountAt(text, afterSpaces(text, join))
  if (low && high && high.value.unit !== undefined && (low.value.unit ?? high.value.unit) === high.value.unit) {
    // 1 到 5 万元: the sign behind the second number is of both.
    const factor = low.value.unit === undefined && high.value.value >= 10_000 && low.value.value < 1000 ? 10_000 : 1
    found.push({
      value: {
        unit: high.value.unit,
        least: { value: low.value.value * factor, isOpen: false },
        most: { value: high.value.value, isOpen: false },
      },
      end: endOf(text, high.end, ['之间']) ?? high.end,
    })
  }
  return found.sort((one, other) => other.end - one.end)[0]
}

const topForms: readonly RegExp[] = [
  /(?:排名)?前(\d{1,3}|[一二两三四五六七八九十]{1,3})(?:名|位|个|台|大)?/y,
  /(?:最多|最高|最大|最贵|最常|最久|最低|最少)的(\d{1,3}|[一二两三四五六七八九十]{1,3})(?:个|台|名|家|条|种)/y,
  /(?:the )?(?:top|first) (\d{1,3}|ten|five|three|twenty)/y,
  /(?:the )?(\d{1,3}|ten|five|three|twenty) (?:most expensive|largest|highest|biggest|costliest|busiest)/y,
  /(?:the )?most expensive (\d{1,3}|ten|five|three|twenty)/y,
]

/** A number of the largest that begins at a place: 前十, top 10. */
export function topAt(text: string, at: number): Found<number> | undefined {
  if (!beginsWord(text, at)) return undefined
  let best: Found<number> | undefined
  for (const form of topForms) {
    form.lastIndex = at
    const match = form.exec(text)
    const value = match && numberAt(match[1]!, 0)?.value
    if (!match || !value) continue
    const end = at + match[0].length
    // 前 30 天 and 前两年 are periods.
    if (end > (best?.end ?? 0) && endsWord(text, end) && !isTime(unitAt(text, end)?.value)) best = { value, end }
  }
  return best
}
