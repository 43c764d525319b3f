import type { Field } from '#contract/kit/fields/field.ts'
import { keepsCents } from '#contract/kit/fields/parse.ts'
import { oneWriting, searchForm } from '#contract/kit/text/one-writing.ts'
import { dayMs, homeDay } from '#contract/kit/time/day.ts'
import { isDay, momentOf } from '#contract/kit/time/moment.ts'
import { listedWords, type Words } from '#contract/kit/words.ts'
import { unescapeFormula } from '#server/kit/export/escape-formula.ts'
import { type Cell, noValue } from './cell.ts'
import { type ForeignCurrency, foreignCurrency } from './currencies.ts'
import { type MoneyUnit, saysYuan, yuanOf } from './money-units.ts'
import { wholeYear } from './whole-year.ts'

/** The result of a cell: a value for the parser of drafts, or an error or warning without a value. */
export type CellOutcome = { readonly value: unknown } | { readonly grade: 'error' | 'warning'; readonly words: Words }

const error = (zh: string, en: string): CellOutcome => ({ grade: 'error', words: { zh, en } })

const damagedNumber: CellOutcome = {
  grade: 'warning',
  words: {
    zh: '已被电子表格损坏（科学计数法），留空；请把该列设为文本后重新填写',
    en: 'was damaged by the spreadsheet (scientific notation) and is left empty: format the column as text and enter it again',
  },
}

/** Spreadsheets write a fraction or a plus; `5E12` may be a model. */
const scientific = /^[+-]?\d(?:\.\d+[eE]\+?|[eE]\+)\d{2,3}$/

// Most codes and numbers need no normalisation.
const isPlainAscii = /^[!-~]+$/

/** Normalises character widths and spaces, for numbers, dates and names. */
export const plain = (text: string): string => (isPlainAscii.test(text) ? text : oneWriting(text).replace(/\s+/g, ' ').trim())

/** The comparison key of a name. */
export const nameKey = (text: string): string => searchForm(plain(text)).trim()

const two = (part: string | number): string => String(part).padStart(2, '0')

/**
 * Whether the dates of a column have the month before the day: a second part over 12 cannot be a month. Undefined if no date is conclusive.
 */
export function isMonthFirst(cells: Iterable<Cell>): boolean | undefined {
  let second: true | undefined
  for (const cell of cells) {
    const parts = typeof cell === 'string' ? /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}/.exec(plain(cell)) : null
    if (!parts) continue
    if (Number(parts[1]) > 12) return false
    if (Number(parts[2]) > 12) second = true
  }
  return second
}

const zoned = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const names = '(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*'
const dayThenMonth = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]+${names}[.,]?[ -]+(\\d{4}|\\d{2})$`, 'i')
const monthAndYear = new RegExp(`^${names}\\.?,?[ -]+(\\d{4})$`, 'i')
const monthThenDay = new RegExp(`^${names}\\.? +(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})$`, 'i')

const eras: Readonly<Record<string, number>> = { 民国: 1911, 民國: 1911, 令和: 2018, 平成: 1988, 昭和: 1925 }
const numerals = '〇一二三四五六七八九'

/** A date of a Taiwanese or Japanese era, or in Chinese numerals, in the usual one: `民國108年3月5日`, `二〇一九年三月五日`. */
function arabicDate(text: string): string {
  const [, era, year] = /^(民[国國]|令和|平成|昭和)\s*(元|\d{1,3})(?=年)/.exec(text) ?? []
  if (era && year) return text.replace(/^\D+(?:\d{1,3})?年/, `${eras[era]! + (year === '元' ? 1 : Number(year))}年`)
  if (!/^[〇○零一二三四五六七八九]{4}年/.test(text)) return text
  return text
    .replace(/[○零]/g, '〇')
    .replace(/([二三])?十([一二三四五六七八九])?/g, (_, tens: string | undefined, ones: string | undefined) =>
      String((tens ? numerals.indexOf(tens) : 1) * 10 + (ones ? numerals.indexOf(ones) : 0)),
    )
    .replace(/[〇一二三四五六七八九]/g, (sign) => String(numerals.indexOf(sign)))
}

/** A date that names its month in English, such as `5-Mar-2024` or `March 5, 2024`; two digits are a year of 1950 to 2049. */
function monthNamed(text: string): string | undefined {
  const month = monthAndYear.exec(text)
  if (month) return `${month[2]}-${two(monthNames.indexOf(month[1]!.slice(0, 3).toLowerCase()) + 1)}-01`
  const first = dayThenMonth.exec(text)
  const [day, name, year] = first
    ? [first[1]!, first[2]!, first[3]!]
    : (([, month, of, y]) => [of, month, y])(monthThenDay.exec(text) ?? [])
  if (!day || !name || !year) return undefined
  const whole = year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`
  return `${whole}-${two(monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1)}-${two(day)}`
}

/** Whether day and month of a date could be swapped. */
export function isEitherOrder(cell: Cell): cell is string {
  const parts = typeof cell === 'string' ? /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}/.exec(plain(cell)) : null
  return parts !== null && Number(parts[1]) !== Number(parts[2]) && Number(parts[1]) <= 12 && Number(parts[2]) <= 12
}

/** The message about dates whose order no other date of the file reveals. */
export const eitherOrder = {
  dayFirst: { zh: '日和月的先后不明，按先日后月读取', en: 'may have the day or the month first and is read with the day first' },
  monthFirst: { zh: '日和月的先后不明，按先月后日读取', en: 'may have the day or the month first and is read with the month first' },
} as const satisfies Record<string, Words>

/** `yyyy-MM-dd` of a date as people and spreadsheets write it; undefined if the cell is no date. */
export function dayOf(cell: Cell, monthFirst = false): string | undefined {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? undefined : sure(cell.toISOString().slice(0, 10))
  if (typeof cell === 'number') {
    if (/^(?:(?:19|2[01])\d{6}|(?:19|20)\d{4})$/.test(String(cell))) return dayOf(String(cell))
    // Serial date of a spreadsheet, limited to 1927 to 2199. A smaller number is a year or a plain number.
    return cell >= 10_000 && cell < 109_574
      ? sure(new Date(Date.UTC(1899, 11, 30) + Math.floor(cell) * dayMs).toISOString().slice(0, 10))
      : undefined
  }
  if (typeof cell !== 'string') return undefined
  const whole = plain(cell)
  // A time with its zone is converted to the hospital's zone.
  if (zoned.test(whole)) {
    const moment = new Date(whole.replace(' ', 'T').replace(/([+-]\d{2}):?(\d{2})?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`))
    return Number.isNaN(moment.getTime()) ? undefined : sure(homeDay(moment))
  }
  const text = arabicDate(whole)
    .replace(/[ T]?(?:[上下]午)?\s?\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(?:\s?[ap]m)?$/i, '')
    .replace(/[ T]\d{1,2}时(?:\d{1,2}分)?$/, '')
  const named = monthNamed(text)
  if (named) return sure(named)
  const yearFirst =
    /^(\d{4})[-/.年\\ ](\d{1,2})(?:[-/.月\\ ](\d{1,2})[日号]?|月)?[.。]?$/.exec(text) ??
    /^(\d{2}|\d{4})年(\d{1,2})月(?:(\d{1,2})[日号])?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^((?:19|20)\d{2})(0[1-9]|1[0-2])$/.exec(text)
  if (yearFirst) return sure(`${wholeYear(yearFirst[1]!)}-${two(yearFirst[2]!)}-${two(yearFirst[3] ?? 1)}`)
  const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (dayFirst) {
    const [day, month] = monthFirst ? [dayFirst[2]!, dayFirst[1]!] : [dayFirst[1]!, dayFirst[2]!]
    return sure(`${dayFirst[3]}-${two(month)}-${two(day)}`)
  }
  const monthOnly = /^(\d{1,2})[/.-](\d{4})$/.exec(text)
  if (monthOnly) return sure(`${monthOnly[2]}-${two(monthOnly[1]!)}-01`)
  return /^\d{5}(?:\.\d+)?$/.test(text) ? dayOf(Number(text)) : undefined
}

const sure = (day: string): string | undefined => (isDay(day) ? day : undefined)

const yes = new Set(['1', '是', '有', 'y', 'yes', 'true', '√', '✓', '✔', 't'])
const no = new Set(['0', '否', '无', 'n', 'no', 'false', '×', '✗', '✘', 'x', 'f'])

/** Text inside direction overrides, which are copied along with it; no field accepts them. */
const turned = /[\u202d\u202e]([^\u202c]*)\u202c?/g

/** Full-width letters and digits are converted; other full-width characters belong to Chinese text. */
const wide = /[０-９Ａ-Ｚａ-ｚ]/g

function textOf(field: Extract<Field, { kind: 'text' }>, cell: Cell): CellOutcome {
  if (typeof cell === 'number') {
    // Spreadsheets keep fifteen digits; a longer number has lost the rest.
    if (Math.abs(cell) >= 1e15) return damagedNumber
    return { value: Number.isInteger(cell) ? String(cell) : String(Number(cell.toPrecision(15))) }
  }
  if (cell instanceof Date) return { value: cell.toISOString().slice(0, 10) }
  const text = unescapeFormula(typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell))
    .replace(turned, '$1')
    .replace(wide, (sign) => sign.normalize('NFKC'))
  if (scientific.test(text.trim())) return damagedNumber
  return { value: field.multiline ? text : text.replace(/[\s\u2028\u2029]+/g, ' ') }
}

const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/

const numberWithUnit = /^(-?[\d.,]+)\s*(?:(百万|千万|亿|万|千)元?|(元))?整?$/
const aroundYuan = /^(?:人民币|RMB|CNY)?\s*¥?\s*|\s*(?:人民币|RMB|CNY)$/gi

/** Parses a number with its unit. `times`: the unit from the heading, for numbers without one. */
function amount(cell: Cell, times = 1): unknown {
  if (typeof cell === 'number') return cell * times
  const text = plain(unescapeFormula(String(cell))).replace(aroundYuan, '')
  const said = numberWithUnit.exec(text)
  if (!said) return text
  // A comma that does not separate thousands may be a decimal comma, so it is kept and refused later.
  const digits = grouped.test(said[1]!) ? said[1]!.replaceAll(',', '') : said[1]!
  const yuan = said[2] || said[3] ? yuanOf(said[2]) : times
  return yuan !== 1 && /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) * yuan : digits
}

/** Whether an amount is a number without a unit, so that the unit of its column applies. */
export const isBareAmount = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' || (typeof cell === 'string' && /^-?[\d.,]+$/.test(plain(cell).replace(/^¥\s*/, '')))

/** The foreign currency of an amount, by its own cell or by its heading. */
export function foreignOf(
  cell: Exclude<Cell, null>,
  unit: MoneyUnit | undefined,
): { readonly currency: ForeignCurrency; readonly isByHeading: boolean } | undefined {
  const own = typeof cell !== 'string' || isBareAmount(cell) ? undefined : foreignCurrency(cell)
  if (own) return { currency: own, isByHeading: false }
  if (!unit || 'yuan' in unit || (typeof cell === 'string' && saysYuan(plain(cell)))) return undefined
  return { currency: unit.foreign, isByHeading: true }
}

/** The error for an amount in another currency, which must not be taken for yuan. */
function foreignAmount(cell: Exclude<Cell, null>, unit: MoneyUnit | undefined): CellOutcome | undefined {
  const foreign = foreignOf(cell, unit)
  if (!foreign) return undefined
  const { zh, en } = foreign.currency
  if (unit && 'foreign' in unit && unit.isBeside && foreign.isByHeading)
    return error(`按币种列以${zh}计，不是人民币`, `is in ${en} by the currency column, not in CNY`)
  return foreign.isByHeading
    ? error(`按表头以${zh}计，不是人民币`, `is in ${en} by its heading, not in CNY`)
    : error(`以${zh}计，不是人民币`, `is in ${en}, not in CNY`)
}

function choiceOf(field: Extract<Field, { kind: 'choice' }>, cell: Cell): CellOutcome {
  const key = nameKey(String(cell))
  const found = Object.entries(field.of).find(([value, words]) => [value, words.zh, words.en].some((one) => nameKey(one) === key))
  if (found?.[1].sealed) return error('已封存，不能再选', 'is sealed and can no longer be chosen')
  if (found) return { value: found[0] }
  const all = listedWords(Object.values(field.of).filter((words) => !words.sealed))
  return error(`不在可选范围内：${all.zh}`, `is none of: ${all.en}`)
}

/**
 * Parses one filled cell according to its field, as people write it; links stay names. The contract's parser validates the result. `unit`:
 * the currency unit of amounts in its column.
 */
export function cellValue(field: Field, cell: Exclude<Cell, null>, monthFirst: boolean, unit?: MoneyUnit): CellOutcome {
  if (cell === noValue)
    return error(
      '公式没有计算结果，请在表格软件中打开并保存一次',
      'is a formula without a result: open the file in the spreadsheet program and save it',
    )
  switch (field.kind) {
    case 'text':
      return textOf(field, cell)
    case 'numbering':
      return textOf({ kind: 'text', zh: field.zh, en: field.en, max: 60 }, cell)
    case 'link':
      // As it is written: a missing row is created under this name.
      return { value: (cell instanceof Date ? cell.toISOString().slice(0, 10) : unescapeFormula(String(cell))).replace(/\s+/g, ' ').trim() }
    case 'date': {
      const day = dayOf(cell, monthFirst)
      return { value: day ?? String(cell) }
    }
    case 'time': {
      if (cell instanceof Date) return { value: momentOf(`${cell.toISOString().slice(0, 19)}`) ?? String(cell) }
      const text = plain(String(cell)).replaceAll('/', '-')
      const day = dayOf(cell, monthFirst)
      return { value: momentOf(text) ?? (day ? momentOf(day) : undefined) ?? text }
    }
    case 'money': {
      const foreign = foreignAmount(cell, unit)
      if (foreign) return foreign
      const value = amount(cell, unit && 'yuan' in unit ? unit.yuan : 1)
      if (typeof value === 'number' && !keepsCents(value))
        return error(
          '过大，表格软件未能精确保存到分，请把单元格设为文本后重新填写',
          'is too large for a spreadsheet to keep its cents: write it as text',
        )
      return { value: typeof value === 'number' ? String(Math.round(value * 100) / 100) : value }
    }
    case 'integer':
    case 'decimal': {
      const value = amount(cell)
      const share = typeof value === 'string' && field.kind === 'decimal' ? /^(-?\d+(?:\.\d+)?)%$/.exec(value) : null
      return { value: share ? Number(share[1]) / 100 : value }
    }
    case 'flag': {
      const key = nameKey(String(cell))
      return { value: yes.has(key) ? 1 : no.has(key) ? 0 : key }
    }
    case 'choice':
      return choiceOf(field, cell)
    default:
      return { value: cell }
  }
}
