import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { handOver } from './hand-over.ts'
import { deputiesOn, standInOf } from './people.ts'
import { answersSql, staffSql } from './staff.ts'

async function fits(tx: Transaction, id: string, sql: string): Promise<boolean> {
  const { rows } = await tx.run({
    text: `select 1 from app_user u where u.tenant_id = $1 and u.id = $2 and ${sql}`,
    values: [tx.tenantId, id],
  })
  return rows.length > 0
}

/**
 * Brings the open tasks of a person in line with the absences of a day. What others do in the person's place goes to the deputy of that day, or comes back
 * where the person is not away. `moves`: what waits for the person is handed over, too. `without`: absences that are being removed.
 */
export async function followAbsence(
  context: Context,
  tx: Transaction,
  userId: string,
  day: string,
  { moves = false, without = [] }: { readonly moves?: boolean; readonly without?: readonly string[] } = {},
): Promise<void> {
  const deputies = await deputiesOn(tx, day, without)
  const isAway = deputies.has(userId)
  const to = standInOf(userId, deputies)
  if (to === undefined || !(await fits(tx, to, isAway ? staffSql : answersSql))) return
  const { rows } = await tx.run({
    text: `select t.id, t.instance_id, t.user_id from flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id and i.instance_status = 'running'
      where t.tenant_id = $1 and (t.instead_of_id = $2 or t.user_id = $2) and t.task_state in ('open', 'waiting')`,
    values: [tx.tenantId, userId],
  })
  const moving = rows.filter(({ user_id: at }) => (at === userId ? isAway && moves : at !== to))
  const ids = new Set(moving.map(({ id }) => id))
  for (const instanceId of [...new Set(moving.map((row) => String(row.instance_id)))].sort())
    await handOver(context, tx, instanceId, to, { which: ({ id }) => ids.has(id), insteadOf: isAway ? userId : null })
}
