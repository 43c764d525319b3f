import { openBorrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'

/** Devices of a department and class that are there the whole time: in use or in stock, or lent now and back by then, and not taken in that time. */
const staying = `select count(*)::int as n from device d where d.tenant_id = $1 and d.use_dept_id = $2 and d.classify_id = $3 and d.id <> $4 and not d.is_deleted
    and d.stop_kinds is null and (d.eam_status in ('in_use', 'in_stock') or d.eam_status = 'lent' and exists (select 1 from shared_borrowing l
      where l.tenant_id = d.tenant_id and l.device_id = d.id and l.borrowing_status = 'lent' and not l.is_deleted))
    and not exists (select 1 from shared_borrowing b where b.tenant_id = d.tenant_id and b.device_id = d.id and b.id is distinct from $7::uuid
      and b.borrowing_status = any($8::text[]) and not b.is_deleted and tstzrange(b.from_time, b.to_time, '[)') && tstzrange($5, $6, '[)'))`

/**
 * Refuses to take a card from a department that would keep fewer devices of its class than it has to. Borrowings under one rule come one after another, so that of two
 * at once the second counts the first.
 */
export async function refuseBelowMinimum(
  tx: Transaction,
  card: Row,
  { from, to, except }: { readonly from: string; readonly to: string; readonly except?: unknown },
): Promise<void> {
  if (!card.use_dept_id || !card.classify_id) return
  const { rows } = await tx.run({
    text: `select pg_advisory_xact_lock(hashtextextended('pool minimum ' || m.id, 0)), m.minimum, p.dept_name, c.class_name from pool_minimum m join dept p on p.tenant_id = m.tenant_id and p.id = m.dept_id
      join device_class c on c.tenant_id = m.tenant_id and c.id = m.device_class_id
      where m.tenant_id = $1 and m.dept_id = $2 and m.device_class_id = $3 and not m.is_deleted`,
    values: [tx.tenantId, card.use_dept_id, card.classify_id],
  })
  const rule = rows[0]
  if (!rule) return
  const counted = await tx.run({
    text: staying,
    values: [tx.tenantId, card.use_dept_id, card.classify_id, card.id, from, to, except ?? null, [...openBorrowingStates]],
  })
  const left = Number(counted.rows[0]!.n)
  if (left >= Number(rule.minimum)) return
  throw new Refusal('rule', {
    zh: `${rule.dept_name}至少保留 ${rule.minimum} 台${rule.class_name}，借出后该时段只剩 ${left} 台`,
    en: `${rule.dept_name} keeps at least ${rule.minimum} of ${rule.class_name}. Only ${left} would remain in that period`,
  })
}
