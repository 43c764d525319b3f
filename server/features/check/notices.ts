import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Context } from '#server/kit/context.ts'
import type { Moved } from './posting/move-cards.ts'

const counters = async (tx: Transaction, checkId: unknown): Promise<string[]> => {
  const { rows } = await tx.run({
    text: 'select user_id from check_member where tenant_id = $1 and check_id = $2',
    values: [tx.tenantId, checkId],
  })
  return rows.map((row) => String(row.user_id))
}

const about = (task: Row) => ({ target: 'checkTask', targetId: String(task.id) }) as const
const subject = (task: Row, dept: Row): string => `${task.check_title} · ${dept.dept_title}`
const maker = (task: Row): string[] => (task.created_by ? [String(task.created_by)] : [])

/** Notifies the counters of the start of a check. */
export async function tellStarted(context: Context, tx: Transaction, task: Row): Promise<void> {
  const users = await counters(tx, task.id)
  notify(context, tx, { kind: 'check_started', subject: String(task.check_title), ...about(task), to: { users } })
}

/** Notifies the creator of the check and people who may post it that a department has ended its count. */
export function tellSubmitted(context: Context, tx: Transaction, task: Row, dept: Row): void {
  const to = { users: maker(task), holders: { right: 'checkTask.post', deptId: (dept.dept_id as string | null) ?? null } }
  notify(context, tx, { kind: 'check_submitted', subject: subject(task, dept), ...about(task), to })
}

/** Notifies the counters and the submitter that a department counts again. */
export async function tellAnew(context: Context, tx: Transaction, task: Row, dept: Row, reason: string): Promise<void> {
  const users = [...(await counters(tx, task.id)), dept.submitted_by_id as string | null]
  notify(context, tx, { kind: 'check_anew', subject: subject(task, dept), detail: reason, ...about(task), to: { users } })
}

/** Notifies the counters and the creator that a department is posted to the register. */
export async function tellPosted(context: Context, tx: Transaction, task: Row, dept: Row): Promise<void> {
  const users = [...maker(task), ...(await counters(tx, task.id))]
  notify(context, tx, { kind: 'check_posted', subject: subject(task, dept), ...about(task), to: { users } })
}

/** Notifies each keeper once of their cards that were moved. */
export function tellMoved(context: Context, tx: Transaction, all: readonly Moved[]): void {
  const byKeeper = new Map<string, Moved[]>()
  for (const moved of all) {
    const keeper = moved.card.keeper_id
    if (keeper) byKeeper.set(String(keeper), [...(byKeeper.get(String(keeper)) ?? []), moved])
  }
  for (const [keeper, kept] of byKeeper)
    notify(context, tx, {
      kind: 'check_moved',
      subject: kept.map(({ card }) => String(card.device_name)).join('、'),
      detail: kept.map(({ card, from, to }) => `${card.device_code}：${from ?? '—'} → ${to ?? '—'}`).join('；'),
      target: 'device',
      targetId: String(kept[0]!.card.id),
      to: { users: [keeper] },
    })
}

/** Notifies the creator of the check of a late observation that contradicts a result. */
export function tellReview(context: Context, tx: Transaction, task: Row, line: Row): void {
  notify(context, tx, {
    kind: 'check_review',
    subject: String(line.device_name ?? line.device_code),
    detail: String(task.check_title),
    ...about(task),
    to: { users: maker(task) },
  })
}
