import { roundHandOver } from '#contract/entities/checklist/rounds/round-rules.ts'
import { openRoundStates, roundStates } from '#contract/entities/checklist/rounds/round-states.ts'
import { rounding, roundTask } from '#contract/entities/checklist/rounds/round-task.ts'
import type { Row } from '#server/db/query.ts'
import { refuseUnable } from '#server/features/identity/public.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { OpenWork } from '#server/kit/steps/open-work.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

const isOpen = (row: Row): boolean => !row.is_deleted && (openRoundStates as readonly unknown[]).includes(row.round_status)

const roles = [
  ['assigneeId', 'assignee_id'],
  ['partnerId', 'partner_id'],
] as const

/** The rounds that a person has still to walk, as their assignee or partner. */
export const openRounds: OpenWork = {
  of: roundTask,
  rule: roundHandOver,
  as: 'rounds',
  states: roundStates,
  waitingSql: (into, tenant, users) => `
    select o.id, concat_ws(' ', o.task_no, a.route_name) as title, o.round_status as state, p.user_id from round_task o
      join round_route a on a.tenant_id = o.tenant_id and a.id = o.route_id
      cross join lateral (select o.assignee_id as user_id union select o.partner_id) p
    where o.tenant_id = ${tenant} and p.user_id = any(${users}::uuid[]) and not o.is_deleted and o.round_status = any(${into.add([...openRoundStates])}::text[])`,
  async handOver({ context, tx, from, to }) {
    const found = await tx.run({
      text: 'select id from round_task where tenant_id = $1 and (assignee_id = $2 or partner_id = $2)',
      values: [tx.tenantId, from.id],
    })
    const locked = await lockByRule(
      roundTask,
      context,
      tx,
      found.rows.map((row) => row.id),
    )
    const rows = locked.filter((row) => isOpen(row) && roles.some(([, column]) => row[column] === from.id))
    const names = { fromName: String(from.real_name), toName: String(to.real_name) }
    await writeRows(
      roundTask,
      context,
      tx,
      { verb: 'change' },
      rows.map((row) => {
        const after = Object.fromEntries(roles.map(([, column]) => [column, row[column] === from.id ? to.id : row[column]]))
        // No one is the partner of oneself.
        if (after.partner_id === after.assignee_id) after.partner_id = null
        const moved = roles.filter(([, column]) => after[column] !== row[column])
        return {
          row,
          // Both columns in every row: one statement writes them all.
          set: after,
          changes: Object.fromEntries(
            moved.map(([wire, column]) => [
              wire,
              { from: row[column], to: after[column], ...(row[column] === from.id && after[column] === to.id ? names : {}) },
            ]),
          ),
        }
      }),
    )
    if (rows.length > 0)
      await refuseUnable(rounding.steps.explain.may, tx, to.id, {
        zh: '待交接的有巡检任务，接手人没有巡检权限',
        en: 'Rounds are to be handed over, but the colleague may not walk rounds',
      })
    return rows.length
  },
}
