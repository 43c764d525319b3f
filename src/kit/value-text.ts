import { countedText } from '#contract/kit/fields/cycle.ts'
import { countsUnit, type Field, type FieldMap } from '#contract/kit/fields/field.ts'
import { flagWords, type Language, listed, say, seededText } from '#contract/kit/words.ts'
import { dateFormat, numberFormat } from './formats.ts'

type Row = Readonly<Record<string, unknown>>

/** `¥1,234.50`; the amount stays a string, as a number could lose cents. */
export function moneyText(amount: string, language: Language): string {
  const format = numberFormat(language, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' })
  return format.format(amount as unknown as number)
}

/** A number with thousands separators and at most four decimals. */
export function numberText(value: number, language: Language): string {
  return numberFormat(language, { maximumFractionDigits: 4 }).format(value)
}

const lengths = {
  days: { zh: '{0} 天 {1} 小时', en: '{0} d {1} h' },
  hours: { zh: '{0} 小时 {1} 分', en: '{0} h {1} min' },
  minutes: { zh: '{0} 分钟', en: '{0} min' },
} as const

/** A duration in readable units: minutes below an hour, hours below two days, then days. */
export function lengthText(minutes: number, language: Language): string {
  const whole = Math.max(0, Math.floor(minutes))
  const [words, ...parts] =
    whole < 60
      ? [lengths.minutes, whole]
      : whole < 48 * 60
        ? [lengths.hours, Math.floor(whole / 60), whole % 60]
        : [lengths.days, Math.floor(whole / 1440), Math.floor((whole % 1440) / 60)]
  return say(words, language).replace(/\{(\d)\}/g, (_, at: string) => numberText(parts[Number(at)] ?? 0, language))
}

/** `2026-01-31`, in English `31 Jan 2026`. */
export function dayText(day: string, language: Language): string {
  if (language === 'zh') return day
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return dateFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(year, month - 1, date))
}

/** A day with its weekday: `1/31周六`, in English `Sat 31 Jan`. */
export function weekdayText(day: string, language: Language): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const parts: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: language === 'zh' ? 'numeric' : 'short',
    timeZone: 'UTC',
  }
  return dateFormat(language, parts).format(Date.UTC(year, month - 1, date))
}

/** A moment in the time of the hospital: `2026-01-31 08:30`, in English `31 Jan 2026, 08:30`. */
export function momentText(moment: string, language: Language): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return moment
  if (language === 'en') return dateFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  const parts = dateFormat('iso', { dateStyle: 'short', timeStyle: 'short' }).format(at)
  return parts.replace(',', '')
}

/** A field value as text; empty when there is none. */
export function textOf(name: string, field: Field, row: Row, language: Language): string {
  const value = field.kind === 'link' || field.kind === 'ids' ? row[`${name}Name`] : row[name]
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'choice': {
      const choice = field.of[String(value)]
      return choice ? say(choice, language) : String(row[`${name}Value`] ?? value)
    }
    case 'dictionary':
      return String(row[`${name}Value`] ?? value)
    case 'choices':
      return listed(
        (value as string[]).map((key) => (field.of[key] ? say(field.of[key], language) : key)),
        language,
      )
    case 'flag':
      return flagWords[Number(value) === 1 ? 1 : 0][language]
    case 'money':
      return moneyText(String(value), language)
    case 'integer':
      if (countsUnit(field)) return countedText(field, row, value, language)
      return field.as === 'year'
        ? String(value)
        : field.as === 'minutes'
          ? lengthText(Number(value), language)
          : numberText(Number(value), language)
    case 'decimal':
      return numberText(Number(value), language)
    case 'date':
      return dayText(String(value), language)
    case 'time':
      return momentText(String(value), language)
    case 'text':
      return seededText(field, String(value), language)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

/** The values that the hospital shows next to a field, joined; empty when there are none. */
export function besideOf({ beside = [] }: Field, fields: FieldMap, row: Row, language: Language): string {
  return listed(
    beside.flatMap((name) => (fields[name] ? textOf(name, fields[name], row, language) || [] : [])),
    language,
  )
}
