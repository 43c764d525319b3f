import type pg from 'pg'
import { keptDays, keptDaysOf } from '#contract/log-days.ts'
import { platformTenant } from '#contract/roles.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { dropLogMonths } from '#server/db/log-months.ts'
import { readAs } from '#server/db/pool.ts'

/** What came before its month was made, such as with a restored backup, lies in no month and goes by its age. */
const rest = [
  `delete from access_log where tenant_id = $1 and tableoid = 'log_months.access_log_rest'::regclass and created_at < now() - make_interval(days => $2)`,
  `delete from client_log where tenant_id = $1 and tableoid = 'log_months.client_log_rest'::regclass and created_at < now() - make_interval(days => $2)`,
]

/** Makes the coming months of the logs and drops those that ended longer ago than the platform keeps them. Answers how many. */
export async function keepLogMonths(pool: pg.Pool): Promise<number> {
  const [found] = await readAs(pool, platformTenant, [
    {
      text: 'select param_value from param where tenant_id = $1 and param_key = $2 and not is_deleted',
      values: [platformTenant, keptDays.key],
    },
  ])
  const days = keptDaysOf(found?.rows[0]?.param_value) ?? keptDays.least
  const dropped = await dropLogMonths(pool, days)
  await eachTenant(pool, async (tx) => {
    for (const text of rest) tx.later({ text, values: [tx.tenantId, days] })
  })
  return dropped
}
