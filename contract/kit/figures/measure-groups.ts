import { wireName } from '../entity/shape.ts'
import type { Field } from '../fields/field.ts'
import { daysAfter, daysBetween, monthAfter, yearsBefore } from '../time/day.ts'
import type { Words } from '../words.ts'
import type { Grouping, Period, Wanted } from './measure.ts'

/** A band of a number or an age, with the list filters that select it. */
export interface Band extends Words {
  readonly key: string
  readonly wanted: Wanted
}

/** `10000` as `1 万` or `10,000`. */
const amount = (value: number): Words => ({
  zh: value >= 10_000 ? `${value / 10_000} 万` : String(value),
  en: new Intl.NumberFormat('en-GB').format(value),
})

function bandWords(from: number | undefined, to: number | undefined, isAge: boolean): Words {
  const [low, high] = [from, to].map((value) =>
    value === undefined ? undefined : isAge ? { zh: String(value), en: String(value) } : amount(value),
  )
  const [zh, en] = isAge ? [' 年', ' years'] : [low && !high && !low.zh.includes('万') ? ' 元' : '元', ' CNY']
  const year = isAge && to === 1 ? ' year' : en
  if (!low) return { zh: `${high!.zh}${zh}以下`, en: `Under ${high!.en}${year}` }
  if (!high) return { zh: `${low.zh}${zh}以上`, en: `${low.en}${en} and more` }
  return { zh: `${low.zh}–${high.zh}${zh}`, en: `${low.en}–${high.en}${en}` }
}

/** The bands of a grouping, lowest first. `today`: the day for which ages are computed. */
export function bandsOf(grouping: Grouping, field: Field, today: string): readonly Band[] {
  const bounds = grouping.bounds ?? []
  const isAge = grouping.as === 'age'
  const step = field.kind === 'integer' ? 1 : 0.01
  return [undefined, ...bounds].map((from, index) => {
    const to = bounds[index]
    const key = from === undefined ? `under${to}` : to === undefined ? `from${from}` : `${from}to${to}`
    const [least, most] = isAge
      ? [to === undefined ? undefined : daysAfter(yearsBefore(today, to), 1), from === undefined ? undefined : yearsBefore(today, from)]
      : [from?.toString(), to === undefined ? undefined : (to - step).toFixed(step === 1 ? 0 : 2)]
    return {
      key,
      ...bandWords(from, to, isAge),
      wanted: {
        ...(least === undefined ? {} : { [`${grouping.by}_ge`]: least }),
        ...(most === undefined ? {} : { [`${grouping.by}_le`]: most }),
      },
    }
  })
}

/** The last moment of a day, as a list filter. */
const endOf = (field: Field, day: string): string => (field.kind === 'time' ? `${day} 23:59:59.999` : day)

/** The list filters that select one group by its key; null is the group of rows without a value. */
export function wantedOf(grouping: Grouping, field: Field, key: string | null, today: string): Wanted {
  const { by, as } = grouping
  if (key === null) return { [wireName(by, field)]: '_none' }
  if (as === 'age' || as === 'band') return bandsOf(grouping, field, today).find((band) => band.key === key)?.wanted ?? {}
  if (as === 'day') return { [`${by}_ge`]: key, [`${by}_le`]: endOf(field, key) }
  if (as === 'week') return { [`${by}_ge`]: key, [`${by}_le`]: endOf(field, daysAfter(key, 6)) }
  if (as === 'year') return { [`${by}_ge`]: `${key}-01-01`, [`${by}_le`]: endOf(field, `${key}-12-31`) }
  if (as === 'month') return { [`${by}_ge`]: `${key}-01`, [`${by}_le`]: endOf(field, daysAfter(monthAfter(key, 1), -1)) }
  return { [wireName(by, field)]: key }
}

/** List filters that match no row. */
const never: Wanted = { createTime_dategt: '2199-12-31' }

/**
 * Both filters combined; if no row can match both, the second with one that matches no row, so that the list behind a count of zero is
 * empty.
 */
export const meetOrNone = (one: Wanted, other: Wanted): Wanted => meet(one, other) ?? { ...other, ...never }

/** Both filters combined; undefined if no row can match both. */
export function meet(one: Wanted, other: Wanted): Wanted | undefined {
  // A map, because a filter may have any name, such as __proto__.
  const met = new Map(Object.entries(one))
  for (const [name, value] of Object.entries(other)) {
    const before = met.get(name)
    if (before === undefined || before === value) met.set(name, value)
    else if (before === '_some' || value === '_some') {
      const filled = (before === '_some' ? value : before).split(',').filter((part) => part !== '_none')
      if (filled.length === 0) return undefined
      met.set(name, filled.join(','))
    } else if (name.endsWith('_ge') || name.endsWith('_dategt')) met.set(name, latest(before, value))
    else if (name.endsWith('_le') || name.endsWith('_datelt')) met.set(name, latest(before, value) === before ? value : before)
    else {
      const both = before.split(',').filter((part) => value.split(',').includes(part))
      if (both.length === 0) return undefined
      met.set(name, both.join(','))
    }
  }
  return Object.fromEntries(met)
}

/** The greater of two numbers, or of two days or times in the same format. */
function latest(one: string, other: string): string {
  const isNumber = [one, other].every((text) => /^-?\d+(\.\d+)?$/.test(text))
  return (isNumber ? Number(one) >= Number(other) : one >= other) ? one : other
}

/** Whether a grouping is by period. */
export const isPeriod = (as: Grouping['as']): as is Period => as === 'day' || as === 'week' || as === 'month' || as === 'year'

/** All days, weeks, months or years between the first and the last key; at most 240, else only the given ones. */
export function everyPeriod(keys: readonly string[], as: Period): string[] {
  const [first, last] = [keys.at(0), keys.at(-1)]
  if (first === undefined || last === undefined) return []
  const days = as === 'day' ? 1 : as === 'week' ? 7 : undefined
  const numberOf = (key: string): number =>
    days !== undefined
      ? daysBetween(first, key) / days
      : as === 'year'
        ? Number(key)
        : Number(key.slice(0, 4)) * 12 + Number(key.slice(5)) - 1
  const keyOf = (at: number): string =>
    days !== undefined
      ? daysAfter(first, (at - from) * days)
      : as === 'year'
        ? String(at).padStart(4, '0')
        : `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`
  const [from, to] = [numberOf(first), numberOf(last)]
  // A wrong year in one row must not stretch an answer over centuries: then only periods with rows are returned.
  if (to - from >= 240) return [...keys]
  return Array.from({ length: to - from + 1 }, (_, index) => keyOf(from + index))
}
