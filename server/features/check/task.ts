import { blindCheck } from '#contract/entities/check/blind.ts'
import { checkDept } from '#contract/entities/check/check-dept.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'

export const rule = (zh: string, en: string): Refusal => new Refusal('rule', { zh, en })

/**
 * A started check as the person may see it. `counts`: only its counters and its creator may continue; others who see it get the reason. `free`: not held
 * against its end, for those who hold a department of it, which the end waits for.
 */
export async function taskFor(
  context: Context,
  tx: Transaction,
  checkId: unknown,
  { counts = false, free = false }: { counts?: boolean; free?: boolean } = {},
): Promise<Row> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(checkId)} and not t.is_deleted`
  const scope = scopeSql(checkTask, context.actor, 't', into)
  const me = into.add(context.actor.userId)
  const { rows } = await tx.run({
    // The end of the check waits for what has begun before it.
    text: `select t.*, (t.created_by = ${me} or exists (select 1 from check_member m where m.tenant_id = t.tenant_id and m.check_id = t.id and m.user_id = ${me})) as counts
      from check_task t where ${where}${scope ? ` and ${scope}` : ''}${free ? '' : ' for key share of t'}`,
    values: into.values,
  })
  const task = rows[0]
  if (!task) throw new Refusal('not_found', { what: checkTask })
  if (task.check_status === 'draft') throw rule('盘点尚未开始', 'The check has not started')
  if (counts && !task.counts) throw rule('您不是这次盘点的盘点人员', 'You are not a counter in this check')
  return task
}

/** Refuses what only goes while the check is open. */
export function refuseClosedTask(task: Row): void {
  if (task.check_status === 'closed') throw rule('盘点已结束', 'The check is closed')
}

/** The part of a check that a department answers for, kept from being submitted until the end; undefined when there is none yet. */
export async function deptOfCheck(tx: Transaction, checkId: unknown, deptId: unknown): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: `select * from check_dept where tenant_id = $1 and check_id = $2 and ${deptId ? 'dept_id = $3' : 'dept_id is null'} for key share`,
    values: deptId ? [tx.tenantId, checkId, deptId] : [tx.tenantId, checkId],
  })
  return rows[0]
}

/** The departments that lines are counted for, kept from being submitted until the end, in the order in which everybody holds them. */
export async function holdDepts(tx: Transaction, lineIds: readonly unknown[]): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `with wanted as materialized (select distinct check_id, dept_id from check_line where tenant_id = $1 and id = any($2::uuid[]))
      select d.dept_title, d.dept_status from wanted w join check_dept d on d.tenant_id = $1 and d.check_id = w.check_id and d.dept_id is not distinct from w.dept_id
      order by d.id for key share of d`,
    values: [tx.tenantId, lineIds],
  })
  return rows
}

/** Holds the departments of lines; refuses when one is not counting. */
export async function countingDepts(tx: Transaction, lineIds: readonly unknown[]): Promise<void> {
  for (const row of await holdDepts(tx, lineIds)) refuseNotCounting(row)
}

/** Refuses a department that is not counting any more. */
function refuseNotCounting(row: Row): void {
  const status = String(row.dept_status) as keyof typeof checkDept.fields.deptStatus.of
  const word = checkDept.fields.deptStatus.of[status]
  if (status !== 'counting')
    throw rule(`“${row.dept_title}”${word.zh}，不能再改盘点结果`, `“${row.dept_title}” is ${word.en.toLowerCase()}: its results stay`)
}

/** The check of a report; refuses one that the person does not see. */
export function refuseUnseen<R>(rows: readonly R[]): R {
  const task = rows[0]
  if (!task) throw new Refusal('not_found', { what: checkTask })
  return task
}

/** The same for what counts the book by place: refuses who counts in a blind check that runs, and does not decide about it. */
export function refuseBlind<R extends { mode: string | null; checkStatus: string; isCounter: boolean }>(
  { actor }: Context,
  rows: readonly R[],
): R {
  const task = refuseUnseen(rows)
  if (task.isCounter && task.mode === blindCheck.is && task.checkStatus === 'open' && !actor.rights.has(blindCheck.judge))
    throw rule('盲盘进行中，盘点结束后才能查看', 'This blind check is running. You can see this when it is closed')
  return task
}
