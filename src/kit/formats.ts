import { homeZone } from '#contract/kit/time/moment.ts'
import type { Language } from '#contract/kit/words.ts'

/** `iso` formats dates as ISO 8601; Sweden's locale does that. */
const locales = { zh: 'zh-CN', en: 'en-GB', iso: 'sv-SE' } as const satisfies Readonly<Record<Language | 'iso', string>>

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()
const agos = new Map<string, Intl.RelativeTimeFormat>()

function kept<T>(formats: Map<string, T>, key: string, make: () => T): T {
  const known = formats.get(key)
  if (known) return known
  const made = make()
  formats.set(key, made)
  return made
}

/** The number format of a language, cached: a list formats hundreds of numbers, and creating a format is slower than using it. */
export const numberFormat = (language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept(numbers, `${language} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locales[language], options))

/** The date format of a language, cached. Moments are shown as clocks of the hospital show them, wherever the reader is. */
export const dateFormat = (language: Language | 'iso', options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(
    dates,
    `${language} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locales[language], { timeZone: homeZone, ...options }),
  )

/** The format of times ago in a language, cached. */
export const agoFormat = (language: Language): Intl.RelativeTimeFormat =>
  kept(agos, language, () => new Intl.RelativeTimeFormat(locales[language]))
