import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { type ImportFacts, quantityColumn } from '#contract/kit/sheets/import-facts.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Findings } from '../findings.ts'
import { ImportRefusal } from '../import-refusal.ts'
import type { HeaderRow } from '../rows/line-rows.ts'
import type { ReadRow } from '../rows/read-rows.ts'
import type { Layout } from '../table/layout.ts'

/** Maximum number of rows that one sheet row may become; a larger quantity is treated as a mistake. */
const mostOfOne = 500

const cause = (zh: string, en: string): Words => ({ zh, en })
const eachCause = cause('数量大于 1：每件建一条', 'Quantity above 1: a record for each')
const oneCause = cause('数量大于 1：建一条，数量记入备注', 'Quantity above 1: one record that keeps the number in its note')

/** Whether the row has a value that exists only once, such as a serial number, so that it cannot become several rows. */
const isSingle = ({ same }: ImportFacts, row: ReadRow): boolean => same.some(([first]) => first !== undefined && Boolean(row.draft[first]))

/** The amounts of a row in words. A sheet may state them per piece or in total, so the message says how they are interpreted. */
function amountsOf({ draft }: ReadRow, { fields }: View, columns: Layout['columns']): Words {
  const said = columns.flatMap(({ field: name }) => {
    const field = name ? fields[name] : undefined
    const amount = field?.kind === 'money' ? draft[wireName(name!, field)] : undefined
    return field && amount ? [{ zh: `${field.zh} ${amount}`, en: `${field.en} ${amount}` }] : []
  })
  return { zh: said.map(({ zh }) => zh).join('、'), en: said.map(({ en }) => en).join(', ') }
}

const withAmounts = ({ zh, en }: Words, amounts: Words, isEach: boolean): Words => {
  if (amounts.zh === '') return { zh, en }
  return isEach
    ? { zh: `${zh}，每条都记 ${amounts.zh}`, en: `${en}, each with ${amounts.en}` }
    : { zh: `${zh}，这一条记 ${amounts.zh}`, en: `${en}; the record has ${amounts.en}` }
}

/** The shared cause of such findings, independent of the amounts. */
const causeOf = (isEach: boolean, hasAmounts: boolean): Words => {
  const { zh, en } = isEach ? eachCause : oneCause
  if (!hasAmounts) return { zh, en }
  return isEach
    ? { zh: `${zh}，金额不拆分，请核对是否为单价`, en: `${en}; amounts are not divided, so check that they are for one piece` }
    : { zh: `${zh}，金额不乘以数量，请核对是否为总价`, en: `${en}; amounts are not multiplied, so check that they are for all pieces` }
}

/**
 * The draft of each of `n` rows: a unit price becomes the amount of each if n unit prices make the total amount; it also fills an empty
 * amount.
 */
function draftOfEach({ draft, unitPrice }: ReadRow, n: number, { unitPrice: price }: ImportFacts): ReadRow['draft'] {
  if (!price || unitPrice === undefined) return draft
  const whole = draft[price.of]
  const isWhole = whole === null || whole === undefined || cents(whole) === cents(unitPrice) * BigInt(n)
  return isWhole ? { ...draft, [price.of]: unitPrice } : draft
}

/** A row with the total amount of `n` pieces computed from the unit price, if the amount is empty. */
function wholly(row: HeaderRow, n: number, { unitPrice: price }: ImportFacts): HeaderRow {
  const isSaid = !price || row.unitPrice === undefined || (row.draft[price.of] ?? null) !== null
  return isSaid ? row : { ...row, draft: { ...row.draft, [price.of]: decimalText(cents(row.unitPrice) * BigInt(n), 2) } }
}

/**
 * Turns rows with a quantity of n into n rows if the person chose that, else into one row that keeps the number in its note; each with a
 * warning.
 */
export function expandQuantities(
  rows: readonly HeaderRow[],
  { asked, columns }: Layout,
  { view, facts }: { readonly view: View; readonly facts: ImportFacts },
  findings: Findings,
): HeaderRow[] {
  const column = columns.find(({ field }) => field === quantityColumn)
  const priced = (row: HeaderRow, n: number): HeaderRow => ({ ...row, draft: draftOfEach(row, n, facts) })
  if (!column) return rows.map((row) => priced(row, 1))
  const all = rows.flatMap((said): HeaderRow[] => {
    const n = said.quantity
    if (n === undefined) return [priced(said, 1)]
    const isEach = asked?.quantity === 'each' && n <= mostOfOne && !isSingle(facts, said)
    const row = isEach ? priced(said, n) : wholly(said, n, facts)
    const amounts = amountsOf(row, view, columns)
    const words = isEach
      ? { zh: `数量为 ${n}，建 ${n} 条`, en: `Quantity ${n}: ${n} records are made` }
      : { zh: `数量为 ${n}，建一条，数量记入备注`, en: `Quantity ${n}: one record is made, the number is in its note` }
    findings.add({
      row: row.number,
      at: column.at,
      field: null,
      grade: 'warning',
      words: withAmounts(words, amounts, isEach),
      cause: causeOf(isEach, amounts.zh !== ''),
      value: String(n),
    })
    if (!isEach) return [{ ...row, kept: [...row.kept, { at: column.at, heading: column.heading, text: String(n) }] }]
    return [row, ...Array.from({ length: n - 1 }, () => ({ ...row, draft: { ...row.draft }, isCopy: true as const }))]
  })
  if (all.length > facts.maxRows)
    throw new ImportRefusal(
      `按数量展开后超过 ${facts.maxRows} 条，请拆分后分次导入`,
      `With their quantities there are more than ${facts.maxRows} records. Split the file and import the parts`,
    )
  return all
}
