import type { PlateLine } from '../nameplate/plate-types.ts'
import { dayIn, valueReaders } from '../nameplate/plate-values.ts'
import { labelForm, type Piece, placesAfter, rowsOf } from './paper-lines.ts'

/** A fact that a paper states, with what it is called there; a value as a form takes it. */
export interface PaperSuggestion<F extends string> {
  readonly field: F
  readonly value: string
  /** Whether it may be taken without a look at the paper. */
  readonly certain: boolean
}

export type CertificateField = 'certificateNo' | 'measureKind' | 'measuredOn' | 'validUntil' | 'result' | 'body' | 'serial'
export type InvoiceField = 'invoiceNo' | 'invoiceDate' | 'amount' | 'tax'

/** Score that a line needs for its value to count as certain. */
const CERTAIN = 0.8

interface Read {
  readonly value: string
  readonly isSure: boolean
}
type Reader = (text: string) => Read | undefined
type Rows = readonly (readonly Piece[])[]

/** The value that a label announces. Two different ones leave doubt. */
function labelled<F extends string>(field: F, rows: Rows, labels: readonly string[], read: Reader): PaperSuggestion<F> | undefined {
  const found = placesAfter(rows, labelForm(labels)).flatMap((places) => {
    for (const { text, score, isBeside } of places) {
      const value = read(text)
      if (value) return [{ ...value, isSure: value.isSure && isBeside && score >= CERTAIN }]
      // The next label of the row ends the search: its value belongs to it.
      if (isBeside && /[:：]\s*\S/u.test(text)) return []
    }
    return []
  })
  const [first] = [...found].sort((a, b) => Number(b.isSure) - Number(a.isSure))
  return first && { field, value: first.value, certain: first.isSure && found.every(({ value }) => value === first.value) }
}

const numberRead: Reader = (text) => {
  const found = /^[\p{L}\p{N}〔[(][^\s:：]*(?: (?!第|共|page)(?=\S*\d)[^\s:：]+)*/iu.exec(text)?.[0].replace(/[.,;，。；]+$/u, '')
  return found && /\d/.test(found) && found.length >= 4 && found.length <= 60 && !dayIn(found) ? { value: found, isSure: true } : undefined
}
const dayRead: Reader = (text) => {
  // A sentence is no value of a field.
  const found = text.length <= 60 ? dayIn(text) : undefined
  return found && found.value >= '1970-01-01' ? { value: found.value, isSure: found.isSure } : undefined
}

const failed = /不\s*合\s*格|不\s*符\s*合|不\s*准\s*予?|unqualified|not\s+(?:pass|conform|qualif)|fail/iu
const limited = /限\s*用|降\s*级\s*使\s*用|limited\s+use/iu
const passed = /合\s*格|符\s*合|准\s*予|pass|conform|qualified/iu
const resultRead: Reader = (text) => {
  const value = failed.test(text) ? 'failed' : limited.test(text) ? 'limited' : passed.test(text) ? 'passed' : undefined
  return value && { value, isSure: text.length <= 40 }
}

const serialRead: Reader = (text) => valueReaders.serial?.(text, '')

const titles = {
  verification: /检\s*定\s*(?:证\s*书|结\s*果\s*通\s*知\s*书)|verification\s+certificate|certificate\s+of\s+verification/iu,
  calibration: /校\s*准\s*证\s*书|calibration\s+certificate|certificate\s+of\s+calibration/iu,
} as const
const rejected = /检\s*定\s*结\s*果\s*通\s*知\s*书|notification\s+of\s+verification\s+result/iu

/** The title of a paper alone says which kind it is; one that names both kinds says nothing. */
function kindOf(rows: Rows): PaperSuggestion<'measureKind'> | undefined {
  const texts = rows.map((row) => row.map(({ text }) => text).join(' '))
  const kinds = (['verification', 'calibration'] as const).filter((kind) => texts.some((text) => titles[kind].test(text)))
  return kinds.length === 1 ? { field: 'measureKind', value: kinds[0]!, certain: true } : undefined
}

/** The body that issued the certificate. The name of a hospital is that of the customer. */
function bodyOf(rows: Rows): PaperSuggestion<'body'> | undefined {
  const labels = ['检定机构', '校准机构', '检测机构', '发证单位', '发证机构', 'issued by', 'calibration laboratory']
  const nameRead: Reader = (text) => (/[\p{L}]{4}/u.test(text) && text.length <= 120 ? { value: text.trim(), isSure: false } : undefined)
  const announced = labelled('body', rows, labels, nameRead)
  if (announced) return announced
  const top = rows.slice(0, 8).flat()
  const name = top.find(({ text }) =>
    /(?:研究院|计量院|检测院|检验院|测试院|计量所|检定所|研究所|检测中心|计量中心|校准中心|测试中心|institute of .+|metrology .+)$/iu.test(
      text,
    ),
  )
  return name && !/医\s*院$/u.test(name.text) && name.text.length <= 120 ? { field: 'body', value: name.text, certain: false } : undefined
}

const present = <T>(all: readonly (T | undefined)[]): T[] => all.filter((one) => one !== undefined)

/**
 * Reads a certificate of verification or calibration in Chinese or English. A refusal ("检定结果通知书") is a failure, no matter what else it says. Days that are not in
 * order are to be checked.
 */
export function readCertificate(lines: readonly PlateLine[]): PaperSuggestion<CertificateField>[] {
  const rows = rowsOf(lines)
  const isRejected = rows.some((row) => row.some(({ text }) => rejected.test(text)))
  const measuredOn = labelled(
    'measuredOn',
    rows,
    ['检定日期', '校准日期', '检测日期', '测试日期', 'date of (?:verification|calibration|test)', '(?:verification|calibration|test) date'],
    dayRead,
  )
  const validUntil = labelled(
    'validUntil',
    rows,
    [
      ...['有效期至', '有效期限至', '有效日期至', '下次检定日期', '下次校准日期', '建议复校日期', '建议校准日期'],
      ...['valid until', 'valid to', 'date of expiry', 'next (?:verification|calibration)(?: date)?', 'due date'],
    ],
    dayRead,
  )
  const isInOrder = !measuredOn || !validUntil || measuredOn.value < validUntil.value
  const ordered = <F extends CertificateField>(one: PaperSuggestion<F> | undefined) => one && { ...one, certain: one.certain && isInOrder }
  const result = labelled('result', rows, ['检定结论', '校准结论', '检测结论', '检定结果', '结论', 'conclusion', 'result'], resultRead)
  return present<PaperSuggestion<CertificateField>>([
    labelled(
      'certificateNo',
      rows,
      ['证书编号', '证书号', '报告编号', '通知书编号', 'certificate n(?:o|umber)', 'cert n(?:o|umber)'],
      numberRead,
    ),
    kindOf(rows),
    ordered(measuredOn),
    ordered(validUntil),
    isRejected ? { field: 'result', value: 'failed', certain: true } : result,
    bodyOf(rows),
    labelled('serial', rows, ['出厂编号', '产品编号', '器具编号', '序列号', '机身号', 'serial n(?:o|umber)', 's ?/ ?n'], serialRead),
  ])
}

const cents = (text: string): number => Math.round(Number(text.replaceAll(',', '')) * 100)
const amounts = (text: string): string[] =>
  [...text.matchAll(/(?<![\d.,-])[¥￥$]? ?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{2})(?!\d)/g)].map(
    ([, whole, rest]) => `${whole!.replaceAll(',', '')}${rest}`,
  )

const moneyRead: Reader = (text) => {
  const [first, ...others] = amounts(text)
  return first && cents(first) > 0 ? { value: first, isSure: others.length === 0 } : undefined
}

/**
 * Reads an invoice in Chinese or English. Where the net and the tax of the total row come to the amount with tax, both are certain; where they do not, the
 * amount is to be checked.
 */
export function readInvoice(lines: readonly PlateLine[]): PaperSuggestion<InvoiceField>[] {
  const rows = rowsOf(lines)
  const amount =
    labelled('amount', rows, ['小写'], moneyRead) ??
    labelled(
      'amount',
      rows,
      ['价税合计', 'total (?:incl|including)[a-z. ]* ?(?:tax|vat)', 'grand total', 'amount due', 'total amount'],
      moneyRead,
    )
  const sums = rows
    .map((row) => row.map(({ text }) => text).join('  '))
    .filter((text) => /^\s*合\s*计(?!\s*人)/u.test(text) || /^\s*(?:sub-?)?total/iu.test(text))
    .map(amounts)
    .find((found) => found.length === 2)
  const adds = amount && sums && cents(sums[0]!) + cents(sums[1]!) === cents(amount.value)
  const isDigits: Reader = (text) => {
    const found = /^(?:no\.?\s*)?(\d{8}|\d{20})(?!\d)/iu.exec(text)?.[1]
    return found ? { value: found, isSure: true } : undefined
  }
  return present<PaperSuggestion<InvoiceField>>([
    labelled('invoiceNo', rows, ['发票号码'], isDigits) ?? labelled('invoiceNo', rows, ['invoice n(?:o|umber)'], numberRead),
    labelled('invoiceDate', rows, ['开票日期', 'invoice date', 'date of issue'], dayRead),
    amount && { ...amount, certain: sums ? adds === true : amount.certain },
    sums && adds ? { field: 'tax', value: sums[1]!, certain: true } : undefined,
  ])
}
