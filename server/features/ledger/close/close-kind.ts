import { v7 as uuid } from 'uuid'
import { lastDay, monthText } from '#contract/depreciation/depreciation-month.ts'
import { depreciationLine } from '#contract/entities/ledger/depreciation-line.ts'
import { deviceDepreciation } from '#contract/entities/ledger/device-depreciation.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { decimalText } from '#contract/kit/fields/amount.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type JobRun, jobEndNotifiers, jobKind } from '#server/kit/jobs/job-kind.ts'
import { endAttempt } from '#server/kit/jobs/job-rows.ts'
import { gatherGrown } from '#server/kit/write/statistics.ts'
import type { Book } from '../books/book-cards.ts'
import { lockBook, refuseOutOfOrder } from '../books/books.ts'
import { refuseSplitSince } from '../split/split-since.ts'
import { chargeAll } from './charge-book.ts'
import type { MonthSum } from './charge-cards.ts'
import { addRecords, postOffsets, sumRecords } from './month-records.ts'
import { postMoves, waitAgain } from './post-moves.ts'
import { takeBack } from './write-month.ts'

/** What a closing is asked to do. Months since the year 0; `repeats`: the id of the latest record, which is run again. */
export interface Closing {
  readonly ruleId: string
  readonly from: number
  readonly to: number
  readonly repeats?: string
}

/** How long one closing may take; a hundred thousand cards need seconds for a month. */
const longestMs = 600_000

/** Closes months of a book within a transaction, or runs the latest again. Answers the book and what its months came to. */
export async function closeMonths(
  context: Context,
  tx: Transaction,
  input: Closing,
  run: Pick<JobRun<object>, 'signal' | 'say'>,
): Promise<{ readonly book: Book; readonly sums: readonly MonthSum[] }> {
  const book = await lockBook(tx, input.ruleId)
  if (input.repeats) {
    if (book.closed !== input.to) throw new Refusal('rule', { zh: '只能重新计提最近的月份', en: 'Only the latest month can be rerun' })
    await refuseSplitSince(tx, book)
    await takeBack(tx, book, { id: input.repeats, postedOn: lastDay(input.to) })
    await waitAgain(tx, book, input.to)
  } else refuseOutOfOrder(book, input.from)
  const sums = Array.from({ length: input.to - input.from + 1 }, (_, n): MonthSum => {
    const month = input.from + n
    return {
      recordId: input.repeats ?? uuid(),
      month,
      postedOn: lastDay(month),
      cards: 0,
      charged: 0n,
      opening: 0n,
      offsets: 0n,
      incomplete: 0,
    }
  })
  if (!input.repeats) await addRecords(tx, context.actor.userId, book, sums)
  // Offsets that wait are in the first of the months: what was charged goes on from them.
  sums[0]!.offsets = await postOffsets(tx, book, sums[0]!)
  const added = await chargeAll({ ...run, userId: context.actor.userId }, tx, book, sums)
  await postMoves(tx, book, context.actor.userId, sums[0]!)
  await sumRecords(tx, context, book, sums, input.repeats !== undefined)
  await gatherGrown(tx, added.cards, deviceDepreciation)
  await gatherGrown(tx, added.lines, depreciationLine)
  return { book, sums }
}

/** Closes months of a book, or runs the latest again: in one transaction, which ends the job. */
export const closeKind = jobKind<Closing>({
  name: 'depreciation.close',
  zh: '计提折旧',
  en: 'Depreciation run',
  perTenant: 1,
  places: () => 1,
  async run(job) {
    const { context, attempt, input } = job
    await writeAs(
      context.tools.pool,
      attempt.tenantId,
      async (tx) => {
        for (const limit of ['0', `${longestMs}ms`])
          tx.later({ text: `select set_config(name, $1, true) from pg_settings where name = 'transaction_timeout'`, values: [limit] })
        const { book, sums } = await closeMonths(context, tx, input, job)
        const note = said(sums, context.language)
        await endAttempt(tx, attempt, 'done', { note })
        for (const tell of jobEndNotifiers)
          tell(tx, { userId: context.actor.userId, jobId: attempt.id, subject: subjectOf(book, input), note })
      },
      { longestMs: longestMs + 10_000 },
    )
    return undefined
  },
})

/** What a closing is called: the book and its months. */
export const subjectOf = ({ name }: Pick<Book, 'name'>, { from, to }: Pick<Closing, 'from' | 'to'>): string =>
  `${name} ${monthText(from)}${to === from ? '' : ` – ${monthText(to)}`}`

function said(sums: readonly MonthSum[], language: 'zh' | 'en'): string {
  const total = decimalText(
    sums.reduce((all, { charged }) => all + charged, 0n),
    2,
  )
  const [last, incomplete] = [sums.at(-1)!, sums.at(-1)!.incomplete]
  const months = sums.length
  if (language === 'zh')
    return `${monthText(last.month)} 结账${months > 1 ? `（共 ${months} 个月）` : ''}：计提 ${last.cards} 台，折旧额 ${total}${incomplete > 0 ? `；${incomplete} 台资料不全未计提` : ''}`
  return `${monthText(last.month)} closed${months > 1 ? ` (${months} months)` : ''}: ${last.cards} cards, ${total} charged${incomplete > 0 ? `; ${incomplete} cards are incomplete` : ''}`
}
