import { oneWriting } from '../../kit/text/one-writing.ts'
import type { PlateField } from './plate-types.ts'

/** A value cut out of the text after a label: its characters from `from` to `to`, as written on a card. */
export interface PlateValue {
  readonly value: string
  readonly from: number
  readonly to: number
  /** Whether its form leaves no doubt that it is such a value. */
  readonly isSure: boolean
}

type Reader = (text: string, today: string) => PlateValue | undefined

/** Digits that recognition takes for letters; only where a grammar asks for digits. */
const digits = (text: string): string =>
  text
    .replace(/[OoQD]/g, '0')
    .replace(/[Il|!]/g, '1')
    .replace(/[Zz]/g, '2')
    .replace(/[Ss]/g, '5')
    .replace(/B/g, '8')
const digit = '[0-9OoQDIl|!ZzSsB]'

const provinces = '国京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'

/** Registration numbers by their grammar: of 2014 and later, of filings, and of the years before. */
const registrations: readonly { form: RegExp; written: (parts: readonly string[]) => string | undefined }[] = [
  {
    form: new RegExp(`([${provinces}]) *械 *注 *([准进许]) *(${digit}(?: ?${digit}){10})(?!${digit})`),
    written: ([area, kind, number]) => {
      const found = digits((number as string).replaceAll(' ', ''))
      return /^20\d\d[1-3]\d{6}$/.test(found) ? `${area}械注${kind}${found}` : undefined
    },
  },
  {
    form: new RegExp(`([${provinces}]\\p{sc=Han}?) *械 *备 *(${digit}(?: ?${digit}){7})(?!${digit})`, 'u'),
    written: ([area, number]) => {
      const found = digits((number as string).replaceAll(' ', ''))
      return /^20\d{6}$/.test(found) ? `${area}械备${found}号` : undefined
    },
  },
  {
    form: new RegExp(
      `([${provinces}]) *食药监械 *[(（]([准进许])[)）] *字 *(${digit}{4}) *第 *(${digit}(?: ?${digit}){6}) *号?(?!${digit})`,
    ),
    written: ([area, kind, year, number]) => {
      const [of, found] = [digits(year as string), digits((number as string).replaceAll(' ', ''))]
      return /^20\d\d$/.test(of) && /^[1-3]\d{6}$/.test(found) ? `${area}食药监械(${kind})字${of}第${found}号` : undefined
    },
  },
]

function registration(text: string): PlateValue | undefined {
  for (const { form, written } of registrations) {
    const found = form.exec(text)
    const value = found && written(found.slice(1))
    if (found && value) return { value, from: found.index, to: found.index + found[0].length, isSure: true }
  }
  return undefined
}

/** The text up to where another language, a bracket or a wide gap ends the value; without blanks and signs at its ends. */
function cut(text: string, pattern: RegExp): { value: string; from: number; to: number } | undefined {
  const found = pattern.exec(text)
  if (!found) return undefined
  const value = found[0].replace(/[\s.,:;，、。；：|/_\-–(（]+$/u, '')
  return value === '' ? undefined : { value, from: found.index, to: found.index + value.length }
}

function serial(text: string): PlateValue | undefined {
  const found = cut(text, /[A-Za-z0-9][A-Za-z0-9\-/._#]*(?: [A-Za-z0-9\-/._#]+)*/)
  if (!found || !/\d/.test(found.value) || found.value.length < 3 || found.value.length > 40) return undefined
  // A sentence is none, and a gap may be one of the picture.
  const isSure = !found.value.includes(' ') && (found.value.match(/\d/g)?.length ?? 0) >= 2
  return { ...found, isSure }
}

/** Marks of applied parts and classes that also stand after "TYPE". */
const noModel = /^(?:B|BF|CF|I|II|III|A|AC|DC|CE|IP[X\d]\d?)$/i

function model(text: string): PlateValue | undefined {
  const found = cut(text, /[A-Za-z0-9\p{sc=Han}][^|;；\n]{0,59}/u)
  if (!found || found.value.length < 2 || !/[A-Za-z0-9]/.test(found.value) || noModel.test(found.value)) return undefined
  // A gap as wide as two letters separates columns.
  const [first = ''] = found.value.split(/ {2,}/)
  const isSure = first === found.value && found.value.length <= 30 && (found.value.match(/ /g)?.length ?? 0) <= 3
  return { ...found, value: first, to: found.from + first.length, isSure }
}

/** How names of companies end. */
const company =
  /(?:公司|集团|工厂|厂|研究所|株式会社|Inc\.?|Ltd\.?|Limited|LLC|L\.P\.|Corp(?:oration|\.)?|Company|Co\.|GmbH(?: ?& ?Co\.? ?KGa?A?)?|AG|KGaA|SE|S\.?A\.?S?|S\.?p\.?A\.?|S\.r\.l\.|B\.V\.|N\.V\.|AB|A\/S|Oy|K\.K\.|Pty\.?)$/u

/** Whether a text ends as the name of a company does. */
export const isCompany = (text: string): boolean => text.length >= 4 && company.test(text.trim())

function maker(text: string): PlateValue | undefined {
  const found = cut(text, /[A-Za-z\p{sc=Han}][^|;；\n]{1,99}/u)
  if (!found) return undefined
  // The full stop at the end belongs to it. That of Co., Ltd. is small print: it is there, read or not.
  const dot = /(?:Ltd|Inc|Co|Corp|Pty|S\.p\.A|S\.r\.l|B\.V|N\.V|K\.K)$/i.test(found.value) && text[found.to] === '.' ? '.' : ''
  const value = `${found.value}${dot}`.replace(/\bCo\.? ?, ?Ltd\.?$/i, 'Co., Ltd.')
  return value.length < 2 ? undefined : { value, from: found.from, to: found.to + dot.length, isSure: isCompany(value) }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (value: string | number): string => String(value).padStart(2, '0')
const monthOf = (word: string): string => two(months.indexOf(word.slice(0, 3).toLowerCase()) + 1)
const monthWords = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'

/** Forms of a day, and of a month alone, which stands for its first day and is never sure. */
const dates: readonly { form: RegExp; day: (parts: readonly string[]) => string; isSure: boolean }[] = [
  {
    form: /(?<!\d)((?:19|20)\d\d) *[-./年] *(1[0-2]|0?[1-9]) *[-./月] *(3[01]|[12]\d|0?[1-9])(?!\d)/,
    day: ([y, m, d]) => `${y}-${two(m as string)}-${two(d as string)}`,
    isSure: true,
  },
  { form: /(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/, day: ([y, m, d]) => `${y}-${m}-${d}`, isSure: true },
  {
    form: new RegExp(`(?<!\\d)(3[01]|[12]\\d|0?[1-9])[ .-]*${monthWords}[ .,-]*((?:19|20)\\d\\d)(?!\\d)`, 'i'),
    day: ([d, m, y]) => `${y}-${monthOf(m as string)}-${two(d as string)}`,
    isSure: true,
  },
  {
    form: new RegExp(`${monthWords} *(3[01]|[12]\\d|0?[1-9]),? +((?:19|20)\\d\\d)(?!\\d)`, 'i'),
    day: ([m, d, y]) => `${y}-${monthOf(m as string)}-${two(d as string)}`,
    isSure: true,
  },
  { form: /(?<!\d)((?:19|20)\d\d) *[-./年] *(1[0-2]|0?[1-9])(?!\d)/, day: ([y, m]) => `${y}-${two(m as string)}-01`, isSure: false },
  { form: /(?<!\d)(1[0-2]|0[1-9]) *[-./] *((?:19|20)\d\d)(?!\d)/, day: ([m, y]) => `${y}-${m}-01`, isSure: false },
  {
    form: new RegExp(`${monthWords}[ .,-]*((?:19|20)\\d\\d)(?!\\d)`, 'i'),
    day: ([m, y]) => `${y}-${monthOf(m as string)}-01`,
    isSure: false,
  },
]

/** Whether a day is in the calendar. */
const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** The first day that a text names, in one of the forms of plates and papers; a month alone stands for its first day and is not sure. */
export function dayIn(text: string): PlateValue | undefined {
  for (const { form, day, isSure } of dates) {
    const found = form.exec(text)
    if (!found) continue
    const value = day(found.slice(1))
    return isDay(value) ? { value, from: found.index, to: found.index + found[0].length, isSure } : undefined
  }
  return undefined
}

function made(text: string, today: string): PlateValue | undefined {
  const found = dayIn(text)
  return found && found.value <= today && found.value >= '1970-01-01' ? found : undefined
}

function power(text: string): PlateValue | undefined {
  const found = /(?<![\d.])(\d{1,5}(?:\.\d{1,2})?) *(kVA|VA|kW|W)(?![A-Za-z])/i.exec(text)
  if (!found) return undefined
  const [whole, number, unit] = found as unknown as [string, string, string]
  const written = { kva: 'kVA', va: 'VA', kw: 'kW', w: 'W' }[unit.toLowerCase()]
  return { value: `${number} ${written}`, from: found.index, to: found.index + whole.length, isSure: Number(number) > 0 }
}

function name(text: string): PlateValue | undefined {
  const found = cut(text, /[A-Za-z\p{sc=Han}][^|;；:：\n]{1,59}/u)
  if (!found) return undefined
  // The same in English behind it is no part of the name.
  const value = /^(\p{sc=Han}[\p{sc=Han}()]+)\s*[A-Za-z][A-Za-z ]{4,}$/u.exec(found.value)?.[1] ?? found.value
  return { value, from: found.from, to: found.from + value.length, isSure: /\p{sc=Han}{2}|[a-z]{3}/iu.test(value) && !/\d{4}/.test(value) }
}

/** Reads the value of a field at the start of a text, by the grammar of the field. */
export const valueReaders: Readonly<Partial<Record<PlateField, Reader>>> = { name, model, serial, maker, registration, made, power }

/** A text in one width, sign by sign, so that the positions of its characters stay. */
export const plain = (text: string): string =>
  [...text]
    .map((sign) => {
      const written = oneWriting(sign)
      return written.length === sign.length ? written : sign
    })
    .join('')
