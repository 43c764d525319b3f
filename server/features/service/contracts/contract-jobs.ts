import { contractKeeping } from '#contract/entities/service/contracts/contract-rules.ts'
import { serviceContract } from '#contract/entities/service/contracts/service-contract.ts'
import { contractRemindKey, remindDaysOf } from '#contract/params.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import type { Transaction } from '#server/db/pool.ts'
import { notify } from '#server/features/notice/public.ts'
import { paramOf } from '#server/features/settings/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

const lock = 'service contracts'

/** Ends the contracts whose last day is over, and works out what covers the devices today. */
async function keep(by: Acting, tx: Transaction, today: string): Promise<void> {
  const { rows } = await tx.run({
    text: `select id from service_contract where tenant_id = $1 and contract_state = 'active' and not is_deleted and valid_until < $2::date`,
    values: [tx.tenantId, today],
  })
  const ids = rows.map((row) => row.id)
  const over = (await lockByRule(serviceContract, by, tx, ids)).filter((row) => row.contract_state === 'active')
  await writeRows(
    serviceContract,
    by,
    tx,
    { verb: 'expire' },
    over.map((row) => ({ row, set: { contract_state: 'ended' }, changes: { contractState: { from: 'active', to: 'ended' } } })),
  )
  await tx.run({ text: 'select refresh_cover($1, $2::date)', values: [tx.tenantId, today] })
}

/** Ends contracts with the first minutes of a day. */
export const contractDays: Job = {
  name: 'contractDays',
  zh: '维保合同到期与保障更新',
  en: 'Service contract ends and cover',
  cron: '5 0 * * *',
  run: (tools) => daily(contractKeeping, lock, tools, keep),
}

/**
 * Contracts that have come nearer to their end than the next of the days $2, and were not told of since. One that another contract in force follows is left out.
 */
const ending = `select k.id, k.contract_no, k.contract_name, k.valid_until::text as valid_until, k.dept_id, k.signed_by_id from service_contract k
  cross join lateral (select min(d) as days from unnest($2::integer[]) d where k.valid_until - $3::date <= d) near
  where k.tenant_id = $1 and k.contract_state = 'active' and not k.is_deleted and k.valid_until >= $3::date and near.days is not null
    and not exists (select 1 from service_contract r where r.tenant_id = k.tenant_id and r.renews_id = k.id and r.contract_state = 'active' and not r.is_deleted)
    and not exists (select 1 from notice n where n.tenant_id = k.tenant_id and n.kind = 'contract_ends' and n.target_id = k.id::text
      and ${homeDaySql('n.sent_at')} >= k.valid_until - near.days)
  order by k.valid_until, k.contract_no limit 1000`

/** Days before its due date on which an instalment is told, and days for which an overdue one is. */
const [ahead, overdue] = [7, 60]

/** Open instalments that are due soon or overdue on day $2, each told once before its date and once after. */
const toPay = `select k.id, i.instalment_name, i.due_on::text as due_on, s.kind, k.contract_no, k.signed_by_id, k.dept_id from contract_instalment i
    join service_contract k on k.tenant_id = i.tenant_id and k.id = i.contract_id and not k.is_deleted
    cross join lateral (select case when i.due_on < $2::date then 'contract_pay_overdue' else 'contract_pay_due' end as kind) s
  where i.tenant_id = $1 and i.pay_state = 'open' and i.due_on between $2::date - ${overdue} and $2::date + ${ahead}
    and not exists (select 1 from notice n where n.tenant_id = i.tenant_id and n.kind = s.kind and n.target_id = k.id::text
      and n.subject = k.contract_no || ' ' || i.instalment_name and n.detail = i.due_on::text)
  order by i.due_on, i.id limit 1000`

async function tell(by: Acting, tx: Transaction, today: string): Promise<void> {
  const days = remindDaysOf(await paramOf(tx, contractRemindKey))
  const { rows } = await tx.run({ text: ending, values: [tx.tenantId, days, today] })
  const { rows: open } = await tx.run({ text: toPay, values: [tx.tenantId, today] })
  const told = [
    ...rows.map((row) => ({
      row,
      kind: 'contract_ends' as const,
      subject: `${row.contract_no} ${row.contract_name}`,
      detail: row.valid_until,
    })),
    ...open.map((row) => ({
      row,
      kind: row.kind as 'contract_pay_due' | 'contract_pay_overdue',
      subject: `${row.contract_no} ${row.instalment_name}`,
      detail: row.due_on,
    })),
  ]
  for (const { row, kind, subject, detail } of told)
    notify(by, tx, {
      kind,
      subject,
      detail: String(detail),
      target: 'serviceContract',
      targetId: String(row.id),
      to: {
        users: [row.signed_by_id as string | null],
        holders: { right: 'serviceContract.submit', deptId: (row.dept_id ?? null) as string | null },
      },
    })
}

/** Tells who keeps contracts which of them end 90, 60 and 30 days ahead, and which instalments are due. */
export const tellContracts: Job = {
  name: 'contractReminders',
  zh: '维保合同提醒',
  en: 'Service contract reminders',
  cron: '40 7 * * *',
  run: (tools) => daily(contractKeeping, 'contract reminders', tools, tell),
}
