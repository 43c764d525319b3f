import { oneWriting } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'

/** How headings and cells write a currency, besides its code and names. Dollars with letters come before the bare `$`. */
const writings = {
  HKD: '港[币幣]|hk\\$',
  TWD: '台[币幣]|nt\\$',
  AUD: '澳元|(?:au?|aud)\\$',
  CAD: '加元|ca?\\$',
  SGD: '新加坡[币幣]|新[币幣]|坡[币幣]|sg?\\$',
  MOP: '澳门元|mop\\$',
  EUR: '€|euros?',
  JPY: '日[圆圓]|円|jp¥|yen',
  GBP: '£|pounds? sterling',
  CHF: '瑞郎',
  KRW: '韩[币幣]|₩',
  RUB: '卢布|₽',
  USD: '美金|us dollars?|dollars?|u\\.?s\\.?\\$',
} as const

const namesIn = { zh: new Intl.DisplayNames('zh', { type: 'currency' }), en: new Intl.DisplayNames('en', { type: 'currency' }) }

/** A currency other than yuan: its code (ISO 4217; `XXX` where only that it is foreign is known) and its name. */
export interface ForeignCurrency extends Words {
  readonly code: string
}

interface Currency extends ForeignCurrency {
  readonly said: RegExp
}

const anyForeign: Currency = { code: 'XXX', zh: '外币', en: 'a foreign currency', said: /外币|外幣|原币|foreign currency|(?!¥)\p{Sc}/iu }

const currencies: readonly Currency[] = [
  ...Object.entries(writings).map(([code, more]): Currency => {
    const [zh, en] = [namesIn.zh.of(code) ?? code, namesIn.en.of(code) ?? code]
    // Letters must stand alone, except for a code at the end: part of another word is no currency.
    return { code, zh, en, said: new RegExp(`(?<![a-z])(?:${code}|${zh}|${en}|${more})(?![a-z])|${code}$`, 'i') }
  }),
  { code: 'USD', zh: namesIn.zh.of('USD') ?? 'USD', en: namesIn.en.of('USD') ?? 'USD', said: /(?<![a-z])\$/i },
  anyForeign,
]

const currencyIn = (text: string): Currency | undefined => currencies.find(({ said }) => said.test(text))

/** The foreign currency in a heading or cell; undefined if there is none, so that its amounts are in yuan. */
export const foreignCurrency = (text: string): ForeignCurrency | undefined => named(currencyIn(oneWriting(text)))

const named = (found: Currency | undefined): ForeignCurrency | undefined => found && { code: found.code, zh: found.zh, en: found.en }

const yuanNames = /^(?:人民币元?|rmb|cny|cn[¥y]|yuan|renminbi|本位币|记账本位币)$/i
/** These say yuan only where nothing stands beside them: `JPY ¥` is yen, and `美 元` are dollars. */
const bareYuan = /^[\s()¥元]*$/
const isoCodes = new Set(Intl.supportedValuesOf('currency'))

/** The foreign currency that the cell of a currency column says; an unknown word is foreign, because a wrong amount is worse than none. */
export function saidCurrency(written: string): ForeignCurrency | undefined {
  const text = oneWriting(written).trim()
  const bare = text.replace(/\([^()]*\)/g, '').trim()
  if (bareYuan.test(text) || [text, bare, ...text.split(/[()\s]+/)].some((one) => yuanNames.test(one))) return undefined
  const known = currencyIn(text)
  if (known && known !== anyForeign) return named(known)
  const code = bare.toUpperCase()
  return isoCodes.has(code) ? { code, zh: namesIn.zh.of(code) ?? code, en: namesIn.en.of(code) ?? code } : named(anyForeign)
}

/** A text without the names and signs of its currency. */
export function withoutCurrency(written: string): string {
  let text = oneWriting(written)
  for (let found = currencyIn(text); found; found = currencyIn(text)) text = text.replace(found.said, ' ').trim()
  return text
}

/** The bracket of a number format with a currency and a language: `[$€-407]`, `[$¥-ja-JP]`. */
const bracketed = /\[\$([^\]-]*)(-[^\]]*)?\]/g
const isJapanese = /^-(?:[\da-f]*411|ja)/i
const isYuan = /¥|元|人民币|\b(?:rmb|cny)\b/i

/** The foreign currency in a format's brackets; an unknown sign counts as foreign, too. */
export function bracketCurrency(format: string): ForeignCurrency | undefined {
  for (const [, sign = '', language = ''] of oneWriting(format).matchAll(bracketed)) {
    if (sign.trim() === '') continue
    const found = foreignCurrency(sign === '¥' && isJapanese.test(language) ? `JP${sign}` : sign)
    if (found) return found
    if (language !== '' && !isYuan.test(sign) && !/\p{Script=Han}/u.test(sign)) return named(anyForeign)
  }
  return undefined
}

/** Whether a text is a foreign currency and nothing else. */
export function isCurrency(written: string): boolean {
  const text = oneWriting(written).trim()
  const found = currencyIn(text)
  return found !== undefined && text.replace(found.said, '').trim() === ''
}
