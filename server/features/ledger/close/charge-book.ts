import type { Transaction } from '#server/db/pool.ts'
import type { Rows } from '#server/db/query.ts'
import type { JobRun } from '#server/kit/jobs/job-kind.ts'
import { type Book, type BookCard, cardsQuery } from '../books/book-cards.ts'
import { chargeMonths, type MonthSum, type NewFigures, type NewLine, type NewOffset } from './charge-cards.ts'
import { chargeOrdinary } from './charge-ordinary.ts'
import { writeFigures, writeLines, writeOffsets } from './write-month.ts'

/** Cards read and written at a time. With more of them the memory of a chunk outlives the young generation of the heap. */
const chunk = 1000
/** Lines written at a time: cards with several funds and months have many. */
const mostLines = 4000
/** Cards that are charged evenly over time, worked out and written in one statement: long enough to be worth its start, short enough to be cancelled soon. */
const piece = 10_000

/** Rows that a closing added, for the statistics of their tables. */
export interface Added {
  cards: number
  lines: number
}

/** The job of a closing, and who runs it. */
interface Run extends Pick<JobRun<object>, 'signal' | 'say'> {
  readonly userId: string
}

/** How far a closing is. `say`: tells the cards that are done. */
interface Progress {
  readonly run: Run
  readonly tx: Transaction
  readonly book: Book
  readonly added: Added
  readonly say: (cards: number) => void
}

/** Charges cards one by one for the months, those given or all. The next cards are read and the last ones written while this process works out those between. */
async function chargeEach({ run, tx, book, added, say }: Progress, sums: readonly MonthSum[], only?: readonly string[]): Promise<void> {
  const read = (from: number, after?: string): Promise<Rows> =>
    tx.run(cardsQuery(tx.tenantId, book.id, { ...(only ? { only: only.slice(from, from + chunk) } : { after }), limit: chunk }))
  let [at, next, writing] = [chunk, read(0), Promise.resolve()]
  try {
    for (;;) {
      run.signal.throwIfAborted()
      const [{ rows }] = await Promise.all([next, writing])
      const isLast = only ? at >= only.length : rows.length < chunk
      if (!isLast) next = read(at, rows.length > 0 ? String(rows.at(-1)!.id) : undefined)
      at += chunk
      const [lines, offsets]: [NewLine[], NewOffset[]] = [[], []]
      const charged = (rows as unknown as BookCard[]).map((card) => chargeMonths(book, sums, card, { lines, offsets }))
      const figures = charged.filter((one): one is NewFigures => one !== undefined)
      writing = writeAll(tx, book, run.userId, { figures, lines, offsets })
      added.cards += figures.filter(({ isNew }) => isNew).length
      added.lines += lines.length
      say(rows.length)
      if (isLast) break
    }
    await writing
  } finally {
    // Nothing is on its way any more when the transaction is undone.
    await Promise.allSettled([next, writing])
  }
}

/** Charges the cards for one month, most of them by statements of the database, the rest one by one. */
async function chargeMonth(of: Progress, sum: MonthSum): Promise<void> {
  const { run, tx, book, added, say } = of
  const rest: string[] = []
  // What is worked out of a piece fits into memory.
  tx.later({ text: `select set_config('work_mem', '48MB', true)` })
  const by = { recordId: sum.recordId, userId: run.userId }
  for (let after: string | undefined; ; ) {
    run.signal.throwIfAborted()
    const done = await chargeOrdinary(tx, { tenantId: tx.tenantId, book, month: sum.month, after, limit: piece }, by)
    rest.push(...done.rest)
    sum.cards += done.cards
    sum.charged += done.charged
    sum.opening += done.opening
    sum.incomplete += done.incomplete
    added.cards += done.added
    added.lines += done.lines
    say(done.read - done.rest.length)
    if (done.read < piece) break
    after = done.last
  }
  if (rest.length > 0) await chargeEach(of, [sum], rest)
}

/** Charges every card of the book for the months. Answers what was added. */
export async function chargeAll(run: Run, tx: Transaction, book: Book, sums: readonly MonthSum[]): Promise<Added> {
  const added: Added = { cards: 0, lines: 0 }
  let cards = 0
  const say = (more: number): void => {
    cards += more
    run.say({ done: cards, phase: { zh: '计提折旧', en: 'Depreciation run' } })
  }
  const of: Progress = { run, tx, book, added, say }
  await (sums.length === 1 ? chargeMonth(of, sums[0]!) : chargeEach(of, sums))
  return added
}

async function writeAll(
  tx: Transaction,
  book: Book,
  userId: string,
  {
    figures,
    lines,
    offsets,
  }: { readonly figures: readonly NewFigures[]; readonly lines: readonly NewLine[]; readonly offsets: readonly NewOffset[] },
): Promise<void> {
  const writes = [writeFigures(tx, book, userId, figures), writeOffsets(tx, book, userId, offsets)]
  for (let at = 0; at < lines.length; at += mostLines) writes.push(writeLines(tx, book, userId, lines.slice(at, at + mostLines)))
  await Promise.all(writes)
}
