import { checkFlow, checkTask } from '#contract/entities/check/check-task.ts'
import { listed } from '#contract/kit/words.ts'
import { hook } from '#server/kit/hooks.ts'
import { step } from '#server/kit/steps/step.ts'
import { tellStarted } from './notices.ts'
import { writeDepts, writeLines } from './snapshot.ts'
import { rule } from './task.ts'

function refuseWrongDates(begin: unknown, end: unknown): void {
  if (end && String(end) < String(begin)) throw rule('截止日期不能早于开始日期', 'The end date must not be before the start date')
}

hook(checkTask, {
  async beforeAdd(_, _tx, { draft }) {
    refuseWrongDates(draft.beginDate, draft.endDate)
    return undefined
  },
  async beforeChange(_, _tx, { row, draft }) {
    refuseWrongDates(draft.beginDate ?? row.begin_date, 'endDate' in draft ? draft.endDate : row.end_date)
    return undefined
  },
})

/** The book is taken as it is now, within the scope of the check and of the person who starts it. */
step(checkFlow, 'start', async ({ context, tx, row }) => {
  const lines = await writeLines(context, tx, row)
  if (lines === 0) throw rule('盘点范围内没有已建档的设备，请调整范围', 'No filed device is within the check scope. Choose another scope')
  await writeDepts(context, tx, row.id)
  await tellStarted(context, tx, row)
  return { started_at: context.occurredAt, line_count: lines }
})

/**
 * Departments that were submitted wait for a decision and keep the check open. One that still counts is kept as it is, its register untouched: what it
 * has not counted stays to count and is not called deficient.
 */
step(checkFlow, 'close', async ({ context, tx, row }) => {
  const { rows } = await tx.run({
    text: `select d.dept_title, d.dept_status from check_dept d where d.tenant_id = $1 and d.check_id = $2 order by d.id for update of d`,
    values: [tx.tenantId, row.id],
  })
  const open = rows.filter((dept) => dept.dept_status === 'submitted').map((dept) => String(dept.dept_title))
  if (open.length > 0) {
    const named = open.slice(0, 5)
    throw rule(
      `还有 ${open.length} 个科室已提交但未处理：${listed(named, 'zh')}，请先入账或存档`,
      `${open.length} submitted departments are waiting: ${listed(named, 'en')}. Post or archive them first`,
    )
  }
  const me = context.actor.userId
  tx.later({
    text: `update check_line l set posting = 'left', version = l.version + 1, updated_by = $3, updated_at = now() from check_dept d
      where l.tenant_id = $1 and l.check_id = $2 and l.posting = 'none' and d.tenant_id = l.tenant_id and d.check_id = l.check_id and d.dept_id is not distinct from l.dept_id and d.dept_status = 'counting'`,
    values: [tx.tenantId, row.id, me],
  })
  tx.later({
    text: `update check_dept set dept_status = 'kept', version = version + 1, updated_by = $3, updated_at = now() where tenant_id = $1 and check_id = $2 and dept_status = 'counting'`,
    values: [tx.tenantId, row.id, me],
  })
  return { closed_at: context.occurredAt }
})
