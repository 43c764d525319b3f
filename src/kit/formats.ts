const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

function kept<T>(formats: Map<string, T>, key: string, make: () => T): T {
  const known = formats.get(key)
  if (known) return known
  const made = make()
  formats.set(key, made)
  return made
}

/** The format of numbers of a locale, made once: a list formats hundreds of them, and to make one takes longer than all that it writes. */
export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept(numbers, `${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))

/** The format of moments of a locale, made once for each offset of the reader's clock, which a journey changes. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(dates, `${locale} ${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))
