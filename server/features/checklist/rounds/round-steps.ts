import { readCode } from '#contract/codes/scanned-code.ts'
import { roundPosting } from '#contract/entities/checklist/rounds/round-rules.ts'
import { wrongLabel } from '#contract/entities/checklist/rounds/round-sides.ts'
import { openRoundStates } from '#contract/entities/checklist/rounds/round-states.ts'
import { roundStop, visiting } from '#contract/entities/checklist/rounds/round-stop.ts'
import { rounding, roundTask } from '#contract/entities/checklist/rounds/round-task.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { sameCode } from '#contract/kit/text/one-writing.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { openRepair } from '#server/features/service/public.ts'
import { refuseCall } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { idOf } from '#server/kit/refuse.ts'
import { apply, applyToAll, beforeStep, overrideStepRoute, step, takeStep } from '#server/kit/steps/step.ts'
import { notBeforeMoment } from '#server/kit/write/not-before.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { cancelChecklists } from '../public.ts'
import { refuseOthers } from './round-people.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })
const ended = ['巡检任务已取消或删除', 'The round was cancelled or deleted'] as const

/** The round of a stop, locked. Refuses people of other rounds, and a round that has ended. */
async function lockRound(context: Context, tx: Transaction, stop: Row, isLate = false): Promise<Row> {
  const [task] = await lockByRule(roundTask, asSystem(context, roundPosting), tx, [stop.task_id])
  const isOpen = task && !task.is_deleted && (openRoundStates as readonly unknown[]).includes(task.round_status)
  if (!task || !(isOpen || (isLate && task.round_status === 'finished'))) throw rule(...ended)
  await refuseOthers(context, tx, task)
  return task
}

/** When a stop of a round was last visited or skipped, milliseconds: a phone without a signal may send an earlier visit after it. */
async function lastVisit(tx: Transaction, task: Row): Promise<number> {
  const { rows } = await tx.run({
    text: 'select max(done_at) as at from round_stop where tenant_id = $1 and task_id = $2',
    values: [tx.tenantId, task.id],
  })
  return rows[0]?.at ? Date.parse(String(rows[0].at)) : Number.NEGATIVE_INFINITY
}

/** What a stop adds to its round. The first stop begins it, the last one ends it. */
async function move(context: Context, tx: Transaction, task: Row, column: 'done_count' | 'skipped_count' | 'broken_count'): Promise<void> {
  const by = asSystem(context, roundPosting)
  const [from, wire] = [
    Number(task[column] ?? 0),
    { done_count: 'doneCount', skipped_count: 'skippedCount', broken_count: 'brokenCount' }[column],
  ]
  await writeRows(roundTask, by, tx, { verb: 'change' }, [
    { row: task, set: { [column]: from + 1 }, changes: { [wire]: { from, to: from + 1 } } },
  ])
  if (column === 'broken_count') return
  if (task.round_status === 'todo') Object.assign(task, await stepped(by, tx, task, 'begin', 'walking'))
  if (Number(task.done_count) + Number(task.skipped_count) < Number(task.stop_count)) return
  await apply(rounding, 'finish', notBeforeMoment(by, await lastVisit(tx, task)), tx, task)
}

async function stepped(by: Context, tx: Transaction, task: Row, name: string, to: string): Promise<Row> {
  const { version } = await apply(rounding, name, by, tx, task)
  return { ...task, version, round_status: to }
}

step(rounding, 'finish', async ({ context, row }) => ({
  finished_at: context.occurredAt,
  is_in_time: homeDay(context.occurredAt) <= String(row.due_date) ? 1 : 0,
}))

step(rounding, 'explain', async ({ context, tx, row }) => {
  await refuseOthers(context, tx, row)
  if (row.is_in_time === 1 || (row.is_in_time === null && homeDay(context.occurredAt) <= String(row.due_date)))
    throw rule(`巡检“${row.task_no}”没有超期`, `“${row.task_no}” is not late`)
  return undefined
})

/** Locks the stops of a round that were not visited. */
async function openStops(context: Context, tx: Transaction, taskId: unknown): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select id from round_stop where tenant_id = $1 and task_id = $2 and stop_status = 'open' order by id`,
    values: [tx.tenantId, taskId],
  })
  const locked = await lockByRule(
    roundStop,
    asSystem(context, roundPosting),
    tx,
    rows.map(({ id }) => id),
  )
  return locked.filter((stop) => stop.stop_status === 'open')
}

// Stops are locked before their round, as a visit does it.
overrideStepRoute(rounding, 'cancel', async (context, tx) => {
  await openStops(context, tx, idOf(context))
  return takeStep(rounding, 'cancel', context, tx)
})

step(rounding, 'cancel', async ({ context, tx, row, input }) => {
  const { rows } = await tx.run({
    text: 'select unnest(checklists) as id from round_stop where tenant_id = $1 and task_id = $2',
    values: [tx.tenantId, row.id],
  })
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await cancelChecklists(asSystem(context, roundPosting), tx, ids, String(input.reason))
  await applyToAll(visiting, 'cancel', asSystem(context, roundPosting), tx, await openStops(context, tx, row.id))
  return { cancel_reason: input.reason }
})

// Two people share a round: the second one at a stop hears who was first.
for (const name of ['done', 'skip'] as const)
  beforeStep(visiting, name, async ({ tx, row }) => {
    if (row.stop_status === 'open') return
    if (row.stop_status === 'cancelled') throw rule(...ended)
    const { rows } = await tx.run({
      text: 'select real_name from app_user where tenant_id = $1 and id = $2',
      values: [tx.tenantId, row.done_by_id],
    })
    const [who, at] = [rows[0]?.real_name ?? '', homeTime(new Date(String(row.done_at)).toISOString()).slice(0, 16)]
    throw row.stop_status === 'done'
      ? rule(`“${row.stop_name}”已由${who}于 ${at} 巡检`, `${who} checked “${row.stop_name}” at ${at}`)
      : rule(`“${row.stop_name}”已由${who}于 ${at} 跳过`, `${who} skipped “${row.stop_name}” at ${at}`)
  })

step(visiting, 'done', async ({ context, tx, row, input }) => {
  const task = await lockRound(context, tx, row)
  const { rows } = await tx.run({
    text: 'select qr_token from location where tenant_id = $1 and id = $2',
    values: [tx.tenantId, row.location_id],
  })
  const token = rows[0]?.qr_token as string | null | undefined
  if (!sameCode(token, readCode(String(input.labelCode)).code)) throw new Refusal('rule', { ...wrongLabel })
  await move(context, tx, task, 'done_count')
  return {
    ...{ label_code: token, checked_count: input.checkedCount ?? null, finding: input.finding ?? null },
    ...{ done_by_id: context.actor.userId, done_at: context.occurredAt },
  }
})

step(visiting, 'skip', async ({ context, tx, row, input }) => {
  await move(context, tx, await lockRound(context, tx, row), 'skipped_count')
  return { skip_reason: input.skipReason, done_by_id: context.actor.userId, done_at: context.occurredAt }
})

step(visiting, 'report', async ({ context, tx, row, input }) => {
  refuseCall(context.actor, 'repairOrder.submit', 'repairOrder.submit')
  const task = await lockRound(context, tx, row, true)
  const { id } = await openRepair(context, tx, {
    deviceId: String(input.deviceId),
    faultDescription: String(input.faultDescription),
    isStopped: input.isStopped === 1,
    source: String(row.id),
  })
  await move(context, tx, task, 'broken_count')
  return { repairs: [...((row.repairs as string[] | null) ?? []), id], broken_count: Number(row.broken_count ?? 0) + 1 }
})
