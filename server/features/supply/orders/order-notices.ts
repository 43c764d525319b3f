import { purchaseReceiving } from '#contract/entities/supply/purchase-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'

/** Days before its due date on which an instalment is reported, and days for which an overdue one is. */
const [ahead, overdue] = [7, 60]

/**
 * Open instalments that are due soon or overdue on day $2, each told once before its date and once after: its notice names it and the date,
 * and opens the order.
 */
const toTell = `select o.id, i.instalment_name, i.due_on::text as due_on, s.kind, o.order_no, o.placed_by_id, o.dept_id
  from purchase_instalment i join purchase_order o on o.tenant_id = i.tenant_id and o.id = i.order_id and not o.is_deleted
    cross join lateral (select case when i.due_on < $2::date then 'instalment_overdue' else 'instalment_due' end as kind) s
  where i.tenant_id = $1 and i.pay_state = 'open' and i.due_on between $2::date - ${overdue} and $2::date + ${ahead}
    and not exists (select 1 from notice n where n.tenant_id = i.tenant_id and n.kind = s.kind and n.target_id = o.id::text
      and n.subject = o.order_no || ' ' || i.instalment_name and n.detail = i.due_on::text)
  order by i.due_on, i.id limit 1000`

async function tell(by: Acting, tx: Transaction, today: string): Promise<void> {
  const { rows } = await tx.run({ text: toTell, values: [tx.tenantId, today] })
  for (const row of rows)
    notify(by, tx, {
      kind: row.kind as 'instalment_due' | 'instalment_overdue',
      subject: `${row.order_no} ${row.instalment_name}`,
      detail: String(row.due_on),
      target: 'purchaseOrder',
      targetId: String(row.id),
      to: {
        users: [row.placed_by_id as string | null],
        holders: { right: 'purchaseOrder.submit', deptId: (row.dept_id ?? null) as string | null },
      },
    })
}

/** Tells who orders which payments are due soon and which are overdue. */
export const tellInstalments: Job = {
  name: 'instalmentReminders',
  zh: '采购付款提醒',
  en: 'Purchase payment reminders',
  cron: '55 7 * * *',
  run: (tools) => daily(purchaseReceiving, 'instalment reminders', tools, tell),
}
