import { checkHandOver } from '#contract/entities/check/check-rules.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { record } from '#server/kit/steps/event.ts'
import type { OpenWork } from '#server/kit/steps/open-work.ts'

const openStates = ['draft', 'open']

/** The running checks that a person counts in. */
export const openChecks: OpenWork = {
  of: checkTask,
  rule: checkHandOver,
  as: 'checkTasks',
  states: checkTask.fields.checkStatus.of,
  waitingSql: (into, tenant, users) => `
    select c.id, c.check_title as title, c.check_status as state, m.user_id from check_member m
    join check_task c on c.tenant_id = m.tenant_id and c.id = m.check_id and not c.is_deleted and c.check_status = any(${into.add(openStates)}::text[])
    where m.tenant_id = ${tenant} and m.user_id = any(${users}::uuid[])`,
  async handOver({ context, tx, from, to }) {
    const values = [tx.tenantId, from.id, to.id, openStates]
    const running = `m.check_id in (select id from check_task c where c.tenant_id = $1 and not c.is_deleted and c.check_status = any($4::text[]))`
    const { rows } = await tx.run({
      text: `select m.check_id as id from check_member m where m.tenant_id = $1 and m.user_id = $2 and $3::uuid is not null and ${running} for update of m`,
      values,
    })
    // Where the successor counts already, the old membership is removed.
    tx.later({
      text: `delete from check_member m where m.tenant_id = $1 and m.user_id = $2 and ${running}
        and exists (select 1 from check_member o where o.tenant_id = m.tenant_id and o.check_id = m.check_id and o.user_id = $3)`,
      values,
    })
    tx.later({
      text: `update check_member m set user_id = $3, version = m.version + 1 where m.tenant_id = $1 and m.user_id = $2 and ${running}`,
      values,
    })
    for (const { id } of rows)
      record(context, tx, {
        entity: checkTask.name,
        entityId: String(id),
        verb: 'lines',
        input: { from: String(from.real_name), to: String(to.real_name) },
      })
    return rows.length
  },
}
