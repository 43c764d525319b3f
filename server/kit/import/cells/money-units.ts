import { oneWriting } from '#contract/kit/text/one-writing.ts'
import { bracketCurrency, type ForeignCurrency, foreignCurrency, isCurrency } from './currencies.ts'

/** The unit of amounts: a number of yuan, or of units of a foreign currency. */
export type MoneyUnit =
  | { readonly yuan: number }
  | {
      readonly foreign: ForeignCurrency
      readonly times?: number
      /** The currency is in a column of its own. */
      readonly isBeside?: true
    }

const scales: Readonly<Record<string, number>> = { 千: 1e3, 万: 1e4, 百万: 1e6, 千万: 1e7, 亿: 1e8 }
const scale = '百万|千万|亿|万|千'

/** The number of yuan in a unit, by the word for large numbers before 元. */
export const yuanOf = (word: string | undefined): number => (word === undefined ? 1 : (scales[word] ?? 1))

const yuanWords = '(?<!单)元|人民币|\\brmb\\b|\\bcny\\b'

/** Whether a text names yuan explicitly; a bare `¥` may also stand for yen. */
export const saysYuan = (text: string): boolean => new RegExp(yuanWords, 'i').test(text)

/** A word for large numbers as a unit. 万元以上 and 万元设备 do not count: they name classes of devices. */
const large = /(?<![\d一二三四五六七八九十两])(?:(百万|千万|亿|万)元?|(千)元)(?!元?(?:及?以[上下]|设备|级))/

const inForeign = (foreign: ForeignCurrency, word: string | undefined): MoneyUnit =>
  word === undefined ? { foreign } : { foreign, times: yuanOf(word) }

/** The unit stated anywhere in the heading of an amount. */
export function headingUnit(heading: string): MoneyUnit | undefined {
  const text = oneWriting(heading)
  const foreign = foreignCurrency(text)
  const found = large.exec(text)
  if (foreign) return inForeign(foreign, found?.[1] ?? found?.[2])
  if (found) return { yuan: yuanOf(found[1] ?? found[2]) }
  return saysYuan(text) ? { yuan: 1 } : undefined
}

const brackets = /[(（[【〔]([^()（）[\]【】〔〕]*)[)）\]】〕]/g
const label = /(?:(?:金额|货币|计价|计量|数量)?单位|币[种别]|货币|currency|amounts? in|units?)\s*[:：]?\s*(?=([^()（）[\]【】〔〕;；]*))/giu
const openLabel = /(?:单位|币[种别]|货币|currency|units?)\s*[:：]\s*$/i
const between = /[、,，/;；&+]|和|及|\band\b/i
const pieces = /^(?:台|套|件|个|辆|张|只|支|组|部|年|月|日|天|%|pcs?|units?|sets?|㎡|m2)$/i
const inYuan = new RegExp(`^(?:(?:人民币|rmb|cny)?(${scale})?元|(?:人民币|rmb|cny|yuan)(?:(${scale})元?)?|(${scale}))$`, 'i')

/** The unit if a phrase consists of one, possibly with words for pieces: `万元`, `台、万元`. */
function wholeUnit(phrase: string): MoneyUnit | undefined {
  let unit: MoneyUnit | undefined
  for (const part of oneWriting(phrase).split(between)) {
    const text = part.trim().replace(/^[以按为]|计价?$/g, '')
    if (pieces.test(text)) continue
    const yuan = inYuan.exec(text)
    const money = text.replace(new RegExp(`^(?:${scale})`), '')
    const foreign = !yuan && isCurrency(money) ? foreignCurrency(money) : undefined
    if (yuan) unit ??= { yuan: yuanOf(yuan[1] ?? yuan[2] ?? yuan[3]) }
    else if (foreign) unit = inForeign(foreign, new RegExp(`^(?:${scale})`).exec(text)?.[0])
    else return undefined
  }
  return unit
}

interface Stated {
  readonly unit: MoneyUnit
  readonly said: string
}

/** The unit that a text states after a label, with its wording. */
function labelledUnit(text: string): Stated | undefined {
  for (const found of text.matchAll(label))
    for (const rest of [found[1]!, found[1]!.split(/\s/, 1)[0]!]) {
      const unit = wholeUnit(rest)
      if (unit) return { unit, said: `${found[0]}${rest}`.trim() }
    }
  return undefined
}

/** The unit that a text states, with its wording: after a label, in brackets, or as the whole text. */
function statedUnit(text: string): Stated | undefined {
  const labelled = labelledUnit(text)
  if (labelled) return labelled
  for (const phrase of [...[...text.matchAll(brackets)].map(([, inner]) => inner!), text]) {
    const unit = wholeUnit(phrase)
    if (unit) return { unit, said: phrase.trim() }
  }
  return undefined
}

/**
 * The unit that a line above the headings states for all amounts below; the label and its unit may be in consecutive cells. `isGroups`: the
 * line has group headings, so a unit counts only after a label.
 */
export function unitOfLine(cells: readonly string[], isGroups: boolean): string | undefined {
  for (const [at, text] of cells.entries()) {
    const whole = openLabel.test(text) ? `${text}${cells.slice(at + 1).find((next) => next !== '') ?? ''}` : text
    const stated = (isGroups ? labelledUnit : statedUnit)(whole)
    if (stated) return stated.said
  }
  return undefined
}

const unitCell = /^[（(]?(?:百分比|[%％]|[百千]?万?元|人民币|美元|年|个?月|[台套件个])[）)]?$/

/** Whether a row holds nothing but the units of the columns above it. */
export const isUnitRow = (texts: readonly string[]): boolean =>
  texts.some(Boolean) && texts.every((text) => text === '' || unitCell.test(text))

/** The unit of a column: from its heading, else from the text above it. */
export const columnUnit = ({ heading, unit }: { readonly heading: string; readonly unit?: string }): MoneyUnit | undefined =>
  headingUnit(heading) ?? (unit === undefined ? undefined : (statedUnit(unit)?.unit ?? headingUnit(unit)))

/** The unit of an amount beside a cell that says a foreign currency; a currency in the heading of the amount counts more. */
export function unitBeside(unit: MoneyUnit | undefined, heading: string, foreign: ForeignCurrency | undefined): MoneyUnit | undefined {
  if (!foreign || (unit && 'foreign' in unit) || saysYuan(oneWriting(heading))) return unit
  const times = unit?.yuan ?? 1
  return { foreign, isBeside: true, ...(times === 1 ? {} : { times }) }
}

/** Whether two columns have the same unit; yuan is the default. */
export const isSameUnit = (one: MoneyUnit | undefined, other: MoneyUnit | undefined): boolean =>
  JSON.stringify(one ?? { yuan: 1 }) === JSON.stringify(other ?? { yuan: 1 })

/** A unit as written after a number in a cell. */
export const unitWord = (unit: MoneyUnit | undefined): string =>
  unit && 'foreign' in unit ? ` ${scaleWord(unit.times)}${unit.foreign.zh}` : `${scaleWord(unit?.yuan)}元`

const scaleWord = (times: number | undefined): string => Object.keys(scales).find((word) => scales[word] === times) ?? ''

/**
 * A format that shows the whole number followed by a word for large numbers. A comma or a quoted point at the end would scale the number
 * itself.
 */
const wholeInLarge = new RegExp(`^[^0#?]*[0#?,]*[0#?](?:\\.[0#?]+)?\\s*(${scale})元?\\s*$`)

/** The currency unit of a number format: `"$"#,##0.00`, `[$€-407]`, `0.00"万元"`. Undefined for yuan. */
export function formatUnit(format: string): MoneyUnit | undefined {
  const shown = format
    .replace(/\[[^\]]*\]|[_*]./g, '')
    .replace(/"([^"]*)"|[\\!](.)/g, (_, quoted: string = '', one: string = '') => (quoted + one).replaceAll('.', '·'))
  const foreign = bracketCurrency(format) ?? foreignCurrency(shown)
  if (foreign) return { foreign }
  const large = /\[[<>=]/.test(format) ? undefined : wholeInLarge.exec(shown.split(';')[0]!)?.[1]
  return large === undefined ? undefined : { yuan: yuanOf(large) }
}
