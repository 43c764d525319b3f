import { checkDept, checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { checkResults, notExpected } from '#contract/entities/check/check-results.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/steps/event.ts'
import { step } from '#server/kit/steps/step.ts'
import { figureColumns } from '../answers/figures.ts'
import { dropLines } from '../deciding.ts'
import { tellAnew, tellPosted, tellSubmitted } from '../notices.ts'
import { bookColumns, bookSql, bookValues, writeLines } from '../snapshot.ts'
import { refuseClosedTask, taskFor } from '../task.ts'
import { post } from './post.ts'

const mine = 'l.tenant_id = $1 and l.check_id = $2 and l.dept_id is not distinct from $3::uuid'
const keyOf = (tx: Transaction, dept: Row): unknown[] => [tx.tenantId, dept.check_id, dept.dept_id]

/** A card without an observation at the end of the count is deficient; one that is lent, in repair or disposed of is not expected there. */
function endCount(context: Context, tx: Transaction, dept: Row): Record<string, unknown> {
  if (dept.dept_status !== 'counting') return {}
  tx.later({
    text: `update check_line l set result = 'deficient', version = version + 1, updated_by = $4, updated_at = now()
      where ${mine} and l.result = 'pending' and l.is_surplus = 0 and (l.book_status is null or l.book_status <> all($5::text[]))`,
    values: [...keyOf(tx, dept), context.actor.userId, [...notExpected]],
  })
  return { submitted_by_id: context.actor.userId, submitted_at: context.occurredAt }
}

/** Keeps the figures of the department's round with its event. */
async function recordFigures(context: Context, tx: Transaction, dept: Row, verb: string): Promise<void> {
  const { rows } = await tx.run({ text: `select ${figureColumns} from check_line l where ${mine}`, values: keyOf(tx, dept) })
  const figures = rows[0]!
  const { language } = context
  const said = Object.entries(checkResults).map(([result, words]) => `${words[language]} ${figures[result]}`)
  const { book, round } = { book: checkDept.fields.bookCount, round: checkDept.fields.round }
  record(context, tx, {
    entity: checkDept.name,
    entityId: String(dept.id),
    verb,
    input: {
      said: [`${round[language]} ${dept.round}`, `${book[language]} ${figures.book}`, ...said].join(' · '),
      round: dept.round,
      figures,
    },
  })
}

step(checkDeptFlow, 'finish', async ({ context, tx, row }) => {
  const task = await taskFor(context, tx, row.check_id, { counts: true, free: true })
  refuseClosedTask(task)
  const columns = endCount(context, tx, row)
  await recordFigures(context, tx, row, 'scan')
  tellSubmitted(context, tx, task, row)
  return columns
})

step(checkDeptFlow, 'realSubmit', async ({ context, tx, row }) => {
  const task = await taskFor(context, tx, row.check_id, { free: true })
  refuseClosedTask(task)
  const columns = endCount(context, tx, row)
  await post(context, tx, task, { dept: { checkId: row.check_id, deptId: row.dept_id } })
  await recordFigures(context, tx, row, 'scan')
  await tellPosted(context, tx, task, row)
  return { ...columns, posted_at: context.occurredAt }
})

step(checkDeptFlow, 'noSyncSubmit', async ({ context, tx, row }) => {
  refuseClosedTask(await taskFor(context, tx, row.check_id, { free: true }))
  const columns = endCount(context, tx, row)
  tx.later({
    text: `update check_line l set posting = 'left', version = version + 1, updated_at = now() where ${mine} and l.posting = 'none'`,
    values: keyOf(tx, row),
  })
  await recordFigures(context, tx, row, 'scan')
  return columns
})

/**
 * A new round: the book of the department is taken again, results and surplus lines go, observations stay with the round they were made in. Cards that
 * left the department leave its lines, and new ones join them, so that lines remain book and surplus.
 */
step(checkDeptFlow, 'anewCheck', async ({ context, tx, row, input }) => {
  const task = await taskFor(context, tx, row.check_id, { free: true })
  refuseClosedTask(task)
  await recordFigures(context, tx, row, 'scan')
  const into = new Parameters()
  const fresh = bookSql(context, task, into)
  const place = [into.add(row.check_id), into.add(row.dept_id)]
  const own = `l.tenant_id = ${into.add(tx.tenantId)} and l.check_id = ${place[0]} and l.dept_id is not distinct from ${place[1]}::uuid`
  const gone = await tx.run({
    text: `select l.id from check_line l left join device d on d.tenant_id = l.tenant_id and d.id = l.device_id and ${fresh} and d.use_dept_id is not distinct from ${place[1]}::uuid
      where ${own} and (l.is_surplus = 1 or d.id is null)`,
    values: into.values,
    once: true,
  })
  tx.later({
    text: `update check_scan s set is_deciding = 0 from check_line l where ${mine} and s.tenant_id = l.tenant_id and s.line_id = l.id and s.is_deciding = 1`,
    values: keyOf(tx, row),
  })
  tx.later({
    text: `update check_review r set review_status = 'kept', reason = $4, version = r.version + 1, updated_by = $5, updated_at = now()
      from check_line l where ${mine} and r.tenant_id = l.tenant_id and r.line_id = l.id and r.review_status = 'open'`,
    values: [...keyOf(tx, row), String(input.reason).slice(0, 200), context.actor.userId],
  })
  dropLines(
    tx,
    gone.rows.map((line) => line.id),
  )
  tx.later({
    text: `update check_line l set (${bookColumns}) = row(${bookValues}), result = 'pending', posting = 'none', seen_location_id = null, seen_by_id = null, seen_at = null,
        wrong_field = null, seen_value = null, reason = null, photos = null, version = l.version + 1, updated_by = $4, updated_at = now()
      from device d where ${mine} and d.tenant_id = l.tenant_id and d.id = l.device_id`,
    values: [...keyOf(tx, row), context.actor.userId],
  })
  await writeLines(context, tx, task, { deptId: (row.dept_id as string | null) ?? null })
  const { rows } = await tx.run({ text: `select count(*)::int as n from check_line l where ${mine}`, values: keyOf(tx, row) })
  const book = Number(rows[0]!.n)
  tx.later({
    text: 'update check_task set line_count = line_count + $3::int, version = version + 1 where tenant_id = $1 and id = $2',
    values: [tx.tenantId, task.id, book - Number(row.book_count)],
  })
  await tellAnew(context, tx, task, row, String(input.reason))
  return {
    round: Number(row.round) + 1,
    round_at: new Date(),
    book_count: book,
    submitted_by_id: null,
    submitted_at: null,
    posted_at: null,
  }
})
