import type { FigureUnit } from '#contract/kit/figures/measure.ts'
import { thousands, unitWords } from '#contract/kit/figures/measure-units.ts'
import type { Language } from '#contract/kit/words.ts'
import { moneyText, numberText } from '#src/kit/value-text.ts'

/** Minutes in an hour and in a day. */
const hour = 60
const day = 24 * hour

/** A large number in the language's short form: `12.3 万`, `123k`. */
export function shortNumber(value: number, language: Language): string {
  const size = Math.abs(value)
  const found = thousands[language].find(([least]) => size >= least)
  if (!found) return numberText(Math.round(value * 10) / 10, language)
  const [least, sign] = found
  const unit = sign === 'k' ? 1000 : least
  const scaled = value / unit
  const digits = Math.abs(scaled) >= 100 ? 0 : 1
  return `${numberText(Number(scaled.toFixed(digits)), language)}${language === 'zh' ? ' ' : ''}${sign}`
}

/** A duration in the unit that suits `largest`, so that durations beside each other have one unit. */
function minutesText(value: number, language: Language, largest: number): string {
  const [amount, words] =
    largest >= 7 * day
      ? [value / day, { zh: '天', en: 'days' }]
      : largest >= 2 * hour
        ? [value / hour, { zh: '小时', en: 'h' }]
        : [value, { zh: '分钟', en: 'min' }]
  return `${numberText(Math.round(amount * 10) / 10, language)} ${words[language]}`
}

/** A figure with its unit: `1,234 台`, `¥1,234.50`, `96.4%`, `3.5 小时`; a dash for none. `largest`: the largest figure beside it. */
export function figureText(
  value: number | string | null | undefined,
  unit: FigureUnit,
  language: Language,
  largest = Number(value),
): string {
  if (value === null || value === undefined) return '—'
  if (unit === 'money') return moneyText(String(value), language)
  const number = Number(value)
  if (unit === 'percent') return `${numberText(number, language)}%`
  if (unit === 'minutes') return minutesText(number, language, largest)
  const words = unitWords[unit][language]
  return `${numberText(number, language)} ${language === 'en' && number === 1 ? words.replace(/s$/, '') : words}`.trim()
}

/** A figure as a short chart label; no unit where the axis shows it. `largest`: the largest figure of the chart. */
export function labelText(value: number | null | undefined, unit: FigureUnit, language: Language, largest?: number): string {
  if (value === null || value === undefined) return ''
  if (unit === 'percent') return `${numberText(value, language)}%`
  if (unit === 'minutes') return minutesText(value, language, largest ?? value)
  return `${unit === 'money' ? '¥' : ''}${shortNumber(value, language)}`
}
