import type { Language } from '#contract/kit/words.ts'

/** In `iso` a day is written as ISO 8601 does, which Sweden uses. */
const locales = { zh: 'zh-CN', en: 'en-GB', iso: 'sv-SE' } as const satisfies Readonly<Record<Language | 'iso', string>>

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

function kept<T>(formats: Map<string, T>, key: string, make: () => T): T {
  const known = formats.get(key)
  if (known) return known
  const made = make()
  formats.set(key, made)
  return made
}

/** The format of numbers of a language, made once: a list formats hundreds of them, and to make one takes longer than all that it writes. */
export const numberFormat = (language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept(numbers, `${language} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locales[language], options))

/** The format of moments of a language, made once for each offset of the reader's clock, which a journey changes. */
export const dateFormat = (language: Language | 'iso', options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(
    dates,
    `${language} ${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locales[language], options),
  )
