import { accrualAll, createRecord, repeatRecord } from '#contract/calls/ledger/depreciation.ts'
import { lastDay, monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { refuseTooMany, startJob } from '#server/kit/jobs/start-job.ts'
import { read } from '#server/kit/refuse.ts'
import type { Book } from '../books/book-cards.ts'
import { bookOf, bookQuery, nextMonth, refuseOtherTenant, refuseOutOfOrder } from '../books/books.ts'
import { refuseSplitSince } from '../split/split-since.ts'
import { type Closing, closeKind, subjectOf } from './close-kind.ts'
import { holdMonths } from './closed-months.ts'

/** The most months that are closed at once. */
const mostMonths = 60

interface Given {
  readonly tenantId?: string | null
  readonly ruleId?: string | null
  readonly month?: string | null
}
type Started = AnswerOf<typeof createRecord>

/** The book of a request. Refuses while its months are being closed: of two people who do it at once one is told so. */
async function freeBook(context: Context, tx: Transaction, given: Given): Promise<Book> {
  refuseOtherTenant(context, given.tenantId)
  const found = async (id: string | null | undefined): Promise<Book> => bookOf((await tx.run(bookQuery(tx.tenantId, id))).rows[0])
  const { id } = await found(given.ruleId)
  await holdMonths(tx, id)
  await refuseTooMany(context, tx)
  return found(id)
}

function begin(context: Context, tx: Transaction, book: Book, closing: Omit<Closing, 'ruleId'>, call: string): Started {
  const input = { ...closing, ruleId: book.id }
  const jobId = startJob(context, tx, closeKind, { subject: subjectOf(book, closing), input, rights: [createRecord.may], call })
  return { jobId, from: monthText(closing.from), to: monthText(closing.to) }
}

/** The month that is running, at home. */
const monthNow = (): number => monthNumber(homeDay(new Date()))

/** Starts the closing of the next month of a book. */
export async function startClose(context: Context, tx: Transaction): Promise<Started> {
  const given = read(createRecord.input, context.input) as Given
  const book = await freeBook(context, tx, given)
  const month = given.month ? monthNumber(given.month) : nextMonth(book)
  refuseOutOfOrder(book, month)
  refuseFuture(month)
  return begin(context, tx, book, { from: month, to: month }, createRecord.name)
}

/** A month is closed when it runs, as hospitals do in its last days, or later. */
function refuseFuture(month: number): void {
  if (month > monthNow())
    throw new Refusal('rule', {
      zh: `${monthText(month)} 尚未到，不能计提`,
      en: `${monthText(month)} has not begun, so it cannot be closed`,
    })
}

/** Starts the closing of all months that are open. */
export async function startAll(context: Context, tx: Transaction): Promise<Started> {
  const given = read(accrualAll.input, context.input) as Given
  const book = await freeBook(context, tx, given)
  const [from, to] = [nextMonth(book), given.month ? monthNumber(given.month) : monthNow() - 1]
  refuseFuture(to)
  if (to < from)
    throw new Refusal('rule', {
      zh: `没有需要补提的月份：已结账至 ${monthText(from - 1)}`,
      en: `No month is open: the book is closed until ${monthText(from - 1)}`,
    })
  if (to - from >= mostMonths)
    throw new Refusal('rule', { zh: `一次最多补提 ${mostMonths} 个月`, en: `At most ${mostMonths} months are closed at once` })
  return begin(context, tx, book, { from, to }, accrualAll.name)
}

/** Starts another run of the latest month. */
export async function startRepeat(context: Context, tx: Transaction): Promise<Started> {
  const given = read(repeatRecord.input, context.input) as Given
  const book = await freeBook(context, tx, given)
  const month = book.closed
  if (month === undefined) throw new Refusal('rule', { zh: '暂无已结账的月份', en: 'No month is closed yet' })
  if (given.month && monthNumber(given.month) !== month)
    throw new Refusal('rule', {
      zh: `只能重新计提最近的月份 ${monthText(month)}；更早的月份请用冲销调整`,
      en: `Only the latest month, ${monthText(month)}, is run again. Correct earlier ones by an offset`,
    })
  await refuseSplitSince(tx, book)
  const { rows } = await tx.run({
    text: 'select id from depreciation_record where tenant_id = $1 and rule_id = $2 and posted_on = $3',
    values: [tx.tenantId, book.id, lastDay(month)],
  })
  return begin(context, tx, book, { from: month, to: month, repeats: String(rows[0]!.id) }, repeatRecord.name)
}
